"""Axes and names that charts of large numbers and of intervals share: numbers of games, and series named in a corner."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import Any

from boardodds.charts.figure import Sketch
from boardodds.charts.style import role_color

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
