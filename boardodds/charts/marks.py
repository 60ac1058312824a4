"""Marks that charts share: colours and forms of points, lines, intervals, labels, rows and axes."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10
from typing import Any

from boardodds.charts.style import CONTEXT, EXACT, PUBLISHED, SIMULATED, Attributes, Sketch, role_color
from boardodds.probability.display import plural

# The fill of a bar of which only the outline is drawn.
NO_FILL = "rgba(0,0,0,0)"
# The gap between two rows, as a fraction of the chart's height.
_ROW_GAP = 0.06


def thin_line(role: str = CONTEXT, width: float = 1) -> Attributes:
    """Return a line in the colour of a role."""
    return {"width": width, "color": role_color(role)}


def disc() -> Attributes:
    """Return the marker of an exact value."""
    return {"symbol": "circle", "size": 13, "color": role_color(EXACT)}


def ring(role: str = SIMULATED, size: float = 13) -> Attributes:
    """Return the marker of a simulated value, or of one for comparison: only its outline."""
    color = role_color(role)
    return {"symbol": "circle-open", "size": size, "color": color, "line": {"width": 2.5, "color": color}}


def error_bars(half_widths: Sequence[float] | None, role: str) -> Attributes:
    """Return the vertical intervals of a trace, symmetric around its values; nothing without intervals."""
    if half_widths is None:
        return {}
    array = {"type": "data", "array": list(half_widths), "thickness": 1.5, "width": 0}
    return {"error_y": {**array, "color": role_color(role)}}


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


def unit_ticks(values: Sequence[int], unit: str) -> Attributes:
    """Return the ticks of an axis of whole numbers, with the unit, named in the singular, below the last one."""
    texts = [*map(str, values[:-1]), plural(values[-1], unit).replace(" ", "<br>", 1)]
    return {"tickvals": list(values), "ticktext": texts, "tickangle": 0}


# Room for the right half of the unit on the last label.
MARGIN = {"l": 8, "r": 40, "t": 8, "b": 8}
# From these ratios of the last to the first number of games on, a phone has room only for powers of ten, or for them and five
# times each.
_WIDE_RATIO, _MIDDLE_RATIO = 100, 30


def games_axis(games: Sequence[float]) -> dict[str, Any]:
    """Return the attributes of the logarithmic axis of games, with its unit on the last label."""
    ratio = games[-1] / games[0]
    digits = (1,) if ratio >= _WIDE_RATIO else (1, 5) if ratio >= _MIDDLE_RATIO else (1, 2, 5)
    shown = [value for value in round_numbers(games, digits) if games[0] <= value <= games[-1]]
    texts = [f"{value:,.0f}" for value in shown]
    return {"type": "log", "tickvals": shown, "ticktext": [*texts[:-1], f"{texts[-1]} games"], "tickangle": 0}


def round_numbers(values: Sequence[float], digits: Sequence[int]) -> list[float]:
    """Return the round numbers around some values.

    digits: the first digits that count as round.
    """
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return [digit * 10.0**power for power in range(low - 1, high + 1) for digit in digits]


def add_axis_name(figure: Sketch, text: str) -> None:
    """Write the name of the vertical axis above it."""
    corner = {"x": 0, "xref": "x domain", "xanchor": "left", "y": 1, "yref": "y domain", "yanchor": "bottom"}
    figure.add_annotation(text=text, **corner, showarrow=False)


def name_in_corner(figure: Sketch, roles: Mapping[str, str], *, y: float) -> None:
    """Name the series in their colours at the right, where there are no points.

    roles: by name, the role that gives the colour, from the bottom to the top.
    y: the height of the first name, as a fraction of the plot.
    """
    for line, (name, role) in enumerate(roles.items()):
        figure.add_annotation(
            xref="x domain",
            yref="y domain",
            x=1,
            y=y,
            xanchor="right",
            yanchor="bottom",
            yshift=22 * line,
            text=f"<b>{name}</b>",
            font={"color": role_color(role)},
            showarrow=False,
        )
