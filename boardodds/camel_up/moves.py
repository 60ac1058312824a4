"""The one transition of Camel Up, on many boards at once.

A board is a column of an integer array ``keys`` (camels, boards): each camel's ``square * 16 + height``, height 0 at
the bottom of a stack. So a greater key is further ahead, and a camel and those above it are a run of keys. The exact
solver, the simulator and a single roll at the table all move their camels here.
"""

from dataclasses import dataclass

import numpy as np

from boardodds.camel_up.position import OASIS, Position
from boardodds.camel_up.rules import GREY_DIE, Rules
from boardodds.probability.arrays import Bools, Ints

HEIGHT_BITS = 4
TOP = 2**HEIGHT_BITS - 1


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll of one die: the camel it names and the number, with the sides of the even die (``Rules.sides``) that
    show it."""

    die: str
    camel: str
    number: int
    sides: int

    def __str__(self) -> str:
        return f"{self.camel}{self.number}"


@dataclass(frozen=True, slots=True)
class Moved:
    """Boards after one move each.

    - keys: int array (camels, boards).
    - stop: square of the tile on which the unit stopped (boards,), 0 if none.
    - ended: whether the unit crossed the line, at the finish or backwards (boards,).
    """

    keys: Ints
    stop: Ints
    ended: Bools


def camel_rows(position: Position, rules: Rules) -> str:
    """The camels of a board in the order of the rows of its array: racing camels, then crazy ones."""
    return "".join(camel for camel in rules.camels + rules.crazy if camel in position.camels)


def board_keys(position: Position, rows: str) -> Ints:
    """The column of one board, int array (camels, 1).

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
    """What each square 0..track+1 does to a unit that stops there: +1 oasis, -1 mirage, 0 nothing (track+2,)."""
    effects = np.zeros(track + 2, dtype=np.int16)
    for square, kind in position.tiles:
        effects[square] = 1 if kind == OASIS else -1
    return effects


def possible_rolls(dice: str, rules: Rules) -> list[Roll]:
    """Every different roll of the dice, equal sides put together.

    >>> [str(roll) for roll in possible_rolls("GY", Rules())]
    ['G1', 'G2', 'G3', 'Y1', 'Y2', 'Y3']
    """
    rolls = []
    for die in dice:
        sides = rules.die_rolls(die)
        rolls += [Roll(die, *side, sides.count(side) * (rules.sides // len(sides))) for side in dict.fromkeys(sides)]
    return rolls


def crazy_movers(keys: Ints, named: Ints, rows: str, rules: Rules) -> Ints:
    """Which crazy camel moves when the grey die names row ``named`` (boards,).

    A crazy camel that alone carries racing camels moves in place of the other; failing that, the upper of two that
    stand directly on each other.
    """
    if not (rules.crazy_priority and rules.stacking):
        return named
    first, second = (rows.index(camel) for camel in rules.crazy)
    racing = keys[: len(rows) - 2]
    carries_first, carries_second = (
        ((racing > keys[row]) & (racing <= (keys[row] | TOP))).any(axis=0) for row in (first, second)
    )
    # two different keys a step apart are always on one square: no stack reaches the top height
    gap = keys[first] - keys[second]
    upper = np.where(gap == 1, first, np.where(gap == -1, second, named))
    return np.where(carries_first == carries_second, upper, np.where(carries_first, first, second))


def move(keys: Ints, mover: Ints, steps: Ints, effects: Ints | None, rules: Rules, layout: Ints | None = None) -> Moved:
    """Moves one unit on each board.

    keys: int array (camels, boards). mover: row of the camel that moves (boards,). steps: squares, negative for a crazy camel
    (boards,). effects: tile effect of each square (layouts, track+2), or None where no board has a tile. layout: which of them
    holds on each board (boards,), or None for the first on all.
    """
    boards = keys.shape[1]
    base = keys.reshape(-1).take(mover * np.intp(boards) + np.arange(boards))
    to = (base >> HEIGHT_BITS) + steps
    if rules.stacking:
        unit = (keys >= base) & (keys <= (base | TOP))
    else:
        unit = keys == base
        keys = keys - ((keys > base) & (keys <= (base | TOP)))
    if effects is None:
        # every step leads to another square, so nobody of the unit stands there already
        there = keys >> HEIGHT_BITS == to
        stop = np.zeros_like(to)
        moved = keys + unit * ((to << HEIGHT_BITS) + _how_many(there) - base)
    else:
        effect = _effect(to, effects, layout)
        stop = to * (effect != 0)
        to = to + np.where(steps < 0, -effect, effect)
        moved = _settle(keys, unit, base, to, effect < 0)
    return Moved(moved.astype(np.int16, copy=False), stop, (to > rules.track) | (to < 1))


def _effect(to: Ints, effects: Ints, layout: Ints | None) -> Ints:
    """What the tile on its square does to each unit, 0 without one: int array (boards,)."""
    width = effects.shape[1]
    square = np.minimum(np.maximum(to, 0), width - 1)
    effect: Ints = effects.reshape(-1).take(square if layout is None else layout * np.intp(width) + square)
    return effect


def _settle(keys: Ints, unit: Bools, base: Ints, to: Ints, under: Bools) -> Ints:
    """The boards (camels, boards) with each unit set on a square, on top of the camels there or ``under`` them."""
    there = (keys >> HEIGHT_BITS == to) & ~unit
    moved = keys + unit * ((to << HEIGHT_BITS) + _how_many(there) * ~under - base)
    if under.any():
        # a mirage slides the unit under the stack, which rises by the unit's size
        moved += there * (under * _how_many(unit))
    return moved


def racing_order(keys: Ints, racing: int) -> Ints:
    """The place of each racing camel, 0 for the leader: int array (racing, boards)."""
    rows = keys[:racing]
    place: Ints = (rows[None, :] > rows[:, None]).view(np.int8).sum(axis=1, dtype=np.int8)
    return place


def position_of(column: Ints, rows: str, dice: str, tiles: tuple[tuple[int, str], ...]) -> Position:
    """The board of one column of an array, with the dice and tiles given."""
    stacks: dict[int, str] = {}
    for row in np.argsort(column):
        square = int(column[row]) >> HEIGHT_BITS
        stacks[square] = stacks.get(square, "") + rows[row]
    return Position(tuple(stacks.items()), dice, tiles)


def signed_steps(roll: Roll) -> int:
    """The squares of a roll in the direction in which its camel runs."""
    return -roll.number if roll.die == GREY_DIE else roll.number


def _how_many(camels: Bools) -> Ints:
    """How many camels are marked on each board: bool array (camels, boards) to int array (boards,)."""
    # eight-bit sums of a view are several times faster than sums of booleans
    many: Ints = camels.view(np.int8).sum(axis=0, dtype=np.int8).astype(np.int16)
    return many
