"""The home page's card of Orchard, and the answer to a link."""

from boardodds.charts.hundred import Outcome, count_in_words, counts_of_hundred
from boardodds.charts.tokens import ACCENTS, LOSING, ROLES
from boardodds.dashboard.orchard import edits, inputs, solvers
from boardodds.dashboard.orchard.labels import POLICY_LABELS
from boardodds.dashboard.orchard.views import headline
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.hundred import hundred_html
from boardodds.dashboard.ui.settings import Query, allowed_part
from boardodds.orchard import ORCHARD, POLICIES
from boardodds.orchard.solve import MOST_LEFT, count_boards
from boardodds.probability.wording import plural


def win_card() -> Card:
    """Return the card with the games won if a basket picks from the fullest tree, and with the worst policy."""
    wins = {policy: solvers.odds(ORCHARD, policy, ORCHARD.start).win for policy in POLICIES}
    worst = min(wins, key=lambda policy: wins[policy])
    picks = plural(ORCHARD.basket_picks, "fruit")
    return Card(
        finding(wins[MOST_LEFT]),
        hundred_html(outcomes(wins[MOST_LEFT]), games="games"),
        f"{ORCHARD.fruit[0]} of each fruit, {ORCHARD.raven_steps} raven steps; a basket picks {picks}. "
        f"Solved exactly. If the basket picks from {POLICY_LABELS[worst]}, the raven wins "
        f"{counts_of_hundred([wins[worst], 1 - wins[worst]])[1]} of 100.",
    )


def link_headline(query: Query) -> str:
    """Return the chance of winning; "" if the page shows a problem in its place."""
    setup = edits.read_link(allowed_part(query, edits.LINK))
    if setup.mistake or count_boards(setup.rules) > inputs.MAX_BOARDS:
        return ""
    return headline(setup, solvers.odds(setup.rules, setup.policy, setup.state))


def outcomes(win: float) -> list[Outcome]:
    """Return the two outcomes of a game: won as fruit, lost as ravens.

    win: the chance of winning.
    """
    return [
        Outcome("won", win, ACCENTS["orchard"], shape="round"),
        Outcome("lost to the raven", 1 - win, ROLES[LOSING], shape="diamond"),
    ]


def finding(win: float) -> str:
    """Return how many of a hundred games the raven wins.

    win: our chance of winning if the basket picks from the fullest tree.

    >>> finding(0.78193)
    'Pick from the fullest tree, and the raven wins 22 of 100 games on average'
    """
    lost = counts_of_hundred([win, 1 - win])[1]
    return f"Pick from the fullest tree, and the raven wins {count_in_words(lost, 1 - win)} of 100 games on average"
