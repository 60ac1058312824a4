"""The published figures on Perudo, with the functions that compute them again."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from boardodds.entry.game import PublishedFigure
from boardodds.perudo.bidders import NAIVE
from boardodds.perudo.bids import Bid
from boardodds.perudo.calls import PUBLISHED_DIAL, Calls, Dial, fit_dial
from boardodds.perudo.chances import bid_probability
from boardodds.perudo.match import play_matches
from boardodds.perudo.rules import Rules
from boardodds.probability.estimate import Estimate

_SOURCE = "Perudo probability explanations (Charles Dieterle)"
_TWELVE_SIDES = Rules(sides=12, wild_aces=False)
_PAIR, _DICE = Bid(2, 3), 7
# The author's programs (charlieterle/perudo on GitHub, simulation.py and inter_player_simulation.py) count a wrong call with the
# last die as right. In simulation.py, which prints 0.42, a right call that costs the last die counts as wrong.
_COUNT = "The author's programs count a call as right if the caller doesn't open the next round."
_CONSTANT = "This constant suits matches of players who subtract it themselves, unlike those here."
_LINE = "In the author's matches, players still count aces as wild in palifico rounds."
# With one die, another player opens next or the bidder is out, so the author counts all calls.
# By name the printed figure, its estimate from calls of naive players and the dial fitted to them, and why that differs from it.
NAIVE_FIGURES: Mapping[str, tuple[float, Callable[[Calls, Dial], Estimate], str]] = {
    "mean calculated chance": (PUBLISHED_DIAL.calculated.value, lambda _, dial: dial.calculated, ""),
    "right": (0.42, lambda calls, _: calls.proportion(calls.right), _COUNT),
    "another player opens next": (0.42, lambda calls, _: calls.proportion(calls.opened_by_another), ""),
    "constant dial": (PUBLISHED_DIAL.constant.value, lambda _, dial: dial.constant, _CONSTANT),
    "slope of the line": (PUBLISHED_DIAL.slope.value, lambda _, dial: dial.slope, _LINE),
    "intercept of the line": (PUBLISHED_DIAL.intercept.value, lambda _, dial: dial.intercept, _LINE),
    "right, with one die": (1.0, lambda calls, _: calls.proportion(calls.right, calls.caller_dice == 1), _COUNT),
    "with one die, as the author counts": (
        1.0,
        lambda calls, _: calls.proportion(calls.right | calls.opened_by_another, calls.caller_dice == 1),
        "",
    ),
}
POST_LINK = "perudo?view=Dudo&game=standard&palifico=false&matches=5000"


@lru_cache(maxsize=1)
def _naive_calls() -> tuple[Calls, Dial]:
    calls = play_matches([NAIVE] * 6, Rules(palifico=False), games=5_000, calls=True).calls
    return calls, fit_dial(calls)


def _compute(what: str) -> float:
    return NAIVE_FIGURES[what][1](*_naive_calls()).value


PUBLISHED_FIGURES = (
    *(
        PublishedFigure(
            f"Seven dice of twelve sides: {least} two of a face",
            _SOURCE,
            printed,
            partial(bid_probability, _PAIR, (), _DICE, _TWELVE_SIDES, exactly=least == "exactly"),
            0.5e-5,
            "exact, printed to five places",
        )
        for least, printed in (("exactly", 0.09439), ("at least", 0.11006))
    ),
    *(
        PublishedFigure(
            f"Perudo, dudo calls of six naive players: {what}",
            _SOURCE,
            printed,
            partial(_compute, what),
            0.01,
            "simulated, printed as an approximate figure",
            slow=True,
            explained=explained,
            link=POST_LINK,
        )
        for what, (printed, _, explained) in NAIVE_FIGURES.items()
    ),
)
