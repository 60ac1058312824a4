"""The published figures on Perudo, with the functions that compute them again."""

from functools import lru_cache

from boardodds.entry.published_figure import PublishedFigure
from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.bids import Bid, bid_probability
from boardodds.perudo.dial import LINEAR_DIAL, NAIVE_ACTUAL, NAIVE_CALCULATED, ONE_DIE_CALLER_SUCCESS
from boardodds.perudo.fit import FittedDial, fit_dial
from boardodds.perudo.match import play_matches
from boardodds.perudo.rules import Rules

_SOURCE = "Perudo probability explanations (Charles Dieterle)"
_TWELVE_SIDES = Rules(sides=12, wild_aces=False)
_PAIR, _DICE = Bid(2, 3), 7
_NO_PALIFICO = Rules(palifico=False)


_SIMULATED, _TOLERANCE = "simulated, printed as an approximate figure", 0.01
_COUNTED_DIFFERENTLY = "The author's programs count a call as right if the caller doesn't open the next round."


@lru_cache(maxsize=1)
def _naive_calls() -> FittedDial:
    return fit_dial(play_matches([NAIVE_AGENT] * 6, _NO_PALIFICO, games=1_000).calls)


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
        lambda: _naive_calls().calculated.value,
        _TOLERANCE,
        _SIMULATED,
        slow=True,
        link="perudo?view=The+dial",
    ),
    PublishedFigure(
        "Perudo, six naive players: dudo calls that are right",
        _SOURCE,
        NAIVE_ACTUAL,
        lambda: _naive_calls().right.value,
        _TOLERANCE,
        _SIMULATED,
        slow=True,
        link="perudo?view=The+dial",
        explained=_COUNTED_DIFFERENTLY,
    ),
    PublishedFigure(
        "Perudo, six naive players: dudo calls with one die that are right",
        _SOURCE,
        ONE_DIE_CALLER_SUCCESS,
        lambda: _naive_calls().one_die.value,
        _TOLERANCE,
        _SIMULATED,
        slow=True,
        link="perudo?view=The+dial",
        explained=_COUNTED_DIFFERENTLY,
    ),
    PublishedFigure(
        "Perudo, six naive players: slope of right dudo calls over the ratio of dice",
        _SOURCE,
        LINEAR_DIAL.slope,
        lambda: _naive_calls().line.slope,
        _TOLERANCE,
        _SIMULATED,
        slow=True,
        link="perudo?view=The+dial",
        explained=_COUNTED_DIFFERENTLY,
    ),
)
