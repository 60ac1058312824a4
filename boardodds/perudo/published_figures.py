"""The published figures on Perudo, with the functions that compute them again."""

from collections.abc import Callable
from functools import lru_cache

from boardodds.entry.game import PublishedFigure
from boardodds.perudo.bidders import NAIVE
from boardodds.perudo.bids import Bid
from boardodds.perudo.chances import bid_probability
from boardodds.perudo.match import Matches, play_matches
from boardodds.perudo.rules import Rules

_SOURCE = "Perudo probability explanations (Charles Dieterle)"
_TWELVE_SIDES = Rules(sides=12, wild_aces=False)
_PAIR, _DICE = Bid(2, 3), 7
_NO_PALIFICO = Rules(palifico=False)
# The mean of 1 - P over all dudo calls, where P is the chance of the bid to the caller, and the proportion of right calls.
NAIVE_CALCULATED, NAIVE_ACTUAL = 0.62, 0.42
# The author's programs (charlieterle/perudo on GitHub, simulation.py and inter_player_simulation.py) count a wrong call with the
# last die as right. In simulation.py, which prints ``NAIVE_ACTUAL``, a right call that costs the last die counts as wrong.
_COUNTED_DIFFERENTLY = "The author's programs count a call as right if the caller doesn't open the next round."


@lru_cache(maxsize=1)
def _naive_matches() -> Matches:
    return play_matches([NAIVE] * 6, _NO_PALIFICO, games=1_000)


def _naive_figure(what: str, printed: float, pick: Callable[[Matches], float], explained: str = "") -> PublishedFigure:
    return PublishedFigure(
        f"Perudo, six naive players: {what}",
        _SOURCE,
        printed,
        lambda: pick(_naive_matches()),
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
    _naive_figure("mean calculated chance that dudo is right", NAIVE_CALCULATED, lambda played: played.calculated),
    _naive_figure("dudo calls that are right", NAIVE_ACTUAL, lambda played: played.dudo.value, _COUNTED_DIFFERENTLY),
    _naive_figure(
        "dudo calls after which another player than the caller opens",
        NAIVE_ACTUAL,
        lambda played: played.opened_by_another / played.dudos,
    ),
)
