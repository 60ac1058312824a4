"""The home page's card of Candy Land."""

from functools import lru_cache

from boardodds.candy_land import CLASSIC
from boardodds.candy_land.compare import NO_SPECIALS
from boardodds.charts import svg
from boardodds.dashboard.candy_land import solvers
from boardodds.dashboard.candy_land.rule_effects import THREE, one_by_one
from boardodds.dashboard.ui.card import Card

_GAMES = 50_000
LINK = {"played": str(_GAMES)}


# once for all: these are more games than the page plays at first, which would not know the difference well
@lru_cache(maxsize=1)
def length_card() -> Card:
    """How long a game is, and what the specials do to it."""
    # the games and the changes that the page plays behind the card's link: both say the same
    cases = one_by_one(CLASSIC, THREE)
    played = solvers.sample(CLASSIC, 1, _GAMES, 1)
    gone = solvers.comparison(tuple(cases.items()), 1, _GAMES, 1).difference(NO_SPECIALS)
    turns = played.turns
    last, interval = int(turns.quantile(0.99)), gone.interval()
    return Card(
        f"Alone to the castle: **{played.mean_turns} turns**. The special cards look like gifts; without them "
        f"a game is {-gone.value:.1f} turns shorter (95% CI {-interval.high:.1f} to {-interval.low:.1f}).",
        svg.columns([turns.probability(turn) for turn in range(1, last + 1)], "1 turn", f"{last} turns"),
        f"JobScheduler in {played.games:,} games: half of them take {turns.quantile(0.5):.0f} or fewer, 99% at most {last}.",
    )
