"""Orchard's entry: what the site, the command line and the teaching pages know about it."""

from boardodds.entry.game import Game, Method, Page
from boardodds.orchard.commands import RAVEN
from boardodds.orchard.published_figures import PUBLISHED_FIGURES
from boardodds.orchard.questions import GENERATORS
from boardodds.orchard.trials import TRIALS

GAME = Game(
    title="Orchard",
    pages=(Page("orchard", "Orchard", "Will we beat the raven?"),),
    commands=(RAVEN,),
    method=Method(
        sources="Will we win the Orchard game? (S. P. Marinček); the games' leaflets",
        solved="every state, for each basket rule offered",
        simulated="whole games, as a check of the exact chances",
    ),
    readings=(
        "The players lose with the raven's 10th step (the paper) or its 9th; in My First Orchard with its 6th or its 5th.",
        "A basket picks two fruits of the players' choice, one in My First Orchard. The paper's *random* picks each fruit from a "
        "type chosen at random among those left; its *smart* picks from the fullest tree.",
        "The players win as soon as all fruit is picked, even with the basket's first fruit.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
