"""Classroom charts: a proportion that settles, samples, streaks, intervals and their coverage, and the guesses of a quiz."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10, sqrt
from typing import Any

import numpy as np

from boardodds.charts.style import (
    CONTEXT,
    EXACT,
    LOSING,
    PUBLISHED,
    SIMULATED,
    Drawing,
    Sketch,
    role_color,
    short_percent,
    stroke,
)
from boardodds.probability.arrays import Floats
from boardodds.probability.coverage import binomial_table
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95, Interval
from boardodds.teaching.large_numbers import BAND_START, Runs, Streaks

_FAINT_OPACITY = 0.55
# Up to this number of points, each game of a single run has a mark.
_FEW_POINTS = 30
_BAND_POINTS, _CURVE_POINTS = 60, 121
# Of the scale for a prediction: far enough apart for a finger.
_SCALE_STEPS = 20
# Room for the labels at the left, the same for all, so that the axes of games of two charts start below each other; for the unit
# on the last label at the right; and for the name of the vertical axis.
_LEFT, _RIGHT, _TOP = 52, 40, 28
# Below the plot: four names need two rows on a phone.
_LEGEND = {"orientation": "h", "x": 0, "y": -0.12, "yanchor": "top", "traceorder": "normal", "font": {"size": 13}}
_LEGEND |= {"itemclick": False, "itemdoubleclick": False}
# What a logarithmic axis of games adds at its right end, in powers of ten.
_END_ROOM = 0.02
# The place of the crosses of intervals that miss, as a fraction of the width of all intervals to their right.
_CROSS_PLACE = 0.04
# Below it the coverage over chances is cut off: near 0% and 100% some methods fall to 0.
_LOWEST_COVERAGE = 0.7


def settling_lines(runs: Runs, last: int, factor: float | None, prediction: float | None = None) -> Drawing:
    """Draw the proportion so far in each run from its first game on, the exact chance, and two bands.

    The grey band reaches 1.96 standard errors to either side, the dotted one contains 95% of runs as a whole.

    last: the number of games at the end of the axis, a power of ten.
    factor: half the width of the dotted band, in standard errors; None for a chart without the exact chance and the bands, in
        which the games to come are covered, with a scale at the right on which a prediction can be tapped.
    prediction: what the visitor predicts; None without a prediction.
    """
    games, figure = runs.games.tolist(), Sketch()
    if factor is not None:
        points = np.geomspace(BAND_START, last, _BAND_POINTS)
        _add_area(figure, points, *_band(runs.exact, points, Z95), name=f"{Z95:.2f} standard errors")
        low, high = _band(runs.exact, points, factor)
        ys, dots = [*high, None, *low], stroke(CONTEXT, 1.5, "dot")
        figure.add_lines([*points.tolist(), None, *points.tolist()], ys, name="95% of runs, all the way", line=dots)
    elif games[-1] < last:
        cover = {"fillcolor": role_color(CONTEXT), "opacity": 0.2, "line": {"width": 0}, "layer": "below"}
        figure.add_shape(type="rect", x0=games[-1], x1=last, y0=0, y1=1, xref="x", yref="y domain", **cover)
    mode = "lines+markers" if len(runs.shares) == 1 and len(games) <= _FEW_POINTS else "lines"
    _add_runs(figure, games, runs.shares, "games %{x:,}: %{y:.1%}", mode)
    if factor is None:
        look = {"symbol": "line-ew-open", "size": 14, "color": role_color(LOSING), "line": {"width": 1.5}}
        scale = [number / _SCALE_STEPS for number in range(_SCALE_STEPS + 1)]
        places = {"x": [last] * len(scale), "y": scale, "name": "tap to predict"}
        figure.add_trace("scatter", "%{y:.0%}", **places, mode="markers", marker=look)
    else:
        name = f"exact: {short_percent(runs.exact)}"
        figure.add_lines([1, last], [runs.exact] * 2, line=stroke(EXACT, 2), name=name)
    if prediction is not None:
        name = f"your prediction: {short_percent(prediction, 0)}"
        figure.add_lines([1, last], [prediction] * 2, line=stroke(LOSING, 2, "dash"), name=name)
    # Fixed, so that no axis moves when games are added or the answer is shown.
    ticks = [10**power for power in range(int(log10(last)) + 1)]
    texts = [*(f"{tick:,}" for tick in ticks[:-1]), f"{last:,} games"]
    figure.update_xaxes(type="log", tickvals=ticks, ticktext=texts, tickangle=0, showgrid=False)
    figure.update_xaxes(range=[0, log10(last) + _END_ROOM])
    figure.update_yaxes(tickformat=".0%", automargin=False, range=[-0.02, 1.02])
    _add_axis_name(figure, "of the games so far")
    figure.update_layout(legend=_LEGEND)
    return figure.finish(height=440, legend=True, l=_LEFT, r=_RIGHT, t=_TOP)


def _add_runs(figure: Sketch, games: Sequence[int], ys: Floats, tip: str, mode: str = "lines") -> None:
    """Add a line for each run, with the heights of its points in a row, and what is shown about them."""
    name, width, opacity = ("a run", 2.5, 1.0) if len(ys) == 1 else (plural(len(ys), "run"), 1.2, _FAINT_OPACITY)
    look = {"mode": mode, "line": stroke(SIMULATED, width), "opacity": opacity, "name": name}
    for number, run in enumerate(ys.tolist(), 1):
        figure.add_lines(games, run, f"run {number}, {tip}", **look, showlegend=number == 1)


def _band(exact: float, games: Floats, factor: float) -> tuple[list[float], list[float]]:
    """Return the ends of a band around the exact chance, of some standard errors to either side, after some games."""
    reach = factor * np.sqrt(exact * (1 - exact) / games)
    return np.maximum(0, exact - reach).tolist(), np.minimum(1, exact + reach).tolist()


def _add_area(figure: Sketch, xs: Floats, low: Sequence[float], high: Sequence[float], **attributes: Any) -> None:
    places, ends = [*xs.tolist(), *xs[::-1].tolist()], [*high, *low[::-1]]
    look = {"fill": "toself", "fillcolor": role_color(CONTEXT), "line": {"width": 0}, "opacity": 0.25}
    figure.add_lines(places, ends, **look, **attributes)


def _add_axis_name(figure: Sketch, text: str) -> None:
    """Write the name of the vertical axis above it."""
    corner = {"x": 0, "xref": "x domain", "xanchor": "left", "y": 1, "yref": "y domain", "yanchor": "bottom"}
    figure.add_annotation(text=text, **corner)


def excess_lines(runs: Runs) -> Drawing:
    """Draw the number of yes minus the expected number in each run, with a band of 1.96 standard deviations."""
    figure, games, exact = Sketch(), runs.games, runs.exact
    ends = np.linspace(games[0], games[-1], _BAND_POINTS)
    half = Z95 * np.sqrt(ends * exact * (1 - exact))
    _add_area(figure, ends, (-half).tolist(), half.tolist())
    _add_runs(figure, games.tolist(), (runs.shares - exact) * games, "games %{x:,}: %{y:+.1f}")
    figure.add_hline(0, line=stroke(EXACT, 2))
    _add_axis_name(figure, "yes minus expected")
    figure.update_xaxes(showgrid=False, zeroline=False, tickformat=",", ticksuffix=" games", showticksuffix="last")
    figure.update_yaxes(tickformat="+", zeroline=False)
    return figure.finish(height=320, r=_RIGHT, t=_TOP)


def sample_bars(counts: Sequence[int], trials: int, exact: float) -> Drawing:
    """Draw how many samples have each number of yes, how many are expected, and the normal curve with that mean and variance.

    counts: by number of yes, the number of samples.
    """
    mean, deviation = trials * exact, sqrt(trials * exact * (1 - exact))
    shown = np.clip([mean - 4 * deviation, mean + 4 * deviation, *np.flatnonzero(counts)], 0, trials)
    low, high = floor(shown.min()), ceil(shown.max())
    expected = binomial_table(trials, np.array([exact]))[0, low : high + 1]
    figure = _count_bars(range(low, high + 1), counts[low : high + 1], expected.tolist(), "samples", f" of {trials:,}")
    xs = np.linspace(low - 0.5, high + 0.5, _CURVE_POINTS)
    curve = sum(counts) * np.exp(-(((xs - mean) / deviation) ** 2) / 2) / (deviation * sqrt(2 * np.pi))
    figure.add_lines(xs.tolist(), curve.tolist(), line=stroke(EXACT, 2, "dot"), name="normal curve")
    return _finish_counts(figure)


def streak_bars(streaks: Streaks) -> Drawing:
    """Draw in how many runs the longest streak has each length, and in how many it is expected to."""
    return _finish_counts(_count_bars(streaks.lengths, streaks.longest, streaks.chances, "runs", " in a row"))


def _count_bars(ends: Sequence[int], counts: Sequence[int], chances: Sequence[float], name: str, unit: str) -> Sketch:
    """Draw bars of counts, and the outline of the expected ones.

    ends: the last number of each bar; all bars have the same width.
    unit: what follows the last number on the axis.
    """
    step, figure = ends[1] - ends[0], Sketch()
    edges = np.array([ends[0] - step, *ends]) + 0.5
    look, xs = {"color": role_color(SIMULATED), "opacity": 0.45}, (edges[1:] - step / 2).tolist()
    bars = {"x": xs, "y": list(counts), "width": 0.92 * step, "customdata": list(ends)}
    figure.add_trace("bar", f"up to %{{customdata}}{unit}, {name}: %{{y:,}}", **bars, marker=look, name=name)
    # Up at the first edge, along each bar, down at the last edge.
    tops = [0, *np.repeat(sum(counts) * np.array(chances), 2).tolist(), 0]
    figure.add_lines(np.repeat(edges, 2).tolist(), tops, line=stroke(EXACT, 2), name="exact")
    last = {"ticksuffix": unit, "showticksuffix": "last"}
    figure.update_xaxes(range=[edges[0], edges[-1]], showgrid=False, tickformat=",d", **last)
    figure.update_yaxes(tickformat=",")
    _add_axis_name(figure, name)
    return figure


def _finish_counts(figure: Sketch) -> Drawing:
    figure.update_layout(legend=_LEGEND)
    return figure.finish(height=360, legend=True, l=_LEFT, r=_RIGHT, t=_TOP)


def guess_points(guesses: Sequence[float], exact: Sequence[float], names: Sequence[str]) -> Drawing:
    """Draw guesses against exact chances; a thin line joins each point to the diagonal, where both agree."""
    figure = Sketch()
    figure.add_lines([0, 1], [0, 1], line=stroke(PUBLISHED, 1.5))
    xs = [x for guess in guesses for x in (guess, guess, None)]
    ys = [y for guess, chance in zip(guesses, exact, strict=True) for y in (guess, chance, None)]
    figure.add_lines(xs, ys, line=stroke(CONTEXT, 2))
    figure.add_trace(
        "scatter",
        "%{text}: %{customdata}<br>guess %{x:.0%}, exact chance %{y:.1%}",
        x=list(guesses),
        y=list(exact),
        mode="markers+text",
        marker={"size": 22, "color": role_color(EXACT)},
        text=[f"<b>{number + 1}</b>" for number in range(len(guesses))],
        # Inside the points, in the colour of the page (frame.css): next to them, lines would cross the numbers.
        textposition="middle center",
        textfont={"size": 12},
        cliponaxis=False,
        customdata=list(names),
    )
    corner = {"x": 1, "y": 1, "xref": "x", "yref": "y", "xanchor": "right", "yanchor": "bottom", "yshift": 6}
    figure.add_annotation(**corner, text="perfect")
    _add_axis_name(figure, "exact chance")
    figure.update_xaxes("your guess", tickformat=".0%", range=[-0.04, 1.04], zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[-0.04, 1.06], zeroline=False)
    return figure.finish(height=420, t=_TOP)


def interval_ladder(intervals: Sequence[Interval], exact: float | None, shown: int) -> Drawing:
    """Draw many intervals one above the other; those that miss the exact chance are thick, with a cross at the right.

    The cross shows a miss where an interval ends just next to the line of the exact chance.

    exact: the exact chance; None for a chart without it, in which all intervals look alike.
    shown: the number of intervals to draw; the axes are those of all.
    """
    figure, rows = Sketch(), dict(enumerate(intervals[:shown], 1))
    misses = {row: ci for row, ci in rows.items() if exact is not None and exact not in ci}
    hits = {row: ci for row, ci in rows.items() if row not in misses}
    # An interval of a sample with only one outcome can have no length.
    for drawn, mode, line in ((hits, "lines", stroke(CONTEXT, 1.5)), (misses, "lines+markers", stroke(LOSING, 4))):
        xs = [end for ci in drawn.values() for end in (ci.low, ci.high, None)]
        ys = [end for row in drawn for end in (row, row, None)]
        figure.add_lines(xs, ys, "sample %{y}: %{x:.1%}", mode=mode, marker={"size": 6}, line=line)
    low, high = min(ci.low for ci in intervals), max(ci.high for ci in intervals)
    places = [high + _CROSS_PLACE * (high - low)] * len(misses)
    cross = {"symbol": "x", "size": 7, "color": role_color(LOSING)}
    figure.add_trace("scatter", "sample %{y} misses", x=places, y=list(misses), mode="markers", marker=cross)
    if exact is not None:
        figure.add_vline(exact, line=stroke(EXACT, 2))
        place = {"x": exact, "y": 1, "yref": "y domain", "yanchor": "bottom", "font": {"color": role_color(EXACT)}}
        figure.add_annotation(**place, text=f"<b>exact: {short_percent(exact)}</b>")
    reach = (high - low) * 2 * _CROSS_PLACE
    figure.update_xaxes("the chance", tickformat=".0%", zeroline=False, range=[low - reach, high + reach])
    figure.update_yaxes(visible=False, range=[0, len(intervals) + 1])
    return figure.finish(height=420, t=_TOP)


def chance_coverage_lines(
    by_method: Mapping[str, tuple[Sequence[float], Sequence[float]]], level: float, chosen: str, exact: float
) -> Drawing:
    """Draw the coverage of intervals for each true chance, with a dotted line at their nominal level.

    by_method: by the name of a method, the chances and the coverage for each.
    chosen: the method to highlight.
    exact: the chance to mark.
    """
    figure = Sketch()
    for name in sorted(by_method, key=lambda method: method == chosen):
        line = stroke(EXACT, 2) if name == chosen else stroke(CONTEXT, 1)
        figure.add_lines(*by_method[name], f"{name}, chance %{{x:.1%}}: %{{y:.1%}}", line=line)
    figure.add_vline(exact, line=stroke(EXACT, 1, "dot"))
    figure.add_hline(level, line={"dash": "dot", "color": role_color(PUBLISHED)})
    # At the right, where there are no points.
    corner = {"x": 1, "xref": "x domain", "xanchor": "right", "y": 0, "yref": "y domain", "yanchor": "bottom"}
    for shift, name, role in ((0, chosen, EXACT), (22, "the other methods", CONTEXT)):
        figure.add_annotation(**corner, yshift=shift, text=f"<b>— {name}</b>", font={"color": role_color(role)})
    figure.update_xaxes("the true chance", tickformat=".0%", range=[0, 1], zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[_LOWEST_COVERAGE, 1.005])
    _add_axis_name(figure, "coverage")
    return figure.finish(height=320, r=_RIGHT, t=_TOP)
