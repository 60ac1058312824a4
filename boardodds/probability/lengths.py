"""The lengths of simulated games: their distribution and mean with confidence intervals."""

from dataclasses import dataclass
from functools import lru_cache

from boardodds.probability.estimate import Interval, MeanEstimate, Proportion, quantile_interval
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole


@dataclass(frozen=True, slots=True)
class LengthSample:
    """The lengths of simulated games.

    counts: the number of games of length 0, 1, 2, ...

    >>> sample = LengthSample((0, 0, 30, 10))
    >>> sample.games, sample.pmf.mean, sample.at_most(2).value
    (40, 2.25, 0.75)
    """

    counts: tuple[int, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(self.counts)

    @property
    def pmf(self) -> Pmf:
        """The proportion of games of each length."""
        return _pmf_of_counts(self.counts)

    @property
    def mean(self) -> MeanEstimate:
        """The mean length with its confidence interval, which needs two games or more."""
        games, pmf = self.games, self.pmf
        check_whole("games", games, 2, detail="to estimate their spread")
        return MeanEstimate(pmf.mean, pmf.std * (games / (games - 1)) ** 0.5, games)

    def probability(self, length: int) -> Proportion:
        """Return the proportion of games that have this length."""
        return Proportion(self.counts[length] if length < len(self.counts) else 0, self.games)

    def at_most(self, length: int) -> Proportion:
        """Return the proportion of games that are no longer than ``length``."""
        return Proportion(sum(self.counts[: length + 1]), self.games)

    def quantile_interval(self, q: float, level: float = 0.95) -> Interval:
        """Return the confidence interval of a quantile, for q from 0 to 1."""
        return quantile_interval(self.pmf, q, self.games, level)


# Cached because a page uses the same distribution a dozen times.
@lru_cache(maxsize=256)
def _pmf_of_counts(counts: tuple[int, ...]) -> Pmf:
    return Pmf.from_weights(dict(enumerate(counts)))
