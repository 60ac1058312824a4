"""The published figures on Perudo, with the functions that compute them again."""

from collections.abc import Callable
from functools import lru_cache

from boardodds.entry.game import PublishedFigure
from boardodds.perudo.agents import LINEAR_DIAL, NAIVE_ACTUAL, NAIVE_AGENT, NAIVE_CALCULATED, ONE_DIE_CALLER_SUCCESS
from boardodds.perudo.bids import Bid
from boardodds.perudo.chances import bid_probability
from boardodds.perudo.match import play_matches
from boardodds.perudo.match_results import FittedDial, fit_dial
from boardodds.perudo.rules import Rules

_SOURCE = "Perudo probability explanations (Charles Dieterle)"
_TWELVE_SIDES = Rules(sides=12, wild_aces=False)
_PAIR, _DICE = Bid(2, 3), 7
_NO_PALIFICO = Rules(palifico=False)
_COUNTED_DIFFERENTLY = "The author's programs count a call as right if the caller doesn't open the next round."


@lru_cache(maxsize=1)
def _naive_calls() -> FittedDial:
    return fit_dial(play_matches([NAIVE_AGENT] * 6, _NO_PALIFICO, games=1_000).calls)


def _naive_figure(
    what: str, printed: float, pick: Callable[[FittedDial], float], explained: str = _COUNTED_DIFFERENTLY
) -> PublishedFigure:
    return PublishedFigure(
        f"Perudo, six naive players: {what}",
        _SOURCE,
        printed,
        lambda: pick(_naive_calls()),
        0.01,
        "simulated, printed as an approximate figure",
        slow=True,
        explained=explained,
        link="perudo?view=What+if&whole=true",
    )


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
    _naive_figure(
        "mean calculated chance that dudo is right", NAIVE_CALCULATED, lambda dial: dial.calculated.value, ""
    ),
    _naive_figure("dudo calls that are right", NAIVE_ACTUAL, lambda dial: dial.right.value),
    _naive_figure("dudo calls with one die that are right", ONE_DIE_CALLER_SUCCESS, lambda dial: dial.one_die.value),
    _naive_figure("slope of right dudo calls over the ratio of dice", LINEAR_DIAL.slope, lambda dial: dial.line.slope),
)
