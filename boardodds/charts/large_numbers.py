"""Classroom pictures: a share that settles, how fast it does, and intervals that hold the truth or miss it."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10, sqrt
from typing import Any

import numpy as np
import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.style import PERCENT, in_percent, quiet
from boardodds.probability.estimate import Z95, Interval
from boardodds.teaching.large_numbers import Runs

_FAINT = 0.45
# twenty runs are drawn in fewer steps, so that the page stays light
_MANY_RUNS_STEP = 4
_PLAY = {
    "type": "buttons",
    "x": 1,
    "xanchor": "right",
    # beside the title of the axis, since on a phone the legend has no room to spare
    "y": -0.12,
    "yanchor": "top",
    # else the button that is on is white, in the dark too
    "showactive": False,
    "bgcolor": "#f6efe2",
    "font": {"color": "#2b2118"},
}
# so many powers of ten have room for more than one label each, on a phone too
_FEW_POWERS = 3
# dark enough for a white number, in the light and in the dark
_POINT = "#2b6cb0"
_PACE = {"frame": {"duration": 60, "redraw": False}, "transition": {"duration": 0}, "mode": "immediate"}


def settling(runs: Runs) -> go.Figure:
    """The share so far in each run, the exact chance, and the band that holds 95% of the runs at each number of games."""
    games = runs.games.tolist()
    half = [Z95 * sqrt(runs.exact * (1 - runs.exact) / n) for n in games]
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=[*games, *reversed(games)],
        y=[min(1, runs.exact + h) for h in half] + [max(0, runs.exact - h) for h in reversed(half)],
        fill="toself",
        fillcolor="rgba(100,116,139,0.22)",
        line={"width": 0},
        hoverinfo="skip",
        name="95% of runs",
    )
    for number, shares in enumerate(runs.shares.tolist()):
        figure.add_trace(
            "scatter",
            x=games,
            y=shares,
            mode="lines",
            line={"width": 2.5 if len(runs.shares) == 1 else 1.2},
            opacity=1 if len(runs.shares) == 1 else _FAINT,
            showlegend=False,
            hovertemplate=f"run {number + 1}, %{{x:,}} games: %{{y:{PERCENT}}}<extra></extra>",
        )
    figure.add_trace(
        "scatter",
        x=[games[0], games[-1]],
        y=[runs.exact, runs.exact],
        mode="lines",
        line={"dash": "dash", "color": "#b4530a", "width": 2},
        hoverinfo="skip",
        name="the exact chance",
    )
    figure.update_xaxes(**_by_powers(games), title="games played", tickformat=",", showgrid=False)
    figure.update_yaxes(tickformat=".0%", title="share so far")
    _let_play(figure, runs)
    return quiet(figure, height=420, legend=True)


def _let_play(figure: Sketch, runs: Runs) -> None:
    """A button that draws the runs from their first games on; axes stay where they are."""
    every = 1 if len(runs.shares) == 1 else _MANY_RUNS_STEP
    ends = range(2, len(runs.games) + every, every)
    games = runs.games.tolist()
    traces = list(range(1, 1 + len(runs.shares)))
    for end in ends:
        figure.add_frame([{"x": games[:end], "y": shares[:end].tolist()} for shares in runs.shares], traces)
    # what the frames draw must not move the axes
    figure.update_xaxes(range=[log10(games[0]), log10(games[-1]) + 0.02])
    low, high = float(runs.shares.min()), float(runs.shares.max())
    reach = Z95 * sqrt(runs.exact * (1 - runs.exact) / games[0])
    figure.update_yaxes(
        range=[max(0.0, min(low, runs.exact - reach)) - 0.01, min(1.0, max(high, runs.exact + reach)) + 0.01]
    )
    figure.update_layout(
        updatemenus=[{**_PLAY, "buttons": [{"label": "▶ Watch", "method": "animate", "args": [None, _PACE]}]}]
    )


def root_law(runs: Runs) -> go.Figure:
    """How far the shares are from the exact chance, on average over the runs, beside the square-root law; both axes by powers."""
    games = runs.games.tolist()
    spread = np.sqrt(((runs.shares - runs.exact) ** 2).mean(axis=0)).tolist()
    law = [sqrt(runs.exact * (1 - runs.exact) / n) for n in games]
    figure = Sketch()
    figure.add_trace(
        "scatter", x=games, y=spread, mode="lines+markers", name="distance of the runs", marker={"size": 5}
    )
    figure.add_trace("scatter", x=games, y=law, mode="lines", name="square-root law", line={"dash": "dash"})
    figure.update_xaxes(**_by_powers(games), title="games played", tickformat=",", showgrid=False)
    figure.update_yaxes(**_by_powers(law), title="distance from the exact chance", tickformat="~p")
    return quiet(figure, height=360, legend=True)


def _by_powers(values: Sequence[float]) -> dict[str, Any]:
    """An axis that counts by powers of ten, with round labels."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    digits = (1, 2, 5) if high - low <= _FEW_POWERS else (1,)
    # what lies outside the axis is not shown
    places = [digit * 10.0**power for power in range(low - 1, high + 1) for digit in digits]
    return {"type": "log", "tickvals": places}


def interval_ladder(intervals: Sequence[Interval], shares: Sequence[float], exact: float) -> go.Figure:
    """Many intervals, one above the other; those that miss the exact chance are marked by colour and by a cross."""
    figure = Sketch()
    for held, name, color, symbol in ((True, "holds it", "#2b6cb0", "circle"), (False, "misses it", "#c53030", "x")):
        rows = [row for row, each in enumerate(intervals) if (exact in each) == held]
        figure.add_trace(
            "scatter",
            x=[shares[row] for row in rows],
            y=[row + 1 for row in rows],
            mode="markers",
            name=f"{name}: {len(rows)}",
            marker={"color": color, "symbol": symbol, "size": 5 if held else 9},
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [intervals[row].high - shares[row] for row in rows],
                "arrayminus": [shares[row] - intervals[row].low for row in rows],
                "color": color,
                "thickness": 1.5,
                "width": 0,
            },
            hovertemplate="sample %{y}: %{x:.1%}<extra></extra>",
        )
    figure.add_vline(x=exact, line={"dash": "dash", "color": "#b4530a", "width": 2})
    figure.update_xaxes(tickformat=".0%", title="share of a yes")
    figure.update_yaxes(title="sample", showgrid=False)
    return quiet(figure, height=560, legend=True)


def coverage_lines(games: Sequence[int], by_method: Mapping[str, Sequence[float]], level: float) -> go.Figure:
    """How often intervals hold the truth, by the number of games, for each method; the level that they claim is dotted."""
    figure = Sketch()
    for (name, values), dash in zip(by_method.items(), ("solid", "dash"), strict=False):
        figure.add_trace(
            "scatter",
            x=list(games),
            y=list(values),
            mode="lines+markers",
            name=name,
            line={"dash": dash},
            hovertemplate=f"{name}, %{{x}} games: %{{y:{PERCENT}}}<extra></extra>",
        )
    figure.add_hline(y=level, line={"dash": "dot", "color": "#888888"})
    figure.update_xaxes(**_by_powers(games), title="games in a sample", tickformat=",", showgrid=False)
    figure.update_yaxes(tickformat=".0%", title="intervals that hold it")
    return quiet(figure, height=340, legend=True)


def guesses(guessed: Sequence[float], exact: Sequence[float], names: Sequence[str]) -> go.Figure:
    """Guesses against the exact chances: on the diagonal they agree; a thin line shows how far each guess is off."""
    figure = Sketch()
    figure.add_trace(
        "scatter", x=[0, 1], y=[0, 1], mode="lines", line={"dash": "dash", "color": "#b4530a"}, name="guess = chance"
    )
    for guess, chance in zip(guessed, exact, strict=True):
        figure.add_trace(
            "scatter",
            x=[guess, guess],
            y=[guess, chance],
            mode="lines",
            line={"color": "rgba(100,116,139,0.6)", "width": 1.5},
            hoverinfo="skip",
            showlegend=False,
        )
    figure.add_trace(
        "scatter",
        x=list(guessed),
        y=list(exact),
        mode="markers+text",
        marker={"size": 20, "color": _POINT, "line": {"color": "#ffffff", "width": 1}},
        text=[str(number + 1) for number in range(len(guessed))],
        # inside the points: beside them, lines run through the numbers
        textposition="middle center",
        textfont={"color": "#ffffff", "size": 12},
        cliponaxis=False,
        customdata=list(names),
        hovertemplate=f"%{{text}}: %{{customdata}}<br>guess %{{x:.0%}}, exactly %{{y:{PERCENT}}}<extra></extra>",
        name="your questions",
    )
    figure.update_xaxes(tickformat=".0%", range=[-0.02, 1.04], title="your guess")
    figure.update_yaxes(tickformat=".0%", range=[-0.02, 1.02], title="exact chance")
    return quiet(figure, height=420, legend=True)


def standing(names: Sequence[str], chances: Sequence[float]) -> go.Figure:
    """The chance to stand in each place; the last one is home."""
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=list(names),
        y=list(chances),
        marker={"pattern": {"shape": [*[""] * (len(names) - 1), "/"]}},
        text=[in_percent(chance, 0) if chance >= 0.005 else "" for chance in chances],
        textposition="outside",
        cliponaxis=False,
        hovertemplate=f"%{{x}}: %{{y:{PERCENT}}}<extra></extra>",
    )
    figure.update_xaxes(type="category", showgrid=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.08])
    return quiet(figure, height=320)
