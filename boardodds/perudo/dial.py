"""Estimates of the chance that dudo is right, which allow for what a bid reveals about the bidder's dice.

Source: "Perudo probability explanations" (Charles Dieterle). If P is the chance of the bid as the caller sees it, 1 - P
overestimates dudo, because players bid on the dice they have. The blog post subtracts a "dudo dial": a constant at first,
then a linear function of the caller's number of dice divided by the bidder's.

The figures of the post come from simulations of 100 to 1,000 games: six computer players with five dice each make the move that
is most likely to be right.
"""

from dataclasses import dataclass
from math import inf
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.validate import check_number

Number = TypeVar("Number", float, NDArray[np.float64])


class DudoEstimate(Protocol):
    """A way to estimate the chance that dudo is right."""

    def deduction(self, ratio: Number) -> Number:
        """Return the number to subtract from 1 - P.

        ratio: the caller's number of dice divided by the bidder's; a float, or an array for as many deductions.
        """


@dataclass(frozen=True, slots=True)
class NaiveDudo:
    """The estimate from the dice alone, as if the bid revealed nothing: 1 - P."""

    def deduction(self, ratio: Number) -> Number:
        return ratio * 0.0


@dataclass(frozen=True, slots=True)
class ConstantDial:
    """An estimate with the same deduction for every caller: 1 - dial - P, limited to 0..1."""

    dial: float

    def __post_init__(self) -> None:
        check_number("dial", self.dial, -inf, inf)

    def deduction(self, ratio: Number) -> Number:
        return ratio * 0.0 + self.dial


@dataclass(frozen=True, slots=True)
class LinearDial:
    """An estimate whose deduction depends on the ratio of dice: 1 - dial(ratio) - P, limited to 0..1.

    The deduction is the difference between the mean of 1 - P and the proportion of calls that were right at a ratio. It is
    negative where dudo is right more often than 1 - P says.

    slope, intercept: slope * ratio + intercept is the proportion of dudo calls that were right. The ratio is the caller's
        number of dice divided by the bidder's. The blog post fits the line without callers who have one die.
    calculated: the mean of 1 - P over the calls, which the blog post assumes to be the same at every ratio.

    >>> dial = LinearDial(slope=0.125, intercept=0.25, calculated=0.625)
    >>> dial.proportion_right(2.0), dial.deduction(2.0)
    (0.5, 0.125)
    """

    slope: float
    intercept: float
    calculated: float

    def __post_init__(self) -> None:
        for name in ("slope", "intercept", "calculated"):
            check_number(name, getattr(self, name), -inf, inf)

    def proportion_right(self, ratio: Number) -> Number:
        """Return the proportion of dudo calls that are right at a ratio of dice, according to the line."""
        return ratio * self.slope + self.intercept

    def deduction(self, ratio: Number) -> Number:
        return self.calculated - self.proportion_right(ratio)


# The mean of 1 - P over all dudo calls, and the proportion of those calls that were right.
NAIVE_CALCULATED = 0.62
NAIVE_ACTUAL = 0.42
# Both figures are artefacts: the author's programs (charlieterle/perudo on GitHub, simulation.py and inter_player_simulation.py)
# count a call as right if the caller doesn't open the next round, so also a wrong one with the last die. In simulation.py, which
# prints ``NAIVE_ACTUAL``, a right call that takes the bidder's last die counts as wrong, because the caller opens next.
ONE_DIE_CALLER_SUCCESS = 1.00

NAIVE = NaiveDudo()
# The published dial is slightly larger than the difference of 0.20 between the two proportions above.
CONSTANT_DIAL = ConstantDial(dial=0.22)
LINEAR_DIAL = LinearDial(slope=0.09, intercept=0.33, calculated=NAIVE_CALCULATED)
