"""The home page's card of Orchard."""

from boardodds.charts.orchard import TREE_FILLS
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.ui.card import Card, bar_card
from boardodds.orchard import ORCHARD


def win_card() -> Card:
    """Return the card with the chance to win under three policies for the basket."""
    wins = {
        label: solvers.odds(ORCHARD, policy, ORCHARD.start).win
        for label, policy in (
            ("fullest tree", "most_left"),
            ("at random", "random_type"),
            ("emptiest tree", "fewest_left"),
        )
    }
    fullest, random, emptiest = wins.values()
    return bar_card(
        f"Ten of each fruit, the raven in ten steps: **we win {fullest:.1%}** if the basket always picks from the fullest tree, "
        f"{random:.1%} if it picks at random. The greedy way, to finish the emptiest tree first, is the worst: {emptiest:.1%}.",
        {label: (win, fill) for (label, win), fill in zip(wins.items(), TREE_FILLS, strict=False)},
    )
