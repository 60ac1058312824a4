"""A hundred games like this one: chances as counts of a hundred pieces, and lengths of games as a hundred dots."""

from collections.abc import Sequence
from dataclasses import dataclass

from boardodds.charts import svg
from boardodds.charts.style import DARK_INK, Tone, short_percent
from boardodds.probability.pmf import Pmf

PIECES = 100
SQUARE, ROUND, DIAMOND = "square", "round", "diamond"
_STACK_WIDTHS = tuple(digit * 10**power for power in range(6) for digit in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a game, as it is drawn among a hundred.

    name: in words, after the number: "green", "won".
    chance: from 0 to 1.
    tone: the colour of its pieces.
    shape: the form of its pieces.
    hollow: whether only the outlines of its pieces are drawn.
    shown: its percentage as text, where it must agree with other rounded ones; empty to round the chance.
    """

    name: str
    chance: float
    tone: Tone
    shape: str = SQUARE
    hollow: bool = False
    shown: str = ""

    @property
    def percentage(self) -> str:
        """The chance in percent, as it is written next to its pieces."""
        return self.shown or short_percent(self.chance)

    @property
    def look(self) -> tuple[Tone, str, bool]:
        """Everything that distinguishes its pieces from others."""
        return self.tone, self.shape, self.hollow


def counts_of_hundred(chances: Sequence[float]) -> list[int]:
    """Return how many of a hundred games each chance is, by largest remainders, so that they add up to exactly 100.

    chances: of outcomes of which exactly one occurs.

    Raises ValueError unless the chances add up to 1.

    >>> counts_of_hundred([1 / 3, 1 / 3, 1 / 3]), counts_of_hundred([0.996, 0.004])
    ([34, 33, 33], [100, 0])
    """
    if abs(sum(chances) - 1) > 1e-6:
        raise ValueError(f"chances must add up to 1, got {sum(chances)}")
    exact = [PIECES * chance for chance in chances]
    counts = [int(count + 1e-9) for count in exact]
    by_remainder = sorted(range(len(exact)), key=lambda place: (counts[place] - exact[place], place))
    for place in by_remainder[: PIECES - sum(counts)]:
        counts[place] += 1
    return counts


def count_in_words(count: int, chance: float) -> str:
    """Return a count of a hundred games, without calling a possible event impossible or an uncertain one certain.

    >>> count_in_words(0, 0.004), count_in_words(100, 0.996), count_in_words(34, 0.344), count_in_words(100, 1.0)
    ('fewer than 1', 'more than 99', '34', '100')
    """
    if count == 0 and chance > 0:
        return "fewer than 1"
    if count == PIECES and chance < 1:
        return "more than 99"
    return str(count)


def in_words(outcomes: Sequence[Outcome], games: str = "games like this one") -> str:
    """Return the counts of all outcomes with their chances, as an alternative text.

    games: the plural of what each piece is.

    >>> in_words([Outcome("won", 0.75, Tone("", "")), Outcome("lost", 0.25, Tone("", ""))], "games")
    'Of 100 games on average: 75 won (75.0%), 25 lost (25.0%).'
    """
    counts = counts_of_hundred([outcome.chance for outcome in outcomes])
    parts = (
        f"{count_in_words(count, outcome.chance)} {outcome.name} ({outcome.percentage})"
        for count, outcome in zip(counts, outcomes, strict=True)
    )
    return f"Of {PIECES} {games} on average: {', '.join(parts)}."


def hundred_svg(outcomes: Sequence[Outcome]) -> str:
    """Return the hundred pieces as a picture for a light background, with the counts below."""
    columns, step, size = 20, 22, 18
    left = (svg.WIDTH - columns * step) / 2
    parts = [
        piece_svg(left + step * (number // 5) + 2, 10 + step * (number % 5), size, outcome)
        for number, outcome in enumerate(pieces_of(outcomes))
    ]
    legend = legend_of(outcomes)
    # About 8 pixels a letter at the picture's font size.
    places = list(svg.flow((40 + 8 * len(words) for words in legend), svg.WIDTH - left - 2))
    for (x, row), outcome, words in zip(places, outcomes, legend, strict=True):
        parts += [piece_svg(left + 2 + x, 129 + 24 * row, 14, outcome), svg.text(left + 22 + x, 142 + 24 * row, words)]
    return svg.sheet(parts, 156 + 24 * places[-1][1])


def legend_of(outcomes: Sequence[Outcome]) -> list[str]:
    """Return the count and the name of each outcome.

    >>> legend_of([Outcome("won", 0.75, Tone("", "")), Outcome("lost", 0.25, Tone("", ""))])
    ['75 won', '25 lost']
    """
    counts = counts_of_hundred([outcome.chance for outcome in outcomes])
    return [
        f"{count_in_words(count, outcome.chance)} {outcome.name}"
        for count, outcome in zip(counts, outcomes, strict=True)
    ]


def pieces_of(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcome of each of the hundred games, those of one outcome next to each other."""
    counts = counts_of_hundred([outcome.chance for outcome in outcomes])
    return [outcome for count, outcome in zip(counts, outcomes, strict=True) for _ in range(count)]


def piece_svg(x: float, y: float, size: float, outcome: Outcome) -> str:
    """Return a piece of an outcome for a light background, in a square with its top left corner at x, y."""
    fill, stroke = ("none", outcome.tone.light) if outcome.hollow else (outcome.tone.light, DARK_INK)
    style = f'fill="{fill}" stroke="{stroke}" stroke-width="1"'
    middle_x, middle_y, half = x + size / 2, y + size / 2, size / 2
    if outcome.shape == ROUND:
        return f'<circle cx="{middle_x:.1f}" cy="{middle_y:.1f}" r="{half:.1f}" {style}/>'
    if outcome.shape == DIAMOND:
        corners = (middle_x, y), (x + size, middle_y), (middle_x, y + size), (x, middle_y)
        points = " ".join(f"{corner_x:.1f},{corner_y:.1f}" for corner_x, corner_y in corners)
        return f'<polygon points="{points}" {style}/>'
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{size:.1f}" height="{size:.1f}" rx="{0.3 * size:.1f}" {style}/>'


@dataclass(frozen=True, slots=True)
class Stack:
    """The dots of a quantile dot plot above one interval of lengths.

    first, last: the shortest and the longest length in the interval.
    lengths: the length of each dot, in ascending order.
    """

    first: int
    last: int
    lengths: tuple[int, ...]


def quantile_dots(lengths: Pmf, *, max_stacks: int = 24) -> list[Stack]:
    """Return a hundred games of typical lengths in stacks: a quantile dot plot.

    The dots are the quantiles at 0.5%, 1.5%, ..., 99.5%: a hundred games that are equally likely. The stacks cover all
    lengths from the shortest to the longest dot, in intervals of equal width.

    >>> stacks = quantile_dots(Pmf.from_weights({1: 0.25, 2: 0.5, 3: 0.25}))
    >>> [len(stack.lengths) for stack in stacks]
    [25, 50, 25]
    """
    dots = [int(dot) for dot in lengths.quantiles((number + 0.5) / PIECES for number in range(PIECES))]
    span = dots[-1] - dots[0] + 1
    width = next((width for width in _STACK_WIDTHS if span <= width * max_stacks), _STACK_WIDTHS[-1])
    start = dots[0] - dots[0] % width if width > 1 else dots[0]
    return [
        Stack(first, first + width - 1, tuple(dot for dot in dots if first <= dot < first + width))
        for first in range(start, dots[-1] + 1, width)
    ]
