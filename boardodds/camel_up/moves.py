"""The transition of Camel Up: one move on many boards at once; and the possible rolls of a leg, which lead to the moves.

A board is a column of an integer array ``keys`` (camels, boards). A camel's key is ``square * 16 + height``, with height 0 at the
bottom of a stack. A camel with a larger key is further ahead, and a camel's unit has consecutive keys. The exact solver, the
simulator and ``roll_die`` all use this transition.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import perm, prod
from operator import attrgetter

import numpy as np

from boardodds.camel_up.position import Position
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, OASIS, Rules
from boardodds.probability.arrays import Bools, Ints

HEIGHT_BITS = 4
TOP = 2**HEIGHT_BITS - 1
# The largest number of different sequences: eight dice with three faces.
MAX_SEQUENCES = 3**8 * perm(8)
MAX_OUTCOMES = 2**50


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of one die.

    die: the die, ``x`` for the grey one.
    camel: the camel on the die; for the grey die a crazy camel.
    number: the number of squares.
    sides: the number of sides, out of ``Rules.sides``, that show this roll.
    """

    die: str
    camel: str
    number: int
    sides: int

    def __str__(self) -> str:
        return f"{self.camel}{self.number}"


@dataclass(frozen=True, slots=True)
class MoveResult:
    """Boards after one move on each.

    keys: int array (camels, boards).
    stop: int array (boards,), the square of the tile on which the unit stopped, 0 if it stopped on no tile.
    ended: bool array (boards,), whether the unit crossed the line, at the finish or backwards.
    """

    keys: Ints
    stop: Ints
    ended: Bools


def camel_rows(position: Position, rules: Rules) -> str:
    """Return the camels of a board in the order of the rows of its keys: racing camels, then crazy camels."""
    return "".join(filter(set(position.camels).__contains__, rules.camels + rules.crazy))


def board_keys(position: Position, rows: str) -> Ints:
    """Return the keys of one board: int array (camels, 1)."""
    keys = {
        camel: square << HEIGHT_BITS | height
        for square, camels in position.stacks
        for height, camel in enumerate(camels)
    }
    return np.array([[keys[camel]] for camel in rows], dtype=np.int16)


def tile_effects(position: Position, track: int) -> Ints:
    """Return the effect of the tile on each square 0..track+1: int array (track+2,), +1 oasis, -1 mirage, 0 no tile."""
    effects = np.zeros(track + 2, dtype=np.int16)
    for square, kind in position.tiles:
        effects[square] = 1 if kind == OASIS else -1
    return effects


def possible_rolls(dice: str, rules: Rules = FIRST_EDITION) -> list[Roll]:
    """Return every different roll of the dice, with equal sides merged into one roll.

    >>> [str(roll) for roll in possible_rolls("GY")]
    ['G1', 'G2', 'G3', 'Y1', 'Y2', 'Y3']
    """
    rolls, total = [], rules.sides
    for die in dice:
        sides = rules.die_rolls(die)
        rolls += [Roll(die, *side, sides.count(side) * (total // len(sides))) for side in dict.fromkeys(sides)]
    return rolls


def rolled_rows(camels: Iterable[str], rows: str) -> list[int]:
    """Return the row of each camel on a die; for a crazy camel that is not on the board, that of the other one, the last."""
    numbers = dict(zip(rows, range(len(rows)), strict=True))
    return [numbers.get(camel, len(rows) - 1) for camel in camels]


def crazy_movers(keys: Ints, rolled_row: Ints, rows: str, rules: Rules) -> Ints:
    """Return the row of the crazy camel that moves after a roll of the grey die: int array (boards,).

    If only one crazy camel carries racing camels, that one moves. Otherwise, if one stands directly on the other, the upper one
    moves. Otherwise the rolled camel moves, whose rows are an int array (boards,) too.
    """
    if not (rules.crazy_priority and rules.stacking and set(rules.crazy) <= set(rows)):
        return rolled_row
    first, second = (rows.index(camel) for camel in rules.crazy)
    racing_keys = keys[: len(rows) - 2]
    carries_first, carries_second = (
        ((racing_keys > keys[row]) & (racing_keys <= (keys[row] | TOP))).any(axis=0) for row in (first, second)
    )
    # Keys that differ by 1 are always on one square, because no stack reaches the largest height of a key.
    gap = keys[first] - keys[second]
    upper = np.where(gap == 1, first, np.where(gap == -1, second, rolled_row))
    return np.where(carries_first == carries_second, upper, np.where(carries_first, first, second))


def move(
    keys: Ints, mover: Ints, steps: Ints, effects: Ints | None, rules: Rules, layout: Ints | None = None
) -> MoveResult:
    """Move one unit on each board.

    keys: int array (camels, boards).
    mover: int array (boards,), the row of the lowest camel of the unit.
    steps: int array (boards,), the number of squares, negative for a crazy camel.
    effects: int array (layouts, track+2), the effect of the tile on each square; None if no board has a tile.
    layout: int array (boards,), the row of ``effects`` for each board; None for row 0 on all boards.
    """
    boards = keys.shape[1]
    base = keys.reshape(-1).take(mover * np.intp(boards) + np.arange(boards))
    target = (base >> HEIGHT_BITS) + steps
    if rules.stacking:
        unit = (keys >= base) & (keys <= (base | TOP))
    else:
        unit = keys == base
        keys = keys - ((keys > base) & (keys <= (base | TOP)))
    if effects is None:
        # Steps are never 0, so the unit leaves its square and none of its camels is on the target yet.
        on_target = keys >> HEIGHT_BITS == target
        stop = np.zeros_like(target)
        new_keys = keys + unit * ((target << HEIGHT_BITS) + _count_camels(on_target) - base)
    else:
        width = effects.shape[1]
        square = np.minimum(np.maximum(target, 0), width - 1)
        effect = effects.reshape(-1).take(square if layout is None else layout * np.intp(width) + square)
        stop = target * (effect != 0)
        target = target + np.where(steps < 0, -effect, effect)
        # From a mirage, a unit goes under the camels on its target square.
        is_mirage = effect < 0
        on_target = (keys >> HEIGHT_BITS == target) & ~unit
        new_keys = keys + unit * ((target << HEIGHT_BITS) + _count_camels(on_target) * ~is_mirage - base)
        if is_mirage.any():
            # The camels above the unit rise by its size.
            new_keys += on_target * (is_mirage * _count_camels(unit))
    return MoveResult(new_keys.astype(np.int16, copy=False), stop, (target > rules.track) | (target < 1))


def racing_order(keys: Ints, racing: int) -> Ints:
    """Return the place of each racing camel, 0 for the leader: int array (racing, boards).

    keys: int array (camels, boards), whose first rows are the racing camels.
    """
    rows = keys[:racing]
    place: Ints = (rows[None, :] > rows[:, None]).view(np.int8).sum(axis=1, dtype=np.int8)
    return place


def _count_camels(camels: Bools) -> Ints:
    """Return the number of marked camels, bool array (camels, boards), on each board: int array (boards,)."""
    # Sums of an eight-bit view are several times faster than sums of booleans.
    count: Ints = camels.view(np.int8).sum(axis=0, dtype=np.int8).astype(np.int16)
    return count


class LegRolls:
    """The rolls and the board of a leg as arrays, prepared once for a walk over it.

    rows: the camels in the order of the rows of the keys.
    racing: the number of racing camels, which are the first rows.
    keys: int array (camels, 1), the board at the start.
    effects: int array (1, track + 2), the effect of the tile on each square; None without tiles.
    rolls: every possible roll, those of the grey die last.
    rolled_row: int array (rolls,), the row of the camel on the die.
    steps: int array (rolls,), the number of squares, negative for the grey die.
    sides: int array (rolls,), the number of sides that show the roll.
    first_grey: the number of rolls before those of the grey die.
    """

    def __init__(self, position: Position, rules: Rules, dice: str) -> None:
        self.rules = rules
        self.rows = camel_rows(position, rules)
        self.racing = len(position.racing)
        self.keys = board_keys(position, self.rows)
        self.effects = tile_effects(position, rules.track)[None, :] if position.tiles else None
        self.rolls = possible_rolls(dice, rules)
        self.rolled_row: Ints = np.array(rolled_rows(map(attrgetter("camel"), self.rolls), self.rows), dtype=np.intp)
        self.first_grey = [*map(attrgetter("die"), self.rolls), GREY_DIE].index(GREY_DIE)
        self.steps: Ints = np.array([roll.number for roll in self.rolls], dtype=np.int16)
        # Crazy camels run backwards.
        self.steps[self.first_grey :] *= -1
        self.sides: Ints = np.array([roll.sides for roll in self.rolls], dtype=np.int16)

    def movers(self, keys: Ints, roll: Ints, board: Ints | None = None) -> Ints:
        """Return the row of the camel that each roll moves: a new array, as the numbers of the rolls: int array (rolls,).

        board: int array (rolls,), the board of each roll in the keys; None if each board has one roll.
        """
        mover: Ints = self.rolled_row.take(roll)
        if self.first_grey < len(self.rolls):
            grey = np.flatnonzero(roll >= self.first_grey)
            if len(grey):
                columns = grey if board is None else board[grey]
                mover[grey] = crazy_movers(keys.take(columns, axis=1), mover[grey], self.rows, self.rules)
        return mover


def count_sequences(dice: int, rolls: int, rules: Rules) -> int:
    """Return the number of equally likely sequences of some rolls, with this number of dice in the pyramid."""
    sequences: int = perm(dice, rolls) * rules.sides**rolls
    return sequences


def check_work(dice: str, rolls: int, rules: Rules) -> int:
    """Return the number of equally likely sequences of a leg; raise ValueError if there are too many of them to solve."""
    if not is_leg_solvable(dice, rolls, rules):
        raise ValueError(
            f"a leg of {rolls} rolls has {count_different_sequences(dice, rolls, rules):,} different dice sequences; "
            f"at most {MAX_SEQUENCES:,} can be solved: use fewer dice or fewer faces"
        )
    return count_sequences(len(dice), rolls, rules)


def is_leg_solvable(dice: str, rolls: int, rules: Rules) -> bool:
    """Return whether a leg has few enough sequences to solve."""
    is_short = count_different_sequences(dice, rolls, rules) <= MAX_SEQUENCES
    return is_short and count_sequences(len(dice), rolls, rules) <= MAX_OUTCOMES


def count_different_sequences(dice: str, rolls: int, rules: Rules) -> int:
    """Return an upper bound of the number of different sequences of a leg."""
    rolls_by_die = sorted((len(set(rules.die_rolls(die))) for die in dice), reverse=True)
    return perm(len(dice), rolls) * prod(rolls_by_die[:rolls])
