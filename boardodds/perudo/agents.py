"""Players of Perudo as data: how they reckon dudo, when they call it, how often they bluff, whether they read bids."""

from dataclasses import dataclass

from boardodds.perudo.bidders import BidderModel, PolicyBidder
from boardodds.perudo.dial import DudoEstimate
from boardodds.perudo.sources import CONSTANT_DIAL, LINEAR_DIAL, NAIVE
from boardodds.probability.validate import check_number


@dataclass(frozen=True, slots=True)
class Agent:
    """A player who makes the move that is most likely to stand, as the agent reckons.

    name: as it is shown. dudo: how the chance of dudo is estimated. threshold: instead of weighing dudo against raises, it
    is called whenever the chance of the bid is below this, and otherwise not while a raise is legal. bluffs: the share of
    turns in which a legal bid is made at random, all alike likely, whatever the dice. reads: the model by which every bid
    of the round is read; without one the others' dice are taken as fair. A reader weighs raises and calls alike by what
    the bids tell; the dial is then not needed.

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
    reads: BidderModel | None = None

    def __post_init__(self) -> None:
        for field, value in (("threshold", self.threshold), ("bluffs", self.bluffs)):
            if value is not None:
                check_number(field, value, 0, 1)


NAIVE_AGENT = Agent("naive")
CONSTANT_AGENT = Agent("constant dial", dudo=CONSTANT_DIAL)
LINEAR_AGENT = Agent("linear dial", dudo=LINEAR_DIAL)
THRESHOLD_AGENT = Agent("threshold", threshold=0.35)
BLUFFER = Agent("bluffer", bluffs=0.2)
# takes the others for naive players who slip now and then
READER = Agent("reader", reads=PolicyBidder(slip=0.01))
AGENTS = (NAIVE_AGENT, CONSTANT_AGENT, LINEAR_AGENT, THRESHOLD_AGENT, BLUFFER, READER)
