"""Estimates of the chance that dudo is right, which allow for what a bid reveals about the bidder's dice.

Source: "Perudo probability explanations" (Charles Dieterle). If P is the chance of the bid as the caller sees it, 1 - P
overestimates dudo, because players bid on the dice they have. The blog post subtracts a "dudo dial": a constant at first,
then a linear function of the caller's number of dice divided by the bidder's.
"""

from dataclasses import dataclass
from math import inf
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.validate import check_number, check_whole

Number = TypeVar("Number", float, NDArray[np.float64])


class DudoEstimate(Protocol):
    """A way to estimate the chance that dudo is right."""

    def deduction(self, ratio: Number) -> Number:
        """Return the number to subtract from 1 - P.

        ratio: the caller's number of dice divided by the bidder's; a float, or an array for as many deductions.
        """

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        """Return the estimated chance that dudo is right, 0 to 1.

        bid_probability: the chance of the bid as the caller sees it.
        caller_dice, bidder_dice: the number of dice that each player has, at least 1.
        """


@dataclass(frozen=True, slots=True)
class NaiveDudo:
    """The estimate from the dice alone, as if the bid revealed nothing: 1 - P.

    >>> NaiveDudo().success(0.25, caller_dice=5, bidder_dice=2)
    0.75
    """

    def deduction(self, ratio: Number) -> Number:
        return ratio * 0.0

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        return _estimate_success(self, bid_probability, caller_dice, bidder_dice)


@dataclass(frozen=True, slots=True)
class ConstantDial:
    """An estimate with the same deduction for every caller: 1 - dial - P, limited to 0..1.

    >>> ConstantDial(dial=0.25).success(0.25, caller_dice=5, bidder_dice=2)
    0.5
    """

    dial: float

    def __post_init__(self) -> None:
        check_number("dial", self.dial, -inf, inf)

    def deduction(self, ratio: Number) -> Number:
        return ratio * 0.0 + self.dial

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        return _estimate_success(self, bid_probability, caller_dice, bidder_dice)


@dataclass(frozen=True, slots=True)
class LinearDial:
    """An estimate whose deduction depends on the ratio of dice: 1 - dial(ratio) - P, limited to 0..1.

    The deduction is the difference between the mean of 1 - P and the proportion of calls that were right at a ratio. It is
    negative where dudo is right more often than 1 - P says.

    slope, intercept: slope * ratio + intercept is the proportion of dudo calls that were right. The ratio is the caller's
        number of dice divided by the bidder's. The blog post fits the line without callers who have one die.
    calculated: the mean of 1 - P over the calls, which the blog post assumes to be the same at every ratio.

    >>> dial = LinearDial(slope=0.125, intercept=0.25, calculated=0.625)
    >>> dial.proportion_right(2.0), dial.deduction(2.0), dial.success(0.25, caller_dice=4, bidder_dice=2)
    (0.5, 0.125, 0.625)
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

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        return _estimate_success(self, bid_probability, caller_dice, bidder_dice)


def _estimate_success(estimate: DudoEstimate, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
    for name, dice in (("caller_dice", caller_dice), ("bidder_dice", bidder_dice)):
        check_whole(name, dice, 1, detail="as both are still in")
    check_number("bid_probability", bid_probability, 0, 1)
    return min(1.0, max(0.0, 1 - estimate.deduction(caller_dice / bidder_dice) - bid_probability))
