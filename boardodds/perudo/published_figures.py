"""The published figures on Perudo, with the functions that compute them again."""

from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.bids import Bid, bid_probability
from boardodds.perudo.match import play_matches
from boardodds.perudo.rules import Rules
from boardodds.perudo.sources import NAIVE_CALCULATED
from boardodds.teaching.published_figure import PublishedFigure

_SOURCE = "Perudo probability explanations (Charles Dieterle)"
_TWELVE_SIDES = Rules(sides=12, wild_aces=False)
_PAIR, _DICE = Bid(2, 3), 7
_NO_PALIFICO = Rules(palifico=False)


def _mean_naive_chance() -> float:
    return float(play_matches([NAIVE_AGENT] * 6, _NO_PALIFICO, matches=1_000).calls.naive.mean())


PUBLISHED_FIGURES = (
    PublishedFigure(
        "Seven dice of twelve sides: exactly two of a face",
        _SOURCE,
        0.09439,
        lambda: bid_probability(_PAIR, (), _DICE, _TWELVE_SIDES, exactly=True),
        0.5e-5,
        "exact, printed to five places",
    ),
    PublishedFigure(
        "Seven dice of twelve sides: at least two of a face",
        _SOURCE,
        0.11006,
        lambda: bid_probability(_PAIR, (), _DICE, _TWELVE_SIDES),
        0.5e-5,
        "exact, printed to five places",
    ),
    PublishedFigure(
        "Perudo, six naive players: mean calculated chance that dudo is right",
        _SOURCE,
        NAIVE_CALCULATED,
        _mean_naive_chance,
        0.01,
        "simulated, printed as an approximate figure",
        slow=True,
    ),
)
