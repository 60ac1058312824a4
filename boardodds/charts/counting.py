"""Pictures of counting: the tree of the orders of dice, and a table of values that fills up state by state."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm

import plotly.graph_objects as go

from boardodds.camel_up import camel_name
from boardodds.charts.camel_up import FILL, ink
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, quiet

_LABELLED = 40
# where on a branch its chance stands, and what room that takes: a share of a branch for each level, as they share the width
_AT, _GAP = 0.6, 0.08
# on a steep branch less is enough, in pixels of its height; and what a leaf has of that, with room for its chance and without
_TALL, _WIDE_ROW, _ROW = 20, 24, 8
# the same for the chance behind a leaf: where it begins, and where it ends
_BEHIND, _END = 0.05, 0.17


def order_tree(dice: str, level: int, begins: str = "") -> go.Figure:
    """The orders in which dice can leave the pyramid, opened down to a level; ``begins`` keeps those that begin so.

    Where there is room each branch carries the chance of its die, and each leaf that of the whole order.
    """
    figure = Sketch()
    paths = [_orders(dice, depth, begins) for depth in range(level + 1)]
    height = len(paths[-1])
    place = {"".join(path): (height - 1) / 2 for path in paths[0]}
    for depth in range(level, 0, -1):
        place |= _heights(paths[depth], height, place, leaves=depth == level)
    _branches(figure, paths, place)
    _chances(figure, dice, paths, place)
    for depth in range(1, level + 1):
        _dice(figure, dice, paths[depth], place)
    figure.update_xaxes(
        title="dice rolled",
        dtick=1,
        range=[-0.1, level * (1 + _END) + 0.1],
        showgrid=False,
        zeroline=False,
        tick0=0,
    )
    figure.update_yaxes(visible=False, range=[-0.7, height - 0.3])
    return quiet(figure, height=max(300, min(1_000, 110 + _row(paths) * height)))


def _orders(dice: str, depth: int, begins: str) -> list[str]:
    start = begins[:depth]
    rest = [die for die in dice if die not in start]
    return [start + "".join(later) for later in permutations(rest, depth - len(start))]


def _heights(paths: Sequence[str], height: int, deeper: Mapping[str, float], *, leaves: bool) -> dict[str, float]:
    """Leaves evenly from the top down, every other node in the middle of those that follow it."""
    if leaves:
        return {path: height - 1 - number for number, path in enumerate(paths)}
    return {
        path: _middle([y for end, y in deeper.items() if len(end) == len(path) + 1 and end.startswith(path)])
        for path in paths
    }


def _middle(values: Sequence[float]) -> float:
    return (min(values) + max(values)) / 2


def _has_room(paths: Sequence[str]) -> bool:
    return len(paths) <= _LABELLED


def _row(paths: Sequence[Sequence[str]]) -> int:
    """Pixels from leaf to leaf."""
    return _WIDE_ROW if _has_room(paths[-1]) else _ROW


def _branches(figure: Sketch, paths: Sequence[Sequence[str]], place: Mapping[str, float]) -> None:
    """The lines, each broken where its chance stands."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for level in paths[1:]:
        for path in level:
            climb = abs(place[path] - place[path[:-1]]) * _row(paths)
            gap = min(_GAP * (len(paths) - 1), _TALL / max(_TALL, climb)) / 2
            parts = ((0, _AT - gap), (_AT + gap, 1)) if _has_room(level) else ((0, 1),)
            for start, end in parts:
                xs += [len(path) - 1 + start, len(path) - 1 + end, None]
                ys += [_along(path, start, place), _along(path, end, place), None]
    figure.add_trace(
        "scatter", x=xs, y=ys, mode="lines", line={"color": "rgba(100,116,139,0.6)", "width": 1}, hoverinfo="skip"
    )


def _along(path: str, share: float, place: Mapping[str, float]) -> float:
    """The height of the branch to a node after a share of its way."""
    return place[path[:-1]] + share * (place[path] - place[path[:-1]])


def _chances(figure: Sketch, dice: str, paths: Sequence[Sequence[str]], place: Mapping[str, float]) -> None:
    """On each branch the chance of its die among those that are left, behind each leaf that of all the way to it."""
    shown = [path for level in paths[1:] if _has_room(level) for path in level]
    leaves = [path for path in paths[-1] if _has_room(paths[-1])]
    on_branches = ([len(path) - 1 + _AT for path in shown], [_along(path, _AT, place) for path in shown])
    behind = ([len(path) * (1 + _BEHIND) for path in leaves], [place[path] for path in leaves])
    for (xs, ys), texts, position in (
        (on_branches, [f"1/{len(dice) - len(path) + 1}" for path in shown], "middle center"),
        (behind, [_chance(dice, path) for path in leaves], "middle right"),
    ):
        figure.add_trace(
            "scatter",
            x=xs,
            y=ys,
            mode="text",
            text=texts,
            textposition=position,
            textfont={"size": 12},
            cliponaxis=False,
            hoverinfo="skip",
        )


def _chance(dice: str, path: str) -> str:
    """The chance that the dice come out in this order: one of as many, all alike."""
    return f"1/{perm(len(dice), len(path))}"


def _dice(figure: Sketch, dice: str, paths: Sequence[str], place: Mapping[str, float]) -> None:
    labelled = _has_room(paths)
    figure.add_trace(
        "scatter",
        x=[len(path) for path in paths],
        y=[place[path] for path in paths],
        mode="markers+text" if labelled else "markers",
        marker={
            "symbol": "square",
            "size": 20 if labelled else 7,
            "color": [FILL[path[-1]] for path in paths],
            "line": {"color": DARK_INK, "width": 1},
        },
        text=[f"<b>{path[-1]}</b>" for path in paths],
        textfont={"color": [ink(path[-1]) for path in paths], "size": 12},
        customdata=[f"{', then '.join(camel_name(die) for die in path)}: {_chance(dice, path)}" for path in paths],
        hovertemplate="%{customdata}<extra></extra>",
    )


def value_grid(
    rows: Sequence[str], columns: Sequence[str], values: Mapping[tuple[str, str], Fraction], now: tuple[str, str]
) -> go.Figure:
    """The chance to win by state, blank where it is not known yet; the state worked out last has a frame."""
    shades = [[float(values[row, column]) if (row, column) in values else None for column in columns] for row in rows]
    texts = [[str(values.get((row, column), "")) for column in columns] for row in rows]
    figure = Sketch()
    figure.add_trace(
        "heatmap",
        x=list(columns),
        y=list(rows),
        z=shades,
        zmin=0,
        zmax=1,
        text=texts,
        texttemplate="%{text}",
        textfont={"color": "#1b1b1b"},
        colorscale=[[0, "#fbe9d7"], [1, "#e08a3c"]],
        xgap=3,
        ygap=3,
        showscale=False,
        hovertemplate="%{y}, %{x}: %{z:.1%}<extra></extra>",
    )
    row, column = rows.index(now[0]), columns.index(now[1])
    figure.add_shape(
        type="rect", x0=column - 0.5, x1=column + 0.5, y0=row - 0.5, y1=row + 0.5, line={"color": "#2b6cb0", "width": 4}
    )
    figure.update_xaxes(type="category", showgrid=False, side="top")
    figure.update_yaxes(type="category", showgrid=False, ticksuffix=" ", autorange="reversed")
    return quiet(figure, height=70 + 46 * len(rows))


def growth_line(counts: Mapping[int, int], states: Mapping[int, int]) -> go.Figure:
    """Dice sequences and the states that stand in for them, by number of dice, on a logarithmic scale."""
    figure = Sketch()
    for name, values, dash in (("dice sequences", counts, "solid"), ("states counted", states, "dot")):
        figure.add_trace(
            "scatter",
            x=list(values),
            y=list(values.values()),
            name=name,
            mode="lines+markers+text",
            text=[f"{value:,}" for value in values.values()],
            textposition="top center" if dash == "solid" else "bottom center",
            line={"dash": dash},
            cliponaxis=False,
            hovertemplate=f"%{{x}} dice: %{{y:,}} {name}<extra></extra>",
        )
    figure.update_xaxes(title="dice in the pyramid", dtick=1, showgrid=False, range=[0.4, max(counts) + 0.7])
    figure.update_yaxes(type="log", title="count", dtick=1)
    return quiet(figure, height=340, legend=True)
