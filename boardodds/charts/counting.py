"""The charts of the counting page: how many states replace the nodes of a tree, one path in a tree, and the arrows of a chain."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log10

import plotly.graph_objects as go

from boardodds.charts import svg
from boardodds.charts.style import CONTEXT, DARK_INK, EXACT, Sketch, finish_chart, role_color
from boardodds.probability.display import plural

# The room for a number at either side, in powers of ten: a number of six digits on a phone.
_ROOM = 1.8
# The powers of ten between two ticks, so that their numbers don't touch on a phone.
_TICK_STEP = 2


def growth_line(nodes: Mapping[int, int], states: Mapping[int, int]) -> go.Figure:
    """Draw the number of inner nodes of the tree of rolls and of the states that replace them, on a logarithmic scale.

    nodes, states: by the number of dice.
    """
    figure = Sketch()
    names = [plural(dice, "die", "dice") for dice in nodes]
    for name, dice in zip(names, nodes, strict=True):
        figure.add_trace(
            "scatter",
            x=[states[dice], nodes[dice]],
            y=[name, name],
            mode="lines",
            line={"color": role_color(CONTEXT), "width": 2},
            hoverinfo="skip",
        )
    # Where both are equal, one dot covers the other.
    shown_nodes = [f"{nodes[dice]:,}" if nodes[dice] != states[dice] else "" for dice in nodes]
    shown_states = [f"{'both ' if nodes[dice] == states[dice] else ''}{states[dice]:,}" for dice in states]
    _add_ends(figure, names, list(nodes.values()), shown_nodes, name="nodes", role=CONTEXT, side="right")
    _add_ends(figure, names, list(states.values()), shown_states, name="states", role=EXACT, side="left")
    most = log10(max(nodes.values()))
    ticks = [10**power for power in range(0, int(most) + 1, _TICK_STEP)]
    figure.update_xaxes(
        type="log",
        range=[-_ROOM, most + _ROOM],
        tickvals=ticks,
        ticktext=[f"{tick:,}" for tick in ticks],
        tickangle=0,
        zeroline=False,
    )
    figure.update_yaxes(type="category", showgrid=False, ticksuffix=" ")
    return finish_chart(figure, height=54 + 44 * len(nodes))


def _add_ends(
    figure: Sketch,
    names: Sequence[str],
    counts: Sequence[int],
    shown: Sequence[str],
    *,
    name: str,
    role: str,
    side: str,
) -> None:
    """Add the dots at one end of all lines, with their numbers; the last one names the series."""
    figure.add_trace(
        "scatter",
        x=list(counts),
        y=list(names),
        mode="markers+text",
        marker={"size": 12, "color": role_color(role)},
        text=[*shown[:-1], f"<b>{name}</b><br>{shown[-1]}"],
        textposition=f"middle {side}",
        cliponaxis=False,
        hovertemplate=f"%{{y}}, {name}: %{{x:,}}<extra></extra>",
    )


# The distance between two branches of a tree in pixels.
_BRANCH = 34


def branches(dice: str, path: str, colors: Mapping[str, tuple[str, str]]) -> str:
    """Return an SVG picture of one path through the tree of orders: at each node the dice that can come next, with their chance.

    dice: the letters of all dice.
    path: the dice on the path, in order.
    colors: the colours of each die and of its letter.
    """
    step, height = (svg.WIDTH - 60) / len(path), _BRANCH * len(dice) + 12
    x, y, parts = 20.0, height / 2, []
    for depth, chosen in enumerate(path):
        left = [die for die in dice if die not in path[:depth]]
        # The node that the path goes on from is hidden by the lines of its branches.
        start, ends = (
            (x, y),
            {die: 22.0 + _BRANCH * (place + (len(dice) - len(left)) / 2) for place, die in enumerate(left)},
        )
        x += step
        for die, end in ends.items():
            on_path = die == chosen
            parts.append(_line(f"M{start[0] + 14:.0f} {start[1]:.0f} L{x - 12:.0f} {end:.0f}", 3 if on_path else 1))
            parts.append(
                svg.box(x - 12, end - 12, 24, 24, colors[die][0], stroke=svg.WRITING if on_path else svg.LINE, radius=6)
            )
            parts.append(svg.text(x, end + 5, die, "middle", fill=colors[die][1], bold=True))
            middle = start[0] + 0.7 * (x - start[0]), start[1] + 0.7 * (end - start[1])
            parts.append(svg.box(middle[0] - 16, middle[1] - 10, 32, 20, svg.PAPER))
            parts.append(svg.text(middle[0], middle[1] + 5, f"1/{len(left)}", "middle", bold=on_path))
        y = ends[chosen]
    return svg.sheet(parts, height)


def unequal_branches(name: str, first: Fraction, wins: tuple[Fraction, Fraction]) -> str:
    """Return an SVG picture of a tree with unequal branches: whether a die comes first, then whether its camel wins the leg.

    name: the camel.
    first: the chance that its die comes first.
    wins: the chances that it wins if its die comes first, and if another does.
    """
    root, parts, paths = (14.0, 118.0), [], []
    for row, (begin, chance, win) in enumerate(
        ((f"{name} first", first, wins[0]), ("another first", 1 - first, wins[1]))
    ):
        fork = 212.0, 64.0 + 108 * row
        parts += _branch(root, (94, fork[1]), float(chance), str(chance))
        parts.append(svg.text(100, fork[1] + 5, begin, bold=True))
        paths.append(f"{float(chance * win):.1%}")
        for end, share, rise in ((f"wins: {paths[-1]}", win, -30), ("doesn't win", 1 - win, 30)):
            parts += _branch(fork, (340, fork[1] + rise), float(share), f"{float(share):.1%}")
            parts.append(svg.text(348, fork[1] + rise + 5, end, bold=rise < 0))
    total = first * wins[0] + (1 - first) * wins[1]
    parts.append(svg.text(348, 240, f"{' + '.join(paths)} = {float(total):.1%}", "middle"))
    return svg.sheet(parts, 252)


def _branch(start: tuple[float, float], end: tuple[float, float], chance: float, words: str) -> list[str]:
    (x, y), width = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), 14 + 8 * len(words)
    return [
        _line(f"M{start[0]:.0f} {start[1]:.0f} L{end[0]:.0f} {end[1]:.0f}", 1.5 + 8 * chance),
        svg.box(x - width / 2, y - 10, width, 20, svg.PAPER),
        svg.text(x, y + 5, words, "middle"),
    ]


def chain_arrows(
    names: Sequence[str], fills: Sequence[str], moves: Mapping[str, Mapping[str, Fraction]], start: str
) -> str:
    """Return an SVG picture of a board with an arc for each move of a chain; those from one space are thick, with their chances.

    names, fills: the spaces in order and their colours.
    moves: by the space where a move begins and the one where it ends, the chance of a possible move.
    start: the space whose arrows have their chances.
    """
    step = (svg.WIDTH - 20) / len(names)
    place = {name: 10 + step * (number + 0.5) for number, name in enumerate(names)}
    top, height = 140, 270
    parts, thick = [], []
    for begin, row in moves.items():
        for end, chance in row.items():
            x, after = place[begin], place[end]
            # An arc back goes below the board, and one to the same space is a small loop.
            is_back = after < x
            low, rise = (top + 46, 8) if is_back else (top, -20)
            peak, gap = low + rise * max(abs(after - x) / step, 1.5), 12 * (after == x)
            arc = f"M{x - gap / 2:.0f} {low} C{x - gap:.0f} {peak:.0f} {after + gap:.0f} {peak:.0f} {after + gap / 2:.0f} {low}"
            if begin == start:
                thick.append(_line(arc, 1.5 + 8 * float(chance)))
                side = 9 if is_back else -9
                thick.append(
                    f'<path d="M{after - 6:.0f} {low + side} h12 L{after:.0f} {low} Z" {svg.painted(svg.WRITING)}/>'
                )
                thick.append(svg.text(after, height - 12, str(chance), "middle", bold=True))
            else:
                parts.append(_line(arc, 1))
    for number, (name, fill) in enumerate(zip(names, fills, strict=True)):
        x, letter = place[name], name.split()[-1][:1].upper()
        edge, ink = svg.WRITING if name == start else svg.LINE, svg.WRITING if fill == svg.LINE else DARK_INK
        parts.append(svg.box(x - step / 2 + 2, top, step - 4, 46, fill, stroke=edge, radius=6))
        parts.append(svg.text(x, top + 20, letter, "middle", fill=ink, bold=True))
        parts.append(svg.text(x, top + 39, str(number) if name[0].isdigit() else "", "middle", fill=ink))
    return svg.sheet([*parts, svg.text(8, height - 12, "chance"), *thick], height)


def _line(path: str, width: float) -> str:
    faint = "" if width > 1 else ' stroke-opacity="0.3"'
    return f'<path d="{path}" stroke-width="{width:.1f}"{faint} {svg.painted("none", svg.WRITING)}/>'
