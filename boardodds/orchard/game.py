"""Orchard's entry in the registry."""

from boardodds.orchard.commands import RAVEN
from boardodds.orchard.published_figures import PUBLISHED_FIGURES
from boardodds.orchard.questions import GENERATORS
from boardodds.orchard.trials import TRIALS
from boardodds.teaching.entry import Game, Method, Page

GAME = Game(
    title="Orchard",
    pages=(Page("orchard", "Orchard", "🍎", "Will we beat the raven?"),),
    commands=(RAVEN,),
    method=Method(
        sources="Will we win the Orchard game?",
        solved="every state under every policy",
        simulated="only to show that it agrees",
    ),
    readings=(
        "The raven loses the game in 10 steps (the paper) or 9; in My First Orchard in 6 or 5.",
        "A basket picks two fruits of the players' choice, one in My First Orchard. The paper's *random* draws among the kinds "
        "of fruit left, anew for each fruit; its *smart* takes from the fullest tree.",
        "All fruit picked wins at once, even as the basket's first fruit.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
