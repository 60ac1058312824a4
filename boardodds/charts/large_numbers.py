"""Classroom charts: a proportion that settles, the square-root law, and intervals that contain or miss the exact chance."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10, sqrt
from typing import Any

import numpy as np
import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.style import PERCENT, finish_chart, short_percent
from boardodds.probability.estimate import Z95, Interval
from boardodds.teaching.large_numbers import Runs

_FAINT_OPACITY = 0.45
# Many runs are animated in fewer frames, to keep the page small.
_MANY_RUNS_STEP = 4
_PLAY_MENU = {
    "type": "buttons",
    "x": 1,
    "xanchor": "right",
    # Next to the title of the axis: on a phone, the legend above the plot takes the whole width.
    "y": -0.12,
    "yanchor": "top",
    # An active button would be white, in dark mode too.
    "showactive": False,
    "bgcolor": "#f6efe2",
    "font": {"color": "#2b2118"},
}
# Up to this many powers of ten leave room for more than one label each, even on a phone.
_MAX_LABELLED_POWERS = 3
# Dark enough for a white number, in light and in dark mode.
_POINT_COLOUR = "#2b6cb0"
_ANIMATION = {"frame": {"duration": 60, "redraw": False}, "transition": {"duration": 0}, "mode": "immediate"}


def settling_lines(runs: Runs, whole_run_factor: float) -> go.Figure:
    """Draw the proportion so far in each run, the exact chance, and two bands.

    The grey band contains 95% of runs at each number of games, the dotted one 95% of runs as a whole.

    whole_run_factor: half the width of the dotted band, in standard errors.
    """
    games = runs.games.tolist()
    figure = Sketch()
    for factor, name, look in (
        (Z95, "95% at each number of games", {"fillcolor": "rgba(100,116,139,0.22)", "line": {"width": 0}}),
        (
            whole_run_factor,
            "95% of whole runs",
            {"fillcolor": "rgba(0,0,0,0)", "line": {"dash": "dot", "color": "#64748b", "width": 1.5}},
        ),
    ):
        reach = [factor * sqrt(runs.exact * (1 - runs.exact) / n) for n in games]
        figure.add_trace(
            "scatter",
            x=[*games, *reversed(games)],
            y=[min(1, runs.exact + h) for h in reach] + [max(0, runs.exact - h) for h in reversed(reach)],
            mode="lines",
            fill="toself",
            hoverinfo="skip",
            name=name,
            **look,
        )
    for number, shares in enumerate(runs.shares.tolist()):
        figure.add_trace(
            "scatter",
            x=games,
            y=shares,
            mode="lines",
            line={"width": 2.5 if len(runs.shares) == 1 else 1.2},
            opacity=1 if len(runs.shares) == 1 else _FAINT_OPACITY,
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
        name="exact chance",
    )
    figure.update_xaxes(**_log_axis(games), title="games played", tickformat=",", showgrid=False)
    figure.update_yaxes(tickformat=".0%", title="proportion so far")
    _add_play_button(figure, runs)
    return finish_chart(figure, height=420, legend=True)


def _add_play_button(figure: Sketch, runs: Runs) -> None:
    """Add a button that animates the runs from their first games, with fixed axes."""
    step = 1 if len(runs.shares) == 1 else _MANY_RUNS_STEP
    ends = range(2, len(runs.games) + step, step)
    games = runs.games.tolist()
    # The first two traces are the bands.
    traces = list(range(2, 2 + len(runs.shares)))
    for end in ends:
        figure.add_frame([{"x": games[:end], "y": shares[:end].tolist()} for shares in runs.shares], traces)
    # Fix the ranges, since frames would rescale the axes.
    figure.update_xaxes(range=[log10(games[0]), log10(games[-1]) + 0.02])
    low, high = float(runs.shares.min()), float(runs.shares.max())
    reach = Z95 * sqrt(runs.exact * (1 - runs.exact) / games[0])
    figure.update_yaxes(
        range=[max(0.0, min(low, runs.exact - reach)) - 0.01, min(1.0, max(high, runs.exact + reach)) + 0.01]
    )
    figure.update_layout(
        updatemenus=[{**_PLAY_MENU, "buttons": [{"label": "▶ Watch", "method": "animate", "args": [None, _ANIMATION]}]}]
    )


def root_law_lines(runs: Runs) -> go.Figure:
    """Draw the runs' root mean square distance from the exact chance, and the square-root law, on logarithmic axes."""
    games = runs.games.tolist()
    spread = np.sqrt(((runs.shares - runs.exact) ** 2).mean(axis=0)).tolist()
    law = [sqrt(runs.exact * (1 - runs.exact) / n) for n in games]
    figure = Sketch()
    figure.add_trace(
        "scatter", x=games, y=spread, mode="lines+markers", name="root mean square of the runs", marker={"size": 5}
    )
    figure.add_trace("scatter", x=games, y=law, mode="lines", name="square-root law", line={"dash": "dash"})
    figure.update_xaxes(**_log_axis(games), title="games played", tickformat=",", showgrid=False)
    figure.update_yaxes(**_log_axis(law), title="distance from the exact chance", tickformat="~p")
    return finish_chart(figure, height=360, legend=True)


def _log_axis(values: Sequence[float]) -> dict[str, Any]:
    """Return the attributes of a logarithmic axis with labels at round numbers."""
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    digits = (1, 2, 5) if high - low <= _MAX_LABELLED_POWERS else (1,)
    # Plotly hides labels outside the range of the axis.
    tick_values = [digit * 10.0**power for power in range(low - 1, high + 1) for digit in digits]
    return {"type": "log", "tickvals": tick_values}


def interval_ladder(intervals: Sequence[Interval], shares: Sequence[float], exact: float) -> go.Figure:
    """Draw many intervals one above the other, and mark those that miss the exact chance by colour and by a cross.

    shares: by interval, the observed proportion.
    exact: the exact chance.
    """
    figure = Sketch()
    for contains, name, color, symbol in (
        (True, "contains the exact chance", "#2b6cb0", "circle"),
        (False, "does not contain it", "#c53030", "x"),
    ):
        rows = [row for row, interval in enumerate(intervals) if (exact in interval) == contains]
        figure.add_trace(
            "scatter",
            x=[shares[row] for row in rows],
            y=[row + 1 for row in rows],
            mode="markers",
            name=f"{name}: {len(rows)}",
            marker={"color": color, "symbol": symbol, "size": 5 if contains else 9},
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
    figure.update_xaxes(tickformat=".0%", title="proportion of yes")
    figure.update_yaxes(title="sample", showgrid=False)
    return finish_chart(figure, height=560, legend=True)


def coverage_lines(games: Sequence[int], by_method: Mapping[str, Sequence[float]], level: float) -> go.Figure:
    """Draw the coverage of intervals for each number of games, with a dotted line at their nominal level.

    by_method: by the name of a method, the coverage for each number of games.
    """
    figure = Sketch()
    for (name, values), symbol in zip(by_method.items(), ("circle", "cross"), strict=True):
        figure.add_trace(
            "scatter",
            x=list(games),
            y=list(values),
            mode="markers",
            name=name,
            marker={"symbol": symbol, "size": 4},
            hovertemplate=f"{name}, %{{x}} games: %{{y:{PERCENT}}}<extra></extra>",
        )
    figure.add_hline(y=level, line={"dash": "dot", "color": "#888888"})
    figure.update_xaxes(**_log_axis(games), title="games in a sample", tickformat=",", showgrid=False)
    figure.update_yaxes(tickformat=".0%", title="coverage")
    return finish_chart(figure, height=340, legend=True)


def guess_points(guesses: Sequence[float], exact: Sequence[float], names: Sequence[str]) -> go.Figure:
    """Draw guesses against exact chances; a thin line joins each point to the diagonal, where both agree."""
    figure = Sketch()
    figure.add_trace(
        "scatter", x=[0, 1], y=[0, 1], mode="lines", line={"dash": "dash", "color": "#b4530a"}, name="guess = chance"
    )
    for guess, chance in zip(guesses, exact, strict=True):
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
        x=list(guesses),
        y=list(exact),
        mode="markers+text",
        marker={"size": 20, "color": _POINT_COLOUR, "line": {"color": "#ffffff", "width": 1}},
        text=[str(number + 1) for number in range(len(guesses))],
        # Inside the points: next to them, lines would cross the numbers.
        textposition="middle center",
        textfont={"color": "#ffffff", "size": 12},
        cliponaxis=False,
        customdata=list(names),
        hovertemplate=f"%{{text}}: %{{customdata}}<br>guess %{{x:.0%}}, exact chance %{{y:{PERCENT}}}<extra></extra>",
        name="your questions",
    )
    figure.update_xaxes(tickformat=".0%", range=[-0.02, 1.04], title="your guess")
    figure.update_yaxes(tickformat=".0%", range=[-0.02, 1.02], title="exact chance")
    return finish_chart(figure, height=420, legend=True)


def position_bars(names: Sequence[str], chances: Sequence[float]) -> go.Figure:
    """Draw the chance of each position on the board; the last one is the castle."""
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=list(names),
        y=list(chances),
        marker={"pattern": {"shape": [*[""] * (len(names) - 1), "/"]}},
        # Positions without a chance, and those with less than half a percent, have no label.
        text=[short_percent(chance, 0) if chance >= 0.005 else "" for chance in chances],
        textposition="outside",
        cliponaxis=False,
        hovertemplate=f"%{{x}}: %{{y:{PERCENT}}}<extra></extra>",
    )
    figure.update_xaxes(type="category", showgrid=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.08])
    return finish_chart(figure, height=320)
