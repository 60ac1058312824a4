"""Computer players of Perudo as data: how each estimates dudo, when it bluffs, and whether it listens to the bids."""

from dataclasses import dataclass
from typing import ClassVar

from boardodds.perudo.bidders import BidderModel, LogitBidder, PolicyBidder
from boardodds.perudo.dial import CONSTANT_DIAL, LINEAR_DIAL, NAIVE, DudoEstimate
from boardodds.probability.validate import check_number


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
