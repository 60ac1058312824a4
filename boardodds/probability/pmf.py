"""A probability mass function over ordered outcomes."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise, repeat
from math import fsum, isclose, isfinite, isnan, sqrt
from operator import ge, le, mul

from boardodds.probability.display import short_repr
from boardodds.probability.estimate import Interval, normal_quantile
from boardodds.probability.results import Measure, Result
from boardodds.probability.validate import check_number, check_whole

# A sum of floats can differ from the exact one by this part of it, for a thousand terms.
_ROUNDING = 1e-12
_NOT_NAN = "x must be a number, got nan"


@short_repr
@dataclass(frozen=True, slots=True)
class Pmf(Result, Mapping[float, float]):
    """A distribution of a number with finitely many outcomes, as a mapping: any other number has the probability 0.

    outcomes: different finite numbers in ascending order, at least one.
    probabilities: the probability of each outcome; not negative, with sum 1.

    >>> die = Pmf.from_weights({face: 1 for face in range(1, 7)})
    >>> die.mean, round(die.std, 4), die.at_least(5) == die.at_most(2)
    (3.5, 1.7078, True)
    >>> len(die), round(die[6], 4), die[7], die.median, die.interval(0.5)
    (6, 0.1667, 0.0, 3, Interval(low=2, high=5, level=0.5))
    >>> Pmf((1, 2), (0.5, 0.6))
    Traceback (most recent call last):
    ...
    ValueError: probabilities must sum to 1, got 1.1
    """

    outcomes: tuple[float, ...]
    probabilities: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.outcomes or len(self.outcomes) != len(self.probabilities):
            raise ValueError(
                f"outcomes and probabilities must have the same length, 1 or more, got {len(self.outcomes)} "
                f"and {len(self.probabilities)}"
            )
        if not all(map(isfinite, self.outcomes)):
            raise ValueError(f"outcomes must be finite, got {self.outcomes}")
        if any(map(ge, self.outcomes, self.outcomes[1:])):
            raise ValueError(f"outcomes must ascend without repeats, got {self.outcomes}")
        if not all(map(le, repeat(0), self.probabilities)):
            raise ValueError(f"probabilities must be 0 or more, got {self.probabilities}")
        if not isclose(total := fsum(self.probabilities), 1, abs_tol=1e-9):
            raise ValueError(f"probabilities must sum to 1, got {total:.12g}")

    @classmethod
    def from_weights(cls, weights: Mapping[float, float]) -> "Pmf":
        """Return the distribution with probabilities proportional to weights, without the outcomes of weight 0.

        weights: counts or other weights by outcome; not negative, with a positive sum.

        >>> Pmf.from_weights({5: 1, -1: 2, 1: 1}).outcomes
        (-1, 1, 5)
        """
        total = fsum(weights.values())
        if not total > 0:
            raise ValueError(f"weights must have a positive sum, got {total}")
        outcomes = sorted([outcome for outcome, weight in weights.items() if weight])
        probabilities = [weights[outcome] / total for outcome in outcomes]
        return cls(tuple(outcomes), tuple(probabilities))

    def __contains__(self, x: object) -> bool:
        return x in self.outcomes

    def __iter__(self) -> Iterator[float]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def measures(self) -> Iterator[Measure]:
        return (Measure("probability", chance, f"{x:g}") for x, chance in self.items())

    @property
    def mean(self) -> float:
        return fsum(map(mul, self.outcomes, self.probabilities))

    @property
    def std(self) -> float:
        """The standard deviation."""
        mean = self.mean
        return sqrt(fsum([(x - mean) ** 2 * p for x, p in zip(self.outcomes, self.probabilities, strict=True)]))

    @property
    def median(self) -> float:
        """The least outcome x with P(X <= x) >= 1/2."""
        return self.quantile(0.5)

    def interval(self, level: float = 0.95) -> Interval:
        """Return the interval between two quantiles that leave out equal tails; it contains X with at least the probability."""
        check_number("level", level, 0, 1)
        low, high = self.quantiles([(1 - level) / 2, (1 + level) / 2])
        return Interval(low, high, level)

    def probability(self, x: float) -> float:
        """Return P(X = x), which is 0 if x is not an outcome."""
        index = bisect_left(self.outcomes, x)
        return float(self.probabilities[index]) if self.outcomes[index : index + 1] == (x,) else 0.0

    __getitem__ = probability

    def at_least(self, x: float) -> float:
        """Return P(X >= x). Raises ValueError if x is NaN."""
        if isnan(x):
            raise ValueError(_NOT_NAN)
        first = bisect_left(self.outcomes, x)
        # Floats can have a sum just above or below 1, but what is certain has probability 1.
        return 1.0 if first == 0 else min(1.0, fsum(self.probabilities[first:]))

    def at_most(self, x: float) -> float:
        """Return P(X <= x). Raises ValueError if x is NaN."""
        if isnan(x):
            raise ValueError(_NOT_NAN)
        end = bisect_right(self.outcomes, x)
        return 1.0 if end == len(self.outcomes) else min(1.0, fsum(self.probabilities[:end]))

    def largest_of(self, draws: int) -> "Pmf":
        """Return the distribution of the largest of ``draws`` independent draws, 1 or more.

        >>> round(Pmf((1, 2), (0.5, 0.5)).largest_of(3).probability(1), 3)
        0.125
        """
        return self._last_of_draws(draws, 1)

    def smallest_of(self, draws: int) -> "Pmf":
        """Return the distribution of the smallest of ``draws`` independent draws, 1 or more."""
        return self._last_of_draws(draws, -1)

    def _last_of_draws(self, draws: int, step: int) -> "Pmf":
        """Return the distribution of the last of some draws, in the order of the outcomes, or with step -1 in the reverse one."""
        check_whole("draws", draws, 1)
        none_later = [min(1.0, total) ** draws for total in accumulate(self.probabilities[::step])]
        chances = [max(0.0, current - previous) for previous, current in pairwise([0.0, *none_later])]
        return Pmf.from_weights(dict(zip(self.outcomes[::step], chances, strict=True)))

    def quantile(self, q: float) -> float:
        """Return the least outcome x with P(X <= x) >= q, for q from 0 to 1; ``quantile(0.5)`` is the median."""
        return self.quantiles([q])[0]

    def quantiles(self, probabilities: Iterable[float]) -> list[float]:
        """Return ``quantile`` of each probability.

        >>> Pmf((1, 2, 3), (0.5, 0.25, 0.25)).quantiles([0.5, 0.9])
        [1, 3]
        """
        last = len(self.outcomes) - 1
        up_to = list(accumulate(self.probabilities))
        # In the upper half, by the probability of more than x, which keeps its precision in a far tail: above[i] is that of more
        # than the outcome before the last i.
        above = list(accumulate(reversed(self.probabilities[1:]), initial=0.0))
        found = []
        for q in probabilities:
            check_number("q", q, 0, 1)
            if q <= 0.5:
                index = bisect_left(up_to, q * (1 - _ROUNDING))
            else:
                index = last + 1 - bisect_right(above, (1 - q) * (1 + _ROUNDING))
            found.append(self.outcomes[min(index, last)])
        return found


def quantile_interval(sample: Pmf, q: float, size: int, level: float = 0.95) -> Interval:
    """Return the confidence interval of a quantile; its bounds are two quantiles of the sample.

    The number of outcomes up to the quantile is binomial. The normal approximation used here is accurate if ``size * q`` and
    ``size * (1 - q)`` are both at least a few dozen.

    sample: the proportion of each outcome in the sample.
    q: the quantile's rank, 0 to 1; 0.5 is the median.
    size: the number of outcomes in the sample.

    >>> die = Pmf.from_weights({face: 1 for face in range(1, 7)})
    >>> quantile_interval(die, 0.5, size=600)
    Interval(low=3, high=4, level=0.95)
    """
    check_whole("size", size, 1)
    check_number("q", q, 0, 1)
    half = normal_quantile(level) * sqrt(q * (1 - q) / size)
    return Interval(sample.quantile(max(0.0, q - half)), sample.quantile(min(1.0, q + half)), level)
