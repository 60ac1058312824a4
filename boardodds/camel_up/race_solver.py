"""The solver of a Camel Up race: one pass over all boards, from the finish back to the start.

The idea. Camels are identified by rank, not by colour: a board is the squares of the camels in ascending order, and a camel
higher in a stack counts as further ahead. So five camels on 16 squares have only 15,504 boards. A state is a board with the set
of dice in the pyramid, which makes 32 times as many states. A camel only moves forward, so each move increases the sum of the
squares. Boards are solved in descending order of that sum, so all states that a move can lead to are already solved. The odds of
a state are the mean of its successors' odds, over the dice in the pyramid and their faces. When a leg is over, the next one
begins with all dice. The colours are needed only at the end: at the start of a leg, each rank belongs to one camel.

An example. Two camels A and B stand on the last two of 3 squares, A behind B, and each die shows 1 or 2. If A's die comes first:
a 1 takes A to B's square, on top of B, so A leads; a 2 takes A past the finish, and A wins. If B's die comes first, B wins with
either face. So from the board (2, 3), half of the rolls lead to the finished race with winner rank 1 (B). A quarter lead to the
finished race with winner rank 0 (A). A quarter lead to the board (3, 3) with one die left, whose sum of squares is larger.

Later legs have no tiles: nobody knows where players will place them.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up.rules import Rules
from boardodds.probability.arrays import Floats, Ints, multiset_numbers, multisets
from boardodds.probability.montecarlo import Progress, ignore_progress

# The largest work of a table, in steps.
MAX_WORK = 64_000_000
# The largest work of a quick table, which takes a second or less.
QUICK_WORK = 13_000_000


@dataclass(frozen=True, slots=True)
class RaceTable:
    """The odds of the race from every board, at the start of a leg with all dice in the pyramid.

    A board is the squares of the camels in ascending order; a camel's place in this order is its rank, 0 for the rearmost.

    win, last: float arrays (boards, camels), the probability of each rank to win the race, and to finish last.
    legs: float array (boards, legs + 1), the probability of each number of legs to the end of the race, from 0.
    """

    track: int
    win: Floats
    last: Floats
    legs: Floats

    @property
    def nbytes(self) -> int:
        """The size of the table in bytes."""
        return self.win.nbytes + self.last.nbytes + self.legs.nbytes

    def index(self, squares: Ints) -> Ints:
        """Return the rows of some boards in the table: int array (boards,).

        squares: int array (camels, boards), the squares of each board in ascending order.
        """
        return multiset_numbers(squares - 1, self.track - 1)


def count_boards(camels: int, track: int) -> int:
    """Return the number of boards: the ways to choose the squares of the camels, without regard to their order."""
    return comb(track + camels - 1, camels)


def dice_in_sets(camels: int) -> int:
    """Return the number of dice in all sets of dice together: each die is in half of the sets."""
    return (camels << camels) // 2


def count_moves(camels: int, track: int, faces: tuple[int, ...]) -> int:
    """Return the number of moves that a table's solver computes: from each board, with each die of each set and each face."""
    return count_boards(camels, track) * dice_in_sets(camels) * len(set(faces))


def table_work(camels: int, track: int, faces: tuple[int, ...]) -> int:
    """Return the work of a table, by which it is limited: two steps for each move."""
    return 2 * count_moves(camels, track, faces)


def check_work(racing: int, rules: Rules) -> None:
    """Raise ValueError if a table takes too much work."""
    if (work := table_work(racing, rules.track, rules.faces)) > MAX_WORK:
        raise ValueError(
            f"a race of {racing} camels over {rules.track} squares takes {work:,} steps to solve; at most {MAX_WORK:,} "
            "are allowed: simulate it, or use fewer camels, squares or faces"
        )


# The probabilities to win and to finish last as the real and the imaginary part of one number, so that one look-up reads both.
Pairs = NDArray[np.complex128]

# The number of boards whose moves are computed together.
_MOVES_BLOCK = 2048
# The number of boards that are solved together: their data fits into the processor's cache, and the work can be interrupted after
# each block.
_SOLVE_BLOCK = 256


def build_table(camels: int, rules: Rules, *, ranks: bool, progress: Progress | None = None) -> RaceTable:
    """Return a new table. The caller limits the work.

    ranks: whether to compute ``win`` and ``last``; otherwise they are empty.
    progress: called with the fraction done, from 0 to 1.
    """
    return _RaceSolver(camels, rules, ranks=ranks).solve(progress or ignore_progress)


class _Patterns:
    """The effects of moves on the ranks.

    A pattern means that ``unit`` camels, from rank ``rank`` up, pass ``passed`` others. Pattern 0 changes no rank. A set of dice
    is a number: bit r is set if the die of rank r is in the pyramid. After a move, the new set has the bits of the new ranks,
    without the bit of the rolled die.

    number: int array (rank, unit, passed), the number of each pattern.
    dice_after: int array (camels, patterns, sets / 2), the new set for each old set that contains the mover's die.
    cell_after: int array (camels, patterns, sets / 2, camels), the new set times ``camels`` plus the new rank of each old rank.
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
        # Only the sets that contain the mover's die are needed, half of all sets.
        sets_by_mover = [[dice_set for dice_set in range(2**camels) if dice_set >> rank & 1] for rank in range(camels)]
        self.dice_after = np.stack([dice_after[:, sets] for sets in sets_by_mover])
        self.cell_after = self.dice_after[..., None] * camels + rank_after[None, :, None, :]


def _rank_after(camels: int, rank: int, unit: int, passed: int) -> list[int]:
    """Return the new rank of each old rank after ``unit`` camels from ``rank`` up pass ``passed`` others."""
    stop = rank + unit + passed
    return [*range(rank), *range(rank + passed, stop), *range(rank, rank + passed), *range(stop, camels)]


def _dice_after(dice_set: int, mover: int, after: list[int]) -> int:
    """Return the set of dice after a move: the bits of the new ranks, without the mover's."""
    return sum(1 << new for old, new in enumerate(after) if dice_set >> old & 1 and old != mover)


@dataclass(frozen=True, slots=True)
class _Move:
    """The moves of a rank by one face of its die, from several boards.

    weight: the number of sides with this face.
    row: int array (boards,), the row of each board after the move.
    pattern: int array (boards,), the pattern of each move.
    """

    rank: int
    weight: int
    row: Ints
    pattern: Ints


class _RaceSolver:
    """One pass from the finish back to the start.

    Only the boards that a move can still lead to are kept, in a ring buffer of rows.
    """

    def __init__(self, camels: int, rules: Rules, *, ranks: bool) -> None:
        track, faces = rules.track, Counter(rules.faces)
        self.camels, self.track, self.faces, self.stacking, self.ranks = camels, track, faces, rules.stacking, ranks
        self.sets = 2**camels
        # The sets of dice at the end of a leg, when only the undrawn dice are left.
        self.leg_over = [dice_set for dice_set in range(self.sets) if dice_set.bit_count() <= rules.undrawn_racing_dice]
        # In each leg every camel moves except those whose dice stay in the pyramid.
        self.max_legs = -(-camels * track // ((camels - rules.undrawn_racing_dice) * min(faces)))
        squares = multisets(camels, track - 1) + np.int16(1)
        order = np.argsort(-squares.sum(axis=1, dtype=np.int32), kind="stable")
        self.squares = squares[order]
        self.sums = self.squares.sum(axis=1, dtype=np.int32)
        self.number = multiset_numbers(self.squares.T - 1, track - 1)
        self.order_of = np.empty_like(self.number)
        self.order_of[self.number] = np.arange(len(order))
        self.starts = np.flatnonzero(np.concatenate(([True], self.sums[1:] != self.sums[:-1], [True])))
        self.patterns = _Patterns(camels)
        self.ring = self._ring_size()
        # The rows after the ring are the finished races, one for each (winner, last) by rank.
        rows = self.ring + camels * camels
        self.legs = np.zeros((rows, self.sets, self.max_legs + 1))
        self.legs[self.ring :, :, 1] = 1
        self.by_rank: Pairs = np.zeros((rows if ranks else 0, self.sets, camels), dtype=np.complex128)
        if ranks:
            for winner in range(camels):
                for last in range(camels):
                    self.by_rank[self._finished_row(winner, last), :, winner] += 1
                    self.by_rank[self._finished_row(winner, last), :, last] += 1j
        self.divisor = np.array([max(1, dice_set.bit_count()) for dice_set in range(self.sets)]) * float(faces.total())

    def _ring_size(self) -> int:
        """Return the number of rows of the ring: enough for all boards that a move can lead to from any board."""
        max_increase = self.camels * max(self.faces)
        first = np.searchsorted(-self.sums, -(self.sums[self.starts[:-1]] + max_increase), side="left")
        return int((self.starts[1:] - first).max())

    def _finished_row(self, winner: int, last: int) -> int:
        return self.ring + winner * self.camels + last

    def solve(self, progress: Progress) -> RaceTable:
        """Return the table. ``progress`` is called with the fraction of the boards that are solved."""
        boards, full = len(self.squares), self.sets - 1
        legs = np.empty((boards, self.max_legs + 1))
        by_rank = np.empty((boards if self.ranks else 0, self.camels), dtype=np.complex128)
        for start, stop, moves in self._levels():
            rows = np.arange(start, stop) % self.ring
            self._solve_boards(moves, rows)
            legs[self.number[start:stop]] = self.legs[rows, full]
            if self.ranks:
                by_rank[self.number[start:stop]] = self.by_rank[rows, full]
            progress(stop / boards)
        return RaceTable(self.track, by_rank.real.copy(), by_rank.imag.copy(), legs)

    def _levels(self) -> Iterator[tuple[int, int, list[_Move]]]:
        """Yield blocks of boards with the same sum of squares, largest sums first: start, stop, and all moves from them."""
        moves: list[_Move] = []
        moves_start = moves_stop = 0
        for start, stop in zip(self.starts[:-1].tolist(), self.starts[1:].tolist(), strict=True):
            if stop > moves_stop:
                # The moves from boards of several sums are computed together, which is faster.
                moves_start, moves_stop = start, max(stop, int(self.starts[self.starts <= start + _MOVES_BLOCK][-1]))
                squares = self.squares[moves_start:moves_stop]
                moves = [move for rank in range(self.camels) for move in self._moves(squares, rank)]
            for block_start in range(start, stop, _SOLVE_BLOCK):
                block_stop = min(block_start + _SOLVE_BLOCK, stop)
                block = slice(block_start - moves_start, block_stop - moves_start)
                block_moves = [_Move(move.rank, move.weight, move.row[block], move.pattern[block]) for move in moves]
                yield block_start, block_stop, block_moves

    def _solve_boards(self, moves: list[_Move], rows: Ints) -> None:
        """Solve boards with the same sum of squares, for every set of dice, by their rows in the ring buffer."""
        full, boards = self.sets - 1, len(rows)
        legs = np.zeros((boards, self.sets, self.max_legs + 1))
        by_rank = np.zeros((boards if self.ranks else 0, self.sets, self.camels), dtype=np.complex128)
        flat_legs = self.legs.reshape(-1, self.max_legs + 1)
        flat_ranks = self.by_rank.reshape(-1)
        for move in moves:
            state = (move.row * self.sets)[:, None] + self.patterns.dice_after[move.rank].take(move.pattern, axis=0)
            _add(legs, move, flat_legs.take(state, axis=0))
            if self.ranks:
                cells = self.patterns.cell_after[move.rank].take(move.pattern, axis=0)
                _add(by_rank, move, flat_ranks.take((move.row * (self.sets * self.camels))[:, None, None] + cells))
        legs /= self.divisor[:, None]
        # When the leg is over, the next one begins with all dice.
        legs[:, self.leg_over] = 0
        legs[:, self.leg_over, 1:] = legs[:, full, None, :-1]
        self.legs[rows] = legs
        if self.ranks:
            by_rank /= self.divisor[:, None]
            by_rank[:, self.leg_over] = by_rank[:, full, None]
            self.by_rank[rows] = by_rank

    def _moves(self, squares: Ints, rank: int) -> Iterator[_Move]:
        """Yield the moves of a rank by each face of its die; ``squares`` is an int array (boards, camels)."""
        ranks = np.arange(self.camels)
        origin = squares[:, rank]
        if self.stacking:
            unit = ((squares == origin[:, None]) & (ranks >= rank)).sum(axis=1)
        else:
            unit = np.ones(len(squares), dtype=np.int64)
        in_unit = (ranks >= rank) & (ranks < (rank + unit)[:, None])
        for face, weight in self.faces.items():
            target = origin + face
            passed = ((ranks >= (rank + unit)[:, None]) & (squares <= target[:, None])).sum(axis=1)
            finished = target > self.track
            after = np.sort(np.where(in_unit, np.minimum(target, self.track)[:, None], squares), axis=1)
            row = self.order_of[multiset_numbers(after.T - 1, self.track - 1)] % self.ring
            last = np.where((rank == 0) & (unit < self.camels), unit, 0)
            row = np.where(finished, self.ring + (rank + unit - 1) * self.camels + last, row)
            yield _Move(rank, weight, row, np.where(finished, 0, self.patterns.number[rank, unit, passed]))


def _add(total: Floats | Pairs, move: _Move, values: Floats | Pairs) -> None:
    """Add the weighted values of a move, array (boards, sets / 2, ...), to the sets of dice that contain the rolled die."""
    boards, sets, *rest = total.shape
    # This is a view: the bit of the rank splits the sets into those without its die and those with it.
    with_die = total.reshape(boards, sets >> (move.rank + 1), 2, 1 << move.rank, *rest)[:, :, 1]
    with_die += (values if move.weight == 1 else move.weight * values).reshape(with_die.shape)
