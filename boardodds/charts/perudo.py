"""Perudo pictures: how many dice match, every move ranked, all bids at once, what bids tell, how dudo calls turned out."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.charts import svg
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, PERCENT, in_percent, quiet
from boardodds.perudo import RoundState
from boardodds.probability.calibration import Calibration
from boardodds.probability.estimate import Proportion
from boardodds.probability.pmf import Pmf

# dark from a half on: on the tints between neither black nor white could be read
_CHANCES = [[0, "#fbe9d7"], [0.5, "#ecb380"], [0.5, "#b0560f"], [1, "#7a3606"]]
_SYMBOLS = ("circle", "diamond", "square", "triangle-up", "x")


def matching_bars(pmfs: Mapping[str, Pmf], quantity: int, face: str) -> go.Figure:
    """How many dice on the table match, by name of the answer; those that make the bid true are filled."""
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
            hovertemplate=f"{name}<br>%{{x}} {face}: %{{y:{PERCENT}}}<extra></extra>",
        )
    figure.add_vline(x=quantity - 0.5, line={"dash": "dot", "color": "#888888"})
    figure.update_xaxes(title=f"{face} among all dice", dtick=1 if last <= 15 else 2, showgrid=False)
    figure.update_yaxes(tickformat=".0%")
    figure.update_layout(barmode="group")
    return quiet(figure, height=330, legend=len(pmfs) > 1)


def move_bars(moves: Mapping[str, Mapping[str, float]]) -> go.Figure:
    """The chance that each move stands, a bar for each way to reckon it.

    moves: by the way to reckon, the chance by move.
    """
    figure = Sketch()
    names = list(next(iter(moves.values())))
    for number, (way, chances) in enumerate(moves.items()):
        figure.add_trace(
            "bar",
            y=names,
            x=[chances[name] for name in names],
            name=way,
            orientation="h",
            marker={"pattern": {"shape": ("", "/", ".")[number % 3]}},
            text=[f"{chances[name]:.1%}" for name in names],
            textposition="outside",
            cliponaxis=False,
            hovertemplate=f"%{{y}}, {way}: %{{x:{PERCENT}}}<extra></extra>",
        )
    # room for a hundred percent beside the longest bar on a phone
    figure.update_xaxes(range=[0, 1.32], tickvals=[0, 0.25, 0.5, 0.75, 1], tickformat=".0%")
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_layout(barmode="group", legend={"traceorder": "normal"})
    return quiet(figure, height=90 + 26 * len(moves) * len(names), legend=len(moves) > 1)


def bid_heatmap(
    chances: Sequence[Sequence[float]], faces: Sequence[str], legal: Sequence[tuple[int, int]]
) -> go.Figure:
    """The chance of every bid, quantity by face; legal ones are framed.

    chances: a row for each quantity from 1, a column for each face. legal: (row, column) of bids that may be made.
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
        colorscale=_CHANCES,
        text=[[in_percent(chance, 0) for chance in row] for row in chances],
        texttemplate="%{text}",
        showscale=False,
        hovertemplate="%{y} %{x}: %{z:.1%}<extra></extra>",
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
    return quiet(figure, height=80 + 26 * rows)


def telling_heatmap(shifts: Sequence[Sequence[float]], players: Sequence[str], faces: Sequence[str]) -> go.Figure:
    """How many more or fewer dice of each face a player's bids make one expect: a row for each player."""
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
    return quiet(figure, height=80 + 36 * len(players))


def dial_chart(
    by_ratio: Mapping[float, Proportion], lines: Mapping[str, tuple[float, float]], calculated: float
) -> go.Figure:
    """The share of dudo calls that were right by the ratio of dice, with 95% intervals, and lines fitted to it.

    lines: by name the slope and the intercept. calculated: the mean of what the callers reckoned.
    """
    ratios = list(by_ratio)
    shares = [share.value for share in by_ratio.values()]
    intervals = [share.interval() for share in by_ratio.values()]
    most = max(share.trials for share in by_ratio.values())
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=ratios,
        y=shares,
        mode="markers",
        name="calls",
        marker={"size": [6 + 14 * (share.trials / most) ** 0.5 for share in by_ratio.values()], "opacity": 0.8},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [ci.high - share for ci, share in zip(intervals, shares, strict=True)],
            "arrayminus": [share - ci.low for ci, share in zip(intervals, shares, strict=True)],
        },
        customdata=[share.trials for share in by_ratio.values()],
        hovertemplate="ratio %{x:.2f}: %{y:.1%} of %{customdata:,} calls<extra></extra>",
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
    figure.add_hline(y=calculated, line={"dash": "dot", "color": "#888888"}, text="as calculated")
    figure.update_xaxes(title="caller's dice / bidder's dice", showgrid=False)
    figure.update_yaxes(title="dudo was right", tickformat=".0%", range=[0, 1.02])
    return quiet(figure, height=400, legend=True)


def reliability_chart(forecasts: Mapping[str, Calibration]) -> go.Figure:
    """What was said against what happened, for each forecaster, with 95% intervals; on the diagonal both agree."""
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
    for number, (name, found) in enumerate(forecasts.items()):
        shares = [each.happened for each in found.bins]
        figure.add_trace(
            "scatter",
            x=[each.mean_forecast for each in found.bins],
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
            hovertemplate=f"{name}<br>said %{{x:.1%}}, was %{{y:.1%}} of %{{customdata:,}}<extra></extra>",
        )
    figure.update_xaxes(title="what was said", tickformat=".0%", range=[0, 1], showgrid=False)
    figure.update_yaxes(title="what happened", tickformat=".0%", range=[0, 1])
    return quiet(figure, height=440, legend=True)


def win_shares(wins: Mapping[str, Proportion], fair: float) -> go.Figure:
    """The share of matches that each player won, with 95% intervals, and the fair share."""
    shares = [share.value for share in wins.values()]
    intervals = [share.interval() for share in wins.values()]
    figure = Sketch()
    figure.add_trace(
        "bar",
        # below the axis, as a low bar has no room for its figure
        x=[f"{name}<br><b>{share:.1%}</b>" for name, share in zip(wins, shares, strict=True)],
        y=shares,
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [ci.high - share for ci, share in zip(intervals, shares, strict=True)],
            "arrayminus": [share - ci.low for ci, share in zip(intervals, shares, strict=True)],
        },
        customdata=list(wins),
        hovertemplate="%{customdata}: %{y:.1%}<extra></extra>",
    )
    figure.add_hline(y=fair, line={"dash": "dot", "color": "#888888"}, text="fair share")
    figure.update_yaxes(tickformat=".0%", rangemode="tozero")
    figure.update_xaxes(showgrid=False)
    return quiet(figure, height=340)


def bluff_heatmap(chances: Sequence[Sequence[float]], dice: Sequence[str], bids: Sequence[str]) -> go.Figure:
    """How often each bid is opened with each die: a row for each die."""
    figure = Sketch()
    figure.add_trace(
        "heatmap",
        z=[list(row) for row in chances],
        x=list(bids),
        y=list(dice),
        zmin=0,
        zmax=1,
        colorscale=_CHANCES,
        text=[[in_percent(chance, 0) if chance > 0 else "" for chance in row] for row in chances],
        texttemplate="%{text}",
        showscale=False,
        hovertemplate="%{y} opens %{x}: %{z:.1%}<extra></extra>",
        xgap=2,
        ygap=2,
    )
    figure.update_yaxes(autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_xaxes(side="top", showgrid=False, tickangle=-40 if len(bids) > 8 else 0)
    return quiet(figure, height=110 + 34 * len(dice))


# five, as a sixth would look like the fifth where many lines are close together
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
    """Return the picture of a question's round as SVG."""
    return round_picture(RoundState.parse(notation["round"]))


def round_picture(state: RoundState) -> str:
    """Return the viewer's dice, and for every other player a cup with the number of its dice."""
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
        f'<circle cx="{x + 22 + 12 * across:.1f}" cy="{y + 22 + 12 * down:.1f}" r="4.2" fill="{DARK_INK}"/>'
        for across, down in _PIPS[face]
    )
    return svg.box(x, y, 44, 44, "#ffffff", stroke=DARK_INK, radius=8) + pips
