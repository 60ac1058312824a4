"""The home page's card of Orchard."""

from boardodds.charts.orchard import TREE_FILLS
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.ui.card import Card, bar_card
from boardodds.orchard import ORCHARD


def win_card() -> Card:
    """Whether we win, and what picking well is worth."""
    chances = {
        words: solvers.odds(ORCHARD, policy, ORCHARD.start).win
        for words, policy in (
            ("fullest tree", "most_left"),
            ("at random", "random_type"),
            ("emptiest tree", "fewest_left"),
        )
    }
    best, careless, worst = chances.values()
    return bar_card(
        f"Ten of each fruit, the raven in ten steps: **we win {best:.1%}** if the basket always picks from the fullest tree, "
        f"{careless:.1%} if it picks at random. The greedy way, to finish the emptiest tree first, is the worst: {worst:.1%}.",
        {words: (chance, fill) for (words, chance), fill in zip(chances.items(), TREE_FILLS, strict=False)},
    )
