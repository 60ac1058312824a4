"""Perudo charts: matching dice, moves, bids, inference from bids, openings, and dudo calls; and a picture of a round."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from boardodds.charts import svg
from boardodds.charts.marks import NO_FILL, error_bars, ring
from boardodds.charts.style import (
    CONTEXT,
    DARK_INK,
    EXACT,
    PUBLISHED,
    ROLES,
    SIMULATED,
    Attributes,
    Drawing,
    Sketch,
    role_color,
    short_percent,
    stroke,
)
from boardodds.perudo import PUBLISHED_DIAL, Dial, RoundState
from boardodds.probability.display import signed
from boardodds.probability.estimate import Z95, Proportion
from boardodds.probability.pmf import Pmf

# Tints of the exact colour, dark from 50% on. On a medium tint, neither black nor white text would be readable.
_CHANCE_COLOURS = [[0, "#eef3fa"], [0.5, "#a9c8ea"], [0.5, ROLES[EXACT].light], [1, "#0c2f59"]]
_CHANCE_LOOK: Attributes = {"zmin": 0, "zmax": 1, "colorscale": _CHANCE_COLOURS}
_SURE = {0.0: "impossible", 1.0: "certain"}
# Numbers of dice that are less likely have no bar.
_MIN_BAR_CHANCE = 0.002
# Chances that differ by less have one dot.
_SAME = 5e-4
# The room on an axis of chances for a label to the left of the lowest and to the right of the highest, on a phone too, and the
# smallest difference that fills the axis.
_ROOM_LEFT, _ROOM_RIGHT, _MIN_SPAN = 0.3, 0.34, 0.02


def matching_bars(numbers: Pmf, face: str, quantity: int, dice_alone: Pmf | None = None) -> Drawing:
    """Draw the distribution of the number of matching dice: filled where a bid is true, hollow where it is not.

    face: the face in the plural.
    quantity: that of the bid.
    dice_alone: another distribution for comparison, as a dotted line.
    """
    readings = [numbers, *([dice_alone] if dice_alone else [])]
    chances = [dict(zip(each.outcomes, each.probabilities, strict=True)) for each in readings]
    likely = [n for each in chances for n, chance in each.items() if chance >= _MIN_BAR_CHANCE]
    shown = range(int(min(*likely, quantity)), int(max(*likely, quantity)) + 1)
    color, figure = role_color(EXACT), Sketch()
    exactly, *alone = [[each.get(n, 0.0) for n in shown] for each in chances]
    lines = [f"<br>dice alone: {short_percent(chance)}" for each in alone for chance in each] or [""] * len(shown)
    fills = [color if n >= quantity else NO_FILL for n in shown]
    tips = [
        [n, *map(short_percent, (chance, numbers.at_least(n), numbers.at_most(n))), line]
        for n, chance, line in zip(shown, exactly, lines, strict=True)
    ]
    figure.add_trace(
        "bar",
        f"<b>{face}, exactly %{{customdata[0]}}: %{{customdata[1]}}</b><br>at least %{{customdata[0]}}: "
        "%{customdata[2]}<br>at most %{customdata[0]}: %{customdata[3]}%{customdata[4]}",
        x=list(shown),
        y=exactly,
        marker={"color": fills, "line": {"color": color, "width": 2}},
        customdata=tips,
    )
    for each in alone:
        look = {"line": stroke(CONTEXT, 1.5, "dot"), "marker": {"size": 6, "color": role_color(CONTEXT)}}
        figure.add_lines(shown, each, mode="lines+markers", **look)
    ticks = [f"<b>{n}</b>" if n == quantity else str(n) for n in shown]
    figure.update_xaxes(tickvals=list(shown), ticktext=ticks, tickangle=0, showgrid=False)
    # A bar is compared with its neighbours and read by pointing at it, so the axis of chances has no numbers.
    figure.update_yaxes(visible=False, rangemode="tozero")
    figure.update_layout(bargap=0.15)
    return figure.finish(height=None)


def _labels(rows: Sequence[Sequence[float]]) -> list[list[str]]:
    return [[short_percent(chance) for chance in row] for row in rows]


def _short_label(chance: float) -> str:
    """Return a chance in whole percents; one that rounds up to a half, but is lower, as less than a half.

    >>> _short_label(0.496), _short_label(0.5), _short_label(0.504)
    ('<50%', '50%', '50%')
    """
    text = short_percent(chance, 0)
    return f"<{text}" if chance < 0.5 and text == "50%" else text


def chance_label(chance: float) -> str:
    """Return the label of a chance, in words if it is certain or impossible."""
    return _SURE.get(chance) or short_percent(chance)


def move_dumbbells(readings: Mapping[str, Mapping[str, float]]) -> Drawing:
    """Draw the chance that each move is right: filled in the last reading, hollow in the one before, with a line between them.

    The axis has the chances that occur, not 0 to 1, so that small differences can be seen too.

    readings: one or two, by name, the chance of each move; all with the same moves.
    """
    *others, (last, chances) = readings.items()
    figure = Sketch()
    names = list(chances)
    drawn = [chance for reading in readings.values() for chance in reading.values()]
    low, span = min(drawn), max(max(drawn) - min(drawn), _MIN_SPAN)
    left, right = low - _ROOM_LEFT * span, low + (1 + _ROOM_RIGHT) * span
    for name in names:
        figure.add_lines([left, low + span], [name, name], line=stroke(width=0.5))
    for other, other_chances in others:
        for name in names:
            figure.add_lines([other_chances[name], chances[name]], [name, name], line=stroke(width=3))
        # One dot is enough where both chances are the same.
        apart = [name for name in names if abs(other_chances[name] - chances[name]) >= _SAME]
        lower = {name: other_chances[name] < chances[name] for name in apart}
        _add_dots(figure, other, other_chances, lower, ring(CONTEXT))
    lower = {name: any(chances[name] <= other[name] - _SAME for _, other in others) for name in names}
    disc = {"symbol": "circle", "size": 13, "color": role_color(EXACT)}
    _add_dots(figure, last, chances, lower, disc, bold=True)
    if left < 0.5 < right:
        line = stroke(dash="dot")
        figure.add_shape(type="line", x0=0.5, x1=0.5, y0=0, y1=1, yref="paper", line=line, layer="below")
        figure.add_annotation(text="50%", x=0.5, y=0, yref="paper", yanchor="top")
    for other, _ in others:
        # Names the two kinds of dots above the chart, each next to a dot of its kind.
        hollow, filled = (f'<span style="color:{role_color(role)}">' for role in (CONTEXT, EXACT))
        key = f"{hollow}○</span> {other}   {filled}●</span> <b>{last}</b>"
        figure.add_annotation(text=key, x=0, xref="paper", xanchor="left", y=1, yref="paper", yanchor="bottom")
    # Every dot has its number, so the axis of chances has none.
    figure.update_xaxes(range=[left, right], showticklabels=False, showgrid=False, zeroline=False)
    figure.update_yaxes(categoryorder="array", categoryarray=names, autorange="reversed")
    figure.update_yaxes(showgrid=False, ticksuffix=" ")
    return figure.finish(height=(104 if others else 76) + 32 * len(names), t=32 if others else 8, b=24 if others else 8)


def _add_dots(
    figure: Sketch,
    series: str,
    chances: Mapping[str, float],
    label_left: Mapping[str, bool],
    marker: Attributes,
    *,
    bold: bool = False,
) -> None:
    """Add the dots of a series with their numbers.

    chances: by row.
    label_left: for each row with a dot, whether its number is to the left of it.
    """
    labels = {name: chance_label(chances[name]) for name in label_left}
    dots = {"x": [chances[name] for name in labels], "y": list(labels), "customdata": list(labels.values())}
    look = {"mode": "markers", "marker": marker, "cliponaxis": False}
    figure.add_trace("scatter", f"%{{y}}, {series}: %{{customdata}}", **dots, **look, name=series)
    for name, label in labels.items():
        anchor, shift = ("right", -9) if label_left[name] else ("left", 9)
        text = f"<b>{label}</b>" if bold else label
        figure.add_annotation(text=text, x=chances[name], y=name, xanchor=anchor, xshift=shift)


def bid_heatmap(chances: Sequence[Sequence[float]], faces: Sequence[str], legal: Sequence[tuple[int, int]]) -> Drawing:
    """Draw the chance of every bid, with a frame around legal bids.

    chances: by quantity from 1 and by face.
    legal: the (row, column) of each legal bid, from 0.
    """
    figure = _heatmap(
        chances,
        {"face": faces, "quantity": range(1, len(chances) + 1)},
        "%{x}, at least %{y}: %{customdata}",
        text=[[_short_label(chance) for chance in row] for row in chances],
        customdata=_labels(chances),
        # The rows are quantities, which begin at 1.
        framed=[(row + 1, column) for row, column in legal],
        **_CHANCE_LOOK,
    )
    figure.update_yaxes(dtick=1, tickprefix="≥ ")
    return figure.finish(height=100 + 26 * len(chances))


def _heatmap(
    cells: Sequence[Sequence[float]],
    axes: Mapping[str, Sequence[object]],
    tip: str,
    framed: Sequence[tuple[int, int]] = (),
    **look: Any,
) -> Sketch:
    """Return a heatmap with its first row on top.

    axes: by the titles of the horizontal and of the vertical axis, the names of the columns and of the rows.
    framed: the places of cells with a frame, by row and column.
    """
    figure = Sketch()
    (across, columns), (up, rows) = axes.items()
    places = {"x": list(columns), "y": list(rows), "z": [list(row) for row in cells]}
    figure.add_trace("heatmap", tip, **places, texttemplate="%{text}", showscale=False, xgap=2, ygap=2, **look)
    for y, x in framed:
        box = {"x0": x - 0.47, "x1": x + 0.47, "y0": y - 0.47, "y1": y + 0.47}
        figure.add_shape(type="rect", **box, line=stroke("red", 3))
    figure.update_yaxes(up, autorange="reversed", showgrid=False, ticksuffix=" ")
    figure.update_xaxes(across, showgrid=False, side="top")
    return figure


def inference_heatmap(shifts: Sequence[Sequence[float]], players: Sequence[str], faces: Sequence[str]) -> Drawing:
    """Draw how each player's bids change the expected number of their dice with each face: a row for each player."""
    reach = max((abs(shift) for row in shifts for shift in row), default=0) or 1
    figure = _heatmap(
        shifts,
        {"face": faces, "player": players},
        "%{y}, %{x}: %{z:+.3f} dice",
        text=[[signed(shift, 2) for shift in row] for row in shifts],
        zmin=-reach,
        zmax=reach,
        colorscale=[[0, "#cdb48c"], [0.5, "#f6efe2"], [1, "#8cb9ea"]],
        textfont={"color": "#1b1b1b"},
    )
    # Plotly takes names such as "10" for numbers unless the axis has categories.
    figure.update_yaxes(type="category")
    return figure.finish(height=100 + 36 * len(players))


def bluff_heatmap(
    chances: Sequence[Sequence[float]], dice: Sequence[str], bids: Sequence[str], bluffs: Sequence[tuple[int, int]]
) -> Drawing:
    """Draw how often each bid is made as the opening bid with each die: a row for each bid, a column for each die.

    chances: by die and bid.
    bluffs: the (row, column) of each bid that is framed, from 0.
    """
    rows = list(zip(*chances, strict=True))
    figure = _heatmap(
        rows,
        {"own die": [f"die {die}" for die in dice], "opening bid": bids},
        "%{x} opens %{y}: %{customdata}",
        text=[[short_percent(chance, 0) if chance > 0 else "" for chance in row] for row in rows],
        customdata=_labels(rows),
        framed=bluffs,
        **_CHANCE_LOOK,
    )
    return figure.finish(height=80 + 30 * len(bids))


def dial_chart(right: Mapping[float, Proportion], calculated: Mapping[float, float], dial: Dial) -> Drawing:
    """Draw how often dudo is right, with 95% intervals, and the calculated chance; with the fitted and the published line.

    right, calculated: by the caller's dice divided by the bidder's.
    """
    figure, shares, last = Sketch(), list(right.values()), max(right)
    most = max(share.trials for share in shares)
    fitted, published = (
        {ratio: each.intercept.value + each.slope.value * ratio for ratio in (min(right), last)}
        for each in (dial, PUBLISHED_DIAL)
    )
    for name, heights, role, dash in (
        ("calculated", calculated, CONTEXT, "dot"),
        ("fitted line", fitted, SIMULATED, "solid"),
        ("blog post's line", published, PUBLISHED, "dash"),
    ):
        figure.add_lines(heights, heights.values(), line=stroke(role, 2, dash))
        figure.add_label(name, x=last, y=heights[last], xanchor="left", xshift=12)
    figure.add_trace(
        "scatter",
        "ratio %{x:.2f}: right in %{y:.1%} of %{customdata:,} calls",
        x=list(right),
        y=[share.value for share in shares],
        mode="markers",
        marker={**ring(), "size": [6 + 12 * (share.trials / most) ** 0.5 for share in shares]},
        **error_bars([Z95 * share.standard_error for share in shares], SIMULATED),
        customdata=[share.trials for share in shares],
    )
    # Room for the names of the lines at the right.
    ticks = {"tickvals": list(range(ceil(last) + 1)), "range": [0, 1.5 * last], "showgrid": False, "zeroline": False}
    figure.update_xaxes("caller's dice divided by the bidder's", **ticks)
    figure.update_yaxes(tickformat=".0%", rangemode="tozero", zeroline=False)
    return figure.finish(height=360)


_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def question_picture(notation: Mapping[str, str]) -> str | None:
    """Return an SVG picture of a question's round: your dice, and a cup for each other player with the number of their dice."""
    state = RoundState.parse(notation["round"])
    parts = [_die(58 + 52 * number, 10, die) for number, die in enumerate(state.hand)]
    parts += [svg.text(10, 38, "you"), svg.text(10, 102, "others")]
    others = [dice for player, dice in enumerate(state.dice, 1) if player != state.viewer and dice]
    for number, dice in enumerate(others):
        x = 72 + 70 * number
        parts += [
            f'<path d="M{x} {118} l9 -46 h32 l9 46 z" fill="#8a6d3b" stroke="{DARK_INK}"/>',
            svg.text(x + 25, 103, str(dice), "middle", fill="#ffffff", bold=True),
        ]
    return svg.sheet(parts, 130)


def _die(x: float, y: float, face: int) -> str:
    marks = "".join(
        f'<circle cx="{x + 22 + 12 * column:.1f}" cy="{y + 22 + 12 * row:.1f}" r="4.2" fill="{DARK_INK}"/>'
        for column, row in _PIPS[face]
    )
    return svg.box(x, y, 44, 44, "#ffffff", stroke=DARK_INK, radius=8) + marks
