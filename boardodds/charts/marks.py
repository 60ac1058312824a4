"""Marks that charts share: the forms of points, intervals, labels, rows and axes."""

from collections.abc import Iterable, Sequence
from typing import Any

from boardodds.charts.style import CONTEXT, EXACT, PUBLISHED, SIMULATED, Attributes, Sketch, role_color
from boardodds.probability.display import plural

# The fill of a bar of which only the outline is drawn.
NO_FILL = "rgba(0,0,0,0)"
# The gap between two rows, as a fraction of the chart's height.
_ROW_GAP = 0.06


def ring(role: str = SIMULATED) -> Attributes:
    """Return the marker of a simulated value, or of one for comparison: only its outline."""
    color = role_color(role)
    return {"symbol": "circle-open", "size": 13, "color": color, "line": {"width": 2.5, "color": color}}


def highlight(chosen: Iterable[bool]) -> Attributes:
    """Return the marker of exact bars, of which those that are chosen stand out."""
    return {"color": [role_color(EXACT if is_chosen else CONTEXT) for is_chosen in chosen]}


def error_bars(half_widths: Sequence[float] | None, role: str) -> Attributes:
    """Return the vertical intervals of a trace, symmetric around its values; nothing without intervals."""
    if half_widths is None:
        return {}
    array = {"type": "data", "array": list(half_widths), "thickness": 1.5, "width": 0}
    return {"error_y": {**array, "color": role_color(role)}}


def label_font() -> Attributes:
    """Return the font of a number next to its mark, in a colour that is readable on a light and on a dark page."""
    return {"size": 13, "color": role_color(PUBLISHED)}


def add_row(figure: Sketch, row: int, rows: int, **attributes: Any) -> str:
    """Add a hidden vertical axis for one of several rows above a common horizontal axis, and return its name."""
    axis = f"y{row + 1}" if row else "y"
    domain = [1 - (row + 1) / rows, 1 - row / rows - (_ROW_GAP if row else 0)]
    hidden = {"visible": False, "fixedrange": True, "anchor": "x"}
    figure.update_layout(**{axis.replace("y", "yaxis"): {**hidden, "domain": domain, **attributes}})
    return axis


def add_row_title(figure: Sketch, axis: str, text: str, **attributes: Any) -> None:
    """Write the title of one of several rows at its upper left corner.

    axis: the name of the row's vertical axis.
    attributes: those of a Plotly annotation that differ from the usual ones.
    """
    usual = {"x": 0, "xref": "x domain", "xanchor": "left", "y": 1, "yref": f"{axis} domain", "yanchor": "top"}
    figure.add_label(text, **{**usual, **attributes})


def unit_ticks(values: Sequence[int], unit: str) -> Attributes:
    """Return the ticks of an axis of whole numbers, with the unit, named in the singular, below the last one."""
    texts = [*map(str, values[:-1]), plural(values[-1], unit).replace(" ", "<br>", 1)]
    return {"tickvals": list(values), "ticktext": texts, "tickangle": 0}
