"""Estimates of how often dudo is right, once a bid is taken as a hint of the bidder's hand.

Source: "Perudo probability explanations" (Charles Dieterle). With P the chance of the bid to the caller, 1 - P promises
more than dudo keeps, because players bid what they hold. The post takes off a "dudo dial": a constant at first, then a
line in the ratio of the caller's dice to the bidder's.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.validate import check_number, check_whole

Number = TypeVar("Number", float, NDArray[np.float64])


class DudoEstimate(Protocol):
    """A way to estimate the chance that dudo is right."""

    def taken_off(self, ratio: Number) -> Number:
        """What is taken off 1 - P, at a ratio of the caller's dice to the bidder's, or at each of an array of them."""

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        """The estimate, in 0..1.

        bid_probability: the chance of the bid to the caller. caller_dice, bidder_dice: the dice that each has left.
        """


@dataclass(frozen=True, slots=True)
class NaiveDudo:
    """Takes the bidder's dice as fair: 1 - P.

    >>> NaiveDudo().success(0.25, caller_dice=5, bidder_dice=2)
    0.75
    """

    def taken_off(self, ratio: Number) -> Number:
        return ratio * 0.0

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        return _turned_down(self, bid_probability, caller_dice, bidder_dice)


@dataclass(frozen=True, slots=True)
class ConstantDial:
    """Takes off the same for every caller: 1 - dial - P, kept within 0..1.

    >>> ConstantDial(dial=0.25).success(0.25, caller_dice=5, bidder_dice=2)
    0.5
    """

    dial: float

    def taken_off(self, ratio: Number) -> Number:
        return ratio * 0.0 + self.dial

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        return _turned_down(self, bid_probability, caller_dice, bidder_dice)


@dataclass(frozen=True, slots=True)
class LinearDial:
    """Takes off what a line in the ratio of dice says: 1 - dial(ratio) - P, kept within 0..1.

    The line slope * ratio + intercept is the share of dudo calls that were right, by ratio of the caller's dice to the
    bidder's. calculated is the mean of 1 - P over the calls, which the post takes to be the same at every ratio; the
    dial is what the line falls short of it, and below 0 where dudo is right more often than calculated. The post's line
    leaves out callers with one die.

    >>> dial = LinearDial(slope=0.125, intercept=0.25, calculated=0.625)
    >>> dial.share_right(2.0), dial.taken_off(2.0), dial.success(0.25, caller_dice=4, bidder_dice=2)
    (0.5, 0.125, 0.625)
    """

    slope: float
    intercept: float
    calculated: float

    def share_right(self, ratio: Number) -> Number:
        """The share of dudo calls that the line gives at a ratio of the caller's dice to the bidder's."""
        return ratio * self.slope + self.intercept

    def taken_off(self, ratio: Number) -> Number:
        return self.calculated - self.share_right(ratio)

    def success(self, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
        return _turned_down(self, bid_probability, caller_dice, bidder_dice)


def _turned_down(estimate: DudoEstimate, bid_probability: float, caller_dice: int, bidder_dice: int) -> float:
    for name, dice in (("caller_dice", caller_dice), ("bidder_dice", bidder_dice)):
        check_whole(name, dice, 1, detail="as both are still in")
    check_number("bid_probability", bid_probability, 0, 1)
    return min(1.0, max(0.0, 1 - estimate.taken_off(caller_dice / bidder_dice) - bid_probability))
