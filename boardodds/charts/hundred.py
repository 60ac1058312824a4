"""A hundred games like this one: chances as counts of a hundred pieces, and lengths of games as a hundred dots."""

from collections.abc import Sequence
from dataclasses import dataclass

from boardodds.charts import svg
from boardodds.charts.style import DARK_INK, Tone, short_percent
from boardodds.probability.pmf import Pmf

PIECES = 100
SQUARE, ROUND, DIAMOND = "square", "round", "diamond"
_MAX_STACKS = 24
_STACK_WIDTHS = tuple(digit * 10**power for power in range(6) for digit in (1, 2, 5))


@dataclass(frozen=True, slots=True)
class Outcome:
    """One outcome of a game, as it is drawn among a hundred.

    name: in words, after the number: "green", "won".
    tone, shape, hollow: the colour and the form of its pieces, and whether only their outlines are drawn.
    is_simulated: whether the chance is simulated, so that it has whole percents.
    """

    name: str
    chance: float
    tone: Tone
    shape: str = SQUARE
    hollow: bool = False
    is_simulated: bool = False

    @property
    def percentage(self) -> str:
        """The chance in percent, as it is written next to its pieces."""
        return short_percent(self.chance, 0 if self.is_simulated else 1)

    @property
    def number(self) -> str:
        """The chance as a number of a hundred games; see ``count_in_words``."""
        return count_in_words(self.chance, is_simulated=self.is_simulated)

    @property
    def look(self) -> tuple[Tone, str, bool]:
        """Everything that distinguishes its pieces from others."""
        return self.tone, self.shape, self.hollow


def counts_of_hundred(chances: Sequence[float]) -> list[int]:
    """Return how many of a hundred games each chance is, by largest remainders, so that they add up to exactly 100.

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


def count_in_words(chance: float, *, is_simulated: bool = False) -> str:
    """Return how many of a hundred games a chance is, without calling a possible event impossible or an uncertain one certain.

    It is rounded from the chance alone, whatever the other chances are, and if simulated as its percentage is. So the number of
    pieces of an outcome, which all add up to 100, can differ by one.

    >>> count_in_words(0.004), count_in_words(0.996), count_in_words(0.344), count_in_words(1.0)
    ('fewer than 1', 'more than 99', '34', '100')
    """
    if is_simulated:
        return short_percent(chance, 0, "fewer than ", "more than ").removesuffix("%")
    # Of exact halves the even number, so that the numbers of two outcomes add up to 100.
    count = round(round(PIECES * chance, 9))
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
    parts = ", ".join(f"{outcome.number} {outcome.name} ({outcome.percentage})" for outcome in outcomes)
    return f"Of {PIECES} {games} on average: {parts}."


def hundred_svg(outcomes: Sequence[Outcome]) -> str:
    """Return the hundred squares of two outcomes as a picture for a light background, with the counts below."""
    left, step = 22, 22
    parts = [
        _square(left + step * (number // 5), 10 + step * (number % 5), 18, outcome)
        for number, outcome in enumerate(pieces_of(outcomes))
    ]
    for x, outcome in zip((left, left + 160), outcomes, strict=True):
        parts += [_square(x, 129, 14, outcome), svg.text(x + 20, 142, f"{outcome.number} {outcome.name}")]
    return svg.sheet(parts, 156)


def _square(x: float, y: float, size: float, outcome: Outcome) -> str:
    fill, stroke = ("none", outcome.tone.light) if outcome.hollow else (outcome.tone.light, DARK_INK)
    return svg.box(x, y, size, size, fill, stroke=stroke, radius=0.3 * size)


def pieces_of(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return the outcome of each of the hundred games, those of one outcome next to each other."""
    counts = counts_of_hundred([outcome.chance for outcome in outcomes])
    return [outcome for count, outcome in zip(counts, outcomes, strict=True) for _ in range(count)]


@dataclass(frozen=True, slots=True)
class Stack:
    """The dots of a quantile dot plot above the lengths from first to last, with the length of each dot in ascending order."""

    first: int
    last: int
    lengths: tuple[int, ...]


def quantile_dots(lengths: Pmf) -> list[Stack]:
    """Return a hundred games of typical lengths in stacks: a quantile dot plot.

    The dots are the quantiles at 0.5%, 1.5%, ..., 99.5%: a hundred games that are equally likely. The stacks cover all
    lengths from the shortest to the longest dot, in intervals of equal width.

    >>> stacks = quantile_dots(Pmf.from_weights({1: 0.25, 2: 0.5, 3: 0.25}))
    >>> [len(stack.lengths) for stack in stacks]
    [25, 50, 25]
    """
    dots = [int(dot) for dot in lengths.quantiles((number + 0.5) / PIECES for number in range(PIECES))]
    span = dots[-1] - dots[0] + 1
    width = next((width for width in _STACK_WIDTHS if span <= width * _MAX_STACKS), _STACK_WIDTHS[-1])
    start = dots[0] - dots[0] % width if width > 1 else dots[0]
    return [
        Stack(first, first + width - 1, tuple(dot for dot in dots if first <= dot < first + width))
        for first in range(start, dots[-1] + 1, width)
    ]
