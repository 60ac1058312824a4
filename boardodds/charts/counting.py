"""Charts on counting: the tree of dice orders, a table of values that fills up state by state, and the growth of counts."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import perm

import plotly.graph_objects as go

from boardodds.camel_up import camel_name
from boardodds.charts.camel_up import FILL, ink
from boardodds.charts.figure import Sketch
from boardodds.charts.style import DARK_INK, finish_chart

_MAX_LABELLED = 40
# The position of a chance on its branch, and the gap in the line around it, both as fractions of a branch. The gap is given for a
# tree of one level: deeper trees have shorter branches, so it is multiplied by the number of levels.
_LABEL_POSITION, _LABEL_GAP = 0.6, 0.08
# On a steep branch, the height of the text limits the gap. The pixels between leaves depend on whether they have labels.
_MAX_GAP_PIXELS, _LABELLED_ROW_PIXELS, _ROW_PIXELS = 20, 24, 8
# The start and the end of the chance to the right of a leaf, as fractions of the width of the tree.
_LEAF_LABEL_START, _LEAF_LABEL_END = 0.05, 0.17


def order_tree(dice: str, level: int, first_dice: str = "") -> go.Figure:
    """Draw the tree of the orders in which dice can leave the pyramid.

    If there is room, each branch shows the chance of its die, and each leaf shows the chance of the whole order.

    dice: the letters of all dice.
    level: the number of dice drawn in the tree.
    first_dice: the dice that all orders start with; empty for all orders.
    """
    figure = Sketch()
    paths = [_orders(dice, depth, first_dice) for depth in range(level + 1)]
    leaf_count = len(paths[-1])
    heights = {"".join(path): (leaf_count - 1) / 2 for path in paths[0]}
    for depth in range(level, 0, -1):
        heights |= _level_heights(paths[depth], leaf_count, heights, leaves=depth == level)
    _add_branches(figure, paths, heights)
    _add_chances(figure, dice, paths, heights)
    for depth in range(1, level + 1):
        _add_dice(figure, dice, paths[depth], heights)
    figure.update_xaxes(
        title="dice rolled",
        dtick=1,
        range=[-0.1, level * (1 + _LEAF_LABEL_END) + 0.1],
        showgrid=False,
        zeroline=False,
        tick0=0,
    )
    figure.update_yaxes(visible=False, range=[-0.7, leaf_count - 0.3])
    return finish_chart(figure, height=max(300, min(1_000, 110 + _row_pixels(paths) * leaf_count)))


def _orders(dice: str, depth: int, first_dice: str) -> list[str]:
    start = first_dice[:depth]
    rest = [die for die in dice if die not in start]
    return [start + "".join(later) for later in permutations(rest, depth - len(start))]


def _level_heights(
    paths: Sequence[str], leaf_count: int, known_heights: Mapping[str, float], *, leaves: bool
) -> dict[str, float]:
    """Return the height of each node of one level.

    Leaves are evenly spaced from the top down. Every other node is halfway between the highest and the lowest of its children.
    """
    if leaves:
        return {path: leaf_count - 1 - number for number, path in enumerate(paths)}
    return {
        path: _midpoint([y for end, y in known_heights.items() if len(end) == len(path) + 1 and end.startswith(path)])
        for path in paths
    }


def _midpoint(values: Sequence[float]) -> float:
    return (min(values) + max(values)) / 2


def _has_labels(paths: Sequence[str]) -> bool:
    return len(paths) <= _MAX_LABELLED


def _row_pixels(paths: Sequence[Sequence[str]]) -> int:
    """Return the pixels from one leaf to the next."""
    return _LABELLED_ROW_PIXELS if _has_labels(paths[-1]) else _ROW_PIXELS


def _add_branches(figure: Sketch, paths: Sequence[Sequence[str]], heights: Mapping[str, float]) -> None:
    """Add the branches as lines, with a gap for the chance on each."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for level in paths[1:]:
        for path in level:
            climb = abs(heights[path] - heights[path[:-1]]) * _row_pixels(paths)
            gap = min(_LABEL_GAP * (len(paths) - 1), _MAX_GAP_PIXELS / max(_MAX_GAP_PIXELS, climb)) / 2
            parts = ((0, _LABEL_POSITION - gap), (_LABEL_POSITION + gap, 1)) if _has_labels(level) else ((0, 1),)
            for start, end in parts:
                xs += [len(path) - 1 + start, len(path) - 1 + end, None]
                ys += [_branch_height(path, start, heights), _branch_height(path, end, heights), None]
    figure.add_trace(
        "scatter", x=xs, y=ys, mode="lines", line={"color": "rgba(100,116,139,0.6)", "width": 1}, hoverinfo="skip"
    )


def _branch_height(path: str, fraction: float, heights: Mapping[str, float]) -> float:
    """Return the height of the branch to a node at a fraction of its length."""
    return heights[path[:-1]] + fraction * (heights[path] - heights[path[:-1]])


def _add_chances(figure: Sketch, dice: str, paths: Sequence[Sequence[str]], heights: Mapping[str, float]) -> None:
    """Add to each branch the chance of its die among the dice left, and to each leaf the chance of the whole order."""
    labelled_paths = [path for level in paths[1:] if _has_labels(level) for path in level]
    leaves = [path for path in paths[-1] if _has_labels(paths[-1])]
    on_branches = (
        [len(path) - 1 + _LABEL_POSITION for path in labelled_paths],
        [_branch_height(path, _LABEL_POSITION, heights) for path in labelled_paths],
    )
    behind_leaves = ([len(path) * (1 + _LEAF_LABEL_START) for path in leaves], [heights[path] for path in leaves])
    for (xs, ys), texts, position in (
        (on_branches, [f"1/{len(dice) - len(path) + 1}" for path in labelled_paths], "middle center"),
        (behind_leaves, [_chance(dice, path) for path in leaves], "middle right"),
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
    """Return the chance that the dice leave the pyramid in this order; all orders of a length are equally likely."""
    return f"1/{perm(len(dice), len(path))}"


def _add_dice(figure: Sketch, dice: str, paths: Sequence[str], heights: Mapping[str, float]) -> None:
    labelled = _has_labels(paths)
    figure.add_trace(
        "scatter",
        x=[len(path) for path in paths],
        y=[heights[path] for path in paths],
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
    rows: Sequence[str], columns: Sequence[str], values: Mapping[tuple[str, str], Fraction], current: tuple[str, str]
) -> go.Figure:
    """Draw the chance of winning by state, with a frame around one state.

    values: by (row, column), the chances that are known; the other cells stay blank.
    current: the row and the column of the state solved last.
    """
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
    row, column = rows.index(current[0]), columns.index(current[1])
    figure.add_shape(
        type="rect", x0=column - 0.5, x1=column + 0.5, y0=row - 0.5, y1=row + 0.5, line={"color": "#2b6cb0", "width": 4}
    )
    figure.update_xaxes(type="category", showgrid=False, side="top")
    figure.update_yaxes(type="category", showgrid=False, ticksuffix=" ", autorange="reversed")
    return finish_chart(figure, height=70 + 46 * len(rows))


def growth_line(nodes: Mapping[int, int], states: Mapping[int, int]) -> go.Figure:
    """Draw the number of inner nodes of the tree of rolls and of the states that replace them, on a logarithmic axis.

    nodes, states: by the number of dice.
    """
    figure = Sketch()
    for name, values, dash in (("nodes of the tree", nodes, "solid"), ("different states", states, "dot")):
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
    figure.update_xaxes(title="dice in the pyramid", dtick=1, showgrid=False, range=[0.4, max(nodes) + 0.7])
    figure.update_yaxes(type="log", title="count", dtick=1)
    return finish_chart(figure, height=340, legend=True)
