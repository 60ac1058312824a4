"""Random questions about Camel Up: the leg, the race, and the length of a race."""

from typing import cast

import numpy as np

from boardodds.camel_up.leg import LegOdds, solve_leg
from boardodds.camel_up.position import MIRAGE, OASIS, Position, rolls_left
from boardodds.camel_up.race import RaceOdds, race_length, solve_race
from boardodds.camel_up.rules import FIRST_EDITION, camel_name
from boardodds.camel_up.setup import next_leg, random_position
from boardodds.camel_up.terms import tile_name, with_article
from boardodds.entry.question import Question, QuestionGenerator
from boardodds.probability.wording import plural

# The bounds of random numbers, each as (first, last + 1).
_CAMEL_BOUNDS = (2, 5)
_SQUARE_BOUNDS = (8, 21)
_LEG_BOUNDS = (2, 7)
# Two dice have 18 sequences, few enough to list by hand.
_DICE_BY_HAND = 2


def _draw_leg(rng: np.random.Generator) -> Question:
    return _leg_question(random_position(FIRST_EDITION, rng), rng)


def _draw_leg_by_hand(rng: np.random.Generator) -> Question:
    board = random_position(FIRST_EDITION, rng)
    dice = "".join(rng.permutation(list(board.all_dice))[:_DICE_BY_HAND])
    return _leg_question(Position(board.stacks, dice, board.tiles), rng)


def _leg_question(position: Position, rng: np.random.Generator) -> Question:
    odds = solve_leg(position)
    camel = odds.camels[int(rng.integers(len(odds.camels)))]
    outcome, places = _leg_outcome(odds, int(rng.integers(3)))
    count = sum(odds.count(camel, place) for place in places)
    rolls = rolls_left(position, FIRST_EDITION)
    dice = ", ".join(camel_name(die) for die in sorted(position.dice, key=FIRST_EDITION.camels.find))
    return Question(
        setting=f"Dice still in the pyramid: {dice}. They come out in random order, and each shows 1, 2 or 3. "
        f"{_explain_moves(position)}",
        text=f"Does {camel_name(camel)} {outcome}?",
        chance=sum((odds.fraction(camel, place) for place in places), start=odds.fraction(camel, places[0]) * 0),
        because=f"It does in {count:,} of the {odds.outcomes:,} sequences of {plural(rolls, 'die', 'dice')}.",
        table=_describe_board(position),
        notation={"position": str(position)},
    )


def _leg_outcome(odds: LegOdds, kind: int) -> tuple[str, range]:
    """Return the verb phrase of a question about a camel, and the places for which the answer is yes."""
    last = len(odds.camels)
    return (
        ("win the leg", range(1, 2)),
        ("come first or second in the leg", range(1, 3)),
        ("come last in the leg", range(last, last + 1)),
    )[kind]


def _draw_race(rng: np.random.Generator) -> Question:
    position = next_leg(random_position(FIRST_EDITION, rng))
    # A race of the first edition's five camels is always solved exactly.
    race = cast(RaceOdds, solve_race(position))
    camel = position.racing[int(rng.integers(len(position.racing)))]
    favourite = race.ranking[0]
    leg_win = solve_leg(position).probability(camel, place=1)
    legs = race.legs.mean
    rest = (
        "This leg is the last one."
        if race.ends_this_leg == 1
        else f"But {legs:.1f} legs are left on average, this one included, so the order can change again."
    )
    return Question(
        setting="A new leg begins with all dice in the pyramid. They come out in random order, and each shows 1, 2 or 3. "
        f"{_explain_moves(position)}",
        text=f"Does {camel_name(camel)} win the race?",
        chance=race.win(camel),
        because=f"{camel_name(camel).capitalize()} wins this leg with a chance of {_whole_percent(leg_win)}. {rest} The most "
        f"likely winner of the race is {camel_name(favourite)}, with a chance of {_whole_percent(race.win(favourite))}.",
        table=_describe_board(position),
        notation={"position": str(position)},
    )


def _explain_moves(position: Position) -> str:
    kinds = {kind for _, kind in position.tiles}
    tiles = " A camel that stops on an oasis (+1) moves one more square." if OASIS in kinds else ""
    if MIRAGE in kinds:
        tiles += " A camel that stops on a mirage (−1) moves one square back, under any camels there."
    return (
        "A camel carries those above it. It lands on top of any camels on the square where it stops. On one square, the higher "
        f"camel is ahead. The finish is after square {FIRST_EDITION.track}.{tiles}"
    )


def _describe_board(position: Position) -> str:
    stacks = [f"{', '.join(map(camel_name, camels))} on square {square}" for square, camels in position.stacks]
    tiles = [f"{with_article(tile_name(kind, FIRST_EDITION))} on square {square}" for square, kind in position.tiles]
    tiles_text = f" Tiles: {'; '.join(tiles)}." if tiles else ""
    return f"Camels, from the bottom of each stack up: {'; '.join(stacks)}.{tiles_text}"


def _whole_percent(chance: float) -> str:
    """Return a chance in whole percent, without rounding a possible event to 0% or an uncertain one to 100%."""
    if 0 < chance < 0.01:
        return "less than 1%"
    return "more than 99%" if 0.99 < chance < 1 else f"{chance:.0%}"


def _draw_length(rng: np.random.Generator) -> Question:
    camels, squares, legs = (int(rng.integers(*bounds)) for bounds in (_CAMEL_BOUNDS, _SQUARE_BOUNDS, _LEG_BOUNDS))
    lengths = race_length(camels, squares)
    return Question(
        setting=f"{camels} camels race over {squares} squares. One roll places each camel, which doesn't count as a leg. In a "
        "leg, every camel's die comes out once, in random order, and shows 1, 2 or 3. A camel carries those above it and lands "
        "on top of any camels on the square where it stops. The race ends when a camel passes the last square.",
        text=f"Is the race over within {legs} legs?",
        chance=lengths.at_most(legs),
        because=f"A race takes {lengths.mean:.2f} legs on average.",
        notation={"camels": str(camels), "squares": str(squares)},
    )


GENERATORS = (
    QuestionGenerator("camel_up_leg", "Camel Up: the leg", _draw_leg, _draw_leg_by_hand),
    QuestionGenerator("camel_up_race", "Camel Up: the race", _draw_race),
    QuestionGenerator("camel_up_length", "Camel Up: race length", _draw_length),
)
