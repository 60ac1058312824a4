"""The effect of one more tile on the coins of a leg, for every square at once: stops on the tile, and payouts of tickets.

The idea. A tile pays a coin for each unit that stops on it, and changes the order of the camels, on which the tickets depend. So
both are counted together, for each place of the tile, from the end of the leg back to its start: a board's counts are the sum of
the counts of the boards that the next roll leads to, with a stop added where the roll ends on the tile. Two observations keep the
number of boards small. Camels whose tickets pay the same and whose dice are both left, or both rolled, are interchangeable, so
a board lists its racing camels by rank. And once no unit can stop on the tile any more, the tile is dropped from the
board, so that all places of the tile share these boards.

An example. Blue stands on square 1, white on square 2, both dice show 1, 2 or 3, and the tile lies on square 3. If blue's die
comes first, a 2 stops on the tile: 1/3. Then white stops on it with a 1, alone or with blue on its back: 1/3. If white's die
comes first, a 1 stops on the tile: 1/3, and then blue with a 2: 1/3. In either order the tile expects 2/3 of a coin:

>>> from boardodds.camel_up import Position, tile_map
>>> round(tile_map(Position.parse("1:B 2:W dice=BW"))["oasis", 3], 6)
0.666667
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import perm

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.moves import HEIGHT_BITS
from boardodds.camel_up.position import OASIS, Position, rolls_left
from boardodds.camel_up.rules import GREY_DIE, MAX_FACE, Rules
from boardodds.camel_up.tally import check_work, groups
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.montecarlo import Progress, nobody_listens

_BLOCK = 1 << 13
# farther back than any crazy camel can go past the first square
_NOWHERE = -2 * MAX_FACE


@dataclass(frozen=True, slots=True)
class TileTally:
    """The ends of a leg with each of several tiles.

    outcomes: the number of equally likely sequences of dice.
    payouts: int array (payouts,), the possible sums of coins that the tickets pay.
    counts: float array (tiles, stops, payouts) of whole numbers, the sequences by stops on the tile and payout.
    """

    outcomes: int
    payouts: Ints
    counts: Floats


@dataclass(frozen=True, slots=True)
class _Boards:
    """Boards with some dice left.

    racing: by rank, the rearmost first, each camel's key as in moves with its marks behind: the kind of its tickets, and in
    the last bit whether its die is left (camels, boards). crazy: keys of the crazy camels (camels, boards). grey: whether the
    grey die is left (boards,). tile: the number of the tile that lies there, 0 if it does not matter any more (boards,).
    """

    racing: Ints
    crazy: Ints
    grey: Ints
    tile: Ints

    @property
    def size(self) -> int:
        return len(self.tile)

    def take(self, index: Ints) -> "_Boards":
        return _Boards(
            self.racing.take(index, axis=1), self.crazy.take(index, axis=1), self.grey[index], self.tile[index]
        )

    def block(self, part: slice) -> "_Boards":
        return _Boards(self.racing[:, part], self.crazy[:, part], self.grey[part], self.tile[part])


@dataclass(frozen=True, slots=True)
class _Rolled:
    """All rolls of some boards.

    first: where the rolls of each board begin (boards,). sides: sides that show each roll (rolls,). hit: whether it stops on
    the tile (rolls,). payout: the number of what the tickets pay if the leg ends with it (rolls,). going: the rolls after which
    it goes on.
    """

    first: Ints
    sides: Ints
    hit: Bools
    payout: Ints
    going: Ints


def tally_tiles(
    bare: Position,
    tiles: Sequence[tuple[int, str]],
    rules: Rules,
    *,
    held: Sequence[tuple[str, int]] = (),
    progress: Progress | None = None,
) -> TileTally:
    """Counts the ends of a leg with each of some tiles added to a board on which dice are left to roll.

    tiles: the square and kind of each, one or more that may lie there. held: leg tickets as camel and coins. progress: called
    with the share of the rolls that are done, from 0 to 1.

    >>> solved = tally_tiles(Position.parse("1:BWOG 2:Y"), [(4, "o"), (16, "o")], Rules())
    >>> solved.counts[:, :, 0].sum(axis=1).tolist() == [solved.outcomes] * 2, solved.counts[1, 0].tolist()
    (True, [29160.0])
    """
    return _Tree(bare, tiles, rules, held).solve(progress or nobody_listens)


class _Tickets:
    """What the tickets held pay together.

    kinds: for each racing camel in the order of the rules the kind of its tickets; camels of one kind pay alike. payouts: the
    coins that may come of them. payout: the number of these by the kinds of winner and runner-up (kinds, kinds).
    """

    def __init__(self, camels: str, held: Sequence[tuple[str, int]], rules: Rules) -> None:
        wrong = rules.ticket_wrong
        gains = []
        for camel in camels:
            coins = [paid for holder, paid in held if holder == camel]
            gains.append((sum(coins) - wrong * len(coins), (rules.ticket_second - wrong) * len(coins)))
        different = sorted(set(gains))
        self.kinds = [different.index(gain) for gain in gains]
        first, second = np.array(different).T
        total = first[:, None] + second + wrong * len(held)
        self.payouts, self.payout = np.unique(total, return_inverse=True)
        if len(different) == 1:
            # two camels of one kind always come first and second
            self.payouts, self.payout = np.array([int(total[0, 0])]), np.zeros((1, 1), dtype=np.int64)


class _Tree:
    """All that the rest of a leg can come to with each of the tiles: grown forwards, counted backwards."""

    def __init__(
        self, bare: Position, tiles: Sequence[tuple[int, str]], rules: Rules, held: Sequence[tuple[str, int]]
    ) -> None:
        self.rules, self.dice, self.rolls = rules, bare.dice, rolls_left(bare, rules)
        self.outcomes = check_work(self.dice, self.rolls, rules)
        self.rows = moves.camel_rows(bare, rules)
        self.camels = len(bare.racing)
        self.tickets = _Tickets(self.rows[: self.camels], held, rules)
        self.mark_bits = 1 + (len(self.tickets.payout) - 1).bit_length()
        # the square of each tile by its number; nobody stops where that of number 0 is
        self.square = np.array([_NOWHERE, *(square for square, _ in tiles)])
        self.effects = np.tile(moves.tile_effects(bare, rules.track), (len(tiles) + 1, 1))
        for number, (square, kind) in enumerate(tiles, start=1):
            self.effects[number, square] = 1 if kind == OASIS else -1
        self.longest = max(rules.faces)
        # as much farther as a tile that lies there carries in one roll
        self.slide = int(OASIS in dict(bare.tiles).values())
        self._set_rolls()
        self.start = self._start(bare, len(tiles))

    def _set_rolls(self) -> None:
        """What can be rolled: the row that moves, the steps and the sides; for the grey die the row that it names."""
        faces = sorted(set(self.rules.faces))
        each = self.rules.sides // len(self.rules.faces)
        rolls = [(rank, face, self.rules.faces.count(face) * each) for rank in range(self.camels) for face in faces]
        self.grey_from = len(rolls)
        if GREY_DIE in self.dice:
            grey = moves.possible_rolls(GREY_DIE, self.rules)
            rolls += [(self.rows.index(roll.camel), moves.signed_steps(roll), roll.sides) for roll in grey]
        mover, steps, sides = np.array(rolls).T
        self.mover, self.steps, self.sides = mover, steps.astype(np.int16), sides.astype(np.int16)

    def _start(self, bare: Position, tiles: int) -> _Boards:
        keys = moves.board_keys(bare, self.rows).astype(np.int32)[:, 0]
        marks = [kind << 1 | (camel in bare.dice) for camel, kind in zip(self.rows, self.tickets.kinds, strict=False)]
        racing = np.sort(keys[: self.camels] << self.mark_bits | np.array(marks, dtype=np.int32))
        return _Boards(
            racing=np.tile(racing[:, None], (1, tiles)),
            crazy=np.tile(keys[self.camels :, None].astype(np.int16), (1, tiles)),
            grey=np.full(tiles, GREY_DIE in bare.dice),
            tile=np.arange(1, tiles + 1, dtype=np.int16),
        )

    def solve(self, progress: Progress) -> TileTally:
        different, place = self._different(self.start, self.rolls)
        counts = self._count(different, self.rolls, progress)
        return TileTally(self.outcomes, self.tickets.payouts, np.moveaxis(counts, 2, 0)[place])

    def _count(self, boards: _Boards, to_come: int, progress: Progress) -> Floats:
        """Counts for different boards with so many rolls to come (stops, payouts, boards)."""
        rolled, after = [], []
        for block in self._blocks(boards):
            rolls, going_on = self._roll(block, to_come)
            rolled.append(rolls)
            after += [going_on] if going_on.size else []
        progress(1 - (to_come - 1) / self.rolls)
        later, to = self._later(rolled, after, to_come - 1, progress)
        counts = [_add_up(rolls, later, to_of_block) for rolls, to_of_block in zip(rolled, to, strict=True)]
        return np.concatenate(counts, axis=2)

    def _blocks(self, boards: _Boards) -> list[_Boards]:
        """Slices of the boards, so that what they are counted in stays small in memory."""
        size = max(1, _BLOCK // len(self.tickets.payouts))
        return [boards.block(slice(start, start + size)) for start in range(0, boards.size, size)]

    def _later(
        self, rolled: list[_Rolled], after: list[_Boards], to_come: int, progress: Progress
    ) -> tuple[Floats, list[Ints]]:
        """Counts of what is left after a roll (stops, payouts, ends), and for each block the ends that its rolls lead to.

        The first ends are legs that are over, by what the tickets pay; the others are boards. after: what the rolls lead to,
        which is emptied.
        """
        payouts = len(self.tickets.payouts)
        over = np.zeros((to_come + 1, payouts, payouts))
        over[0] = np.eye(payouts) * (perm(len(self.dice) - self.rolls + to_come, to_come) * self.rules.sides**to_come)
        to = [rolls.payout for rolls in rolled]
        if not after:
            return over, to
        different, place = self._different(_joined(after), to_come)
        # many more than the different ones; they need not wait in memory for these to be counted
        after.clear()
        counts = self._count(different, to_come, progress)
        start = 0
        for rolls, ends in zip(rolled, to, strict=True):
            ends[rolls.going] = place[start : start + len(rolls.going)] + payouts
            start += len(rolls.going)
        return np.concatenate([over, counts], axis=2), to

    def _roll(self, boards: _Boards, to_come: int) -> tuple[_Rolled, _Boards]:
        """Rolls every die left on every board; also the boards on which the leg goes on, in the order of their rolls."""
        board, which = np.nonzero(self._can_be_rolled(boards))
        keys = np.concatenate([(boards.racing >> self.mark_bits).astype(np.int16), boards.crazy])
        mover, steps = self._movers(keys, board, which), self.steps.take(which)
        tile = boards.tile.take(board)
        stop = (keys.reshape(-1).take(mover * boards.size + board) >> HEIGHT_BITS) + steps
        first = np.flatnonzero(np.diff(board, prepend=-1))
        sides, hit = self.sides.take(which), stop == self.square.take(tile)
        if to_come == 1 and len(self.tickets.payouts) == 1:
            # all that counts is where the last unit stops
            nothing = np.zeros(len(board), dtype=np.int32)
            return _Rolled(first, sides, hit, nothing, nothing[:0]), boards.block(slice(0))
        moved = moves.move(keys.take(board, axis=1), mover, steps, self.effects, self.rules, tile)
        marked = self._unmarked(boards, board, mover, which)
        racing = _in_order(moved.keys[: self.camels].astype(np.int32) << self.mark_bits | marked)
        going = np.flatnonzero(~moved.ended).astype(np.int32) if to_come > 1 else np.zeros(0, dtype=np.int32)
        grey = boards.grey.take(board) & (which < self.grey_from)
        after = _Boards(racing, moved.keys[self.camels :], grey, tile).take(going)
        return _Rolled(first, sides, hit, self._payout(racing), going), after

    def _can_be_rolled(self, boards: _Boards) -> Bools:
        """Which rolls are possible on each board (boards, rolls)."""
        racing = np.repeat((boards.racing & 1).T > 0, self.grey_from // self.camels, axis=1)
        grey = np.repeat(boards.grey[:, None], len(self.steps) - self.grey_from, axis=1)
        return np.concatenate([racing, grey], axis=1)

    def _movers(self, keys: Ints, board: Ints, which: Ints) -> Ints:
        """The row of the camel that each roll moves (rolls,)."""
        mover: Ints = self.mover.take(which)
        grey = np.flatnonzero(which >= self.grey_from)
        if len(grey):
            mover[grey] = moves.crazy_movers(keys.take(board[grey], axis=1), mover[grey], self.rows, self.rules)
        return mover

    def _unmarked(self, boards: _Boards, board: Ints, mover: Ints, which: Ints) -> Ints:
        """The marks of the racing camels after each roll, the die of the one that moved gone (camels, rolls)."""
        marks: Ints = (boards.racing & ((1 << self.mark_bits) - 1)).take(board, axis=1)
        racing = np.flatnonzero(which < self.grey_from)
        marks.reshape(-1)[mover[racing] * len(board) + racing] -= 1
        return marks

    def _payout(self, racing: Ints) -> Ints:
        """The number of what the tickets pay, by the racing camels in their order (camels, boards): int array (boards,)."""
        kinds = len(self.tickets.payout)
        first, second = ((racing[-place] & ((1 << self.mark_bits) - 1)) >> 1 for place in (1, 2))
        number: Ints = self.tickets.payout.reshape(-1).take(first * kinds + second).astype(np.int32)
        return number

    def _different(self, boards: _Boards, to_come: int) -> tuple[_Boards, Ints]:
        """The different boards once tiles that do not matter any more are gone, and the place of each board among them."""
        tile = boards.tile * self._is_near(boards, to_come)
        # heights follow from the order of the ranks and the heights of the crazy camels
        squares = boards.racing >> (self.mark_bits + HEIGHT_BITS)
        low = int(squares[0].min())
        digits = (squares - low) << self.mark_bits | (boards.racing & ((1 << self.mark_bits) - 1))
        columns: list[tuple[Ints, int]] = [(tile, len(self.square)), (boards.grey, 2)]
        columns += [(digit, (int(squares[-1].max()) - low + 1) << self.mark_bits) for digit in digits]
        columns += [(keys, int(keys.max()) + 1) for keys in boards.crazy]
        order, starts = groups(columns)
        place = np.empty(len(order), dtype=np.int32)
        place[order] = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
        one = order[starts]
        return _Boards(boards.racing[:, one], boards.crazy[:, one], boards.grey[one], tile[one]), place

    def _is_near(self, boards: _Boards, to_come: int) -> Bools:
        """Whether anybody may still stop on the tile; in doubt yes (boards,)."""
        square = self.square.take(boards.tile)
        ahead = square - (boards.racing >> (self.mark_bits + HEIGHT_BITS))
        reach = to_come * (self.longest + self.slide)
        # a crazy camel may carry racing ones back, and an oasis both of them one farther
        back = boards.grey * (self.longest + 1)
        near: Bools = ((boards.racing & 1 > 0) & (ahead <= reach) & (ahead > -back)).any(axis=0)
        ahead = square - (boards.crazy >> HEIGHT_BITS)
        near |= (boards.grey & (ahead < reach) & (ahead >= -self.longest)).any(axis=0)
        return near


def _joined(parts: list[_Boards]) -> _Boards:
    if len(parts) == 1:
        return parts[0]
    return _Boards(
        racing=np.concatenate([part.racing for part in parts], axis=1),
        crazy=np.concatenate([part.crazy for part in parts], axis=1),
        grey=np.concatenate([part.grey for part in parts]),
        tile=np.concatenate([part.tile for part in parts]),
    )


def _in_order(rows: Ints) -> Ints:
    """Sorts each column, in place: whole rows are compared at once, much faster than column by column."""
    for end in range(len(rows) - 1, 0, -1):
        for row in range(end):
            low = np.minimum(rows[row], rows[row + 1])
            np.maximum(rows[row], rows[row + 1], out=rows[row + 1])
            rows[row] = low
    return rows


def _add_up(rolled: _Rolled, later: Floats, to: Ints) -> Floats:
    """Counts of boards (stops, payouts, boards) by what is left after each of their rolls (stops, payouts, ends)."""
    stops, payouts, ends = later.shape
    # the same once more with one stop more: a roll that stops on the tile leads there
    both = np.zeros((stops + 1, payouts, 2 * ends))
    both[:-1, :, :ends] = later
    both[1:, :, ends:] = later
    counts = both.take(to + ends * rolled.hit, axis=2)
    counts *= rolled.sides
    return np.add.reduceat(counts, rolled.first, axis=2)
