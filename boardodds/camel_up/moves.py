"""The transition of Camel Up: one move on many boards at once.

A board is a column of an integer array ``keys`` (camels, boards). A camel's key is ``square * 16 + height``, with height 0 at the
bottom of a stack. A camel with a larger key is further ahead, and a camel's unit has consecutive keys. The exact solver, the
simulator and ``roll_die`` all use this transition.
"""

from dataclasses import dataclass

import numpy as np

from boardodds.camel_up.position import OASIS, Position
from boardodds.camel_up.rules import FIRST_EDITION, GREY_DIE, Rules
from boardodds.probability.arrays import Bools, Ints

HEIGHT_BITS = 4
TOP = 2**HEIGHT_BITS - 1


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
    return "".join(camel for camel in rules.camels + rules.crazy if camel in position.camels)


def board_keys(position: Position, rows: str) -> Ints:
    """Return the keys of one board: int array (camels, 1).

    >>> board_keys(Position.parse("1:BW 3:G"), "WGB").ravel().tolist()
    [17, 48, 16]
    """
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
    rolls = []
    for die in dice:
        sides = rules.die_rolls(die)
        rolls += [Roll(die, *side, sides.count(side) * (rules.sides // len(sides))) for side in dict.fromkeys(sides)]
    return rolls


def crazy_movers(keys: Ints, rolled_row: Ints, rows: str, rules: Rules) -> Ints:
    """Return the row of the crazy camel that moves after a roll of the grey die: int array (boards,).

    If only one crazy camel carries racing camels, that one moves. Otherwise, if one stands directly on the other, the upper one
    moves. Otherwise the rolled camel moves.

    keys: int array (camels, boards).
    rolled_row: int array (boards,), the row of the rolled camel.
    """
    if not (rules.crazy_priority and rules.stacking):
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
        effect = _tile_effect(target, effects, layout)
        stop = target * (effect != 0)
        target = target + np.where(steps < 0, -effect, effect)
        new_keys = _place_units(keys, unit, base, target, effect < 0)
    return MoveResult(new_keys.astype(np.int16, copy=False), stop, (target > rules.track) | (target < 1))


def _tile_effect(target: Ints, effects: Ints, layout: Ints | None) -> Ints:
    """Return the effect of the tile on each unit's target square, 0 without a tile: int array (boards,)."""
    width = effects.shape[1]
    square = np.minimum(np.maximum(target, 0), width - 1)
    effect: Ints = effects.reshape(-1).take(square if layout is None else layout * np.intp(width) + square)
    return effect


def _place_units(keys: Ints, unit: Bools, base: Ints, target: Ints, is_mirage: Bools) -> Ints:
    """Return the keys after each unit lands on its target square: int array (camels, boards).

    keys: int array (camels, boards).
    unit: bool array (camels, boards), whether the camel belongs to the unit.
    base: int array (boards,), the key of the lowest camel of the unit.
    target: int array (boards,), the square on which the unit lands.
    is_mirage: bool array (boards,), whether the unit goes under the camels on its target square instead of on top.
    """
    on_target = (keys >> HEIGHT_BITS == target) & ~unit
    new_keys = keys + unit * ((target << HEIGHT_BITS) + _count_camels(on_target) * ~is_mirage - base)
    if is_mirage.any():
        # The camels above the unit rise by its size.
        new_keys += on_target * (is_mirage * _count_camels(unit))
    return new_keys


def racing_order(keys: Ints, racing: int) -> Ints:
    """Return the place of each racing camel, 0 for the leader: int array (racing, boards).

    keys: int array (camels, boards).
    racing: the number of racing camels, which are the first rows.
    """
    rows = keys[:racing]
    place: Ints = (rows[None, :] > rows[:, None]).view(np.int8).sum(axis=1, dtype=np.int8)
    return place


def position_of(column: Ints, rows: str, dice: str, tiles: tuple[tuple[int, str], ...]) -> Position:
    """Return the position of one board from its keys.

    column: int array (camels,), the keys.
    rows: the camels in the order of the keys.
    dice, tiles: these fields of the new position.
    """
    stacks: dict[int, str] = {}
    for row in np.argsort(column):
        square = int(column[row]) >> HEIGHT_BITS
        stacks[square] = stacks.get(square, "") + rows[row]
    return Position(tuple(stacks.items()), dice, tiles)


def signed_steps(roll: Roll) -> int:
    """Return the number of squares of a roll, negative for the grey die, whose camels run backwards."""
    return -roll.number if roll.die == GREY_DIE else roll.number


def _count_camels(camels: Bools) -> Ints:
    """Return the number of marked camels on each board: int array (boards,).

    camels: bool array (camels, boards).
    """
    # Sums of an eight-bit view are several times faster than sums of booleans.
    count: Ints = camels.view(np.int8).sum(axis=0, dtype=np.int8).astype(np.int16)
    return count
