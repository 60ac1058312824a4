"""Candy Land's entry in the registry."""

from boardodds.candy_land.commands import CANDY_LAND
from boardodds.candy_land.published_figures import PUBLISHED_FIGURES
from boardodds.candy_land.questions import GENERATORS
from boardodds.candy_land.trials import TRIALS
from boardodds.teaching.entry import Game, Method, Page

GAME = Game(
    title="Candy Land",
    pages=(Page("candy_land", "Candy Land", "🍭", "What does each rule cost?"),),
    commands=(CANDY_LAND,),
    method=Method(
        sources="Adventures in Candy Land (2021); Scheffer's board",
        solved="the deck reshuffled before every draw, any number of players",
        simulated="the real deck",
    ),
    readings=(
        "Licorice holds you until your colour is drawn, single or double, and that card moves you; or it costs one turn; or "
        "nothing.",
        "A double looks at its first colour as well (the post: licorice stops you there, a shortcut takes you), or only at "
        "where it ends (the rulebook).",
        "Without specials means cards and spaces gone, so that the board is shorter (the post); or the cards alone; or cards "
        "that would lead back are ignored. The three answer different questions.",
        "The deck is drawn without putting back and shuffled when it is used up; or shuffled before every draw, as in the "
        "chain of Scheffer's board, whose last space wins.",
        "Players keep their order through a shuffle. In the post's program they lose it where their number does not divide "
        "the deck.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
