"""Computer players of Perudo as data: how each estimates dudo, when it bluffs, and whether it listens to the bids.

Source of the estimates: "Perudo probability explanations" (Charles Dieterle). If P is the chance of the bid as the caller sees
it, 1 - P overestimates dudo, because players bid on the dice they have. The blog post subtracts a "dudo dial": a constant at
first, then a linear function of the caller's number of dice divided by the bidder's.

The figures of the post come from simulations of 100 to 1,000 games: six computer players with five dice each make the move that
is most likely to be right.
"""

from dataclasses import dataclass
from math import inf
from typing import ClassVar, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.bidders import BidderModel, LogitBidder, PolicyBidder
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
    >>> dial.deduction(2.0)
    0.125
    """

    slope: float
    intercept: float
    calculated: float

    def __post_init__(self) -> None:
        for name in ("slope", "intercept", "calculated"):
            check_number(name, getattr(self, name), -inf, inf)

    def deduction(self, ratio: Number) -> Number:
        return self.calculated - (ratio * self.slope + self.intercept)


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


@dataclass(frozen=True, slots=True)
class Agent:
    """A player that makes the move with the highest estimated chance to be right.

    name: the agent's label.
    dudo: estimates the chance that dudo is right; an agent with a model doesn't use it.
    threshold: if set, the agent calls dudo when the bid's chance is below it, and otherwise only if no raise is legal.
    bluffs: the proportion of turns, 0 to 1, in which the agent makes a random legal bid instead, whatever its dice.
    model: the model of the bidders that turns the bids of a round into chances; None to use the dice alone.

    >>> Agent("careful", threshold=0.2).threshold
    0.2
    >>> Agent("wild", bluffs=1.5)
    Traceback (most recent call last):
    ...
    ValueError: bluffs must be 0..1, got 1.5
    """

    name: str
    dudo: DudoEstimate = NAIVE
    threshold: float | None = None
    bluffs: float = 0.0
    model: BidderModel | None = None

    def __post_init__(self) -> None:
        check_number("bluffs", self.bluffs, 0, 1)
        if self.threshold is not None:
            check_number("threshold", self.threshold, 0, 1)


@dataclass(frozen=True, slots=True)
class ModelPlayer:
    """A player that moves as a model of the bidders does, with the chances of ``bidders.move_chances``.

    name: the player's label.
    bidder: how the player moves. It takes the other dice as fair.
    """

    name: str
    bidder: LogitBidder | PolicyBidder
    # A player of a model doesn't read bids.
    model: ClassVar[None] = None


Player = Agent | ModelPlayer

NAIVE_AGENT = Agent("naive")
CONSTANT_AGENT = Agent("constant dial", dudo=CONSTANT_DIAL)
LINEAR_AGENT = Agent("linear dial", dudo=LINEAR_DIAL)
THRESHOLD_AGENT = Agent("threshold", threshold=0.35)
BLUFFER = Agent("bluffer", bluffs=0.2)
# This agent assumes naive opponents that make one random move in a hundred.
READER = Agent("reader", model=PolicyBidder(slip=0.01))
AGENTS = (NAIVE_AGENT, CONSTANT_AGENT, LINEAR_AGENT, THRESHOLD_AGENT, BLUFFER, READER)
