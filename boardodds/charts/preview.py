"""The picture of a shared link in a chat or a post: the answer in large letters, the hundred, and the table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import takewhile

from boardodds.charts import svg
from boardodds.charts.hundred import (
    PIECES,
    ROUND,
    Outcome,
    Stack,
    legend_of,
    piece_svg,
    pieces_of,
    quantile_dots,
)
from boardodds.charts.tokens import INK, PAGE, SURFACES, Tone
from boardodds.probability.pmf import Pmf

# The size that chat programs and networks ask for, in pixels.
WIDTH, HEIGHT = 1200, 630
SITE = "boardodds"
SANS, SERIF = "Boardodds Sans", "Boardodds Serif"
_LEFT, _RIGHT = 64, 1136
# The top and the bottom of the hundred and the table, and the baseline of the last line.
_TOP, _BOTTOM, _FOOT = 346, 566, 610
# The font size of the legend, and the rows for which there is room; the least likely outcomes come last.
_LEGEND_SIZE, _LEGEND_ROWS = 26, 3
# The font sizes of the answer, each with the number of lines that fit. The last one cuts off what is longer.
_ANSWER_SIZES = ((72, 2), (58, 3), (46, 4))
# The widths of letters in the wider font as shares of the font size, with the widest gap before another one, rounded up; of all
# others, the last one.
_LETTER_WIDTHS = {
    letter: width
    for width, letters in {
        0.25: " '’",
        0.3: "!,.:;ijl|‘·",
        0.35: ")-]}",
        0.4: "/It",
        0.45: '"(*?[rs{“”',
        0.5: "Jcfz",
        0.55: "0123456789+–±−=<>SZ$aeovxy",
        0.6: "EFLPbdghknpu",
        0.65: "BCTXYq",
        0.7: "&ADGKNOQRUV",
        0.75: "H",
        0.8: "w",
        0.9: "%Mm",
    }.items()
    for letter in letters
}
_WIDEST_LETTER = 1.0


@dataclass(frozen=True, slots=True)
class Dots:
    """The lengths of a hundred games as stacks of dots.

    limit: games up to this length are filled, longer ones hollow.
    unit: the plural of what a length counts.
    """

    stacks: tuple[Stack, ...]
    limit: int
    unit: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Preview:
    """The content of a picture.

    finding: the answer as one line.
    outcomes: of the hundred; empty if the answer is no chance.
    dots: lengths in place of outcomes.
    board: an SVG picture of the table, from ``charts.svg``; empty if there is none.
    """

    finding: str
    outcomes: tuple[Outcome, ...] = ()
    dots: Dots | None = None
    board: str = ""


def dots_of(lengths: Pmf, *, unit: str, tone: Tone) -> Dots:
    """Return the dots of lengths, filled up to the median."""
    return Dots(tuple(quantile_dots(lengths)), int(lengths.quantile(0.5)), unit, tone)


def preview_svg(preview: Preview, *, heading: str, accent: Tone) -> str:
    """Return the picture as SVG with the colours of a light page.

    heading: the line above the answer, such as the game and the question.
    accent: the colour of the game.
    """
    parts = [
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{SURFACES[PAGE].light}"/>',
        f'<rect width="18" height="{HEIGHT}" fill="{accent.light}"/>',
        _text(_LEFT, 86, heading, 30, accent),
        *_answer(preview.finding),
        *_picture(preview, accent),
        *_logo(),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}">'
        f"{''.join(parts)}</svg>"
    )


def letters_width(words: str, size: float) -> float:
    """Return at least the width of words in pixels, in either font.

    >>> letters_width("mill", 10)
    18.0
    """
    return round(size * sum(_LETTER_WIDTHS.get(letter, _WIDEST_LETTER) for letter in words), 1)


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Return words in lines of at most this width in pixels, unless a single word is wider. A no-break space joins words.

    >>> wrapped("We win 63.1% of the time", 58, 400)
    ['We win 63.1%', 'of the time']
    """
    lines: list[str] = []
    for word in filter(None, words.split(" ")):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and letters_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _answer(finding: str) -> Iterator[str]:
    for size, most_lines in _ANSWER_SIZES:
        lines = wrapped(finding, size, _RIGHT - _LEFT)
        if len(lines) <= most_lines:
            break
    else:
        lines = [*lines[: most_lines - 1], f"{lines[most_lines - 1].rsplit(' ', 1)[0]}…"]
    for number, line in enumerate(_balanced(lines, size)):
        yield _text(_LEFT, 112 + size * (0.9 + 1.17 * number), line, size, SURFACES[INK], font=SERIF)


def _balanced(lines: list[str], size: float) -> list[str]:
    """Return the same words in as many lines, as equally long as possible."""
    words = " ".join(lines)
    narrower = (wrapped(words, size, width) for width in range(_RIGHT - _LEFT, 0, -20))
    return list(takewhile(lambda wrapping: len(wrapping) == len(lines), narrower))[-1]


def _picture(preview: Preview, accent: Tone) -> Iterator[str]:
    width = 520.0 if preview.board else float(_RIGHT - _LEFT)
    if preview.dots:
        yield from _dots(preview.dots, width)
    elif preview.outcomes:
        yield from _hundred(preview.outcomes, width)
        yield _text(_LEFT, _FOOT, f"Each piece is one of {PIECES} that start alike, rounded.", 22, SURFACES["note"])
    elif not preview.board:
        yield from _die(_LEFT, _TOP, _BOTTOM - _TOP, accent)
    if preview.board:
        left = 640 if preview.dots or preview.outcomes else _LEFT
        yield _placed(preview.board, left, _TOP - 6, _RIGHT - left, _BOTTOM - _TOP)


def _hundred(outcomes: Sequence[Outcome], width: float) -> Iterator[str]:
    columns = 20 if width < WIDTH / 2 else 25
    step = min(width / columns, 30.0)
    for number, outcome in enumerate(pieces_of(outcomes)):
        # Column by column, so that equal pieces are next to each other.
        column, row = divmod(number, PIECES // columns)
        yield piece_svg(_LEFT + step * column, _TOP + step * row, 0.82 * step, outcome)
    legend, top = legend_of(outcomes), _TOP + step * (PIECES // columns) + 30
    # The gap after the last part of a row may be outside.
    places = svg.flow((46 + letters_width(words, _LEGEND_SIZE) for words in legend), width + 14)
    for (x, row), outcome, words in zip(places, outcomes, legend, strict=True):
        if row < _LEGEND_ROWS:
            yield piece_svg(_LEFT + x, top + 34 * row - 20, 20, outcome)
            yield _text(_LEFT + x + 30, top + 34 * row, words, _LEGEND_SIZE, SURFACES[INK])


def _dots(dots: Dots, width: float) -> Iterator[str]:
    floor, column = _BOTTOM - 36, min(width / len(dots.stacks), 150.0)
    tallest = max(len(stack.lengths) for stack in dots.stacks)
    # Several dots side by side, so that high stacks have large dots too.
    across = max(range(1, PIECES), key=lambda across: _dot_size(column, floor - _TOP, tallest, across))
    step = _dot_size(column, floor - _TOP, tallest, across)
    for number, stack in enumerate(dots.stacks):
        for place, length in enumerate(stack.lengths):
            row, side = divmod(place, across)
            outcome = Outcome("", 1.0, dots.tone, shape=ROUND, hollow=length > dots.limit)
            yield piece_svg(_LEFT + column * number + step * side, floor - step * (row + 1), 0.82 * step, outcome)
    # As many labels as there is room for.
    interval = -(-len(dots.stacks) // max(1, int(column * len(dots.stacks) / 90)))
    for number in range(0, len(dots.stacks), interval):
        yield _text(_LEFT + column * number, floor + 28, str(dots.stacks[number].first), 22, SURFACES["note"])
    words = f"Each dot is one of {PIECES} games at its number of {dots.unit}; those of up to {dots.limit} are filled."
    yield _text(_LEFT, _FOOT, words, 22, SURFACES["note"])


def _dot_size(column: float, height: float, tallest: int, across: int) -> float:
    """Return the room of a dot if this number of dots are side by side; between stacks there is the room of one more."""
    rows = -(-tallest // across)
    return min(column / (across + (across > 1)), height / rows, 26.0)


def _placed(picture: str, x: float, y: float, width: float, height: float) -> str:
    """Return a picture of ``charts.svg`` inside another one, as large as it fits into a rectangle, at its top left."""
    scale = min(width / svg.WIDTH, height / svg.height_of(picture))
    return f'<g transform="translate({x} {y}) scale({scale:.4f})">{svg.in_light(picture)}</g>'


def _logo() -> Iterator[str]:
    yield from _die(958, 574, 40, SURFACES["action"])
    yield _text(1010, _FOOT - 2, SITE, 28, SURFACES[INK])


def _die(x: float, y: float, size: float, tone: Tone) -> Iterator[str]:
    """Yield the die of the logo: a five with three filled pips of five."""
    yield svg.box(x, y, size, size, tone.light, radius=size / 4)
    paper = SURFACES[PAGE].light
    near, middle, far = 0.27, 0.5, 0.73
    filled, hollow = ((near, near), (middle, middle), (far, far)), ((far, near), (near, far))
    for pip_x, pip_y in (*filled, *hollow):
        is_filled = (pip_x, pip_y) in filled
        paint = f'fill="{paper}"' if is_filled else f'fill="none" stroke="{paper}" stroke-width="{size / 20}"'
        radius = (0.094 if is_filled else 0.069) * size
        yield f'<circle cx="{x + pip_x * size:.1f}" cy="{y + pip_y * size:.1f}" r="{radius:.1f}" {paint}/>'


def _text(x: float, y: float, words: str, size: float, tone: Tone, *, font: str = SANS) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-family="{font}" font-size="{size}" fill="{tone.light}">{escape(words)}</text>'
