"""Pictures of counting: the tree of the orders of dice, and a table of values that fills up state by state."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations

import plotly.graph_objects as go

from boardodds.camel_up import camel_name
from boardodds.charts.camel_up import DARK_INK, FILL, ink
from boardodds.charts.sketch import Sketch
from boardodds.charts.style import quiet

_LABELLED = 40


def order_tree(dice: str, level: int, begins: str = "") -> go.Figure:
    """The orders in which dice can leave the pyramid, opened down to a level; ``begins`` keeps those that begin so."""
    figure = Sketch()
    paths = [_orders(dice, depth, begins) for depth in range(level + 1)]
    height = len(paths[-1])
    place = {"".join(path): (height - 1) / 2 for path in paths[0]}
    for depth in range(level, 0, -1):
        place |= _heights(paths[depth], height, place, leaves=depth == level)
    _branches(figure, paths, place)
    for depth in range(1, level + 1):
        _dice(figure, depth, paths[depth], place)
    figure.update_xaxes(
        title="dice rolled", dtick=1, range=[-0.15, level + 0.35], showgrid=False, zeroline=False, tick0=0
    )
    figure.update_yaxes(visible=False, range=[-0.7, height - 0.3])
    return quiet(figure, height=max(300, min(1_000, 110 + (24 if height <= _LABELLED else 8) * height)))


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


def _branches(figure: Sketch, paths: Sequence[Sequence[str]], place: Mapping[str, float]) -> None:
    xs: list[float | None] = []
    ys: list[float | None] = []
    for level in paths[1:]:
        for path in level:
            xs += [len(path) - 1, len(path), None]
            ys += [place[path[:-1]], place[path], None]
    figure.add_trace(
        "scatter", x=xs, y=ys, mode="lines", line={"color": "rgba(100,116,139,0.6)", "width": 1}, hoverinfo="skip"
    )


def _dice(figure: Sketch, depth: int, paths: Sequence[str], place: Mapping[str, float]) -> None:
    labelled = len(paths) <= _LABELLED
    figure.add_trace(
        "scatter",
        x=[depth] * len(paths),
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
        customdata=[", then ".join(camel_name(die) for die in path) for path in paths],
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
