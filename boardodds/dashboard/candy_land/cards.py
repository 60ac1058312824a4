"""The home page's card of Candy Land, and the answer to a link."""

from functools import lru_cache

from boardodds.candy_land import CLASSIC
from boardodds.candy_land.compare import NO_SPECIALS
from boardodds.charts.tokens import ACCENTS
from boardodds.dashboard.candy_land import rows, solvers
from boardodds.dashboard.candy_land.edits import LINK, START_GAMES, read_link
from boardodds.dashboard.candy_land.rule_effects import POST_CHANGES, single_changes
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.hundred import dots_html
from boardodds.dashboard.ui.settings import Query, allowed_part
from boardodds.probability.pmf import Pmf


@lru_cache(maxsize=1)
def length_card() -> Card:
    """Return the card with the length of a one-player game and the effect of the picture cards.

    The number of games, the rule changes and the seed are the page's defaults, so the page shows the same figures.
    """
    cases = single_changes(CLASSIC, POST_CHANGES)
    sample = solvers.sample(CLASSIC, 1, START_GAMES, 1)
    effect = solvers.comparison(tuple(cases.items()), 1, START_GAMES, 1).difference(NO_SPECIALS)
    interval = effect.interval()
    return Card(
        finding(sample.turns),
        dots_html(sample.turns, unit="turns", tone=ACCENTS["candy_land"]),
        f"One player, {START_GAMES:,} simulated games; the shorter half is filled. Without picture cards, games average "
        f"{-effect.value:.1f} turns fewer (95% interval {-interval.high:.1f} to {-interval.low:.1f}).",
    )


def link_headline(query: Query) -> str:
    """Return the mean length of a game. Raises ValueError if the page shows a problem in its place."""
    setup = read_link(allowed_part(query, LINK)).setup()
    return rows.length_headline(setup.players, rows.solve_lengths(setup))


def finding(turns: Pmf) -> str:
    """Return the turns within which half of the games are over, and those that one game in ten exceeds.

    >>> finding(Pmf.from_weights({turn: 1.0 for turn in range(1, 21)}))
    'Half of the games take at most 10 turns; one in ten takes more than 18'
    """
    return (
        f"Half of the games take at most {turns.quantile(0.5):.0f} turns; one in ten takes more than "
        f"{turns.quantile(0.9):.0f}"
    )
