"""Marks that charts share: colours and forms of points, lines, intervals, labels and rows."""

from collections.abc import Sequence
from html import escape
from typing import Any

from boardodds.charts.figure import Attributes, Sketch
from boardodds.charts.style import role_color
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED, SIMULATED
from boardodds.probability.estimate import MeanEstimate, Proportion

# The fill of a bar of which only the outline is drawn.
NO_FILL = "rgba(0,0,0,0)"
# The gap between two rows, as a fraction of the chart's height.
_ROW_GAP = 0.06


def thin_line(role: str = CONTEXT, width: float = 1) -> Attributes:
    """Return a line in the colour of a role."""
    return {"width": width, "color": role_color(role)}


def disc(role: str = EXACT, size: float = 13) -> Attributes:
    """Return the marker of an exact value."""
    return {"symbol": "circle", "size": size, "color": role_color(role)}


def ring(role: str = SIMULATED, size: float = 13) -> Attributes:
    """Return the marker of a simulated value, or of one for comparison: only its outline."""
    color = role_color(role)
    return {"symbol": "circle-open", "size": size, "color": color, "line": {"width": 2.5, "color": color}}


def error_bars(half_widths: Sequence[float] | None, name: str, role: str) -> Attributes:
    """Return the intervals of a trace, symmetric around its values; nothing without intervals.

    name: ``error_x`` or ``error_y``.
    """
    if half_widths is None:
        return {}
    array = {"type": "data", "array": list(half_widths), "thickness": 1.5, "width": 0}
    return {name: {**array, "color": role_color(role)}}


def label_font() -> Attributes:
    """Return the font of a number next to its mark, in a colour that is readable on a light and on a dark page."""
    return {"size": 13, "color": role_color(PUBLISHED)}


def add_label(figure: Sketch, text: str, **attributes: Any) -> None:
    """Add a text in the colour of printed figures, which is readable on a light and on a dark page.

    attributes: those of a Plotly annotation.
    """
    figure.add_annotation(text=text, showarrow=False, font={"color": role_color(PUBLISHED)}, **attributes)


def add_row_title(figure: Sketch, axis: str, text: str, **attributes: Any) -> None:
    """Write the title of one of several rows at its upper left corner.

    axis: the name of the row's vertical axis.
    attributes: those of a Plotly annotation that differ from the usual ones.
    """
    usual = {"x": 0, "xref": "x domain", "xanchor": "left", "y": 1, "yref": f"{axis} domain", "yanchor": "top"}
    add_label(figure, text, **{**usual, **attributes})


def row_axis() -> Attributes:
    """Return the attributes of the vertical axis of a further row, above the row that has the common axis."""
    return {
        "fixedrange": True,
        "automargin": True,
        "anchor": "x",
        "tickfont": {"size": 13, "color": role_color(PUBLISHED)},
    }


def add_base_name(figure: Sketch, name: str, share: float, base: float) -> None:
    """Write the name of the base above its line, without leaving the chart.

    share: the place of the base, from 0 at the left to 1 at the right.
    """
    anchor = "left" if share < 0.3 else "right" if share > 0.7 else "center"
    add_label(figure, x=base, y=1, yref="paper", text=escape(name), xanchor=anchor, yanchor="bottom", yshift=4)


def name_axis(names: Sequence[str]) -> Attributes:
    """Return the attributes of a vertical axis with names at 0, 1, 2, ..., the first one on top.

    If the names were the values of the axis, Plotly would take a name such as "10" for a number.
    """
    ticks = {"tickvals": list(range(len(names))), "ticktext": [f"{name} " for name in names]}
    return {**ticks, "range": [len(names) - 0.5, -0.5], "showgrid": False, "zeroline": False}


def add_row(figure: Sketch, row: int, rows: int, **attributes: Any) -> str:
    """Add a hidden vertical axis for one of several rows above a common horizontal axis, and return its name."""
    axis = f"y{row + 1}" if row else "y"
    domain = [1 - (row + 1) / rows, 1 - row / rows - (_ROW_GAP if row else 0)]
    hidden = {"visible": False, "fixedrange": True, "anchor": "x"}
    figure.update_layout(**{axis.replace("y", "yaxis"): {**hidden, "domain": domain, **attributes}})
    return axis


def unit_ticks(values: Sequence[int], unit: str, current: int | None = None) -> Attributes:
    """Return the ticks of an axis of whole numbers, with the unit below the last one and one number in bold."""
    texts = [f"<b>{value}</b>" if value == current else str(value) for value in values]
    return {"tickvals": list(values), "ticktext": [*texts[:-1], f"{texts[-1]}<br>{unit}"], "tickangle": 0}


def interval_bars(shares: Sequence[Proportion | MeanEstimate]) -> Attributes:
    """Return the 95% intervals of simulated proportions as error bars."""
    intervals = [share.interval() for share in shares]
    return {
        "type": "data",
        "symmetric": False,
        "array": [interval.high - share.value for interval, share in zip(intervals, shares, strict=True)],
        "arrayminus": [share.value - interval.low for interval, share in zip(intervals, shares, strict=True)],
        "thickness": 1.5,
        "width": 4,
        "color": role_color(SIMULATED),
    }
