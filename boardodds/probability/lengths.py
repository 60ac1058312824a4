"""The lengths of games: of simulated ones, and of a race of players who take turns and do not influence each other.

A race ends when the first player is home, for example on a track where each moves only their own piece.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import Interval, MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf, quantile_interval
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


MAX_TURNS = 1_000_000


@dataclass(frozen=True, slots=True)
class FirstHome:
    """The odds of a race of players who take turns; the game ends when the first player is home.

    seat_wins: the probability that each seat wins, in the order of play.
    rounds, turns: the number of the winner's own turns, and of the turns of all players together.
    """

    seat_wins: tuple[float, ...]
    rounds: Pmf
    turns: Pmf


def first_home(lengths: Sequence[Pmf]) -> FirstHome:
    """Return the odds of a race from the distribution of the turns that each player needs alone.

    A seat wins in its own turn t if it needs t turns, every earlier seat needs more than t, and every later seat needs at least
    t. The players are independent, so these probabilities multiply.

    lengths: one distribution for each seat, in the order of play; outcomes are whole numbers of turns, 1 to 1,000,000.

    >>> coin = Pmf((1, 2), (0.5, 0.5))
    >>> first_home([coin, coin])  # doctest: +NORMALIZE_WHITESPACE
    FirstHome(seat_wins=(0.75, 0.25), rounds=Pmf(outcomes=(1, 2), probabilities=(0.75, 0.25)),
              turns=Pmf(outcomes=(1, 2, 3), probabilities=(0.5, 0.25, 0.25)))
    """
    _check_lengths(lengths)
    firsts = np.multiply(*turn_probabilities(lengths))
    seats = firsts.sum(axis=0)
    # Normalised so that no probability exceeds 1 through rounding.
    return FirstHome(
        seat_wins=tuple((seats / seats.sum()).tolist()),
        rounds=Pmf.from_weights(dict(enumerate(firsts.sum(axis=1).tolist(), 1))),
        turns=Pmf.from_weights(dict(enumerate(firsts.ravel().tolist(), 1))),
    )


def sum_of_lengths(lengths: Sequence[Pmf]) -> Pmf:
    """Return the distribution of the sum of independent lengths, such as the turns until all players are home.

    lengths: as in ``first_home``.

    >>> coin = Pmf((1, 2), (0.5, 0.5))
    >>> sum_of_lengths([coin, coin])
    Pmf(outcomes=(2, 3, 4), probabilities=(0.25, 0.5, 0.25))
    """
    _check_lengths(lengths)
    total = np.ones(1)
    for length in lengths:
        total = np.convolve(total, np.bincount(np.array(length.outcomes, dtype=int), length.probabilities))
    return Pmf.from_weights(dict(enumerate(total.tolist())))


def _check_lengths(lengths: Sequence[Pmf]) -> None:
    if not lengths:
        raise ValueError("lengths must have a distribution for each player, got none")
    for length in lengths:
        for turns in (length.outcomes[0], length.outcomes[-1]):
            if not 1 <= turns <= MAX_TURNS:
                raise ValueError(f"lengths must be 1 to {MAX_TURNS:,} turns, got {turns}")
        if any(turns != int(turns) for turns in length.outcomes):
            raise ValueError("lengths must be whole numbers of turns")


def turn_probabilities(lengths: Sequence[Pmf]) -> tuple[Floats, Floats]:
    """Return the probability that each seat needs exactly 1, 2, ... turns, and that no other is home before it takes this turn.

    Both are float arrays (turns, seats), from turn 1.
    """
    turns = max(int(length.outcomes[-1]) for length in lengths)
    needs, others = np.zeros((2, turns, len(lengths)))
    for seat, length in enumerate(lengths):
        needs[np.array(length.outcomes, dtype=int) - 1, seat] = length.probabilities
    # The probability of needing at least t turns. Summing from the end keeps the digits of small probabilities.
    at_least = np.cumsum(needs[::-1], axis=0)[::-1]
    more_than = np.vstack([at_least[1:], np.zeros(len(lengths))])
    for seat in range(len(lengths)):
        others[:, seat] = more_than[:, :seat].prod(axis=1) * at_least[:, seat + 1 :].prod(axis=1)
    return needs, others
