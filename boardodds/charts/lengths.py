"""Distributions of the lengths of games, in intervals of equal width."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, sqrt
from typing import Any

import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.marks import NO_FILL, add_label, add_row_title, error_bars, row_axis
from boardodds.charts.style import finish_chart, role_color
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED, SIMULATED
from boardodds.probability.estimate import Z95
from boardodds.probability.pmf import Pmf

# The share of games that a chart of lengths shows. The long tail of the rest would compress it.
_SHOWN_SHARE = 0.995
_MAX_BINS = 32
_BIN_WIDTHS: Sequence[int] = tuple(digit * 10**power for power in range(5) for digit in (1, 2, 5))
# The height of a line of text.
_LINE_PIXELS = 18


def length_bins(lengths: Mapping[str, tuple[Pmf, int | None]], *, unit: str = "turns", base: str = "") -> go.Figure:
    """Draw distributions of the length of games in intervals of equal width, one row for each.

    Exact chances are solid; simulated ones are hollow, with their 95% interval. A single distribution has flags at its median
    and its 90th percentile.

    lengths: by name, the distribution and the number of simulated games, or None if it is exact.
    unit: the plural of what a length counts.
    base: the name of the distribution that the others are compared with; it is drawn in grey behind each of them.
    """
    last = max(pmf.quantile(_SHOWN_SHARE) for pmf, _ in lengths.values())
    width = bin_width(int(last))
    rows = [name for name in lengths if name != base]
    figure = Sketch()
    highest = max(max(_bins(pmf, width, int(last))) for pmf, _ in lengths.values())
    for row, name in enumerate(rows):
        # The lowest row has the axis that all rows share.
        axis = f"y{len(rows) - row}" if row < len(rows) - 1 else "y"
        if base:
            _add_base_bins(figure, axis, base, _bins(lengths[base][0], width, int(last)), width)
        pmf, games = lengths[name]
        add = _add_points if base else _add_bars
        add(figure, axis, name, _bins(pmf, width, int(last)), width, games)
        if len(rows) > 1 or base:
            # Above the ticks too: a phone has no room to spare.
            heading = f"<b>{escape(name)}</b>, mean {pmf.mean:.2f}"
            add_row_title(figure, axis, heading, xshift=-36, yanchor="bottom")
        _set_row(figure, axis, row, len(rows), highest)
    if len(rows) == 1 and not base:
        _add_flags(figure, lengths[rows[0]][0], last)
    # The names of several rows stand within them; those of one row stand above it.
    top = 48 if len(rows) == 1 else 8
    figure.update_layout(bargap=0.15, barmode="overlay", margin={"l": 8, "r": 8, "t": top, "b": 8})
    # The bar of each length reaches half a unit to both sides.
    ends = [-0.5, width * ceil((last + 1) / width) - 0.5]
    figure.update_xaxes(range=ends, showgrid=False, zeroline=False, **_unit_ticks(int(last), unit))
    return finish_chart(figure, height=250 if len(rows) == 1 else 32 + 145 * len(rows))


def bin_width(last: int) -> int:
    """Return the width of the intervals in which lengths from 0 to ``last`` are drawn.

    >>> bin_width(12), bin_width(130)
    (1, 5)
    """
    return next((width for width in _BIN_WIDTHS if last + 1 <= width * _MAX_BINS), _BIN_WIDTHS[-1])


def _bins(pmf: Pmf, width: int, last: int) -> list[float]:
    """Return the chance of each interval of ``width`` lengths, from 0 on."""
    chances = [0.0] * (last // width + 1)
    for length, chance in zip(pmf.outcomes, pmf.probabilities, strict=True):
        if length <= last:
            chances[int(length) // width] += chance
    return chances


def _places(bins: Sequence[float], width: int) -> tuple[list[float], list[str]]:
    """Return the middle of each interval, and the interval in words."""
    starts = [number * width for number in range(len(bins))]
    names = [str(start) if width == 1 else f"{start} to {start + width - 1}" for start in starts]
    return [start + (width - 1) / 2 for start in starts], names


def _half_widths(chances: Sequence[float], games: int) -> list[float]:
    return [Z95 * sqrt(chance * (1 - chance) / games) for chance in chances]


def _add_bars(figure: Sketch, axis: str, name: str, bins: Sequence[float], width: int, games: int | None) -> None:
    middles, names = _places(bins, width)
    role = SIMULATED if games else EXACT
    marker = {"color": NO_FILL if games else role_color(role), "line": {"color": role_color(role), "width": 1.5}}
    figure.add_trace(
        "bar",
        x=middles,
        y=list(bins),
        yaxis=axis,
        name=name,
        marker=marker,
        **error_bars(_half_widths(bins, games) if games else None, "error_y", role),
        text=names,
        textposition="none",
        hovertemplate="%{text}: %{y:.2%}<extra></extra>",
    )


def _add_points(figure: Sketch, axis: str, name: str, bins: Sequence[float], width: int, games: int | None) -> None:
    middles, names = _places(bins, width)
    role = SIMULATED if games else EXACT
    figure.add_trace(
        "scatter",
        x=middles,
        y=list(bins),
        yaxis=axis,
        name=name,
        mode="markers",
        cliponaxis=False,
        marker={"symbol": "circle-open" if games else "circle", "size": 7, "color": role_color(role)},
        **error_bars(_half_widths(bins, games) if games else None, "error_y", role),
        text=names,
        hovertemplate="%{text}: %{y:.2%}<extra></extra>",
    )


def _add_base_bins(figure: Sketch, axis: str, name: str, bins: Sequence[float], width: int) -> None:
    figure.add_trace(
        "bar",
        x=_places(bins, width)[0],
        y=list(bins),
        yaxis=axis,
        name=name,
        width=width,
        marker={"color": role_color(CONTEXT), "opacity": 0.45},
        hoverinfo="skip",
    )


def _set_row(figure: Sketch, axis: str, row: int, rows: int, highest: float) -> None:
    """Give a row its part of the height, below its heading."""
    heading = 0.34 if rows > 1 else 0.0
    domain = [1 - (row + 1) / rows, 1 - (row + heading) / rows]
    attributes: dict[str, Any] = {
        "domain": domain,
        "range": [0, 1.08 * highest],
        "nticks": 4,
        "tickformat": ".0%",
    }
    if axis == "y":
        figure.update_yaxes(**attributes)
    else:
        figure.update_layout(**{axis.replace("y", "yaxis"): {**attributes, **row_axis()}})


def _add_flags(figure: Sketch, pmf: Pmf, last: float) -> None:
    """Mark the median and the 90th percentile, on two lines so that they can be close to each other.

    Each name stands on the side of its mark that is away from the other mark, if it has room there.

    last: the end of the axis.
    """
    places = {"90th percentile": pmf.quantile(0.9) / last > 0.6, "median": pmf.quantile(0.5) / last > 0.2}
    for number, (name, share) in enumerate((("90th percentile", 0.9), ("median", 0.5))):
        value = pmf.quantile(share)
        figure.add_shape(
            type="line",
            x0=value,
            x1=value,
            y0=0,
            y1=1,
            yref="y domain",
            line={"width": 1.5, "color": role_color(PUBLISHED)},
        )
        add_label(
            figure,
            text=f"{name} <b>{value:.0f}</b>",
            x=value,
            y=1,
            yref="y domain",
            xanchor="right" if places[name] else "left",
            yanchor="bottom",
            yshift=2 + _LINE_PIXELS * (1 - number),
        )


def _unit_ticks(last: int, unit: str) -> dict[str, Any]:
    """Return at most seven ticks, the last one with the unit.

    >>> _unit_ticks(12, "turns")["ticktext"]
    ['0', '2', '4', '6', '8', '10', '12 turns']
    """
    step = next((width for width in _BIN_WIDTHS if last <= width * 6), _BIN_WIDTHS[-1])
    values = list(range(0, last + 1, step))
    return {"tickvals": values, "ticktext": [*map(str, values[:-1]), f"{values[-1]} {unit}"]}
