"""Camel Up's entry in the registry."""

from boardodds.camel_up.commands import LEG, LENGTH, RACE
from boardodds.camel_up.published_figures import PUBLISHED_FIGURES
from boardodds.camel_up.questions import GENERATORS
from boardodds.camel_up.trials import TRIALS
from boardodds.teaching.entry import Game, Method, Page

GAME = Game(
    title="Camel Up",
    pages=(
        Page("camel_up_leg", "Camel Up: the leg", "🐪", "Who wins this leg?"),
        Page("camel_up_race", "Camel Up: the race", "🏁", "Who wins the race?"),
        Page("camel_up_length", "Camel Up: race length", "📏", "How long is the race?"),
    ),
    commands=(
        LEG,
        RACE,
        LENGTH,
    ),
    method=Method(
        sources="Camel Calculator; Camel Up math (2015)",
        solved="the leg, tiles, actions; the race of up to six camels on 16 squares",
        simulated="the race of more camels, and with crazy ones",
    ),
    readings=(
        "A unit that stops on a tile moves on one square: an oasis forward, on top; a mirage back, underneath whoever stands "
        "there. Tiles lie on empty squares, never on the first, never side by side, and go home when the leg ends.",
        "The race ends at once when a unit crosses the line; that leg is still scored. A unit that has crossed takes no tile, "
        "and an oasis on the last square that carries a unit over ends the race.",
        "Beyond the leg that is being played no tiles are laid: whoever lays them would change the odds of the race.",
        "The first edition rolls all five dice in a leg, the second five of six. A crazy camel that crosses the line backwards "
        "ends the race, and the racing camels on its back count as last.",
        "The post on the length of a race uses squares 0 to 15 and counts legs after the placement roll; so does that page.",
    ),
    published_figures=PUBLISHED_FIGURES,
    trials=TRIALS,
    question_generators=GENERATORS,
)
