"""The solver of a Camel Up race: one pass over all boards, from the finish back to the start.

The idea. Camels are named by rank, not by colour: a board is the squares of the camels in ascending order, and a camel further up
a stack counts as further ahead. So five camels on 16 squares have only 15,504 boards, and with the sets of dice that may be left
in the pyramid 32 times as many states. A camel only moves forward, so each move increases the sum of the squares. Boards are
solved in descending order of that sum: all states that a move can lead to are known already. A state's answer is the mean of its
successors' answers, over the dice in the pyramid and the faces. Where a leg is over, the next begins with all dice. The colours
come in at the end: a rank at the start of a leg belongs to one camel.

An example. Two camels A and B stand on the last two of 3 squares, A behind B, and each die shows 1 or 2. If A's die comes first:
a 1 takes A to B's square, on top of B, so A leads; a 2 takes A past the finish, and A wins. If B's die comes first, B wins with
either face. The board (2, 3) therefore leads to the finished race with winner rank 1 (B) by half of the rolls, to the finished
race with winner rank 0 (A) by a quarter, and by a quarter to the board (3, 3) with one die left, whose sum of squares is larger.

Tiles in later legs are left out: nobody knows where they will lie.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up.race_table import RaceTable
from boardodds.camel_up.rules import Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.montecarlo import Progress, nobody_listens
from boardodds.probability.multisets import multisets, numbers

# a pair of probabilities, to win and to come last, as the real and the imaginary part: one look-up serves both
Pairs = NDArray[np.complex128]

# the number of boards whose moves are computed together
_MOVES_BLOCK = 2048
# the number of boards that are solved together: their data fits into the processor's cache, and the work can be interrupted
# after each block
_SOLVE_BLOCK = 256


def legs_by_board(camels: int, rules: Rules, progress: Progress | None = None) -> RaceTable:
    """Return the table without the ranks, for lengths of races: it takes less time and memory. The caller bounds the work."""
    return build_table(camels, rules, ranks=False, progress=progress)


def build_table(camels: int, rules: Rules, *, ranks: bool, progress: Progress | None = None) -> RaceTable:
    """Return a new table; without ``ranks`` its ``win`` and ``last`` are empty. The caller bounds the work."""
    return _RaceSolver(camels, rules, ranks=ranks).solve(progress or nobody_listens)


class _Patterns:
    """The effects of moves on the ranks. A pattern says that ``unit`` camels from rank ``rank`` up pass ``passed`` others.

    Pattern 0 leaves every rank as it is. A set of dice is a number whose bit r says that the die of rank r is in the pyramid.

    number: int array (rank, unit, passed), the number of the pattern.
    dice_after: int array (camels, patterns, sets / 2), for each set with the mover's die the set of the new ranks without it.
    cell_after: int array (camels, patterns, sets / 2, camels), the same times camels, plus the new rank of each old one.
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
        # only the sets with the mover's die are needed: (camels, patterns, half of the sets[, camels])
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
    """The moves of a rank by one face of its die, from several boards.

    weight: the number of sides with this face.
    row: int array (boards,), the rows of the boards after the move.
    pattern: int array (boards,), the patterns of the moves.
    """

    rank: int
    weight: int
    row: Ints
    pattern: Ints


class _RaceSolver:
    """One pass from the finish back to the start.

    Only the boards that a move can lead to are held, in a ring buffer of rows.
    """

    def __init__(self, camels: int, rules: Rules, *, ranks: bool) -> None:
        track, faces = rules.track, Counter(rules.faces)
        self.camels, self.track, self.faces, self.stacking, self.ranks = camels, track, faces, rules.stacking, ranks
        self.sets = 2**camels
        # the sets of dice with which a leg is over: no more dice than stay in the pyramid
        self.ended = [dice for dice in range(self.sets) if dice.bit_count() <= rules.undrawn]
        # in each leg every camel moves except those whose dice stay in the pyramid
        self.most_legs = -(-camels * track // ((camels - rules.undrawn) * min(faces)))
        squares = multisets(camels, track - 1) + np.int16(1)
        order = np.argsort(-squares.sum(axis=1, dtype=np.int32), kind="stable")
        self.squares = squares[order]
        self.sums = self.squares.sum(axis=1, dtype=np.int32)
        self.number = numbers(self.squares.T - 1, track - 1)
        self.order_of = np.empty_like(self.number)
        self.order_of[self.number] = np.arange(len(order))
        self.starts = np.flatnonzero(np.concatenate(([True], self.sums[1:] != self.sums[:-1], [True])))
        self.patterns = _Patterns(camels)
        self.ring = self._ring_size()
        # after the ring, the finished races: a row for each (winner, last) by rank
        rows = self.ring + camels * camels
        self.legs = np.zeros((rows, self.sets, self.most_legs + 1))
        self.legs[self.ring :, :, 1] = 1
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

    def solve(self, progress: Progress) -> RaceTable:
        """Return the table; ``progress`` is called with the share of the boards that are solved."""
        boards, full = len(self.squares), self.sets - 1
        legs = np.empty((boards, self.most_legs + 1))
        by_rank = np.empty((boards if self.ranks else 0, self.camels), dtype=np.complex128)
        for start, stop, moves in self._levels():
            rows = np.arange(start, stop) % self.ring
            self._solve_boards(moves, rows)
            legs[self.number[start:stop]] = self.legs[rows, full]
            if self.ranks:
                by_rank[self.number[start:stop]] = self.by_rank[rows, full]
            progress(stop / boards)
        return RaceTable(self.camels, self.track, by_rank.real.copy(), by_rank.imag.copy(), legs)

    def _levels(self) -> Iterator[tuple[int, int, list[_Move]]]:
        """Yield blocks of boards with the same sum of squares, largest sums first: start, stop, and all moves from them."""
        found: list[_Move] = []
        begin = end = 0
        for start, stop in zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True):
            if stop > end:
                # the moves from boards of several sums are computed together
                begin, end = start, max(stop, int(self.starts[self.starts <= start + _MOVES_BLOCK][-1]))
                found = [move for rank in range(self.camels) for move in self._moves(self.squares[begin:end], rank)]
            for first in range(start, stop, _SOLVE_BLOCK):
                last = min(first + _SOLVE_BLOCK, stop)
                here = slice(first - begin, last - begin)
                yield first, last, [_Move(move.rank, move.weight, move.row[here], move.pattern[here]) for move in found]

    def _solve_boards(self, moves: list[_Move], rows: Ints) -> None:
        """Solve boards with the same sum of squares, for every set of dice.

        rows: int array (boards,), their rows in the ring buffer.
        """
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
        # when the leg is over, the next one begins with all dice
        legs[:, self.ended] = 0
        legs[:, self.ended, 1:] = legs[:, full, None, :-1]
        self.legs[rows] = legs
        if self.ranks:
            by_rank /= self.divisor[:, None]
            by_rank[:, self.ended] = by_rank[:, full, None]
            self.by_rank[rows] = by_rank

    def _moves(self, squares: Ints, rank: int) -> Iterator[_Move]:
        """Yield the moves of a rank by each face of its die.

        squares: int array (boards, camels).
        """
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
            row = self.order_of[numbers(after.T - 1, self.track - 1)] % self.ring
            last = np.where((rank == 0) & (unit < self.camels), unit, 0)
            row = np.where(over, self.ring + (rank + unit - 1) * self.camels + last, row)
            yield _Move(rank, weight, row, np.where(over, 0, self.patterns.number[rank, unit, passed]))


def _add(total: Floats | Pairs, move: _Move, values: Floats | Pairs) -> None:
    """Add values (boards, sets / 2, ...) to those sets of dice in ``total`` (boards, sets, ...) that have the rolled die."""
    boards, sets, *rest = total.shape
    # a view: the bit of the rank splits the sets into those without its die and those with it
    having = total.reshape(boards, sets >> (move.rank + 1), 2, 1 << move.rank, *rest)[:, :, 1]
    having += (values if move.weight == 1 else move.weight * values).reshape(having.shape)
