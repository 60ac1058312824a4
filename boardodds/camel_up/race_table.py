"""Every place in a race where a leg can begin, solved once for all: who wins and who comes last by rank, and the legs left.

Camels are named by rank, not by colour: a board is its squares in ascending order, a camel further up a stack counting as
further ahead. Five camels on 16 squares make 15,504 boards, and with the dice that may be left 31 times as many states. Camels
only move forward, so one pass from the finish back, by the sum of the squares, knows each state's successors already. Tiles in
later legs are left out: nobody knows where they will lie.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import comb
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up.rules import Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.montecarlo import Progress, nobody_listens
from boardodds.probability.multisets import multisets, numbers

Pairs = NDArray[np.complex128]

MAX_WORK = 64_000_000
# tables are kept up to so much memory: some forty of five camels on 16 squares, or ten of six
MAX_BYTES = 128_000_000
# so much work takes a second or less, and little memory
QUICK_WORK = 13_000_000
# boards whose moves are worked out together
_AT_ONCE = 2048
# boards solved together: what is held of them stays in the processor's cache, and others can go first after each step
_TOGETHER = 256

_Key = tuple[int, int, tuple[int, ...], bool, int]
_TABLES: "OrderedDict[_Key, RaceTable]" = OrderedDict()
_LOCK = Lock()
_BUILDING = Lock()
_BUILDING_QUICK = Lock()
# how often who waits for another table looks up, which is when the wait can be given up
_LOOK_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class RaceTable:
    """The race from the start of a leg, all dice in the pyramid, for every board.

    win, last: chance of each rank, the rearmost first (boards, camels). legs: chance of each number of legs to the end of the
    race, from 0 (boards, legs + 1).
    """

    camels: int
    track: int
    win: Floats
    last: Floats
    legs: Floats

    @property
    def nbytes(self) -> int:
        """The memory that it takes."""
        return self.win.nbytes + self.last.nbytes + self.legs.nbytes

    def index(self, squares: Ints) -> Ints:
        """The rows of boards given as squares in ascending order: int array (camels, boards) to (boards,)."""
        return numbers(squares - 1, self.track - 1)

    def shortened(self, track: int) -> "RaceTable":
        """The table of a race over fewer squares, which is the end of this one: what lies behind its start does not matter.

        >>> short = race_table(2, Rules(track=9)).shortened(8)
        >>> short.win.tolist() == build_table(2, Rules(track=8), ranks=True).win.tolist()
        True
        """
        boards = multisets(self.camels, track - 1).T
        rows = np.empty(boards.shape[1], dtype=np.int64)
        rows[numbers(boards, track - 1)] = numbers(boards + np.int16(self.track - track), self.track - 1)
        legs = self.legs[rows]
        most = int(np.flatnonzero(legs.any(axis=0))[-1])
        return RaceTable(self.camels, track, self.win[rows], self.last[rows], legs[:, : most + 1].copy())


def table_work(camels: int, track: int, faces: tuple[int, ...]) -> int:
    """Moves that building a table goes through."""
    states: int = comb(track + camels - 1, camels) * 2**camels
    return states * camels * len(set(faces))


def check_work(racing: int, rules: Rules) -> None:
    """Raises ValueError where a table would take too much work."""
    if (work := table_work(racing, rules.track, rules.faces)) > MAX_WORK:
        raise ValueError(
            f"a race of {racing} camels over {rules.track} squares takes {work:,} steps to solve; at most {MAX_WORK:,} "
            "can be: simulate it, or use fewer camels, squares or faces"
        )


def race_table(racing: int, rules: Rules, *, progress: Progress | None = None) -> RaceTable:
    """The table for so many racing camels; built at the first call for its rules or a longer track, then kept.

    progress: called with the share of the work done, from 0 to 1. Raises ValueError before any work if it is too much.
    """
    check_work(racing, rules)
    key = _key(racing, rules)
    if found := _find(key):
        return found
    with alone(racing, rules, progress):
        # somebody else may have built it in the meantime
        if found := _find(key):
            return found
        built = build_table(racing, rules, ranks=True, progress=progress)
        _keep(key, built)
        return built


@contextmanager
def alone(camels: int, rules: Rules, progress: Progress | None) -> Iterator[None]:
    """While tables are built one at a time, for the sake of memory; what is quick does not wait for what is not.

    Tables that are there can be had meanwhile. progress: called with 0, at once and again, while another one is built; what it
    raises ends the wait.
    """
    building = _BUILDING_QUICK if table_work(camels, rules.track, rules.faces) <= QUICK_WORK else _BUILDING
    look = 0.0
    while not building.acquire(timeout=look):
        (progress or nobody_listens)(0.0)
        look = _LOOK_SECONDS
    try:
        yield
    finally:
        building.release()


def legs_by_board(camels: int, rules: Rules, progress: Progress | None = None) -> RaceTable:
    """The table without the ranks, for race lengths alone: less work and memory, and not kept. The caller bounds the work."""
    return build_table(camels, rules, ranks=False, progress=progress)


def build_table(camels: int, rules: Rules, *, ranks: bool, progress: Progress | None = None) -> RaceTable:
    """Builds a table afresh; without ``ranks`` its win and last are empty. The caller bounds the work."""
    build = _Build(camels, rules, ranks=ranks)
    return build.run(progress or nobody_listens)


def has_table(racing: int, rules: Rules) -> bool:
    """Whether the table is kept from an earlier call, so that it costs nothing."""
    return _find(_key(racing, rules)) is not None


def _key(racing: int, rules: Rules) -> _Key:
    return racing, rules.track, tuple(sorted(rules.faces)), rules.stacking, rules.undrawn


def _find(key: _Key) -> RaceTable | None:
    """The table that is kept, or what one of a longer track that is kept says of this one."""
    racing, track, *rest = key
    with _LOCK:
        longer = [each for each in _TABLES if [each[0], *each[2:]] == [racing, *rest] and each[1] >= track]
        if not longer:
            return None
        nearest = min(longer)
        _TABLES.move_to_end(nearest)
        found = _TABLES[nearest]
    if found.track > track:
        found = found.shortened(track)
        _keep(key, found)
    return found


def _keep(key: _Key, table: RaceTable) -> None:
    with _LOCK:
        _TABLES[key] = table
        while len(_TABLES) > 1 and sum(each.nbytes for each in _TABLES.values()) > MAX_BYTES:
            _TABLES.popitem(last=False)


class _Patterns:
    """What a move does to the ranks: the unit of ``unit`` camels from rank ``rank`` up passes ``passed`` others.

    number: pattern by (rank, unit, passed). dice_after: the dice by new rank, with the mover's die gone, for each set that
    held it (camels, patterns, sets / 2). cell_after: the same times camels, plus the new rank of each old one (camels,
    patterns, sets / 2, camels). Pattern 0 leaves all as it is.
    """

    def __init__(self, camels: int) -> None:
        moves = [
            (rank, unit, passed)
            for rank in range(camels)
            for unit in range(1, camels - rank + 1)
            for passed in range(camels - rank - unit + 1)
        ]
        self.number = np.zeros((camels, camels + 1, camels), dtype=np.int32)
        ranks = [list(range(camels))]
        dice = [list(range(2**camels))]
        for number, (rank, unit, passed) in enumerate(moves, start=1):
            self.number[rank, unit, passed] = number
            after = _rank_after(camels, rank, unit, passed)
            ranks.append(after)
            dice.append([_dice_after(dice_set, rank, after) for dice_set in range(2**camels)])
        rank_after, dice_after = np.array(ranks), np.array(dice)
        # only the sets that hold the mover's die are ever asked for: (camels, patterns, half of the sets[, camels])
        having = [[each for each in range(2**camels) if each >> rank & 1] for rank in range(camels)]
        self.dice_after = np.stack([dice_after[:, sets] for sets in having])
        self.cell_after = self.dice_after[..., None] * camels + rank_after[None, :, None, :]


def _rank_after(camels: int, rank: int, unit: int, passed: int) -> list[int]:
    after = list(range(camels))
    for old in range(rank, rank + unit):
        after[old] = old + passed
    for old in range(rank + unit, rank + unit + passed):
        after[old] = old - unit
    return after


def _dice_after(dice_set: int, rolled: int, after: list[int]) -> int:
    return sum(1 << new for old, new in enumerate(after) if dice_set >> old & 1 and old != rolled)


@dataclass(frozen=True, slots=True)
class _Move:
    """A number on the die of a rank: how often it is printed, the rows of the boards it leads to and the patterns (boards,)."""

    rank: int
    weight: int
    row: Ints
    pattern: Ints


class _Build:
    """One pass from the finish back. Only as many boards are held as a move can lead to, in a ring of rows."""

    def __init__(self, camels: int, rules: Rules, *, ranks: bool) -> None:
        track, faces = rules.track, Counter(rules.faces)
        self.camels, self.track, self.faces, self.stacking, self.ranks = camels, track, faces, rules.stacking, ranks
        self.sets = 2**camels
        # sets with which a leg is over: no more dice than stay in the pyramid
        self.ended = [dice for dice in range(self.sets) if dice.bit_count() <= rules.undrawn]
        # in each leg all camels but those whose dice stay move on
        self.most_legs = -(-camels * track // ((camels - rules.undrawn) * min(faces)))
        squares = multisets(camels, track - 1) + np.int16(1)
        order = np.argsort(-squares.sum(axis=1, dtype=np.int32), kind="stable")
        self.squares = squares[order]
        self.sums = self.squares.sum(axis=1, dtype=np.int32)
        self.number = numbers(self.squares.T - 1, track - 1)
        self.turn = np.empty_like(self.number)
        self.turn[self.number] = np.arange(len(order))
        self.starts = np.flatnonzero(np.concatenate(([True], self.sums[1:] != self.sums[:-1], [True])))
        self.patterns = _Patterns(camels)
        self.ring = self._ring_size()
        # behind the ring stand the races that are over: a row for each (winner, last) by rank
        rows = self.ring + camels * camels
        self.legs = np.zeros((rows, self.sets, self.most_legs + 1))
        self.legs[self.ring :, :, 1] = 1
        # the chance to win as real part, to come last as imaginary: one look-up serves both
        self.by_rank: Pairs = np.zeros((rows if ranks else 0, self.sets, camels), dtype=np.complex128)
        if ranks:
            for winner in range(camels):
                for last in range(camels):
                    self.by_rank[self._over(winner, last), :, winner] += 1
                    self.by_rank[self._over(winner, last), :, last] += 1j
        self.divisor = np.array([max(1, each.bit_count()) for each in range(self.sets)]) * float(faces.total())

    def _ring_size(self) -> int:
        reach = self.camels * max(self.faces)
        first = np.searchsorted(-self.sums, -(self.sums[self.starts[:-1]] + reach), side="left")
        return int((self.starts[1:] - first).max())

    def _over(self, winner: int, last: int) -> int:
        return self.ring + winner * self.camels + last

    def run(self, progress: Progress) -> RaceTable:
        boards, full = len(self.squares), self.sets - 1
        legs = np.empty((boards, self.most_legs + 1))
        by_rank = np.empty((boards if self.ranks else 0, self.camels), dtype=np.complex128)
        for start, stop, moves in self._levels():
            rows = np.arange(start, stop) % self.ring
            self._solve(moves, rows)
            legs[self.number[start:stop]] = self.legs[rows, full]
            if self.ranks:
                by_rank[self.number[start:stop]] = self.by_rank[rows, full]
            progress(stop / boards)
        return RaceTable(self.camels, self.track, by_rank.real.copy(), by_rank.imag.copy(), legs)

    def _levels(self) -> Iterator[tuple[int, int, list[_Move]]]:
        """Boards of one sum of squares, as start and stop, with every move from them; those of large sums come first."""
        found: list[_Move] = []
        begin = end = 0
        for start, stop in zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True):
            if stop > end:
                # those of many small sums are worked out at once
                begin, end = start, max(stop, int(self.starts[self.starts <= start + _AT_ONCE][-1]))
                found = [move for rank in range(self.camels) for move in self._moves(self.squares[begin:end], rank)]
            for first in range(start, stop, _TOGETHER):
                last = min(first + _TOGETHER, stop)
                here = slice(first - begin, last - begin)
                yield first, last, [_Move(move.rank, move.weight, move.row[here], move.pattern[here]) for move in found]

    def _solve(self, moves: list[_Move], rows: Ints) -> None:
        """Solves boards of one sum of squares with every set of dice."""
        full, boards = self.sets - 1, len(rows)
        legs = np.zeros((boards, self.sets, self.most_legs + 1))
        by_rank = np.zeros((boards if self.ranks else 0, self.sets, self.camels), dtype=np.complex128)
        flat_legs = self.legs.reshape(-1, self.most_legs + 1)
        flat_ranks = self.by_rank.reshape(-1)
        for move in moves:
            state = (move.row * self.sets)[:, None] + self.patterns.dice_after[move.rank].take(move.pattern, axis=0)
            _add(legs, move, flat_legs.take(state, axis=0))
            if self.ranks:
                cells = self.patterns.cell_after[move.rank].take(move.pattern, axis=0)
                _add(by_rank, move, flat_ranks.take((move.row * (self.sets * self.camels))[:, None, None] + cells))
        legs /= self.divisor[:, None]
        # once the leg is over the next begins with all dice
        legs[:, self.ended] = 0
        legs[:, self.ended, 1:] = legs[:, full, None, :-1]
        self.legs[rows] = legs
        if self.ranks:
            by_rank /= self.divisor[:, None]
            by_rank[:, self.ended] = by_rank[:, full, None]
            self.by_rank[rows] = by_rank

    def _moves(self, squares: Ints, rank: int) -> Iterator[_Move]:
        """What each number on the die of a rank does to boards (boards, camels)."""
        ranks = np.arange(self.camels)
        here = squares[:, rank]
        if self.stacking:
            unit = ((squares == here[:, None]) & (ranks >= rank)).sum(axis=1)
        else:
            unit = np.ones(len(squares), dtype=np.int64)
        in_unit = (ranks >= rank) & (ranks < (rank + unit)[:, None])
        for face, weight in self.faces.items():
            to = here + face
            passed = ((ranks >= (rank + unit)[:, None]) & (squares <= to[:, None])).sum(axis=1)
            over = to > self.track
            after = np.sort(np.where(in_unit, np.minimum(to, self.track)[:, None], squares), axis=1)
            row = self.turn[numbers(after.T - 1, self.track - 1)] % self.ring
            last = np.where((rank == 0) & (unit < self.camels), unit, 0)
            row = np.where(over, self.ring + (rank + unit - 1) * self.camels + last, row)
            yield _Move(rank, weight, row, np.where(over, 0, self.patterns.number[rank, unit, passed]))


def _add(total: Floats | Pairs, move: _Move, values: Floats | Pairs) -> None:
    """Adds values (boards, sets / 2, ...) to the dice sets of ``total`` (boards, sets, ...) that hold the die that is rolled."""
    boards, sets, *rest = total.shape
    # a view: splitting the sets at the bit of the rank needs no list of them
    having = total.reshape(boards, sets >> (move.rank + 1), 2, 1 << move.rank, *rest)[:, :, 1]
    having += (values if move.weight == 1 else move.weight * values).reshape(having.shape)
