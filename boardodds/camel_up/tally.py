"""Counts how a leg ends, over all dice sequences, without going through them one by one.

After each roll, boards on which the same camels stand in the same stacks with the same dice left are one state,
however they came about; it carries the number of sequences that lead to it. Counts are integers below 2**53, so sums
in floats are exact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import perm, prod

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up import moves
from boardodds.camel_up.moves import Bools, Ints
from boardodds.camel_up.position import Position, rolls_left
from boardodds.camel_up.rules import GREY_DIE, Rules

MAX_SEQUENCES = 3**8 * perm(8)
MAX_OUTCOMES = 2**50
MAX_BOARDS = 256
_BLOCK = 1 << 13


@dataclass(frozen=True, slots=True)
class Tally:
    """How the leg ends from several boards, as counts out of ``outcomes``.

    outcomes: equally likely dice sequences.
    places: int array (boards, camels, places).
    stops: units that stop on each square's tile, summed over sequences: int array (boards, track+2).
    finish: int array (boards, stops on the marked tile, winner, runner-up).
    states: states that were counted through, all boards together.
    """

    outcomes: int
    places: Ints
    stops: Ints
    finish: Ints
    states: int


@dataclass(frozen=True, slots=True)
class _States:
    """Different states after some rolls: keys (camels, states), the rest (states,); hits are stops on the marked
    tile."""

    keys: Ints
    dice: Ints
    board: Ints
    hits: Ints
    count: Ints

    def take(self, index: Ints | Bools | slice) -> "_States":
        return _States(self.keys[:, index], self.dice[index], self.board[index], self.hits[index], self.count[index])

    @property
    def size(self) -> int:
        return len(self.count)


def check_work(dice: str, rolls: int, rules: Rules) -> int:
    """The number of equally likely sequences of a leg; ValueError before any work if they are too many to solve.

    >>> check_work("BWOGY", 5, Rules())
    29160
    """
    outcomes: int = perm(len(dice), rolls) * rules.sides**rolls
    different = sorted((len(set(rules.die_rolls(die))) for die in dice), reverse=True)
    sequences = perm(len(dice), rolls) * prod(different[:rolls])
    if sequences > MAX_SEQUENCES or outcomes > MAX_OUTCOMES:
        raise ValueError(
            f"a leg of {rolls} rolls has {sequences:,} different dice sequences; "
            f"at most {MAX_SEQUENCES:,} can be solved: use fewer dice or fewer faces"
        )
    return outcomes


def tally(positions: Sequence[Position], rules: Rules, *, marked: Sequence[int] | None = None) -> Tally:
    """Counts the ends of the leg from boards with the same camels and dice, all in one pass.

    positions: 1 to 256 boards that differ only in where camels and tiles are.
    marked: for each board the square of the tile whose stops are counted jointly with the finish, 0 for none.
    """
    if not 1 <= len(positions) <= MAX_BOARDS:
        raise ValueError(f"positions must be 1..{MAX_BOARDS}, got {len(positions)}")
    rolls = rolls_left(positions[0], rules)
    check_work(positions[0].dice, rolls, rules)
    return _Count(positions, rules, np.array(marked if marked is not None else [0] * len(positions))).run()


class _Count:
    """One pass over the leg, roll by roll."""

    def __init__(self, positions: Sequence[Position], rules: Rules, marked: Ints) -> None:
        self.rules = rules
        self.marked = marked
        self.dice = positions[0].dice
        self.rows = moves.camel_rows(positions[0], rules)
        self.racing = len(positions[0].racing)
        self.rolls = moves.possible_rolls(self.dice, rules)
        self.total_rolls = rolls_left(positions[0], rules)
        effects = np.stack([moves.tile_effects(position, rules.track) for position in positions])
        self.effects = effects if effects.any() else None
        boards = len(positions)
        self.start = _States(
            keys=np.concatenate([moves.board_keys(position, self.rows) for position in positions], axis=1),
            dice=np.full(boards, 2 ** len(self.dice) - 1, dtype=np.int16),
            board=np.arange(boards, dtype=np.int16),
            hits=np.zeros(boards, dtype=np.int16),
            count=np.ones(boards, dtype=np.int64),
        )
        most_hits = self.total_rolls if marked.any() else 0
        self.places: NDArray[np.float64] = np.zeros((boards, self.racing, self.racing))
        self.stops: NDArray[np.float64] = np.zeros((boards, rules.track + 2))
        self.finish: NDArray[np.float64] = np.zeros((boards, most_hits + 1, self.racing, self.racing))

    def run(self) -> Tally:
        states, seen = self.start, self.start.size
        if self.total_rolls == 0:
            self._finish(states, weight=1)
        for roll in range(1, self.total_rolls + 1):
            states = _join([self._roll(block, roll) for block in _blocks(states)])
            if states.size == 0:
                break
            states = self._merge(states)
            seen += states.size
        return Tally(
            outcomes=perm(len(self.dice), self.total_rolls) * self.rules.sides**self.total_rolls,
            places=self.places.astype(np.int64),
            stops=self.stops.astype(np.int64),
            finish=self.finish.astype(np.int64),
            states=seen,
        )

    def _roll(self, states: _States, roll: int) -> _States:
        """Rolls every die left on every state, books the boards on which the leg is over, returns the others."""
        row, which = np.nonzero(states.dice[:, None] & self._column([1 << self.dice.index(r.die) for r in self.rolls]))
        named = self._column([self.rows.index(r.camel) for r in self.rolls])[which]
        steps = self._column([moves.signed_steps(r) for r in self.rolls])[which]
        before = states.take(row)
        moved = moves.move(
            before.keys,
            self._movers(before.keys, named, which),
            steps,
            None if self.effects is None else self.effects[before.board],
            self.rules,
        )
        after = _States(
            keys=moved.keys,
            dice=before.dice & ~self._column([1 << self.dice.index(r.die) for r in self.rolls])[which],
            board=before.board,
            hits=before.hits + ((moved.stop > 0) & (moved.stop == self.marked[before.board])),
            count=before.count * self._column([r.sides for r in self.rolls])[which],
        )
        to_come = self.total_rolls - roll
        weight = perm(len(self.dice) - roll, to_come) * self.rules.sides**to_come
        if self.effects is not None:
            self._book_stops(after, moved.stop, weight)
        if to_come == 0:
            self._finish(after, weight)
            return after.take(slice(0))
        if moved.ended.any():
            self._finish(after.take(moved.ended), weight)
            return after.take(~moved.ended)
        return after

    def _column(self, values: list[int]) -> Ints:
        return np.array(values, dtype=np.int16)

    def _movers(self, keys: Ints, named: Ints, which: Ints) -> Ints:
        grey = self._column([r.die == GREY_DIE for r in self.rolls])[which] > 0
        if not grey.any():
            return named
        movers = named.copy()
        movers[grey] = moves.crazy_movers(keys[:, grey], named[grey], self.rows, self.rules)
        return movers

    def _book_stops(self, states: _States, stop: Ints, weight: int) -> None:
        hit = stop > 0
        cell = states.board[hit].astype(np.int64) * self.stops.shape[1] + stop[hit]
        self.stops += np.bincount(cell, states.count[hit] * weight, self.stops.size).reshape(self.stops.shape)

    def _finish(self, states: _States, weight: int) -> None:
        """Books the order in which the racing camels stand."""
        place = moves.racing_order(states.keys, self.racing)
        count = (states.count * weight).astype(np.float64)
        row = states.board.astype(np.int32) * self.racing
        first, second = np.zeros_like(place[0]), np.zeros_like(place[0])
        for camel in range(self.racing):
            per_board = np.bincount(row + place[camel], count, len(self.places) * self.racing)
            self.places[:, camel] += per_board.reshape(-1, self.racing)
            first += (place[camel] == 0) * np.int8(camel)
            second += (place[camel] == 1) * np.int8(camel)
        cell = (
            (states.board.astype(np.int32) * self.finish.shape[1] + states.hits) * self.racing + first
        ) * self.racing
        self.finish += np.bincount(cell + second, count, self.finish.size).reshape(self.finish.shape)

    def _merge(self, states: _States) -> _States:
        """Puts equal states together and adds their counts."""
        low = int(states.keys.min())
        span = int(states.keys.max()) - low + 1
        columns = [
            (states.board, len(self.places)),
            (states.hits, self.finish.shape[1]),
            (states.dice, 1 << len(self.dice)),
        ]
        columns += [(keys - low, span) for keys in states.keys]
        order, starts = _groups(columns)
        merged = states.take(order[starts])
        return _States(
            merged.keys, merged.dice, merged.board, merged.hits, np.add.reduceat(states.count[order], starts)
        )


def _groups(columns: list[tuple[Ints, int]]) -> tuple[Ints, Ints]:
    """Sorts rows of (values, radix) columns: the order, and where in it each group of equal rows starts.

    The columns are packed into one integer each row; where that would overflow, what is packed so far is numbered
    afresh.
    """
    key = columns[0][0].astype(np.int64)
    size = columns[0][1]
    for values, radix in columns[1:]:
        if size * radix >= 2**63:
            distinct, key = np.unique(key, return_inverse=True)
            size = len(distinct)
        key = key * radix + values
        size *= radix
    order = np.argsort(key)
    in_order = key[order]
    return order, np.flatnonzero(np.concatenate(([True], in_order[1:] != in_order[:-1])))


def _blocks(states: _States) -> Iterator[_States]:
    """Slices of the states, so that what they grow into stays small in memory."""
    for start in range(0, states.size, _BLOCK):
        yield states.take(slice(start, start + _BLOCK))


def _join(parts: list[_States]) -> _States:
    if len(parts) == 1:
        return parts[0]
    return _States(
        keys=np.concatenate([part.keys for part in parts], axis=1),
        dice=np.concatenate([part.dice for part in parts]),
        board=np.concatenate([part.board for part in parts]),
        hits=np.concatenate([part.hits for part in parts]),
        count=np.concatenate([part.count for part in parts]),
    )
