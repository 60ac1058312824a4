"""Classroom charts: a proportion that settles, samples, the guesses of a quiz, and the chances in a chain."""

from collections.abc import Sequence
from math import ceil, floor, log10, sqrt
from typing import Any

import numpy as np
import plotly.graph_objects as go

from boardodds.charts.marks import MARGIN, add_axis_name, games_axis
from boardodds.charts.style import (
    CONTEXT,
    EXACT,
    HAIR,
    LOSING,
    PERCENT,
    PUBLISHED,
    SIMULATED,
    Attributes,
    Sketch,
    finish_chart,
    role_color,
    short_percent,
)
from boardodds.probability.arrays import Floats
from boardodds.probability.coverage import binomial_table
from boardodds.probability.display import plural
from boardodds.probability.estimate import Z95
from boardodds.teaching.large_numbers import BAND_START, Runs, Streaks

_FAINT_OPACITY = 0.55
# Up to this number of points, each game of a single run has a mark.
_FEW_POINTS = 30
_BAND_POINTS, _CURVE_POINTS = 60, 121
# Of the scale for a prediction: far enough apart for a finger.
_SCALE_STEPS = 20
# The same room for the labels at the left, so that the axes of games of two charts start below each other.
_LEFT = 52
# Below the plot: four names need two rows on a phone.
_LEGEND = {
    "orientation": "h",
    "x": 0,
    "y": -0.12,
    "yanchor": "top",
    "traceorder": "normal",
    "font": {"size": 13},
    "itemclick": False,
    "itemdoubleclick": False,
}
# What a logarithmic axis of games adds at its right end, in powers of ten.
_END_ROOM = 0.02


def settling_lines(runs: Runs, last: int, factor: float | None, prediction: float | None = None) -> go.Figure:
    """Draw the proportion so far in each run from its first game on, the exact chance, and two bands.

    The grey band reaches 1.96 standard errors to either side, the dotted one contains 95% of runs as a whole.

    last: the number of games at the end of the axis.
    factor: half the width of the dotted band, in standard errors; None for a chart without the exact chance and the bands, in
        which the games to come are covered, with a scale at the right on which a prediction can be tapped.
    prediction: what the visitor predicts; None without a prediction.
    """
    games, figure = runs.games.tolist(), Sketch()
    context = role_color(CONTEXT)
    if factor is not None:
        points = np.geomspace(BAND_START, last, _BAND_POINTS).tolist()
        area = {"fill": "toself", "fillcolor": context, "line": {"width": 0}, "opacity": 0.25}
        _add_band(figure, runs.exact, points, Z95, name=f"{Z95:.2f} standard errors", **area)
        dots = {"dash": "dot", "color": context, "width": 1.5}
        _add_band(figure, runs.exact, points, factor, name="95% of runs, all the way", line=dots)
    elif games[-1] < last:
        cover = {"fillcolor": context, "opacity": 0.2, "line": {"width": 0}, "layer": "below"}
        figure.add_shape(type="rect", x0=games[-1], x1=last, y0=0, y1=1, xref="x", yref="y domain", **cover)
    mode = "lines+markers" if len(runs.shares) == 1 and len(games) <= _FEW_POINTS else "lines"
    _add_runs(figure, games, runs.shares, f"games %{{x:,}}: %{{y:{PERCENT}}}", mode)
    if factor is None:
        look = {"symbol": "line-ew-open", "size": 14, "color": role_color(LOSING), "line": {"width": 1.5}}
        scale = [number / _SCALE_STEPS for number in range(_SCALE_STEPS + 1)]
        named = {"name": "tap to predict", "hovertemplate": "%{y:.0%}<extra></extra>"}
        figure.add_trace("scatter", x=[last] * len(scale), y=scale, mode="markers", marker=look, **named)
    else:
        line = {"color": role_color(EXACT), "width": 2}
        _add_level(figure, last, runs.exact, f"exact: {short_percent(runs.exact)}", line)
    if prediction is not None:
        dashes = {"color": role_color(LOSING), "width": 2, "dash": "dash"}
        _add_level(figure, last, prediction, f"your prediction: {short_percent(prediction, 0)}", dashes)
    # Fixed, so that no axis moves when games are added or the answer is shown.
    figure.update_xaxes(**games_axis([1, last]), range=[0, log10(last) + _END_ROOM], showgrid=False)
    figure.update_yaxes(tickformat=".0%", automargin=False, range=[-0.02, 1.02])
    add_axis_name(figure, "of the games so far")
    figure.update_layout(margin={**MARGIN, "l": _LEFT, "t": 28}, legend=_LEGEND)
    return finish_chart(figure, height=440, legend=True)


def _add_runs(figure: Sketch, games: Sequence[int], ys: Floats, tip: str, mode: str = "lines") -> None:
    """Add a line for each run.

    ys: float array (runs, points).
    tip: what is shown about a point.
    """
    single = len(ys) == 1
    for number, run in enumerate(ys.tolist(), 1):
        figure.add_trace(
            "scatter",
            x=list(games),
            y=run,
            mode=mode,
            line={"color": role_color(SIMULATED), "width": 2.5 if single else 1.2},
            opacity=1 if single else _FAINT_OPACITY,
            name="a run" if single else plural(len(ys), "run"),
            showlegend=number == 1,
            hovertemplate=f"run {number}, {tip}<extra></extra>",
        )


def _add_level(figure: Sketch, last: int, level: float, name: str, line: Attributes) -> None:
    figure.add_trace("scatter", x=[1, last], y=[level, level], mode="lines", line=line, name=name, hoverinfo="skip")


def _add_band(figure: Sketch, exact: float, games: Sequence[float], factor: float, **look: Any) -> None:
    """Add a band around the exact chance, of some standard errors to either side: an area if the look has a fill, else lines."""
    reach = [factor * sqrt(exact * (1 - exact) / n) for n in games]
    upper = [min(1, exact + half) for half in reach]
    lower = [max(0, exact - half) for half in reach]
    is_area = "fill" in look
    figure.add_trace(
        "scatter",
        x=[*games, *games[::-1]] if is_area else [*games, None, *games],
        y=[*upper, *lower[::-1]] if is_area else [*upper, None, *lower],
        mode="lines",
        hoverinfo="skip",
        **look,
    )


def excess_lines(runs: Runs, yes: str) -> go.Figure:
    """Draw the number of yes minus the expected number in each run, with a band of 1.96 standard deviations.

    yes: the name of the vertical axis.
    """
    figure, games, exact = Sketch(), runs.games, runs.exact
    ends = np.linspace(games[0], games[-1], _BAND_POINTS)
    half = Z95 * np.sqrt(ends * exact * (1 - exact))
    band = {"x": [*ends, *ends[::-1]], "y": [*half, *-half[::-1]], "fill": "toself", "fillcolor": role_color(CONTEXT)}
    figure.add_trace("scatter", **band, line={"width": 0}, mode="lines", opacity=0.25, hoverinfo="skip")
    _add_runs(figure, games.tolist(), (runs.shares - exact) * games, "games %{x:,}: %{y:+.1f}")
    figure.add_hline(0, line={"color": role_color(EXACT), "width": 2})
    add_axis_name(figure, yes)
    figure.update_xaxes(showgrid=False, zeroline=False, tickformat=",", ticksuffix=" games", showticksuffix="last")
    figure.update_yaxes(tickformat="+", zeroline=False)
    figure.update_layout(margin={**MARGIN, "t": 28})
    return finish_chart(figure, height=320)


def sample_bars(counts: Sequence[int], trials: int, exact: float) -> go.Figure:
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
    line = {"x": xs.tolist(), "y": curve.tolist(), "line": {"color": role_color(EXACT), "width": 2, "dash": "dot"}}
    figure.add_trace("scatter", **line, mode="lines", name="normal curve", hoverinfo="skip")
    return finish_chart(figure, height=360, legend=True)


def streak_bars(streaks: Streaks) -> go.Figure:
    """Draw in how many runs the longest streak has each length, and in how many it is expected to."""
    bars = _count_bars(streaks.lengths, streaks.longest, streaks.chances, "runs", " in a row")
    return finish_chart(bars, height=360, legend=True)


def _count_bars(ends: Sequence[int], counts: Sequence[int], chances: Sequence[float], name: str, unit: str) -> Sketch:
    """Draw bars of counts, and the outline of the expected ones.

    ends: the last number of each bar; all bars have the same width.
    unit: what follows the last number on the axis.
    """
    step, figure = ends[1] - ends[0], Sketch()
    edges = np.array([ends[0] - step, *ends]) + 0.5
    look, xs = {"color": role_color(SIMULATED), "opacity": 0.45}, (edges[1:] - step / 2).tolist()
    tip = f"up to %{{customdata}}{unit}, {name}: %{{y:,}}<extra></extra>"
    bars = {"x": xs, "y": list(counts), "width": 0.92 * step, "customdata": list(ends)}
    figure.add_trace("bar", **bars, marker=look, name=name, hovertemplate=tip)
    # Up at the first edge, along each bar, down at the last edge.
    tops = [0, *np.repeat(sum(counts) * np.array(chances), 2).tolist(), 0]
    line = {"x": np.repeat(edges, 2).tolist(), "y": tops, "line": {"color": role_color(EXACT), "width": 2}}
    figure.add_trace("scatter", **line, mode="lines", name="exact", hoverinfo="skip")
    last = {"ticksuffix": unit, "showticksuffix": "last"}
    figure.update_xaxes(range=[edges[0], edges[-1]], showgrid=False, tickformat=",d", **last)
    figure.update_yaxes(tickformat=",")
    add_axis_name(figure, name)
    figure.update_layout(margin={**MARGIN, "l": _LEFT, "t": 28}, legend=_LEGEND)
    return figure


def guess_points(guesses: Sequence[float], exact: Sequence[float], names: Sequence[str]) -> go.Figure:
    """Draw guesses against exact chances; a thin line joins each point to the diagonal, where both agree."""
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"color": role_color(PUBLISHED), "width": 1.5},
        hoverinfo="skip",
    )
    stems = {
        "x": [x for guess in guesses for x in (guess, guess, None)],
        "y": [y for guess, chance in zip(guesses, exact, strict=True) for y in (guess, chance, None)],
    }
    figure.add_trace(
        "scatter", **stems, mode="lines", line={"color": role_color(CONTEXT), "width": 2}, hoverinfo="skip"
    )
    figure.add_trace(
        "scatter",
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
        hovertemplate=f"%{{text}}: %{{customdata}}<br>guess %{{x:.0%}}, exact chance %{{y:{PERCENT}}}<extra></extra>",
    )
    figure.add_annotation(
        x=1, y=1, xref="x", yref="y", xanchor="right", yanchor="bottom", yshift=6, text="perfect", showarrow=False
    )
    add_axis_name(figure, "exact chance")
    figure.update_xaxes(tickformat=".0%", range=[-0.04, 1.04], title="your guess", zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[-0.04, 1.06], zeroline=False)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=420)


# Half of the last digit of a label.
_LEAST_LABELLED = 0.0005


def position_bars(names: Sequence[str], chances: Sequence[float]) -> go.Figure:
    """Draw the chance of each position on the board in percent; the last one, the castle, is highlighted."""
    # Positions without a chance, and those whose chance rounds to 0.0%, have no label.
    labels = [f"{round(100 * chance + HAIR, 1):g}" if chance >= _LEAST_LABELLED else "" for chance in chances]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=list(range(len(names))),
        y=list(chances),
        marker={"color": [*[role_color(CONTEXT)] * (len(names) - 1), role_color(EXACT)]},
        text=[*labels[:-1], labels[-1] and f"<b>{labels[-1]}%</b>"],
        textposition="outside",
        textangle=0,
        textfont={"size": 12},
        constraintext="none",
        cliponaxis=False,
        customdata=list(names),
        hovertemplate=f"%{{customdata}}: %{{y:{PERCENT}}}<extra></extra>",
    )
    figure.update_xaxes(
        tickvals=list(range(len(names))),
        ticktext=[name.replace(" ", "<br>") for name in names],
        tickangle=0,
        showgrid=False,
    )
    figure.update_yaxes(visible=False, range=[0, 1.08])
    return finish_chart(figure, height=280)
