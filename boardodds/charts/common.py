"""Charts that several games share: lengths of games, effects of rules, chances of winning."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, sqrt
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.style import PERCENT, finish_chart, role_color, short_percent
from boardodds.charts.tokens import CONTEXT, EXACT, PUBLISHED, SIMULATED
from boardodds.probability.estimate import Z95, MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf

# The share of games that a chart of lengths shows. The long tail of the rest would compress it.
_SHOWN_SHARE = 0.995
_MAX_BINS = 32
_BIN_WIDTHS: Sequence[int] = tuple(digit * 10**power for power in range(5) for digit in (1, 2, 5))
_HOLLOW = "rgba(0,0,0,0)"
# A name of more letters than this would not fit above its marks on a phone.
_NAME_LETTERS = 42
_LINE_PIXELS = 18
# More series than this have a legend instead of labels at their lines.
_MAX_LABELLED = 2


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
            _add_heading(figure, axis, f"<b>{escape(name)}</b>, mean {pmf.mean:.1f}")
        _set_row(figure, axis, row, len(rows), highest)
    if len(rows) == 1 and not base:
        _add_flags(figure, lengths[rows[0]][0])
    figure.update_layout(bargap=0.15, barmode="overlay", margin={"l": 8, "r": 8, "t": 48, "b": 8})
    figure.update_xaxes(range=[0, width * ceil((last + 1) / width)], showgrid=False, **_unit_ticks(int(last), unit))
    return finish_chart(figure, height=250 if len(rows) == 1 else 56 + 130 * len(rows))


def bin_width(last: int) -> int:
    """Return the width of the intervals in which lengths from 0 to ``last`` are drawn.

    >>> bin_width(12), bin_width(130)
    (1, 5)
    """
    return next((width for width in _BIN_WIDTHS if last + 1 <= width * _MAX_BINS), _BIN_WIDTHS[-1])


def add_label(figure: Sketch, text: str, **attributes: Any) -> None:
    """Add a text in the colour of printed figures, which is readable on a light and on a dark page.

    attributes: those of a Plotly annotation.
    """
    figure.add_annotation(text=text, showarrow=False, font={"color": role_color(PUBLISHED)}, **attributes)


def row_axis() -> dict[str, Any]:
    """Return the attributes of the vertical axis of a further row, above the row that has the common axis."""
    return {
        "fixedrange": True,
        "automargin": True,
        "anchor": "x",
        "tickfont": {"size": 13, "color": role_color(PUBLISHED)},
    }


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
    marker = {"color": _HOLLOW if games else role_color(role), "line": {"color": role_color(role), "width": 1.5}}
    figure.add_trace(
        "bar",
        x=middles,
        y=list(bins),
        yaxis=axis,
        name=name,
        marker=marker,
        **_error_bars(_half_widths(bins, games) if games else None, "error_y", role),
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
        **_error_bars(_half_widths(bins, games) if games else None, "error_y", role),
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


def _error_bars(half_widths: Sequence[float] | None, name: str, role: str) -> dict[str, Any]:
    if half_widths is None:
        return {}
    array = {"type": "data", "array": list(half_widths), "thickness": 1.5, "width": 0}
    return {name: {**array, "color": role_color(role)}}


def _add_heading(figure: Sketch, axis: str, text: str) -> None:
    add_label(
        figure,
        text=text,
        x=0,
        xref="x domain",
        xanchor="left",
        # Above the ticks too: a phone has no room to spare.
        xshift=-36,
        y=1,
        yref=f"{axis} domain",
        yanchor="bottom",
    )


def _set_row(figure: Sketch, axis: str, row: int, rows: int, highest: float) -> None:
    """Give a row its part of the height, below its heading."""
    heading = 0.22 if rows > 1 else 0.0
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


def _add_flags(figure: Sketch, pmf: Pmf) -> None:
    """Mark the median and the 90th percentile, on two lines so that they can be close to each other."""
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
            xanchor="left" if number else "right",
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


@dataclass(frozen=True, slots=True)
class Dot:
    """A figure with the ends of its interval, which for an exact one are the figure itself."""

    value: float
    low: float
    high: float

    @classmethod
    def of(cls, figure: MeanEstimate | float) -> "Dot":
        """Return the dot of an exact figure, or of an estimate with its 95% interval."""
        if isinstance(figure, MeanEstimate):
            interval = figure.interval()
            return cls(figure.value, interval.low, interval.high)
        return cls(figure, figure, figure)


def change_dots(
    dots: Mapping[str, Dot], *, base: float, base_name: str, label: Callable[[float], str], role: str = EXACT
) -> go.Figure:
    """Draw figures as ranked dots, the highest first, each with its distance from a base.

    Names stand above their dots, so that long ones have room on a phone.

    base, base_name: the figure that all are compared with, and its name.
    label: returns the text of a figure.
    role: the origin of the figures: simulated ones are hollow and published ones diamonds, both with their interval.
    """
    ranked = sorted(dots.items(), key=lambda entry: -entry[1].value)
    names = ["<br>".join(wrap(escape(name), _NAME_LETTERS)) for name, _ in ranked]
    heights = [2 * _LINE_PIXELS + _LINE_PIXELS * (name.count("<br>") + 1) for name in names]
    # The vertical axis counts pixels, so that names of several lines get the room they need.
    places = [sum(heights[: number + 1]) - _LINE_PIXELS for number in range(len(heights))]
    figure = Sketch()
    low, high = _dots_range([dot for _, dot in ranked], base)
    for name, (_, dot), place in zip(names, ranked, places, strict=True):
        _add_change(figure, name, dot, place, base, label, role)
    _add_base_name(figure, base_name, (base - low) / (high - low), base)
    figure.update_xaxes(visible=False, range=[low, high])
    figure.update_yaxes(visible=False, range=[sum(heights), 0])
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 4})
    return finish_chart(figure, height=32 + sum(heights))


def _dots_range(dots: Sequence[Dot], base: float) -> tuple[float, float]:
    """Return the ends of the axis, with room for a figure next to the outermost dots."""
    low, high = min([base, *(dot.low for dot in dots)]), max([base, *(dot.high for dot in dots)])
    room = 0.3 * (high - low) or 1.0
    return low - room, high + room


def _add_change(
    figure: Sketch, name: str, dot: Dot, place: float, base: float, label: Callable[[float], str], role: str
) -> None:
    color = role_color(role)
    symbol = {EXACT: "circle", PUBLISHED: "diamond-open"}.get(role, "circle-open")
    for start, end, thickness in ((base, dot.value, 1), (dot.low, dot.high, 3)):
        line = {"width": thickness, "color": role_color(CONTEXT) if thickness == 1 else color}
        figure.add_shape(type="line", x0=start, x1=end, y0=place, y1=place, line=line)
    base_line = {"width": 1.5, "color": role_color(PUBLISHED)}
    figure.add_shape(type="line", x0=base, x1=base, y0=place - 10, y1=place + 10, line=base_line)
    figure.add_trace(
        "scatter",
        x=[dot.value],
        y=[place],
        mode="markers",
        marker={"symbol": symbol, "size": 11, "color": color, "line": {"width": 2}},
        text=[name.replace("<br>", " ")],
        hovertemplate=f"%{{text}}: {label(dot.value)}<extra></extra>",
    )
    is_above = dot.value >= base
    add_label(
        figure,
        x=max(dot.high, base) if is_above else min(dot.low, base),
        y=place,
        text=f"<b>{escape(label(dot.value))}</b>",
        xanchor="left" if is_above else "right",
        xshift=8 if is_above else -8,
    )
    add_label(
        figure,
        x=0,
        xref="x domain",
        xanchor="left",
        y=place - 10,
        yanchor="bottom",
        align="left",
        text=name,
    )


def _add_base_name(figure: Sketch, name: str, share: float, base: float) -> None:
    """Write the name of the base above its line, without leaving the chart.

    share: the place of the base, from 0 at the left to 1 at the right.
    """
    anchor = "left" if share < 0.3 else "right" if share > 0.7 else "center"
    add_label(figure, x=base, y=1, yref="paper", text=escape(name), xanchor=anchor, yanchor="bottom", yshift=4)


def seat_bars(wins: Sequence[Proportion | float]) -> go.Figure:
    """Draw how far each seat's chance of winning is from an equal chance, in percentage points.

    wins: by seat, an exact chance or a simulated proportion, which gets its 95% interval.
    """
    fair = 1 / len(wins)
    shares = [win if isinstance(win, float) else win.value for win in wins]
    errors = [0.0 if isinstance(win, float) else 100 * Z95 * win.standard_error for win in wins]
    is_simulated = any(errors)
    role = SIMULATED if is_simulated else EXACT
    seats = [str(seat) for seat in range(1, len(wins) + 1)]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=seats,
        y=[100 * (share - fair) for share in shares],
        **_error_bars(errors if is_simulated else None, "error_y", role),
        marker={
            "color": _HOLLOW if is_simulated else role_color(role),
            "line": {"color": role_color(role), "width": 2},
        },
        hovertemplate="player %{x}: %{y:+.2f} percentage points from an equal chance<extra></extra>",
    )
    figure.add_hline(0, line={"width": 1.5, "color": role_color(PUBLISHED)})
    add_label(
        figure,
        x=1,
        xref="x domain",
        xanchor="right",
        y=1,
        yref="y domain",
        yanchor="bottom",
        text=f"line: equal chance, {short_percent(fair)}",
    )
    labels = [
        f"{'player ' if seat == '1' else ''}{seat}<br><b>{escape(short_percent(share))}</b>"
        for seat, share in zip(seats, shares, strict=True)
    ]
    figure.update_yaxes(visible=False)
    figure.update_xaxes(showgrid=False, type="category", tickvals=seats, ticktext=labels)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=240)


def win_bars(wins: Mapping[str, float], *, current: str | None = None) -> go.Figure:
    """Draw one bar of the chance of winning for each name, with the bar ``current`` highlighted."""
    names = list(wins)
    figure = Sketch()
    figure.add_trace(
        "bar",
        y=names,
        x=list(wins.values()),
        orientation="h",
        marker={"color": [role_color(EXACT if current in (None, name) else CONTEXT) for name in names]},
        width=[0.7 if current in (None, name) else 0.35 for name in names],
        hovertemplate=f"%{{y}}: %{{x:{PERCENT}}}<extra></extra>",
    )
    for name, win in wins.items():
        add_label(
            figure,
            x=win,
            y=name,
            text=_bold(short_percent(win), name == current),
            xanchor="left",
            xshift=4,
        )
    # Leave room for the number to the right of a full bar.
    figure.update_xaxes(visible=False, range=[0, 1.2])
    figure.update_yaxes(
        autorange="reversed",
        showgrid=False,
        type="category",
        tickvals=names,
        ticktext=[_bold(f"{name} ", name == current) for name in names],
    )
    return finish_chart(figure, height=16 + 32 * len(names))


def _bold(text: str, is_bold: bool) -> str:
    return f"<b>{escape(text)}</b>" if is_bold else escape(text)


def win_lines(wins: Mapping[str, Mapping[int, float]], x_title: str, *, mark: int | None = None) -> go.Figure:
    """Draw the chance of winning against a number in the rules, one line for each name.

    wins: by name, the chance for each value of the number.
    x_title: what the number counts.
    mark: the value in the current rules, whose points are larger, or None.
    """
    figure = Sketch()
    roles = (EXACT, CONTEXT, PUBLISHED, "camel_up", "perudo")
    for (name, by_number), role in zip(wins.items(), roles, strict=False):
        figure.add_trace(
            "scatter",
            x=list(by_number),
            y=list(by_number.values()),
            name=name,
            mode="lines+markers",
            line={"color": role_color(role), "width": 2.5 if role == EXACT else 1.5},
            marker={"size": [12 if number == mark else 5 for number in by_number], "opacity": 1},
            hovertemplate=f"%{{x}}: %{{y:{PERCENT}}}<extra>{name}</extra>",
        )
    if 1 < len(wins) <= _MAX_LABELLED:
        _label_lines(figure, wins)
    numbers = sorted({number for line in wins.values() for number in line})
    if mark is not None:
        share = (mark - numbers[0]) / max(1, numbers[-1] - numbers[0])
        _add_base_name(figure, f"these rules: {mark}", share, mark)
    step = 1 if len(numbers) <= 10 else 5
    ticks = [number for number in numbers if step == 1 or number % step == 0 or number == numbers[0]]
    figure.update_xaxes(title=x_title, tickvals=ticks, showgrid=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.04])
    margin = {} if mark is None else {"margin": {"l": 8, "r": 8, "t": 28, "b": 8}}
    figure.update_layout(**margin)
    return finish_chart(figure, height=300, legend=len(wins) > _MAX_LABELLED)


def _label_lines(figure: Sketch, wins: Mapping[str, Mapping[int, float]]) -> None:
    """Write the names of two lines next to them, the higher one's above and the lower one's below, where they differ most.

    wins: by name, the chance for each value of a number, the same for both names.
    """
    (_, first), (_, second) = wins.items()
    numbers = list(first)
    # Not near the ends, where a name would be cut off.
    middle = numbers[len(numbers) // 3 : 2 * len(numbers) // 3 + 1]
    number = max(middle, key=lambda number: abs(first[number] - second[number]))
    rises = first[numbers[-1]] >= first[numbers[0]]
    for name, line in wins.items():
        is_upper = line[number] == max(first[number], second[number]) and (
            line is first or first[number] < second[number]
        )
        add_label(
            figure,
            x=number,
            y=line[number],
            text=escape(name),
            xanchor="right" if rises == is_upper else "left",
            yanchor="bottom" if is_upper else "top",
            xshift=-6 if rises == is_upper else 6,
        )
