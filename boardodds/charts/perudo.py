"""Perudo charts: matching dice, moves, bids, inference from bids, the results of dudo calls and matches, and a round."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, finish_chart, in_percent
from boardodds.perudo import RoundState
from boardodds.probability.calibration import Calibration
from boardodds.probability.estimate import Proportion
from boardodds.probability.pmf import Pmf

# Dark from 50% on. On a medium tint, neither black nor white text would be readable.
_CHANCE_COLOURS = [[0, "#fbe9d7"], [0.5, "#ecb380"], [0.5, "#b0560f"], [1, "#7a3606"]]
_SURE = {0.0: "impossible", 1.0: "certain"}
_SYMBOLS = ("circle", "diamond", "square", "triangle-up", "x")


def _label(chance: float, places: int = 1) -> str:
    """Return a short label with a chance, which is 0% or 100% only if the event is impossible or certain."""
    smallest = 10 ** -(places + 2)
    if 0 < chance < smallest:
        return f"<{smallest:.{places}%}"
    return f">{1 - smallest:.{places}%}" if 1 - smallest < chance < 1 else in_percent(chance, places)


def _labels(rows: Sequence[Sequence[float]], places: int = 1) -> list[list[str]]:
    return [[_label(chance, places) for chance in row] for row in rows]


def matching_bars(pmfs: Mapping[str, Pmf], quantity: int, face: str) -> go.Figure:
    """Draw the distribution of the number of matching dice; numbers that make the bid true are opaque.

    pmfs: by the name of a method, the distribution of the number of matching dice.
    quantity, face: the bid; the face in words.
    """
    figure = Sketch()
    last = max(int(max(pmf.outcomes)) for pmf in pmfs.values())
    for number, (name, pmf) in enumerate(pmfs.items()):
        chances = [pmf.probability(outcome) for outcome in range(last + 1)]
        figure.add_trace(
            "bar",
            x=list(range(last + 1)),
            y=chances,
            name=name,
            marker={
                "opacity": [1.0 if outcome >= quantity else 0.35 for outcome in range(last + 1)],
                "pattern": {"shape": ("", "/", ".")[number % 3]},
            },
            customdata=[_label(chance) for chance in chances],
            hovertemplate=f"{name}<br>%{{x}} {face}: %{{customdata}}<extra></extra>",
        )
    figure.add_vline(x=quantity - 0.5, line={"dash": "dot", "color": "#888888"})
    figure.update_xaxes(title=f"number of {face} among all dice", dtick=1 if last <= 15 else 2, showgrid=False)
    figure.update_yaxes(title="chance", tickformat=".0%")
    figure.update_layout(barmode="group")
    return finish_chart(figure, height=330, legend=len(pmfs) > 1)


def move_bars(moves: Mapping[str, Mapping[str, float]]) -> go.Figure:
    """Draw the chance that each move is right, with one bar for each method.

    moves: by the name of a method, the chance for each move.
    """
    figure = Sketch()
    names = list(next(iter(moves.values())))
    for number, (method, chances) in enumerate(moves.items()):
        figure.add_trace(
            "bar",
            y=names,
            x=[chances[name] for name in names],
            name=method,
            orientation="h",
            marker={"pattern": {"shape": ("", "/", ".")[number % 3]}},
            text=[_SURE.get(chances[name]) or _label(chances[name]) for name in names],
            textposition="outside",
            cliponaxis=False,
            hovertemplate=f"%{{y}}, {method}: %{{text}}<extra></extra>",
        )
    # Leave room for "certain" to the right of the longest bar on a phone.
    figure.update_xaxes(range=[0, 1.32], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_layout(barmode="group", legend={"traceorder": "normal"})
    return finish_chart(figure, height=90 + 26 * len(moves) * len(names), legend=len(moves) > 1)


def bid_heatmap(
    chances: Sequence[Sequence[float]], faces: Sequence[str], legal: Sequence[tuple[int, int]]
) -> go.Figure:
    """Draw the chance of every bid, with a frame around legal bids.

    chances: by quantity from 1 and by face.
    legal: the (row, column) of each legal bid, from 0.
    """
    rows = len(chances)
    figure = Sketch()
    figure.add_trace(
        "heatmap",
        z=[list(row) for row in chances],
        x=list(faces),
        y=list(range(1, rows + 1)),
        zmin=0,
        zmax=1,
        colorscale=_CHANCE_COLOURS,
        text=_labels(chances, 0),
        texttemplate="%{text}",
        showscale=False,
        customdata=_labels(chances),
        hovertemplate="at least %{y} %{x}: %{customdata}<extra></extra>",
        xgap=2,
        ygap=2,
    )
    for row, column in legal:
        figure.add_shape(
            type="rect",
            x0=column - 0.47,
            x1=column + 0.47,
            y0=row + 0.53,
            y1=row + 1.47,
            line={"color": "#2b6cb0", "width": 3},
        )
    figure.update_yaxes(title="at least", dtick=1, showgrid=False, autorange="reversed")
    figure.update_xaxes(showgrid=False, side="top")
    return finish_chart(figure, height=80 + 26 * rows)


def inference_heatmap(shifts: Sequence[Sequence[float]], players: Sequence[str], faces: Sequence[str]) -> go.Figure:
    """Draw how each player's bids change the expected number of their dice with each face.

    shifts: by player and face, the change in dice.
    """
    reach = max((abs(shift) for row in shifts for shift in row), default=0) or 1
    figure = Sketch()
    figure.add_trace(
        "heatmap",
        z=[list(row) for row in shifts],
        x=list(faces),
        y=list(players),
        zmin=-reach,
        zmax=reach,
        colorscale=[[0, "#63a4e8"], [0.5, "#f6efe2"], [1, "#e08a3c"]],
        text=[[f"{shift:+.2f}" for shift in row] for row in shifts],
        texttemplate="%{text}",
        textfont={"color": "#1b1b1b"},
        showscale=False,
        hovertemplate="%{y}, %{x}: %{z:+.3f} dice<extra></extra>",
        xgap=2,
        ygap=2,
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_xaxes(side="top", showgrid=False)
    return finish_chart(figure, height=80 + 36 * len(players))


def dial_chart(
    by_ratio: Mapping[float, Proportion], lines: Mapping[str, tuple[float, float]], calculated: float
) -> go.Figure:
    """Draw the proportion of dudo calls that were right against the ratio of dice, with 95% intervals, and fitted lines.

    by_ratio: by the caller's dice divided by the bidder's dice, the proportion of right calls.
    lines: by name, the slope and the intercept.
    calculated: the mean chance of being right that the callers calculated.
    """
    ratios = list(by_ratio)
    shares = [share.value for share in by_ratio.values()]
    intervals = [share.interval() for share in by_ratio.values()]
    max_trials = max(share.trials for share in by_ratio.values())
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=ratios,
        y=shares,
        mode="markers",
        name="calls",
        marker={"size": [6 + 14 * (share.trials / max_trials) ** 0.5 for share in by_ratio.values()], "opacity": 0.8},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [interval.high - share for interval, share in zip(intervals, shares, strict=True)],
            "arrayminus": [share - interval.low for interval, share in zip(intervals, shares, strict=True)],
        },
        customdata=[share.trials for share in by_ratio.values()],
        hovertemplate="ratio %{x:.2f}: right in %{y:.1%} of %{customdata:,} calls<extra></extra>",
    )
    ends = [min(ratios), max(ratios)]
    for (name, (slope, intercept)), dash in zip(lines.items(), _DASHES, strict=False):
        figure.add_trace(
            "scatter",
            x=ends,
            y=[slope * ratio + intercept for ratio in ends],
            mode="lines",
            name=name,
            line={"dash": dash},
            hoverinfo="skip",
        )
    figure.add_hline(y=calculated, line={"dash": "dot", "color": "#888888"}, text="mean calculated chance")
    figure.update_xaxes(title="caller's dice / bidder's dice", showgrid=False)
    figure.update_yaxes(title="proportion of right calls", tickformat=".0%", range=[0, 1.02])
    return finish_chart(figure, height=400, legend=True)


def reliability_chart(forecasts: Mapping[str, Calibration]) -> go.Figure:
    """Draw observed frequencies, with 95% intervals, against forecasts: one line for each forecaster."""
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=[0, 1],
        y=[0, 1],
        mode="lines",
        line={"dash": "dot", "color": "#888888"},
        hoverinfo="skip",
        showlegend=False,
    )
    for number, (name, calibration) in enumerate(forecasts.items()):
        shares = [bin_.happened for bin_ in calibration.bins]
        figure.add_trace(
            "scatter",
            x=[bin_.mean_forecast for bin_ in calibration.bins],
            y=[share.value for share in shares],
            mode="lines+markers",
            name=name,
            marker={"symbol": _SYMBOLS[number % len(_SYMBOLS)], "size": 9},
            line={"dash": _DASHES[number % len(_DASHES)]},
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [share.interval().high - share.value for share in shares],
                "arrayminus": [share.value - share.interval().low for share in shares],
                "thickness": 1,
            },
            customdata=[share.trials for share in shares],
            hovertemplate=f"{name}<br>forecast %{{x:.1%}}, happened in %{{y:.1%}} of %{{customdata:,}} calls<extra></extra>",
        )
    figure.update_xaxes(title="forecast chance", tickformat=".0%", range=[0, 1], showgrid=False)
    figure.update_yaxes(title="how often it happened", tickformat=".0%", range=[0, 1])
    return finish_chart(figure, height=440, legend=True)


def win_shares(wins: Mapping[str, Proportion], level: float) -> go.Figure:
    """Draw the proportion of matches that each player won, with 95% intervals and a horizontal line.

    wins: by player, the proportion won.
    level: the height of the line.
    """
    shares = [share.value for share in wins.values()]
    intervals = [share.interval() for share in wins.values()]
    figure = Sketch()
    figure.add_trace(
        "bar",
        # The percentage is in the label, since a low bar has no room for it.
        x=[f"{name}<br><b>{_label(share)}</b>" for name, share in zip(wins, shares, strict=True)],
        y=shares,
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [interval.high - share for interval, share in zip(intervals, shares, strict=True)],
            "arrayminus": [share - interval.low for interval, share in zip(intervals, shares, strict=True)],
        },
        customdata=list(wins),
        hovertemplate="%{customdata}: %{y:.1%}<extra></extra>",
    )
    figure.add_hline(y=level, line={"dash": "dot", "color": "#888888"})
    figure.update_yaxes(title="proportion of matches won", tickformat=".0%", rangemode="tozero")
    figure.update_xaxes(showgrid=False)
    return finish_chart(figure, height=340)


def bluff_heatmap(chances: Sequence[Sequence[float]], dice: Sequence[str], bids: Sequence[str]) -> go.Figure:
    """Draw how often each bid is made as the opening bid with each die.

    chances: by die and bid.
    """
    figure = Sketch()
    figure.add_trace(
        "heatmap",
        z=[list(row) for row in chances],
        x=list(bids),
        y=list(dice),
        zmin=0,
        zmax=1,
        colorscale=_CHANCE_COLOURS,
        text=[[_label(chance, 0) if chance > 0 else "" for chance in row] for row in chances],
        texttemplate="%{text}",
        showscale=False,
        customdata=_labels(chances),
        hovertemplate="%{y} opens %{x}: %{customdata}<extra></extra>",
        xgap=2,
        ygap=2,
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_xaxes(side="top", showgrid=False, tickangle=-40 if len(bids) > 8 else 0)
    return finish_chart(figure, height=110 + 34 * len(dice))


# Only five: among many close lines, a sixth dash would look like the fifth.
_DASHES = ("solid", "dash", "dot", "dashdot", "longdash")
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of the round in a question."""
    return round_picture(RoundState.parse(notation["round"]))


def round_picture(state: RoundState) -> str:
    """Return an SVG picture of the viewer's dice and of a cup for each other player, with the number of their dice."""
    parts = [svg.text(10, 38, "you")] + [_die(58 + 52 * number, 10, die) for number, die in enumerate(state.hand)]
    others = [dice for player, dice in enumerate(state.dice) if player != state.viewer and dice]
    parts.append(svg.text(10, 102, "others"))
    for number, dice in enumerate(others):
        x = 72 + 70 * number
        parts += [
            f'<path d="M{x} 118 l9 -46 h32 l9 46 z" fill="#8a6d3b" stroke="{DARK_INK}"/>',
            svg.text(x + 25, 103, str(dice), "middle", fill="#ffffff", bold=True),
        ]
    return svg.sheet(parts, 130)


def _die(x: float, y: float, face: int) -> str:
    pips = "".join(
        f'<circle cx="{x + 22 + 12 * column:.1f}" cy="{y + 22 + 12 * row:.1f}" r="4.2" fill="{DARK_INK}"/>'
        for column, row in _PIPS[face]
    )
    return svg.box(x, y, 44, 44, "#ffffff", stroke=DARK_INK, radius=8) + pips
