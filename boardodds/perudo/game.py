"""Perudo's entry: what the site, the command line and the teaching pages know about it."""

from boardodds.entry.game import Game, Method, Page
from boardodds.perudo.commands import BID, MATCHES, ONE_DIE, ROUND
from boardodds.perudo.published_figures import PUBLISHED_FIGURES
from boardodds.perudo.questions import GENERATORS
from boardodds.perudo.trials import TRIALS

GAME = Game(
    title="Perudo",
    pages=(Page("perudo", "Perudo", "Is that bid true?"),),
    commands=(
        BID,
        ROUND,
        ONE_DIE,
        MATCHES,
    ),
    method=Method(
        sources="Perudo probability explanations (Charles Dieterle); the rules of the game",
        solved="the chance of a bid, from the dice alone and, with a model of the bidders, given the bids; bluffing with one die "
        "for each player",
        simulated="whole matches, the dial, calibration",
    ),
    readings=(
        "A raise keeps the quantity at a higher face or adds one at the same face (the blog post); or it goes to any face at a "
        "higher quantity. A raise to aces takes half the quantity, rounded up; one from aces twice the quantity and one more.",
        "Aces are wild, and no round opens on them. A palifico round is the exception. It follows when a player first has one "
        "die left and more than two players are in.",
        "Any player but the one whose turn is next may call calza, the claim that the bid is exact; but not in a palifico round, "
        "nor with two players left. A right calza wins back a die.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
