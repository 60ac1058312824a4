"""Computer players of Perudo as data: how each estimates dudo, when it bluffs, and whether it listens to the bids."""

from dataclasses import dataclass
from typing import ClassVar

from boardodds.perudo.bidders import BidderModel, PolicyBidder
from boardodds.perudo.dial import DudoEstimate
from boardodds.perudo.sources import CONSTANT_DIAL, LINEAR_DIAL, NAIVE
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
    # Agents move by the current bid and the model's weights, and need no list of bids.
    history: ClassVar[int] = 0

    def __post_init__(self) -> None:
        check_number("bluffs", self.bluffs, 0, 1)
        if self.threshold is not None:
            check_number("threshold", self.threshold, 0, 1)


NAIVE_AGENT = Agent("naive")
CONSTANT_AGENT = Agent("constant dial", dudo=CONSTANT_DIAL)
LINEAR_AGENT = Agent("linear dial", dudo=LINEAR_DIAL)
THRESHOLD_AGENT = Agent("threshold", threshold=0.35)
BLUFFER = Agent("bluffer", bluffs=0.2)
# This agent assumes naive opponents that make one random move in a hundred.
READER = Agent("reader", model=PolicyBidder(slip=0.01))
AGENTS = (NAIVE_AGENT, CONSTANT_AGENT, LINEAR_AGENT, THRESHOLD_AGENT, BLUFFER, READER)
