"""Candy Land's entry: what the site, the command line and the teaching pages know about it."""

from boardodds.candy_land.commands import CANDY_LAND
from boardodds.candy_land.published_figures import PUBLISHED_FIGURES
from boardodds.candy_land.questions import GENERATORS
from boardodds.candy_land.trials import TRIALS
from boardodds.entry.game import Game, Method, Page

GAME = Game(
    title="Candy Land",
    pages=(Page("candy_land", "Candy Land", "How long is a game of Candy Land?"),),
    commands=(CANDY_LAND,),
    method=Method(
        sources="Adventures in Candy Land (Chris Clark, 2021); Analysis of CandyLand (D. Rusin), with L. Scheffer's board; "
        "mattkram/candy-land (photographs of the box of 2014) and williamjacksn/candy-land on GitHub; the rulebooks",
        solved="the deck reshuffled before every draw, any number of players",
        simulated="the real deck",
    ),
    readings=(
        "Licorice: a player is stuck until they draw that space's colour, single or double, and the card moves them; or they "
        "lose one turn; or it has no effect.",
        "Double cards: licorice on the first of the two spaces stops the move and a shortcut there is taken (the blog post); or "
        "only the second space counts (the rulebook).",
        "Without picture cards: cards and spaces are removed, so the board is shorter (the blog post), and shortcuts and "
        "licorice keep their numbers; or only the cards are removed; or cards that would move a player back are ignored. The "
        "three answer different questions.",
        "The deck is drawn without replacement and shuffled when it runs out; or it is shuffled before every draw, as in the "
        "Markov chain of Scheffer's board, where the last space wins.",
        "An occupied space: players share it; or, as in the box of 2014, a player whose colour card leads there goes on to the "
        "next space of that colour. Picture spaces and the ends of shortcuts are shared.",
        "The order of play stays the same through a shuffle. The blog post's program loses it if the number of players does not "
        "divide the number of cards.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
