"""The chances of a leg on many different boards at once, and a cache of them: what the players of whole games need.

``solve_leg`` counts sequences for boards that share their dice. Here each board has dice of its own, chances are floats, and
boards that differ only in the colours of camels are solved once: camels are named by rank, from the rearmost to the leader.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Lock

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.rules import GREY_DIE, Rules
from boardodds.camel_up.tally import groups
from boardodds.probability.arrays import Bools, Floats, Ints

# The number of states after a roll that are computed together: few enough for the processor's cache.
_STATES_AT_ONCE = 60_000
# The number of boards in a cache, which then takes about 40 MB.
_MAX_BOARDS = 80_000


@dataclass(frozen=True, slots=True)
class Boards:
    """Boards of whole games, with all camels of the rules: racing camels in the order of the rules, then crazy camels.

    keys: int array (camels, boards), as in ``moves``.
    dice: int array (boards,), the dice in the pyramid as bits of a number: bit n for racing camel n, the next for the grey die.
    effects: int array (boards, track + 2), the effect of the tile on each square, 0 without a tile.
    """

    keys: Ints
    dice: Ints
    effects: Ints

    def take(self, index: Ints | Bools) -> "Boards":
        """Return some of the boards, by their indices or by a mask."""
        return Boards(self.keys[:, index], self.dice[index], self.effects[index])


@dataclass(frozen=True, slots=True)
class LegChances:
    """What the rest of the leg brings on some boards.

    first, second: float arrays (racing camels, boards), each camel's chance of being first, and second, at the end of the leg.
    wins, lasts: float arrays (racing camels, boards), the chance that the race ends in this leg with the camel first, and last.
    landings: float array (track + 2, boards), the expected number of units that land on each square.
    """

    first: Floats
    second: Floats
    wins: Floats
    lasts: Floats
    landings: Floats

    @property
    def ends(self) -> Floats:
        """The chance that the race ends in this leg: float array (boards,)."""
        ends: Floats = self.wins.sum(axis=0)
        return ends


# The chances that have a value for each camel.
_BY_CAMEL = ("first", "second", "wins", "lasts")


def leg_chances(boards: Boards, rules: Rules, rolls: int) -> LegChances:
    """Return the chances after a number of rolls, or at the end of the race if that comes first.

    boards: boards with equal numbers of dice.
    rolls: the number of rolls, at least 1 and at most the number of dice.

    >>> keys, dice = np.array([[1 << 4], [2 << 4]], dtype=np.int16), np.array([3], dtype=np.int16)
    >>> board = Boards(keys, dice, np.zeros((1, 18), dtype=np.int16))
    >>> chances = leg_chances(board, Rules(camels="BW"), rolls=2)
    >>> chances.first.ravel().round(4).tolist(), round(float(chances.landings[2, 0]), 4)
    ([0.3889, 0.6111], 0.3333)
    """
    sides = _sides(rules)
    dice = int(boards.dice[0]).bit_count()
    # The last roll has the most states; before it, each has about this number of rolls that lead to it.
    states_of_board = min(10_000, (len(sides.bits) // 2 + 1) ** (rolls - 1) * 3)
    size = max(1, _STATES_AT_ONCE // states_of_board)
    parts = [
        _walk(boards.take(np.arange(start, min(start + size, len(boards.dice)))), rules, sides, dice, rolls)
        for start in range(0, len(boards.dice), size)
    ]
    names = (*_BY_CAMEL, "landings")
    return LegChances(*(np.concatenate([getattr(part, name) for part in parts], axis=1) for name in names))


@dataclass(frozen=True, slots=True)
class _Sides:
    """The different sides of all dice: arrays (sides,).

    bits: the bit of the die.
    rows: the row of the camel that the side shows.
    steps: the number of squares, negative for crazy camels.
    chances: the chance of the side if its die is rolled.
    grey: whether the die is the grey one.
    """

    bits: Ints
    rows: Ints
    steps: Ints
    chances: Floats
    grey: Bools


def _sides(rules: Rules) -> _Sides:
    rolls = moves.possible_rolls(rules.dice, rules)
    rows = rules.camels + rules.crazy
    return _Sides(
        bits=np.array([1 << rules.dice.index(roll.die) for roll in rolls], dtype=np.int16),
        rows=np.array([rows.index(roll.camel) for roll in rolls], dtype=np.int16),
        steps=np.array([moves.signed_steps(roll) for roll in rolls], dtype=np.int16),
        chances=np.array([roll.sides / rules.sides for roll in rolls]),
        grey=np.array([roll.die == GREY_DIE for roll in rolls]),
    )


@dataclass(frozen=True, slots=True)
class _States:
    """Different states after the same number of rolls: keys and dice as in ``Boards``, and arrays (states,).

    board: the number of the board at the start.
    weight: the chance of the state from there.
    """

    keys: Ints
    dice: Ints
    board: Ints
    weight: Floats

    def take(self, index: Ints) -> "_States":
        return _States(self.keys.take(index, axis=1), self.dice[index], self.board[index], self.weight[index])


def _walk(boards: Boards, rules: Rules, sides: _Sides, dice_left: int, rolls: int) -> LegChances:
    """Play all rolls on a few boards, with equal states merged."""
    count, racing, width = len(boards.dice), len(rules.camels), rules.track + 2
    effects = boards.effects if boards.effects.any() else None
    places, landings = np.zeros((len(_BY_CAMEL), count, racing)), np.zeros(count * width)
    states = _States(boards.keys, boards.dice, np.arange(count), np.ones(count))
    for done in range(rolls):
        states, movers, steps = _roll(states, rules, sides, dice_left - done)
        start = states.keys.reshape(-1).take(movers * np.intp(len(states.dice)) + np.arange(len(states.dice)))
        target = np.clip((start >> moves.HEIGHT_BITS) + steps, 0, width - 1)
        landings += np.bincount(states.board * width + target, states.weight, len(landings))
        result = moves.move(states.keys, movers, steps, effects, rules, states.board)
        states = replace(states, keys=result.keys)
        if done == rolls - 1:
            _add_places(places, states, result.ended)
        else:
            ended = np.flatnonzero(result.ended)
            _add_places(places, states.take(ended), result.ended[ended])
            states = _merge(states.take(np.flatnonzero(~result.ended)))
    first, second, wins, lasts = places.transpose(0, 2, 1)
    return LegChances(first, second, wins, lasts, landings.reshape(count, width).T)


def _roll(states: _States, rules: Rules, sides: _Sides, dice_left: int) -> tuple[_States, Ints, Ints]:
    """Return a copy of each state for each side of its dice, the row of the camel that moves there, and its steps."""
    state, side = np.nonzero(states.dice[:, None] & sides.bits)
    copies = states.take(state)
    weight = copies.weight * sides.chances[side] / dice_left
    movers, grey = sides.rows[side], np.flatnonzero(sides.grey[side])
    if len(grey):
        rows = rules.camels + rules.crazy
        movers[grey] = moves.crazy_movers(copies.keys.take(grey, axis=1), movers[grey], rows, rules)
    return replace(copies, dice=copies.dice & ~sides.bits[side], weight=weight), movers, sides.steps[side]


def _add_places(places: Floats, states: _States, crossed: Bools) -> None:
    """Add some final boards to the chances of their camels, in place.

    places: float array (chances, boards, camels), in the order of ``_BY_CAMEL``.
    crossed: bool array (states,), whether a unit has crossed the line, which ends the race.
    """
    _, boards, racing = places.shape
    order = moves.racing_order(states.keys, racing)
    camels = np.arange(racing, dtype=np.int8)[:, None]
    leg, race = states.weight, np.where(crossed, states.weight, 0.0)
    for chance, (place, weight) in enumerate(((0, leg), (1, leg), (0, race), (racing - 1, race))):
        cell = states.board * racing + ((order == place) * camels).sum(axis=0)
        places[chance] += np.bincount(cell, weight, boards * racing).reshape(boards, racing)


def _merge(states: _States) -> _States:
    """Return the states with equal ones merged and their weights added."""
    if not len(states.weight):
        return states
    low = int(states.keys.min())
    span = int(states.keys.max()) - low + 1
    columns = [(values, int(values.max()) + 1) for values in (states.board, states.dice)]
    order, starts = groups([*columns, *((row, span) for row in states.keys - low)])
    return replace(states.take(order[starts]), weight=np.add.reduceat(states.weight[order], starts))


class ChanceCache:
    """The chances of boards that were asked for, so that each board is solved once.

    In a thousand games, the same boards come again and again: at the start of a leg there are only 15,504 boards of five camels
    by rank, and the same players place the same tiles on the same boards. Threads can share a cache. A full cache is emptied.
    """

    def __init__(self, rules: Rules, max_rolls: int | None = None, *, grey: bool = True) -> None:
        """Create an empty cache.

        max_rolls: the largest number of rolls to look ahead; None for the end of the leg.
        grey: whether the grey die can be rolled. Without it, all other dice in the pyramid are rolled.
        """
        self._rules, self._max_rolls, self._grey = rules, max_rolls, grey
        self._racing = len(rules.camels)
        self._lock = Lock()
        self._numbers: dict[bytes, int] = {}
        # A row is the chances by rank, one kind after the other, then landings.
        self._rows: Floats = np.zeros((1024, len(_BY_CAMEL) * self._racing + rules.track + 2))

    def chances(self, boards: Boards) -> LegChances:
        """Return the chances of some boards, each with at least one roll left."""
        racing = self._racing
        ranked, order = self._by_rank(boards)
        with self._lock:
            numbers = self._look_up(ranked)
            rows = self._rows[numbers].T
        by_rank = rows[: len(_BY_CAMEL) * racing].reshape(len(_BY_CAMEL), racing, len(numbers))
        by_camel = np.empty(by_rank.shape)
        np.put_along_axis(by_camel, order[None], by_rank, axis=1)
        first, second, wins, lasts = by_camel
        return LegChances(first, second, wins, lasts, rows[len(_BY_CAMEL) * racing :])

    def _by_rank(self, boards: Boards) -> tuple[Boards, Ints]:
        """Return the boards with their racing camels in ascending order, and that order: int array (racing, boards)."""
        racing = self._racing
        order = np.argsort(boards.keys[:racing], axis=0)
        keys = np.concatenate([np.take_along_axis(boards.keys[:racing], order, axis=0), boards.keys[racing:]])
        ranks = np.arange(racing)[:, None]
        bits = ((boards.dice >> order) & 1) << ranks
        dice = (bits.sum(axis=0) | boards.dice & (self._grey << racing)).astype(np.int16)
        effects = boards.effects
        if not self._rules.crazy:
            # No camel comes back to a square behind all camels, except to the one directly behind.
            behind = np.arange(effects.shape[1]) < (keys[0] >> moves.HEIGHT_BITS)[:, None]
            effects = np.where(behind, 0, effects).astype(np.int16)
        return Boards(keys, dice, effects), order

    def _look_up(self, boards: Boards) -> Ints:
        """Return the number of each board in the cache, after solving those that are new."""
        table = np.concatenate([boards.keys.T, boards.dice[:, None], boards.effects], axis=1).astype(np.int16)
        packed = np.ascontiguousarray(table).view(np.dtype((np.void, table.shape[1] * 2))).ravel()
        _, index, inverse = np.unique(packed, return_index=True, return_inverse=True)
        names = [packed[board].tobytes() for board in index]
        if len(self._numbers) > _MAX_BOARDS:
            self._numbers.clear()
        new = [number for number, name in enumerate(names) if name not in self._numbers]
        if new:
            self._solve(boards.take(index[new]), [names[number] for number in new])
        return np.array([self._numbers[name] for name in names])[inverse]

    def _solve(self, boards: Boards, names: list[bytes]) -> None:
        for part in self._parts(boards.dice):
            dice = int(boards.dice[part[0]]).bit_count()
            rolls = dice - self._rules.undrawn * self._grey
            if self._max_rolls is not None:
                rolls = min(rolls, self._max_rolls)
            solved = leg_chances(boards.take(part), self._rules, rolls)
            start = len(self._numbers)
            self._reserve(start + len(part))
            by_camel = [getattr(solved, name) for name in _BY_CAMEL]
            self._rows[start : start + len(part)] = np.concatenate([*by_camel, solved.landings]).T
            self._numbers.update((names[board], start + number) for number, board in enumerate(part.tolist()))

    @staticmethod
    def _parts(dice: Ints) -> Iterator[Ints]:
        """Yield the indices of the boards with each number of dice."""
        numbers = np.array([int(each).bit_count() for each in dice])
        for number in np.unique(numbers):
            yield np.flatnonzero(numbers == number)

    def _reserve(self, rows: int) -> None:
        if rows > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros((max(len(self._rows), rows), self._rows.shape[1]))])
