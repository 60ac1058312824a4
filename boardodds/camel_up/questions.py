"""Questions about Camel Up: the leg, the race, and how long a race is."""

from typing import cast

import numpy as np

from boardodds.camel_up.leg import LegOdds, solve_leg
from boardodds.camel_up.position import OASIS, TILE_NAMES, Position, rolls_left
from boardodds.camel_up.race import RaceOdds, race_length, solve_race
from boardodds.camel_up.rules import FIRST_EDITION, camel_name
from boardodds.camel_up.setup import next_leg, random_position
from boardodds.probability.wording import plural
from boardodds.teaching.question import Question, QuestionGenerator

_CAMELS = (2, 5)
_SQUARES = (8, 21)
_LEGS = (2, 7)
_HAND_DICE = 2


def _leg(rng: np.random.Generator) -> Question:
    return _about_leg(random_position(FIRST_EDITION, rng), rng)


def _leg_by_hand(rng: np.random.Generator) -> Question:
    """With two dice left there are eighteen sequences, which can be written down."""
    board = random_position(FIRST_EDITION, rng)
    dice = "".join(rng.permutation(list(board.all_dice))[:_HAND_DICE])
    return _about_leg(Position(board.stacks, dice, board.tiles), rng)


def _about_leg(position: Position, rng: np.random.Generator) -> Question:
    odds = solve_leg(position)
    camel = odds.camels[int(rng.integers(len(odds.camels)))]
    outcome, places = _places(odds, int(rng.integers(3)))
    ways = sum(odds.count(camel, place) for place in places)
    rolls = rolls_left(position, FIRST_EDITION)
    dice = ", ".join(camel_name(die) for die in position.dice)
    return Question(
        setting=f"Still in the pyramid: {dice}. Each die shows 1, 2 or 3, and the order in which they come out is random. "
        f"{_how_they_move(position)}",
        text=f"Does {camel_name(camel)} {outcome}?",
        chance=sum((odds.fraction(camel, place) for place in places), start=odds.fraction(camel, places[0]) * 0),
        because=f"In {ways:,} of the {odds.outcomes:,} sequences of {plural(rolls, 'die', 'dice')} it does.",
        table=_in_words(position),
        notation={"position": str(position)},
    )


def _places(odds: LegOdds, kind: int) -> tuple[str, range]:
    """What is asked of a camel, and the places that are a yes."""
    last = len(odds.camels)
    return (
        ("win the leg", range(1, 2)),
        ("come first or second in the leg", range(1, 3)),
        ("come last in the leg", range(last, last + 1)),
    )[kind]


def _race(rng: np.random.Generator) -> Question:
    position = next_leg(random_position(FIRST_EDITION, rng))
    # five camels of the first edition are always counted
    race = cast(RaceOdds, solve_race(position))
    camel = position.racing[int(rng.integers(len(position.racing)))]
    first = race.ranking[0]
    return Question(
        setting="A new leg begins: all dice are in the pyramid, each shows 1, 2 or 3, and the order in which they come out is "
        f"random. {_how_they_move(position)}",
        text=f"Does {camel_name(camel)} win the race?",
        chance=race.win(camel),
        because=f"{race.legs.mean:.1f} legs are still to run on average; {camel_name(first)} is likeliest to win the race, with "
        f"{race.win(first):.0%}.",
        table=_in_words(position),
        notation={"position": str(position)},
    )


def _how_they_move(position: Position) -> str:
    tiles = " Whoever stops on an oasis (+1) goes one square on, on a mirage (-1) one square back and under the camels there."
    return (
        "A camel carries those above it and lands on top of those on the square where it stops; the higher one on a square is "
        f"ahead. The finish is after square {FIRST_EDITION.track}.{tiles if position.tiles else ''}"
    )


def _in_words(position: Position) -> str:
    stacks = [f"{', '.join(map(camel_name, camels))} on {square}" for square, camels in position.stacks]
    tiles = [f"a{'n' * (kind == OASIS)} {TILE_NAMES[kind]} on {square}" for square, kind in position.tiles]
    return f"Camels, from the bottom of each stack up: {'; '.join(stacks + tiles)}."


def _length(rng: np.random.Generator) -> Question:
    camels, squares, legs = (int(rng.integers(*span)) for span in (_CAMELS, _SQUARES, _LEGS))
    lengths = race_length(camels, squares)
    return Question(
        setting=f"{camels} camels race over {squares} squares. First each is placed by one roll, which is no leg; then in a leg "
        "every camel's die comes out once, in random order, and shows 1, 2 or 3. A camel carries those above it and lands on top "
        "of those on the square where it stops. The race is over when one is past the last square.",
        text=f"Is the race over within {legs} legs?",
        chance=lengths.at_most(legs),
        because=f"A race takes {lengths.mean:.2f} legs on average.",
        notation={"camels": str(camels), "squares": str(squares)},
    )


GENERATORS = (
    QuestionGenerator("camel_up_leg", "Camel Up: the leg", _leg, _leg_by_hand, since=1),
    QuestionGenerator("camel_up_race", "Camel Up: the race", _race, since=1),
    QuestionGenerator("camel_up_length", "Camel Up: race length", _length, since=1),
)
