"""A probability mass function over ordered outcomes."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import fsum, isclose, isfinite, isnan, sqrt
from operator import mul

from boardodds.probability.validate import check_number, check_whole


@dataclass(frozen=True, slots=True)
class Pmf:
    """Numbers and how probable each is.

    outcomes: different finite numbers in ascending order. probabilities: as many, not negative, with sum 1.

    >>> die = Pmf.from_weights({face: 1 for face in range(1, 7)})
    >>> die.mean, round(die.std, 4), die.at_least(5) == die.at_most(2)
    (3.5, 1.7078, True)
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
                f"outcomes and probabilities must be as many and at least one, got {len(self.outcomes)} "
                f"and {len(self.probabilities)}"
            )
        if not all(map(isfinite, self.outcomes)):
            raise ValueError(f"outcomes must be finite, got {self.outcomes}")
        if any(left >= right for left, right in zip(self.outcomes, self.outcomes[1:], strict=False)):
            raise ValueError(f"outcomes must ascend without repeats, got {self.outcomes}")
        if any(not p >= 0 for p in self.probabilities):
            raise ValueError(f"probabilities must be 0 or more, got {self.probabilities}")
        if not isclose(total := fsum(self.probabilities), 1, abs_tol=1e-9):
            raise ValueError(f"probabilities must sum to 1, got {total:.12g}")

    @classmethod
    def from_weights(cls, weights: Mapping[float, float]) -> "Pmf":
        """A pmf from counts or other weights by outcome; outcomes of weight 0 are left out.

        >>> Pmf.from_weights({5: 1, -1: 2, 1: 1}).outcomes
        (-1, 1, 5)
        """
        total = fsum(weights.values())
        if not total > 0:
            raise ValueError(f"weights must have a positive sum, got {total}")
        outcomes = tuple(sorted(outcome for outcome, weight in weights.items() if weight))
        return cls(outcomes, tuple(weights[outcome] / total for outcome in outcomes))

    @property
    def mean(self) -> float:
        """The expectation."""
        return fsum(map(mul, self.outcomes, self.probabilities))

    @property
    def std(self) -> float:
        """The standard deviation of an outcome."""
        mean = self.mean
        return sqrt(fsum((x - mean) ** 2 * p for x, p in zip(self.outcomes, self.probabilities, strict=True)))

    def probability(self, x: float) -> float:
        """P(X = x), 0 for what is not an outcome."""
        place = bisect_left(self.outcomes, x)
        return float(self.probabilities[place]) if self.outcomes[place : place + 1] == (x,) else 0.0

    def at_least(self, x: float) -> float:
        """P(X >= x); ValueError for an x that is not a number."""
        _check_comparable(x)
        # a sum of floats may pass 1 by rounding
        return min(1.0, fsum(self.probabilities[bisect_left(self.outcomes, x) :]))

    def at_most(self, x: float) -> float:
        """P(X <= x); ValueError for an x that is not a number."""
        _check_comparable(x)
        return min(1.0, fsum(self.probabilities[: bisect_right(self.outcomes, x)]))

    def largest_of(self, draws: int) -> "Pmf":
        """The largest of so many independent draws.

        >>> round(Pmf((1, 2), (0.5, 0.5)).largest_of(3).probability(1), 3)
        0.125
        """
        return Pmf.from_weights(dict(zip(self.outcomes, self._extreme(self.probabilities, draws), strict=True)))

    def smallest_of(self, draws: int) -> "Pmf":
        """The smallest of so many independent draws.

        >>> round(Pmf((1, 2), (0.5, 0.5)).smallest_of(3).probability(2), 3)
        0.125
        """
        chances = self._extreme(self.probabilities[::-1], draws)[::-1]
        return Pmf.from_weights(dict(zip(self.outcomes, chances, strict=True)))

    @staticmethod
    def _extreme(probabilities: tuple[float, ...], draws: int) -> list[float]:
        """For outcomes in order, the chance that each is the last among so many draws."""
        check_whole("draws", draws, 1)
        none_after = [min(1.0, total) ** draws for total in accumulate(probabilities)]
        return [max(0.0, here - before) for here, before in zip(none_after, [0.0, *none_after], strict=False)]

    def quantile(self, q: float) -> float:
        """The least outcome x with P(X <= x) >= q, for q from 0 to 1; the median is ``quantile(0.5)``.

        >>> Pmf((1, 2, 3), (0.5, 0.25, 0.25)).quantile(0.5)
        1
        """
        check_number("q", q, 0, 1)
        # sums of floats may fall short of q by rounding; a thousand roundings stay below this
        place = bisect_left(list(accumulate(self.probabilities)), q - 1e-12)
        return self.outcomes[min(place, len(self.outcomes) - 1)]


def _check_comparable(x: float) -> None:
    if isnan(x):
        raise ValueError(f"x must be a number, got {x}")
