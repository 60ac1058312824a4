"""Camel Up's questions for the quiz and the worksheet, and its trials for the page on large numbers."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import cast

import numpy as np

from boardodds.camel_up.leg import RollResult, roll_die, solve_leg
from boardodds.camel_up.length import race_length
from boardodds.camel_up.moves import Roll, possible_rolls
from boardodds.camel_up.position import Position, rolls_left, stack_camels
from boardodds.camel_up.race import RaceOdds, solve_race
from boardodds.camel_up.rules import FIRST_EDITION, MIRAGE, OASIS, camel_name, tile_name, with_article
from boardodds.camel_up.setup import next_leg, random_position
from boardodds.camel_up.simulation import simulate_leg, simulate_race_length
from boardodds.entry.game import Question, QuestionGenerator, Trial
from boardodds.probability.display import plural

# The bounds of random numbers, each as (first, last + 1).
_CAMEL_BOUNDS = (2, 5)
_SQUARE_BOUNDS = (8, 21)
_LEG_BOUNDS = (2, 7)
# By level, the dice of a question by hand: two have 18 sequences, few enough to list. The hardest have a tile, too.
_DICE_BY_HAND = (1, 2, 2)
_LEVEL_WITH_TILES = 2
# A question about the race names at most this many camels.
_MAX_NAMED = 4
_STACKING = (
    "Dice come out in random order, and each shows 1, 2 or 3.",
    "A camel carries those above it. It lands on top of any camels on the square where it stops.",
)
_TILES = {
    OASIS: "A camel that stops on an oasis (+1) moves one more square.",
    MIRAGE: "A camel that stops on a mirage (−1) moves one square back, under any camels there.",
}


def _draw_leg(rng: np.random.Generator) -> Question:
    return _leg_question(random_position(FIRST_EDITION, rng), rng)


def _draw_leg_by_hand(level: int, rng: np.random.Generator) -> Question:
    board = random_position(FIRST_EDITION, rng)
    while level == _LEVEL_WITH_TILES and not board.tiles:
        board = random_position(FIRST_EDITION, rng)
    dice = "".join(rng.permutation(list(board.all_dice))[: _DICE_BY_HAND[level]])
    tiles = board.tiles if level == _LEVEL_WITH_TILES else ()
    return _leg_question(Position(board.stacks, dice, tiles), rng, by_hand=True)


def _leg_question(position: Position, rng: np.random.Generator, *, by_hand: bool = False) -> Question:
    odds = solve_leg(position)
    last = len(odds.camels)
    # The verb phrases of the question and of its answer, and the places for which it is yes.
    kinds = (
        ("win the leg", "wins", range(1, 2)),
        ("come first or second in the leg", "is first or second", range(1, 3)),
        ("come last in the leg", "is last", range(last, last + 1)),
    )
    counts = {
        (camel, kind): sum(odds.count(camel, place) for place in kinds[kind][-1])
        for camel, kind in product(odds.camels, range(3))
    }
    if by_hand and (uncertain := [key for key, count in counts.items() if 0 < count < odds.outcomes]):
        camel, kind = uncertain[int(rng.integers(len(uncertain)))]
    else:
        camel, kind = odds.camels[int(rng.integers(last))], int(rng.integers(3))
    (outcome, does, places), count = kinds[kind], counts[camel, kind]
    rolls = rolls_left(position, FIRST_EDITION)
    dice = ", ".join(camel_name(die) for die in sorted(position.dice, key=FIRST_EDITION.camels.find))
    name, sequences = camel_name(camel), "rolls" if rolls == 1 else "sequences of rolls"
    # The work is to list the sequences or, if there is a tile, to solve the boards after the first roll.
    # Nobody is asked a question whose answer is certain.
    steps = _list_sequences(position, camel, places) if by_hand and 0 < count < odds.outcomes else ()
    return Question(
        setting=f"Dice still in the pyramid: {dice}.",
        text=f"Does {name} {outcome}?",
        chance=Fraction(count, odds.outcomes),
        because=f"{name.capitalize()} {does} in {count:,} of {odds.outcomes:,} {sequences}.",
        table=_describe_board(position),
        notation={"position": str(position)},
        identity=f"{_unnamed(position, camel)} {places}",
        steps=steps,
        rules=_rules(position),
        states=_boards_to_solve(position) if steps and position.tiles else 0,
        cases=odds.outcomes if steps and not position.tiles else 0,
    )


def _boards_to_solve(position: Position) -> int:
    """Return the number of boards before the last roll of a leg of two dice: the first one, and those after one roll."""
    return 1 + len({after for roll in possible_rolls(position.dice) if (after := roll_die(position, roll).position)})


def _unnamed(position: Position, camel: str) -> str:
    """Return a text that boards share if they differ only in the camels' names, or in where they stand if no one can finish.

    >>> _unnamed(Position.parse("3:YG 4:B"), "G") == _unnamed(Position.parse("5:BW 6:O"), "W")
    True
    """
    names = str.maketrans({name: str(number) for number, name in enumerate(position.camels)})
    first, last = position.stacks[0][0], position.stacks[-1][0]
    # A die moves a camel up to three squares, and a tile one more.
    can_finish = last + 3 * len(position.dice) + len(position.tiles) > FIRST_EDITION.track
    base = 0 if can_finish else first
    board = [(square - base, camels.translate(names)) for square, camels in position.stacks]
    tiles = [(square - base, kind) for square, kind in position.tiles]
    return f"{board} {sorted(position.dice.translate(names))} {tiles} {camel.translate(names)}"


def _list_sequences(position: Position, camel: str, places: range) -> tuple[str, ...]:
    """Return the sequences of one or two dice after which the camel is in one of some places: a line for each first roll."""

    def is_yes(rolled: RollResult) -> bool:
        return (rolled.final_order or cast(Position, rolled.position).racing[::-1]).index(camel) + 1 in places

    lines, total, sequences = [], 0, 0
    for roll in possible_rolls(position.dice):
        first, words = roll_die(position, roll), f"{camel_name(roll.die)} {roll.number}"
        others = possible_rolls(position.dice.replace(roll.die, ""))
        sequences += len(others) or 1
        if first.position and others:
            seconds = [other for other in others if is_yes(roll_die(first.position, other))]
            count = len(seconds)
            words += ", then " + " or ".join(f"{camel_name(other.die)} {other.number}" for other in seconds)
        else:
            count = (len(others) or 1) * is_yes(first)
            words += ", which ends the race" if others else ""
        total += count
        if count:
            lines.append(f"{words}: {plural(count, 'sequence')}")
    return (*lines, f"{total} of {sequences} sequences: {Fraction(total, sequences)}")


def _draw_race(rng: np.random.Generator) -> Question:
    position = next_leg(random_position(FIRST_EDITION, rng))
    # A race of the first edition's five camels is always solved exactly.
    race = cast(RaceOdds, solve_race(position))
    # One camel of five wins a fifth of the time. So the question names up to four, for a chance near a random one.
    target = rng.random()
    groups = (group for size in range(1, _MAX_NAMED + 1) for group in combinations(position.racing, size))
    chance, camels = min(
        ((sum(map(race.win, group)), group) for group in groups), key=lambda named: abs(named[0] - target)
    )
    chances = ", ".join(f"{camel_name(camel)} {_whole_percent(race.win(camel))}" for camel in race.ranking)
    legs = race.legs.mean
    rest = "This leg is the last one." if race.ends_this_leg == 1 else f"{legs:.1f} legs are left, this one included."
    *others, last = map(camel_name, camels)
    names = f"{', '.join(others)} or {last}" if others else last
    return Question(
        setting="A new leg begins with all dice in the pyramid.",
        text=f"Does {names} win the race?",
        chance=min(chance, 1.0),
        because=f"The chances to win the race: {chances}. {rest}",
        table=_describe_board(position),
        notation={"position": str(position)},
        identity=_unnamed(position, "".join(camels)),
        rules=_rules(position),
    )


def _rules(position: Position) -> tuple[str, ...]:
    kinds = {kind for _, kind in position.tiles}
    finish = f"On one square, the higher camel is ahead. The finish is after square {FIRST_EDITION.track}."
    return (*_STACKING, finish, *[words for kind, words in _TILES.items() if kind in kinds])


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


# Questions ask for the same few lengths again.
_length = lru_cache(maxsize=64)(race_length)


def _draw_length(rng: np.random.Generator) -> Question:
    camels, squares, legs = (int(rng.integers(*bounds)) for bounds in (_CAMEL_BOUNDS, _SQUARE_BOUNDS, _LEG_BOUNDS))
    lengths = _length(camels, track=squares)
    return Question(
        setting=f"{camels} camels race over {squares} squares. One roll places each camel, which doesn't count as a leg. In a "
        "leg, every camel's die comes out once. The race ends when a camel passes the last square.",
        text=f"Is the race over within {legs} legs?",
        chance=lengths.at_most(legs),
        because=f"It takes {lengths.mean:.2f} legs on average: exactly {legs} in {_whole_percent(lengths.probability(legs))} of "
        f"races, fewer in {_whole_percent(lengths.at_most(legs - 1))}.",
        notation={"camels": str(camels), "track": str(squares)},
        identity=f"{camels} {squares} {legs}",
        rules=_STACKING,
    )


GENERATORS = (
    QuestionGenerator("camel_up_leg", "Camel Up: the leg", _draw_leg, _draw_leg_by_hand),
    QuestionGenerator("camel_up_race", "Camel Up: the race", _draw_race),
    QuestionGenerator("camel_up_length", "Camel Up: race length", _draw_length),
)


_MAX_LEGS = 4
_TRIAL_POSITION = Position.parse("1:BWOG 2:Y")
_GREEN = "G"


def _roll_leg(position: Position, rng: np.random.Generator) -> tuple[Position | None, list[str]]:
    """Return the board after the rest of a leg, None if a camel crosses the finish line, and the rolls."""
    rolls: list[str] = []
    for die in rng.permutation(list(position.dice)).tolist():
        roll = Roll(die, die, int(rng.choice(FIRST_EDITION.faces)), sides=1)
        rolls.append(str(roll))
        after = roll_die(position, roll).position
        if after is None:
            return None, rolls
        position = after
    return position, rolls


def _show_leg(seed: int) -> tuple[bool, str]:
    end, rolls = _roll_leg(_TRIAL_POSITION, np.random.default_rng(seed))
    # A leg has too few rolls to reach the finish line.
    winner = solve_leg(cast(Position, end)).favourite
    return winner == _GREEN, f"{' '.join(rolls)}: {camel_name(winner)} wins"


def _show_race(seed: int) -> tuple[bool, str]:
    rng, legs = np.random.default_rng(seed), 0
    squares = rng.choice(FIRST_EDITION.faces, size=len(FIRST_EDITION.camels)).tolist()
    placed = ((squares[camel], FIRST_EDITION.camels[camel]) for camel in rng.permutation(len(squares)).tolist())
    board: Position | None = Position(stack_camels(placed), FIRST_EDITION.dice)
    while board:
        board, _ = _roll_leg(next_leg(board), rng)
        legs += 1
    return legs <= _MAX_LEGS, plural(legs, "leg")


TRIALS = (
    Trial(
        "leg",
        "leg",
        "Four camels in a stack, yellow one square ahead: does green win the leg?",
        "green wins",
        exact=lambda: solve_leg(_TRIAL_POSITION).probability(_GREEN, place=1),
        play=lambda games, seed: simulate_leg(_TRIAL_POSITION, games=games, seed=seed).probability(_GREEN).successes,
        show=_show_leg,
    ),
    Trial(
        "race",
        "race",
        "Is a Camel Up race over within four legs?",
        "the race is over within four legs",
        exact=lambda: _length().at_most(_MAX_LEGS),
        play=lambda games, seed: simulate_race_length(games=games, seed=seed).length.at_most(_MAX_LEGS).successes,
        show=_show_race,
    ),
)
