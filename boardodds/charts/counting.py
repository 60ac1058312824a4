"""The charts of the counting page: the states that replace the nodes of a tree, paths in a tree, and the chain of a board."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import log10

from boardodds.charts import svg
from boardodds.charts.marks import highlight
from boardodds.charts.style import CONTEXT, DARK_INK, EXACT, HAIR, Drawing, Sketch, role_color, stroke
from boardodds.probability.display import plural

# The room for a number at either side, in powers of ten: a number of six digits on a phone.
_ROOM = 1.8
# The powers of ten between two ticks, so that their numbers don't touch on a phone.
_TICK_STEP = 2
# Half of the last digit of a label.
_LEAST_LABELLED = 0.0005


def growth_line(nodes: Mapping[int, int], states: Mapping[int, int]) -> Drawing:
    """Draw by the number of dice the inner nodes of the tree of rolls, and states that replace them, on a logarithmic scale."""
    figure = Sketch()
    names = [plural(dice, "die", "dice") for dice in nodes]
    for name, dice in zip(names, nodes, strict=True):
        figure.add_lines([states[dice], nodes[dice]], [name, name], line=stroke(width=2))
    # Where both are equal, one dot covers the other.
    shown_nodes = [f"{nodes[dice]:,}" if nodes[dice] != states[dice] else "" for dice in nodes]
    shown_states = [f"{'both ' if nodes[dice] == states[dice] else ''}{states[dice]:,}" for dice in states]
    for name, counts, shown, role, side in (
        ("nodes", nodes, shown_nodes, CONTEXT, "right"),
        ("states", states, shown_states, EXACT, "left"),
    ):
        figure.add_trace(
            "scatter",
            f"%{{y}}, {name}: %{{x:,}}",
            x=list(counts.values()),
            y=names,
            mode="markers+text",
            marker={"size": 12, "color": role_color(role)},
            # The last number also names the series.
            text=[*shown[:-1], f"<b>{name}</b><br>{shown[-1]}"],
            textposition=f"middle {side}",
            cliponaxis=False,
        )
    most = log10(max(nodes.values()))
    ticks = [10**power for power in range(0, int(most) + 1, _TICK_STEP)]
    figure.update_xaxes(type="log", range=[-_ROOM, most + _ROOM], tickangle=0, zeroline=False)
    figure.update_xaxes(tickvals=ticks, ticktext=[f"{tick:,}" for tick in ticks])
    figure.update_yaxes(type="category", showgrid=False, ticksuffix=" ")
    return figure.finish(height=54 + 44 * len(nodes))


def position_bars(names: Sequence[str], chances: Sequence[float]) -> Drawing:
    """Draw the chance of each position on the board in percent; the last one, the castle, is highlighted."""
    # Positions without a chance, and those whose chance rounds to 0.0%, have no label.
    labels = [f"{round(100 * chance + HAIR, 1):g}" if chance >= _LEAST_LABELLED else "" for chance in chances]
    figure, places = Sketch(), list(range(len(names)))
    figure.add_trace(
        "bar",
        "%{customdata}: %{y:.1%}",
        x=places,
        y=list(chances),
        marker=highlight(place == places[-1] for place in places),
        text=[*labels[:-1], labels[-1] and f"<b>{labels[-1]}%</b>"],
        textposition="outside",
        textangle=0,
        textfont={"size": 12},
        constraintext="none",
        cliponaxis=False,
        customdata=list(names),
    )
    ticks = [name.replace(" ", "<br>") for name in names]
    figure.update_xaxes(tickvals=places, ticktext=ticks, tickangle=0, showgrid=False)
    figure.update_yaxes(visible=False, range=[0, 1.08])
    return figure.finish(height=280)


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
        ends = {die: 22.0 + _BRANCH * (place + (len(dice) - len(left)) / 2) for place, die in enumerate(left)}
        for die, end in ends.items():
            on_path, (fill, ink) = die == chosen, colors[die]
            edge, middle = svg.WRITING if on_path else svg.LINE, (x + 0.7 * step, y + 0.7 * (end - y))
            # The node that the path goes on from is hidden by the lines of its branches.
            parts += [
                _line(f"M{x + 14:.0f} {y:.0f} L{x + step - 12:.0f} {end:.0f}", 3 if on_path else 1),
                svg.box(x + step - 12, end - 12, 24, 24, fill, stroke=edge, radius=6),
                svg.text(x + step, end + 5, die, "middle", fill=ink, bold=True),
                svg.box(middle[0] - 16, middle[1] - 10, 32, 20, svg.PAPER),
                svg.text(middle[0], middle[1] + 5, f"1/{len(left)}", "middle", bold=on_path),
            ]
        x, y = x + step, ends[chosen]
    return svg.sheet(parts, height)


def unequal_branches(name: str, first: Fraction, wins: tuple[Fraction, Fraction]) -> str:
    """Return an SVG picture of a tree with unequal branches: whether a die comes first, then whether its camel wins the leg.

    name: the camel.
    first: the chance that its die comes first.
    wins: the chances that it wins if its die comes first, and if another does.
    """
    root, parts, paths = (14.0, 118.0), [], []
    for y, begin, chance, win in (
        (64.0, f"{name} first", first, wins[0]),
        (172.0, "another first", 1 - first, wins[1]),
    ):
        fork = 212.0, y
        parts += _branch(root, (94, y), float(chance), str(chance))
        parts.append(svg.text(100, y + 5, begin, bold=True))
        paths.append(f"{float(chance * win):.1%}")
        for end, share, rise in ((f"wins: {paths[-1]}", win, -30), ("doesn't win", 1 - win, 30)):
            parts += _branch(fork, (340, y + rise), float(share), f"{float(share):.1%}")
            parts.append(svg.text(348, y + rise + 5, end, bold=rise < 0))
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
            if begin != start:
                parts.append(_line(arc, 1))
                continue
            head = f"M{after - 6:.0f} {low + (9 if is_back else -9)} h12 L{after:.0f} {low} Z"
            thick += [_line(arc, 1.5 + 8 * float(chance)), f'<path d="{head}" {svg.painted(svg.WRITING)}/>']
            thick.append(svg.text(after, height - 12, str(chance), "middle", bold=True))
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
