"""Perudo's entry in the registry."""

from boardodds.perudo.commands import BID, MATCHES, ONE_DIE, ROUND
from boardodds.perudo.published_figures import PUBLISHED_FIGURES
from boardodds.perudo.questions import GENERATORS
from boardodds.perudo.trials import TRIALS
from boardodds.teaching.entry import Game, Method, Page

GAME = Game(
    title="Perudo",
    pages=(Page("perudo", "Perudo", "🎲", "Is that bid true?"),),
    commands=(
        BID,
        ROUND,
        ONE_DIE,
        MATCHES,
    ),
    method=Method(
        sources="Perudo probability explanations",
        solved="the chance of a bid, by the dice and for a model of the bidders; one die each",
        simulated="whole matches, the dial, calibration",
    ),
    readings=(
        "A raise keeps the quantity at a higher face or adds one at the same face (the post); or goes to any face at a higher "
        "quantity. To aces half the quantity, rounded up; from aces twice the quantity and one more.",
        "Aces are wild, and nobody opens with them, unless it is a palifico round: a player's first with one die left, while "
        "more than two are in.",
        "Calza, the claim that a bid is exact, is for the player to move; right, it wins back a die.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
