"""Computer players of Perudo as data: their estimate of dudo, their threshold, their bluffs, their model of the bidders."""

from dataclasses import dataclass

from boardodds.perudo.bidders import BidderModel, PolicyBidder
from boardodds.perudo.dial import DudoEstimate
from boardodds.perudo.sources import CONSTANT_DIAL, LINEAR_DIAL, NAIVE
from boardodds.probability.validate import check_number


@dataclass(frozen=True, slots=True)
class Agent:
    """A player that makes the move with the highest estimated chance.

    name: the agent's label.
    dudo: the estimate of the chance of dudo, for an agent without a model.
    threshold: if given, the agent calls dudo whenever the chance of the bid is lower, and otherwise only if no raise is legal.
    bluffs: the share of turns in which the agent makes a random legal bid instead, whatever its dice.
    model: the model of the bidders by which the agent takes the bids of a round into account; None to assume fair dice.

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
        for field, value in (("threshold", self.threshold), ("bluffs", self.bluffs)):
            if value is not None:
                check_number(field, value, 0, 1)


NAIVE_AGENT = Agent("naive")
CONSTANT_AGENT = Agent("constant dial", dudo=CONSTANT_DIAL)
LINEAR_AGENT = Agent("linear dial", dudo=LINEAR_DIAL)
THRESHOLD_AGENT = Agent("threshold", threshold=0.35)
BLUFFER = Agent("bluffer", bluffs=0.2)
# assumes naive opponents that slip in one move of a hundred
READER = Agent("reader", model=PolicyBidder(slip=0.01))
AGENTS = (NAIVE_AGENT, CONSTANT_AGENT, LINEAR_AGENT, THRESHOLD_AGENT, BLUFFER, READER)
