"""Camel Up's entry: what the site, the command line and the teaching pages know about it."""

from dataclasses import asdict, dataclass, replace

from boardodds.camel_up.leg import solve_leg
from boardodds.camel_up.length import race_length
from boardodds.camel_up.position import Position, check
from boardodds.camel_up.published_figures import PUBLISHED_FIGURES
from boardodds.camel_up.questions import GENERATORS, TRIALS
from boardodds.camel_up.race import RaceOdds, solve_race
from boardodds.camel_up.race_solver import check_work
from boardodds.camel_up.rules import PRINTED, Course, Rules
from boardodds.camel_up.setup import NO_CRAZY_CAMELS, NO_REARMOST, variants
from boardodds.camel_up.simulation import simulate_leg, simulate_race, simulate_race_length
from boardodds.entry.command import GameCommand, Play
from boardodds.entry.game import Game, Method, Page
from boardodds.probability.declared_rules import Text, neighbours, rule
from boardodds.probability.results import Result


@dataclass(frozen=True, slots=True)
class Case:
    """A question on the command line about a leg or a race: a board and its rules."""

    rules: Rules
    position: Position = rule(kind=Text(Position.parse), help="the board, as in '1:BWOG 2:Y dice=BWOGY tiles=5o.8m'")


def _printed(*boards: str) -> dict[str, Case]:
    return {
        name: Case(rules, Position.parse(board)) for (name, rules), board in zip(PRINTED.items(), boards, strict=True)
    }


def _variants(case: Case) -> dict[str, Case]:
    return {name: Case(rules, position) for name, (position, rules) in variants(case.position, case.rules).items()}


def _leg_variants(case: Case) -> dict[str, Case]:
    """Return the variants of a leg, in which all camels stay."""
    return {name: variant for name, variant in _variants(case).items() if name not in (NO_REARMOST, NO_CRAZY_CAMELS)}


def _solve_race(case: Case) -> Result:
    check(case.position, case.rules)
    if any(camel.islower() for camel in case.position.camels):
        raise ValueError("position must have no crazy camels to be solved: simulate it")
    check_work(len(case.position.racing), case.rules)
    return solve_race(case.position, case.rules)


@dataclass(frozen=True, slots=True)
class Length:
    """A question on the command line about a whole race, from the placement of the camels by one roll each."""

    rules: Course


def _length_variants(case: Length) -> dict[str, Length]:
    return {name: Length(course) for name, course in neighbours(case.rules).items()}


def _simulate_length(case: Length, play: Play) -> Result:
    # All camels are alike.
    return replace(simulate_race_length(**asdict(case.rules), **play.arguments), camels="", wins=(), lasts=())


LEG = GameCommand(
    "camel_up_leg",
    "which camel wins this leg of Camel Up",
    _printed("1:BWOG 2:Y", "1:BRPG 2:Y 14:w 15:k"),
    _leg_variants,
    lambda case: solve_leg(case.position, case.rules),
    lambda case, play: simulate_leg(case.position, case.rules, **play.arguments),
)
RACE = GameCommand(
    "camel_up_race",
    "which camel wins the race of Camel Up, and which finishes last",
    _printed("9:BWOG 10:Y", "9:BRPG 10:Y 14:w 15:k"),
    _variants,
    _solve_race,
    lambda case, play: simulate_race(case.position, case.rules, **play.arguments),
)
LENGTH = GameCommand(
    "camel_up_length",
    "how many legs a race of Camel Up takes",
    {"first_edition": Length(Course())},
    _length_variants,
    lambda case: RaceOdds("", (), (), race_length(**asdict(case.rules))),
    _simulate_length,
)


# What the library and the pages leave out.
NOT_COVERED = "the expansions (Supercup, Referee Camel, Grand Prix) and the card game."

GAME = Game(
    title="Camel Up",
    accent=("#8f6210", "#e3b341"),
    pages=(
        Page("camel_up_leg", "Camel Up: the leg", "Who wins this leg?"),
        Page("camel_up_race", "Camel Up: the race", "Who wins the race?"),
        Page("camel_up_length", "Camel Up: race length", "How long is the race?"),
    ),
    commands=(LEG, RACE, LENGTH),
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
        f"Not covered: {NOT_COVERED}",
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
