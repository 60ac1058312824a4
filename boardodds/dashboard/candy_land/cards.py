"""The home page's card of Candy Land."""

from functools import lru_cache

from boardodds.candy_land import CLASSIC
from boardodds.candy_land.compare import NO_SPECIALS
from boardodds.charts import svg
from boardodds.dashboard.candy_land import rows, solvers
from boardodds.dashboard.candy_land.rule_effects import POST_CHANGES, single_changes
from boardodds.dashboard.ui.card import Card

_GAMES = 50_000
LINK = {"played": str(_GAMES)}


@lru_cache(maxsize=1)
def length_card() -> Card:
    """Return the card with the mean length of a one-player game and the effect of the picture cards.

    The card plays more games than the page does at first, because the effect would otherwise be too uncertain. Its link sets
    the same number of games, and the rule changes and the seed are the page's defaults, so the page shows the same figures.
    """
    cases = single_changes(CLASSIC, POST_CHANGES)
    sample = solvers.sample(CLASSIC, 1, _GAMES, 1)
    effect = solvers.comparison(tuple(cases.items()), 1, _GAMES, 1).difference(NO_SPECIALS)
    turns = sample.turns
    last, interval = int(turns.quantile(0.99)), effect.interval()
    return Card(
        f"A one-player game takes **{rows.mean_text(sample)}**. The picture cards look like gifts, but without them and their "
        f"spaces a game is {-effect.value:.1f} turns shorter (95% CI {-interval.high:.1f} to {-interval.low:.1f}).",
        svg.columns([turns.probability(turn) for turn in range(1, last + 1)], "1 turn", f"{last} turns"),
        f"Number of turns in {sample.games:,} games: at least half of them take {turns.quantile(0.5):.0f} or fewer, and at least "
        f"99% take {last} or fewer.",
    )
