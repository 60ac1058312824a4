"""The printed figures on Perudo."""

from boardodds.checks import Check
from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.bids import Bid, bid_probability
from boardodds.perudo.match import play_matches
from boardodds.perudo.published import NAIVE_CALCULATED
from boardodds.perudo.rules import Rules

_SOURCE = "Perudo probability explanations (Charles Dieterle)"
_TWELVE_SIDES = Rules(sides=12, wild_aces=False)
_PAIR, _DICE = Bid(2, 3), 7
_NO_PALIFICO = Rules(palifico=False)


def _calculated() -> float:
    return float(play_matches([NAIVE_AGENT] * 6, _NO_PALIFICO, matches=1_000).calls.naive.mean())


CHECKS = (
    Check(
        "Seven dice of twelve sides: exactly two of a face",
        _SOURCE,
        0.09439,
        lambda: bid_probability(_PAIR, (), _DICE, _TWELVE_SIDES, exactly=True),
        0.5e-5,
        "exact, printed to five places",
    ),
    Check(
        "Seven dice of twelve sides: at least two of a face",
        _SOURCE,
        0.11006,
        lambda: bid_probability(_PAIR, (), _DICE, _TWELVE_SIDES),
        0.5e-5,
        "exact, printed to five places",
    ),
    Check(
        "Perudo, six naive players: how often they reckon that dudo is right",
        _SOURCE,
        NAIVE_CALCULATED,
        _calculated,
        0.01,
        "simulated, printed as about so much",
        slow=True,
    ),
)
