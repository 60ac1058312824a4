"""Classroom charts: a proportion that settles, the square-root law, and intervals that contain or miss the exact chance."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10, sqrt
from typing import Any

import numpy as np
import plotly.graph_objects as go

from boardodds.charts.figure import Sketch
from boardodds.charts.style import PERCENT, finish_chart, role_color, short_percent
from boardodds.charts.tokens import CONTEXT, EXACT, LOSING, PUBLISHED, SIMULATED
from boardodds.probability.estimate import Z95, Interval
from boardodds.teaching.large_numbers import Runs

_FAINT_OPACITY = 0.55
# Many runs are animated in fewer frames, to keep the page small.
_MANY_RUNS_STEP = 4
_PLAY_MENU = {
    "type": "buttons",
    "x": 1,
    "xanchor": "right",
    # Above the plot, in the corner that no label takes.
    "y": 1.02,
    "yanchor": "bottom",
    "showactive": False,
}
# Up to this many powers of ten leave room for more than one label each.
_MAX_LABELLED_POWERS = 3
# Room for the right half of the unit on the last label.
_MARGIN = {"l": 8, "r": 40, "t": 8, "b": 8}
_ANIMATION = {"frame": {"duration": 60, "redraw": False}, "transition": {"duration": 0}, "mode": "immediate"}
# The place of the label of the dotted band, as a fraction of the axis: to the left the band leaves the plot.
_LABEL_PLACE = 0.4


def settling_lines(runs: Runs, whole_run_factor: float) -> go.Figure:
    """Draw the proportion so far in each run, the exact chance, and two bands.

    The grey band contains 95% of runs at each number of games, the dotted one 95% of runs as a whole.

    whole_run_factor: half the width of the dotted band, in standard errors.
    """
    games = runs.games.tolist()
    figure = Sketch()
    context = role_color(CONTEXT)
    _add_band(figure, runs, Z95, fill="toself", fillcolor=context, line={"width": 0}, opacity=0.25)
    _add_band(figure, runs, whole_run_factor, line={"dash": "dot", "color": context, "width": 1.5})
    single = len(runs.shares) == 1
    for number, shares in enumerate(runs.shares.tolist()):
        figure.add_trace(
            "scatter",
            x=games,
            y=shares,
            mode="lines",
            line={"color": role_color(SIMULATED), "width": 2.5 if single else 1.2},
            opacity=1 if single else _FAINT_OPACITY,
            hovertemplate=f"run {number + 1}, %{{x:,}} games: %{{y:{PERCENT}}}<extra></extra>",
        )
    figure.add_trace(
        "scatter",
        x=[games[0], games[-1]],
        y=[runs.exact, runs.exact],
        mode="lines",
        line={"color": role_color(EXACT), "width": 2},
        hoverinfo="skip",
    )
    _label_lines(figure, runs, whole_run_factor)
    figure.update_xaxes(**_games_axis(games), showgrid=False)
    figure.update_yaxes(tickformat=".0%")
    _add_play_button(figure, runs)
    figure.update_layout(margin=_MARGIN)
    return finish_chart(figure, height=400)


def _add_band(figure: Sketch, runs: Runs, factor: float, **look: Any) -> None:
    """Add a band around the exact chance: an area if the look has a fill, else two lines.

    factor: half its width, in standard errors.
    """
    games = runs.games.tolist()
    reach = [_reach(runs, n, factor) for n in games]
    upper = [min(1, runs.exact + half) for half in reach]
    lower = [max(0, runs.exact - half) for half in reach]
    is_area = "fill" in look
    figure.add_trace(
        "scatter",
        x=[*games, *games[::-1]] if is_area else [*games, None, *games],
        y=[*upper, *lower[::-1]] if is_area else [*upper, None, *lower],
        mode="lines",
        hoverinfo="skip",
        **look,
    )


def _reach(runs: Runs, games: float, factor: float = 1) -> float:
    """Return a number of standard errors of the proportion after some games."""
    return factor * sqrt(runs.exact * (1 - runs.exact) / games)


def _label_lines(figure: Sketch, runs: Runs, whole_run_factor: float) -> None:
    """Name the lines next to them, the runs and the exact chance at the right, where the bands are narrow."""
    first, last = log10(runs.games[0]), log10(runs.games[-1])
    at = first + _LABEL_PLACE * (last - first)
    place: dict[str, Any] = {"xref": "x", "yref": "y", "showarrow": False}
    # The dotted band is named on the side with more room.
    side = 1 if runs.exact <= 0.5 else -1
    figure.add_annotation(
        **place,
        x=at,
        y=runs.exact + side * _reach(runs, 10**at, whole_run_factor),
        xanchor="left",
        yanchor="bottom" if side > 0 else "top",
        text="95% of whole runs",
        font={"color": role_color(PUBLISHED)},
    )
    # On a phone a label takes a third of the axis, and must not cross the dotted line where that is furthest away.
    end = _reach(runs, 10 ** (last - 0.36 * (last - first)), whole_run_factor)
    for up, words, role in (
        (1, "a run" if len(runs.shares) == 1 else f"{len(runs.shares)} runs", SIMULATED),
        (-1, f"exact: {short_percent(runs.exact)}", EXACT),
    ):
        figure.add_annotation(
            **place,
            x=last,
            y=runs.exact + up * end,
            xanchor="right",
            yanchor="bottom" if up > 0 else "top",
            text=f"<b>{words}</b>",
            font={"color": role_color(role)},
        )


def _games_axis(games: Sequence[float]) -> dict[str, Any]:
    """Return the attributes of the logarithmic axis of games, with its unit on the last label.

    From two powers of ten on, a phone has room only for the powers.
    """
    digits = (1,) if games[-1] >= 100 * games[0] else (1, 2, 5)
    shown = [value for value in _round_numbers(games, digits) if games[0] <= value <= games[-1]]
    texts = [f"{value:,.0f}" for value in shown]
    return {"type": "log", "tickvals": shown, "ticktext": [*texts[:-1], f"{texts[-1]} games"], "tickangle": 0}


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
    reach = _reach(runs, games[0], Z95)
    figure.update_yaxes(
        range=[max(0.0, min(low, runs.exact - reach)) - 0.01, min(1.0, max(high, runs.exact + reach)) + 0.01]
    )
    figure.update_layout(
        updatemenus=[{**_PLAY_MENU, "buttons": [{"label": "Watch", "method": "animate", "args": [None, _ANIMATION]}]}]
    )


def root_law_lines(runs: Runs) -> go.Figure:
    """Draw the runs' root mean square distance from the exact chance, and the square-root law, on logarithmic axes."""
    games = runs.games.tolist()
    spread = np.sqrt(((runs.shares - runs.exact) ** 2).mean(axis=0)).tolist()
    law = [_reach(runs, n) for n in games]
    figure = Sketch()
    figure.add_trace("scatter", x=games, y=law, mode="lines", line={"color": role_color(EXACT), "width": 2})
    figure.add_trace(
        "scatter",
        x=games,
        y=spread,
        mode="markers",
        marker={"symbol": "circle-open", "size": 7, "color": role_color(SIMULATED), "line": {"width": 1.5}},
        hovertemplate="%{x:,} games: %{y:.2%}<extra></extra>",
    )
    own = "distance of the run" if len(runs.shares) == 1 else f"typical distance of the {len(runs.shares)} runs"
    _name_in_corner(figure, {f"○ {own}": SIMULATED, "— square-root law": EXACT}, y=1)
    figure.update_xaxes(**_games_axis(games), showgrid=False)
    figure.update_yaxes(**_log_axis(law), tickformat="~p")
    figure.update_layout(margin={**_MARGIN, "t": 52})
    return finish_chart(figure, height=340)


def _name_in_corner(figure: Sketch, roles: Mapping[str, str], *, y: float) -> None:
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


def _log_axis(values: Sequence[float]) -> dict[str, Any]:
    """Return the attributes of a logarithmic axis with labels at round numbers."""
    powers = ceil(log10(max(values))) - floor(log10(min(values)))
    # Plotly hides labels outside the range of the axis.
    return {"type": "log", "tickvals": _round_numbers(values, (1, 2, 5) if powers <= _MAX_LABELLED_POWERS else (1,))}


def _round_numbers(values: Sequence[float], digits: Sequence[int]) -> list[float]:
    """Return the round numbers around some values.

    digits: the first digits that count as round.
    """
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return [digit * 10.0**power for power in range(low - 1, high + 1) for digit in digits]


def interval_ladder(intervals: Sequence[Interval], exact: float) -> go.Figure:
    """Draw many intervals one above the other; those that miss the exact chance are thick.

    exact: the exact chance.
    """
    figure = Sketch()
    for hit, role, width in ((True, CONTEXT, 1), (False, LOSING, 4)):
        xs: list[float | None] = []
        ys: list[float | None] = []
        for row, interval in enumerate(intervals, start=1):
            if (exact in interval) == hit:
                xs += [interval.low, interval.high, None]
                ys += [row, row, None]
        figure.add_trace(
            "scatter",
            x=xs,
            y=ys,
            # An interval of a sample with only one outcome can have no length.
            mode="lines" if hit else "lines+markers",
            marker={"size": 6},
            line={"color": role_color(role), "width": width},
            hovertemplate="sample %{y}: %{x:.1%}<extra></extra>",
        )
    figure.add_vline(x=exact, line={"color": role_color(EXACT), "width": 2})
    figure.add_annotation(
        x=exact,
        y=1,
        yref="y domain",
        yanchor="bottom",
        showarrow=False,
        text=f"<b>exact: {short_percent(exact)}</b>",
        font={"color": role_color(EXACT)},
    )
    figure.update_xaxes(tickformat=".0%", zeroline=False)
    figure.update_yaxes(visible=False, range=[0, len(intervals) + 1])
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=420)


def coverage_lines(
    games: Sequence[int], by_method: Mapping[str, Sequence[float]], level: float, chosen: str
) -> go.Figure:
    """Draw the coverage of intervals for each number of games, with a dotted line at their nominal level.

    by_method: by the name of a method, the coverage for each number of games.
    chosen: the method to highlight.
    """
    figure = Sketch()
    roles = {f"● {name}": EXACT if name == chosen else CONTEXT for name in by_method}
    # The chosen method last, on top of the other.
    for name in sorted(by_method, key=lambda method: method == chosen):
        figure.add_trace(
            "scatter",
            x=list(games),
            y=list(by_method[name]),
            mode="markers",
            marker={"size": 5 if name == chosen else 4, "color": role_color(roles[f"● {name}"])},
            hovertemplate=f"{name}, %{{x}} games: %{{y:{PERCENT}}}<extra></extra>",
        )
    _name_in_corner(figure, roles, y=0)
    figure.add_hline(y=level, line={"dash": "dot", "color": role_color(PUBLISHED)})
    figure.update_xaxes(**_games_axis(games), showgrid=False)
    figure.update_yaxes(tickformat=".0%")
    figure.update_layout(margin=_MARGIN)
    return finish_chart(figure, height=300)


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
    figure.add_annotation(
        x=0,
        y=1,
        xref="x domain",
        yref="y domain",
        xanchor="left",
        yanchor="bottom",
        text="exact chance",
        showarrow=False,
    )
    figure.update_xaxes(tickformat=".0%", range=[-0.04, 1.04], title="your guess", zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[-0.04, 1.06], zeroline=False)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=420)


def position_bars(names: Sequence[str], chances: Sequence[float]) -> go.Figure:
    """Draw the chance of each position on the board in percent; the last one, the castle, is highlighted."""
    # Positions without a chance, and those with less than half a percent, have no label.
    labels = [short_percent(chance, 0).rstrip("%") if chance >= 0.005 else "" for chance in chances]
    figure = Sketch()
    figure.add_trace(
        "bar",
        x=list(range(len(names))),
        y=list(chances),
        marker={"color": [*[role_color(CONTEXT)] * (len(names) - 1), role_color(EXACT)]},
        text=[*labels[:-1], labels[-1] and f"<b>{labels[-1]}%</b>"],
        textposition="outside",
        textangle=0,
        textfont={"size": 13},
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
