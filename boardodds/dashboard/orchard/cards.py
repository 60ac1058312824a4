"""The home page's card of Orchard."""

from boardodds.charts.orchard import TREE_FILLS
from boardodds.dashboard.orchard import solvers
from boardodds.dashboard.ui.card import Card, bar_card
from boardodds.orchard import ORCHARD, POLICIES


def win_card() -> Card:
    """Return the card with the chance to win under three policies for the basket."""
    wins = {
        label: solvers.odds(ORCHARD, policy, ORCHARD.start).win
        for label, policy in (
            ("fullest tree", "most_left"),
            ("random type", "random_type"),
            ("emptiest tree", "fewest_left"),
        )
    }
    fullest, random, emptiest = wins.values()
    return bar_card(
        f"With {ORCHARD.fruit[0]} of each fruit and {ORCHARD.raven_steps} raven steps, **we win {fullest:.1%} of the time** if "
        f"the basket picks from the fullest tree, and {random:.1%} if it picks from any type at random. Picking from the "
        f"emptiest tree is the worst of our {len(POLICIES)} policies: {emptiest:.1%}.",
        {label: (win, fill) for (label, win), fill in zip(wins.items(), TREE_FILLS, strict=False)},
    )
