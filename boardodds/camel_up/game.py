"""Camel Up's entry: what the site, the command line and the teaching pages know about it."""

from boardodds.camel_up.commands import LEG, LENGTH, RACE
from boardodds.camel_up.published_figures import PUBLISHED_FIGURES
from boardodds.camel_up.questions import GENERATORS
from boardodds.camel_up.trials import TRIALS
from boardodds.entry.game import Game, Method, Page

GAME = Game(
    title="Camel Up",
    pages=(
        Page("camel_up_leg", "Camel Up: the leg", "Who wins this leg?"),
        Page("camel_up_race", "Camel Up: the race", "Who wins the race?"),
        Page("camel_up_length", "Camel Up: race length", "How long is the race?"),
    ),
    commands=(
        LEG,
        RACE,
        LENGTH,
    ),
    method=Method(
        sources="Camel Calculator; Camel Up math (2015); the rulebooks of 2014 and 2018",
        solved="the leg, tiles and actions; the race of up to five camels on 16 squares, of six on request; the length of a race "
        "of up to six",
        simulated="races with crazy camels; larger races; in the chart by number of camels, the lengths that are slow to count",
    ),
    readings=(
        "A camel or stack that stops on an oasis moves one more square and lands on top. On a mirage it moves one square back, "
        "under any camels there. The second edition's cheering and booing tiles work in the same way. For a crazy camel, which "
        "runs backwards, both directions are reversed.",
        "A tile needs an empty square. It can't be on square 1 or next to another tile, and it is returned after the leg.",
        "The race ends as soon as a camel crosses the finish line; that leg is still scored. A tile on the last square can take "
        "a camel across.",
        "Later legs are assumed to have no tiles, because nobody knows where players will place them.",
        "The first edition rolls all five dice in a leg, the second five of six. A crazy camel that crosses the line backwards "
        "ends the race, and the racing camels it carries take the last places.",
        "If only one crazy camel carries racing camels, that one moves, whichever the grey die shows. If one stands directly on "
        "the other, the upper one moves.",
        "The 2015 blog post on race lengths numbers the squares from 0 to 15. Like our page, it doesn't count the roll that "
        "places the camels as a leg.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
