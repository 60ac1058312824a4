"""The lengths of simulated games: their distribution and mean with confidence intervals."""

from dataclasses import dataclass
from functools import lru_cache

from boardodds.probability.estimate import Interval, MeanEstimate, Proportion, quantile_interval
from boardodds.probability.pmf import Pmf


@dataclass(frozen=True, slots=True)
class LengthSample:
    """The number of simulated games of each length.

    counts: games by length, from length 0.

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
        """The shares of the lengths in the sample."""
        return _shares(self.counts)

    @property
    def mean(self) -> MeanEstimate:
        """The mean length with its confidence interval."""
        games, pmf = self.games, self.pmf
        return MeanEstimate(pmf.mean, pmf.std * (games / (games - 1)) ** 0.5, games)

    def probability(self, length: int) -> Proportion:
        """Return the share of games of a length."""
        return Proportion(self.counts[length] if length < len(self.counts) else 0, self.games)

    def at_most(self, length: int) -> Proportion:
        """Return the share of games that are at most so long."""
        return Proportion(sum(self.counts[: length + 1]), self.games)

    def quantile_interval(self, q: float, level: float = 0.95) -> Interval:
        """Return the confidence interval of a quantile, for q from 0 to 1."""
        return quantile_interval(self.pmf, q, self.games, level)


# pages ask for the same distribution a dozen times
@lru_cache(maxsize=256)
def _shares(counts: tuple[int, ...]) -> Pmf:
    return Pmf.from_weights(dict(enumerate(counts)))
