"""Camel Up charts of the length of a race."""

from collections.abc import Mapping, Sequence
from typing import Any

from boardodds.charts.marks import add_row, add_row_title, error_bars, label_font, unit_ticks
from boardodds.charts.style import EXACT, HAIR, SIMULATED, Drawing, Sketch, role_color, stroke
from boardodds.probability.display import plural
from boardodds.probability.estimate import Estimate, Exact
from boardodds.probability.pmf import Pmf

# Bars that round to 0.0% get no label, and the axis doesn't show them.
_MIN_BAR_CHANCE = 0.0005
RARE_LENGTHS = f"Numbers of legs with a chance below {_MIN_BAR_CHANCE:.2%} are not drawn."
# The height of a row as a multiple of its highest bar, which leaves room for the bar's label.
_LABEL_ROOM = 1.4
# With more bars than this, labels with a decimal place would touch each other on a phone.
_MAX_PRECISE_BARS = 10


def leg_bars(pmfs: Mapping[str, Pmf], errors: Mapping[str, Sequence[float]] | None = None) -> Drawing:
    """Draw the chance of each number of legs, one row for each distribution. Two rows fill the place of the chart.

    Exact chances are bars. Simulated ones are hollow points with their 95% intervals. Rare lengths are not drawn.

    pmfs: by the label of its row, the distribution of the number of legs; the first row is on top.
    errors: by the label of a simulated distribution, half the width of the 95% interval of each chance.
    """
    figure = Sketch()
    chances = {name: dict(zip(pmf.outcomes, pmf.probabilities, strict=True)) for name, pmf in pmfs.items()}
    drawn = {name: [x for x, p in row.items() if p >= _MIN_BAR_CHANCE] for name, row in chances.items()}
    lengths = [int(x) for row in drawn.values() for x in row]
    legs = range(min(lengths), max(lengths) + 1)
    places = 1 if len(legs) <= _MAX_PRECISE_BARS else 0
    for row, (name, pmf) in enumerate(pmfs.items()):
        axis = add_row(figure, row, len(pmfs), range=[0, _LABEL_ROOM * max(pmf.probabilities)])
        half_widths = dict(zip(pmf.outcomes, (errors or {}).get(name, ()), strict=False))
        kind, look = _length_marks([half_widths[x] for x in drawn[name]] if half_widths else None)
        figure.add_trace(
            kind,
            f"%{{customdata}}{', ' if name else ''}{name}: %{{y:.3%}}",
            x=drawn[name],
            y=[chances[name][x] for x in drawn[name]],
            yaxis=axis,
            text=[_bar_label(chances[name][x], places) for x in drawn[name]],
            textfont=label_font(),
            cliponaxis=False,
            customdata=[plural(int(x), "leg") for x in drawn[name]],
            **look,
        )
        add_row_title(figure, axis, f"<b>{name}</b>")
    ends = [legs[0] - 0.6, legs[-1] + 0.6]
    figure.update_xaxes(**unit_ticks(legs[:: 1 if places else 2], "leg"), range=ends, anchor=axis)
    figure.update_xaxes(showgrid=False, zeroline=False)
    return figure.finish(height=None if len(pmfs) > 1 else 190)


def _length_marks(half_widths: Sequence[float] | None) -> tuple[str, dict[str, Any]]:
    """Return the form of the chances of one distribution: bars if they are exact, else hollow points with intervals."""
    if half_widths is None:
        # Keep one text size for all labels, even where a label is wider than its bar.
        text = {"textposition": "outside", "constraintext": "none"}
        return "bar", {"marker": {"color": role_color(EXACT)}, **text}
    color = role_color(SIMULATED)
    marker = {"color": color, "symbol": "circle-open", "size": 9, "line": {"width": 2}}
    error = {"array": half_widths, "color": color, "thickness": 2, "width": 0}
    return "scatter", {"mode": "markers+text", "marker": marker, "error_y": error, "textposition": "top center"}


def _bar_label(chance: float, places: int = 1) -> str:
    """Return the label of a bar in percent, which is 100 only for a certain event; nothing for a chance that rounds to 0."""
    smallest = 0.5 / 10 ** (places + 2)
    if chance < smallest:
        return ""
    is_rounded_up = 1 - smallest <= chance <= 1 - HAIR
    return f">{100 - 10**-places:.{places}f}" if is_rounded_up else f"{100 * chance:.{places}f}"


_DASHES, _SYMBOLS = ("solid", "dot", "dash", "dashdot"), ("circle", "square", "diamond", "x")
_LINE_ROLES = (EXACT, "ochre", "green", SIMULATED)


def value_lines(series: Mapping[str, Mapping[int, Estimate]], unit: str, now: int, *, is_log: bool = False) -> Drawing:
    """Draw a line for each series of values by a whole number, with a large mark at one, now; simulated values are hollow."""
    figure, numbers = Sketch(), list(next(iter(series.values())))
    for (name, by_number), dash, symbol, role in zip(series.items(), _DASHES, _SYMBOLS, _LINE_ROLES, strict=False):
        values, color, width = list(by_number.values()), role_color(role), 4 if dash == "solid" else 2
        # The first series is wider than the others, which can cover it.
        sizes = [(16 if number == now else 8) + width for number in numbers]
        symbols = [symbol if isinstance(value, Exact) else f"{symbol}-open" for value in values]
        figure.add_lines(
            numbers,
            [value.value for value in values],
            f"{name}, %{{x}} {unit}s: %{{y:,.6~r}}",
            **error_bars([value.interval().width / 2 for value in values], role),
            mode="lines+markers",
            line=stroke(role, width, dash),
            marker={"color": color, "symbol": symbols, "size": sizes, "line": {"color": color, "width": 2}},
            name=name,
        )
    figure.update_xaxes(**unit_ticks(numbers, unit), showgrid=False, zeroline=False)
    figure.update_yaxes(**({"type": "log", "dtick": 3, "exponentformat": "B"} if is_log else {"rangemode": "tozero"}))
    return figure.finish(height=380, legend=True)
