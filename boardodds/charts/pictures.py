"""Small drawings as SVG text, for cards, quizzes and printed sheets: a position of each game, bars, a row of columns.

They stand on paper of their own, so that they read in the light, in the dark and in print. All text in them is escaped.
"""

from collections.abc import Callable, Mapping, Sequence
from html import escape

from boardodds.camel_up import FIRST_EDITION, Position
from boardodds.camel_up.position import OASIS
from boardodds.candy_land import parse_spaces
from boardodds.charts.camel_up import DARK_INK, FILL, ink
from boardodds.charts.candy_land import SPACE_FILLS
from boardodds.charts.orchard import TREE_FILLS, TREE_NAMES
from boardodds.orchard import State
from boardodds.perudo import RoundState
from boardodds.teaching.question import Question

PAPER, LINE, FAINT = "#fffdf8", "#dccfb8", "#efe6d6"
ACCENT = "#b4530a"
_WIDTH = 480
_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def bars(rows: Mapping[str, tuple[float, str]]) -> str:
    """Horizontal bars: for each label a share from 0 to 1 and a colour."""
    parts, step, left = [], 30, 118
    span = _WIDTH - left - 76
    for number, (label, (share, fill)) in enumerate(rows.items()):
        y = 10 + step * number
        parts += [
            _text(left - 8, y + 16, label, anchor="end"),
            _box(left, y, max(1.0, span * share), 22, fill, stroke=DARK_INK),
            _text(left + span * share + 8, y + 16, f"{share:.1%}"),
        ]
    return _sheet(parts, 16 + step * len(rows))


def columns(values: Sequence[float], first: str, last: str, fill: str = ACCENT) -> str:
    """Columns side by side, the tallest as tall as the picture; the first and the last one carry a label."""
    height, foot = 84, 100
    step = (_WIDTH - 24) / len(values)
    most = max(values)
    parts = [
        _box(12 + step * number, foot - height * value / most, max(0.8, step - 1.5), height * value / most, fill)
        for number, value in enumerate(values)
    ]
    parts += [_text(12, foot + 18, first), _text(_WIDTH - 12, foot + 18, last, anchor="end")]
    return _sheet(parts, foot + 26)


def line(values: Sequence[float], exact: float, first: str, last: str) -> str:
    """A line that settles, and what it settles on; the first and the last value carry a label."""
    high, foot = 12, 100
    low_value, high_value = min(*values, exact), max(*values, exact)
    step = (_WIDTH - 24) / (len(values) - 1)

    def y(value: float) -> float:
        return foot - (foot - high) * (value - low_value) / (high_value - low_value or 1)

    points = " ".join(f"{12 + step * number:.1f},{y(value):.1f}" for number, value in enumerate(values))
    dashes = f'<path d="M12 {y(exact):.1f} H{_WIDTH - 12}" stroke="{ACCENT}" stroke-width="2" stroke-dasharray="6 4"/>'
    curve = f'<polyline points="{points}" fill="none" stroke="#2b6cb0" stroke-width="2.5"/>'
    return _sheet(
        [dashes, curve, _text(12, foot + 18, first), _text(_WIDTH - 12, foot + 18, last, anchor="end")], foot + 26
    )


def camel_board(position: Position) -> str:
    """The squares around the camels, stacks with the leader on top, tiles, the dice in the pyramid, the finish if it is near."""
    occupied = [square for square, _ in position.stacks] + [square for square, _ in position.tiles]
    first, last = max(1, min(occupied) - 1), min(FIRST_EDITION.track, max(occupied) + 2)
    tallest = max(len(camels) for _, camels in position.stacks)
    step = min(52.0, (_WIDTH - 16) / (last - first + 1))
    ground = 52 + 24 * tallest
    parts = [_text(10, 24, "in the pyramid:" if position.dice else "the pyramid is empty")]
    for number, die in enumerate(position.dice):
        parts += _camel(136 + 30 * number, 8, 24, die)
    for square in range(first, last + 1):
        x = 8 + step * (square - first)
        parts += [
            _box(x + 1, ground, step - 2, 8, FAINT, stroke=LINE),
            _text(x + step / 2, ground + 24, str(square), "middle"),
        ]
    if last == FIRST_EDITION.track:
        end = 8 + step * (last - first + 1)
        parts += [_box(end - 2, ground - 26, 4, 34, DARK_INK), _text(end - 2, ground - 32, "finish", "end")]
    for square, camels in position.stacks:
        x = 8 + step * (square - first)
        for level, camel in enumerate(camels):
            parts += _camel(x + 3, ground - 24 * (level + 1), step - 6, camel)
    for square, kind in position.tiles:
        parts += _tile(8 + step * (square - first) + step / 2, ground - 12, kind == OASIS)
    return _sheet(parts, ground + 32)


def _camel(x: float, y: float, width: float, camel: str) -> list[str]:
    return [
        _box(x, y, width, 22, FILL[camel], stroke=DARK_INK, radius=6),
        _text(x + width / 2, y + 16, camel, "middle", fill=ink(camel), bold=True),
    ]


def _tile(x: float, y: float, oasis: bool) -> list[str]:
    fill, sign = ("#2f8f4e", "+1") if oasis else ("#8a6410", "-1")
    return [
        f'<circle cx="{x:.1f}" cy="{y}" r="12" fill="{fill}"/>',
        _text(x, y + 5, sign, "middle", fill="#ffffff", bold=True),
    ]


def orchard(state: State) -> str:
    """The fruit left on each tree, and the raven's steps."""
    parts: list[str] = []
    rows = [(TREE_NAMES[tree], left, TREE_FILLS[tree]) for tree, left in enumerate(state.fruit)]
    rows.append(("raven's steps", state.raven_steps, "#4a4a55"))
    for number, (name, left, fill) in enumerate(rows):
        y = 24 + 28 * number
        parts += [_text(112, y + 5, name, "end"), _text(134, y + 5, str(left), "middle", bold=True)]
        parts += [_spot(160 + 24 * place, y, 9, fill, raven=number == len(state.fruit)) for place in range(left)]
    return _sheet(parts, 12 + 28 * len(rows))


def _spot(x: float, y: float, radius: float, fill: str, *, raven: bool) -> str:
    if raven:
        return _box(x - radius, y - radius, 2 * radius, 2 * radius, fill, stroke=DARK_INK, radius=2)
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{fill}" stroke="{DARK_INK}"/>'


def perudo_round(state: RoundState) -> str:
    """The viewer's dice as they lie, and a cup with the number of its dice for everyone else."""
    parts = [_text(10, 38, "you")] + [_die(58 + 52 * number, 10, die) for number, die in enumerate(state.hand)]
    others = [dice for player, dice in enumerate(state.dice) if player != state.viewer and dice]
    parts.append(_text(10, 102, "others"))
    for number, dice in enumerate(others):
        x = 72 + 70 * number
        parts += [
            f'<path d="M{x} 118 l9 -46 h32 l9 46 z" fill="#8a6d3b" stroke="{DARK_INK}"/>',
            _text(x + 25, 103, str(dice), "middle", fill="#ffffff", bold=True),
        ]
    return _sheet(parts, 130)


def _die(x: float, y: float, face: int) -> str:
    pips = "".join(
        f'<circle cx="{x + 22 + 12 * across:.1f}" cy="{y + 22 + 12 * down:.1f}" r="4.2" fill="{DARK_INK}"/>'
        for across, down in _PIPS[face]
    )
    return _box(x, y, 44, 44, "#ffffff", stroke=DARK_INK, radius=8) + pips


def candy_track(spaces: Sequence[str]) -> str:
    """The spaces in order, the player before the first one."""
    step = min(48.0, (_WIDTH - 60) / len(spaces))
    parts = [_text(10, 40, "you")]
    for number, space in enumerate(spaces):
        x = 50 + step * number
        parts.append(_box(x, 14, step - 4, 40, SPACE_FILLS.get(space, LINE), stroke=DARK_INK, radius=6))
        parts.append(_text(x + step / 2 - 2, 40, space[:1], "middle", fill=DARK_INK, bold=True))
        parts.append(_text(x + step / 2 - 2, 72, str(number + 1), "middle"))
    return _sheet(parts, 82)


_BY_NOTATION: Mapping[str, Callable[[str], str]] = {
    "position": lambda text: camel_board(Position.parse(text)),
    "state": lambda text: orchard(State.parse(text)),
    "round": lambda text: perudo_round(RoundState.parse(text)),
    "spaces": lambda text: candy_track(parse_spaces(text)),
}


def of_question(question: Question) -> str | None:
    """What lies on the table of a question; None if its words say it all."""
    for name, draw in _BY_NOTATION.items():
        if name in question.notation:
            return draw(question.notation[name])
    return None


def _sheet(parts: Sequence[str], height: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height:.0f}" width="{_WIDTH}" height="{height:.0f}" '
        'font-family="system-ui, sans-serif" font-size="15">'
        f"{_box(0.5, 0.5, _WIDTH - 1, height - 1, PAPER, stroke=LINE, radius=10)}{''.join(parts)}</svg>"
    )


def _box(x: float, y: float, width: float, height: float, fill: str, *, stroke: str = "none", radius: float = 3) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{radius}"'
    return f'<rect {place} fill="{fill}" stroke="{stroke}"/>'


def _text(x: float, y: float, text: str, anchor: str = "start", *, fill: str = DARK_INK, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{fill}"{weight}>{escape(text)}</text>'
