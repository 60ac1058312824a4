"""The effect of one more tile on the coins of a leg, for many squares at once: stops on the tile, and payouts of tickets.

The idea. A tile pays a coin for each unit that stops on it, and changes the order of the camels, on which the tickets depend. So
both are counted together for each tile, from the end of the leg back to its start. A board's counts are the sum of the counts of
the boards after the next roll. A roll that ends on the tile adds one stop. Two observations keep the number of boards small.
First, two camels are interchangeable if their tickets pay the same and their dice are both left or both rolled. So a board lists
its racing camels by rank. Second, a tile on which no unit can stop any more is removed from the board. So all tiles share these
boards.

An example. Blue stands on square 1, white on square 2, both dice show 1, 2 or 3, and an oasis is on square 3. If blue's die
comes first, a 2 stops on the tile: 1/3. Then white stops on it with a 1, alone or with blue on its back: 1/3. If white's die
comes first, a 1 stops on the tile: 1/3, and then blue with a 2: 1/3. In either order the tile pays 2/3 of a coin on average:

>>> from boardodds.camel_up import Position, rank_actions
>>> actions = rank_actions(Position.parse("1:B 2:W dice=BW"))
>>> [round(action.expected_coins, 6) for action in actions if (action.kind, action.square) == ("oasis", 3)][0]
0.666667
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import inf
from operator import itemgetter

import numpy as np

from boardodds.camel_up.bets import Partner, Ticket, pay_leg
from boardodds.camel_up.moves import HEIGHT_BITS, LegRolls, camel_rows, check_work, count_sequences, move, tile_effects
from boardodds.camel_up.position import Position, rolls_left
from boardodds.camel_up.rules import GREY_DIE, MAX_FACE, OASIS, Rules
from boardodds.camel_up.tally import Columns, groups
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.montecarlo import Progress

# The number of boards that are rolled together, times the number of payouts.
_BLOCK = 1 << 13
# A square that no camel can reach, not even a crazy camel that crosses the line backwards.
_NO_SQUARE = -2 * MAX_FACE


@dataclass(frozen=True, slots=True)
class _Boards(Columns):
    """Boards with their remaining dice, one tile added to each.

    racing: int array (camels, boards), the racing camels by rank, the rearmost first. The high bits are a camel's key, as in
        ``moves``. The low bits are its marks: the kind of its tickets, and in the last bit whether its die is left.
    crazy: int array (crazy camels, boards), the keys of the crazy camels.
    grey: bool array (boards,), whether the grey die is left.
    tile: int array (boards,), the number of the tile, 0 if no unit can stop on it any more.
    """

    racing: Ints
    crazy: Ints
    grey: Ints
    tile: Ints


@dataclass(frozen=True, slots=True)
class _Rolls:
    """All possible rolls of some boards, board by board.

    first: int array (boards,), the index of the first roll of each board.
    sides: int array (rolls,), the number of sides that show each roll.
    hit: bool array (rolls,), whether the unit stops on the tile.
    successor: int array (rolls,), the index of the payout if the leg ends with this roll; the board after it follows the payouts.
    unfinished: int array, the indices of the rolls after which the leg goes on.
    """

    first: Ints
    sides: Ints
    hit: Bools
    successor: Ints
    unfinished: Ints


def tally_tiles(
    position: Position,
    tiles: Sequence[tuple[int, str]],
    rules: Rules,
    *,
    tickets: Sequence[Ticket] = (),
    partner: Partner | None = None,
    progress: Progress | None = None,
) -> tuple[list[int], Floats]:
    """Count the ends of a leg with each of several tiles, added to the board one at a time.

    Return the possible payouts of the tickets and the partner's best one; and the sequences by tile, stops on it and payout:
    float array (tiles, stops, payouts) of whole numbers.

    position: the board, with at least one roll left.
    tiles: the square and kind of each tile, at least one; each must be legal on the board.
    tickets, partner: the player's betting tickets and partner.
    progress: called with the fraction of the rolls that are done, from 0 to 1.

    Raises ValueError if the leg has too many sequences.

    >>> payouts, counts = tally_tiles(Position.parse("1:BWOG 2:Y"), [(4, "o"), (16, "o")], Rules())
    >>> payouts, counts[:, :, 0].sum(axis=1).tolist(), counts[1, 0].tolist()
    ([0], [29160.0, 29160.0], [29160.0])
    """
    return _TileSolver(position, tiles, rules, tickets, partner).solve(progress)


class _Tickets:
    """The payouts of a player's tickets and of a partner. Camels are of one kind if all of these tickets pay the same.

    kinds: the kind of each racing camel, in the order of the rules.
    payouts: the possible sums of coins, in ascending order.
    payout_index: int array (kinds, kinds), the index of the payout by the kinds of winner and runner-up.
    """

    def __init__(self, camels: str, tickets: Sequence[Ticket], partner: Partner | None, rules: Rules) -> None:
        # What the tickets of a camel pay: all of the player's, and the best of the partner's.
        pays = {}
        for camel in camels:
            own = [ticket.coins for ticket in tickets if ticket.camel == camel]
            shared = [ticket.coins for ticket in partner.tickets if ticket.camel == camel] if partner else []
            pays[camel] = len(own), sum(own), max(shared, default=-inf)
        different = sorted(set(pays.values()))
        kinds = {camel: different.index(paid) for camel, paid in pays.items()}
        self.kinds = list(kinds.values())
        # One pair of camels stands for all of the same kinds.
        orders = {(kinds[first], kinds[second]): first + second for first, second in permutations(camels, 2)}
        coins = {pair: pay_leg(order, rules, tickets=tickets, partner=partner).total for pair, order in orders.items()}
        self.payouts = sorted(set(coins.values()))
        # One camel can't be first and second, so some pairs of kinds have no payout.
        self.payout_index = np.zeros((len(different), len(different)), dtype=np.int64)
        for pair, paid in coins.items():
            self.payout_index[pair] = self.payouts.index(paid)


class _TileSolver:
    """The counts of the ends of a leg with each of several tiles.

    The boards are found roll by roll from the start of the leg, and counted from its end back.
    """

    def __init__(
        self,
        position: Position,
        tiles: Sequence[tuple[int, str]],
        rules: Rules,
        tickets: Sequence[Ticket],
        partner: Partner | None,
    ) -> None:
        self.rules, self.dice, self.rolls = rules, position.dice, rolls_left(position, rules)
        check_work(self.dice, self.rolls, rules)
        self.camels = len(position.racing)
        racing = camel_rows(position, rules)[: self.camels]
        # The racing camels are listed by rank, so every rank has the rolls of a die; the marks show which dice are left.
        self.leg = LegRolls(position, rules, racing + GREY_DIE * (GREY_DIE in self.dice))
        self.tickets = _Tickets(racing, tickets, partner, rules)
        self.mark_bits = 1 + (len(self.tickets.payout_index) - 1).bit_length()
        self.marks = (1 << self.mark_bits) - 1
        # The square of each tile by its number. Number 0 means no tile.
        self.square = np.array([_NO_SQUARE, *map(itemgetter(0), tiles)])
        self.effects = np.tile(tile_effects(position, rules.track), (len(tiles) + 1, 1))
        for number, (square, kind) in enumerate(tiles, start=1):
            self.effects[number, square] = 1 if kind == OASIS else -1
        self.max_face = max(rules.faces)
        # An oasis that is already on the board can carry a unit one square further in each roll.
        self.oasis_steps = int(OASIS in dict(position.tiles).values())
        keys = self.leg.keys.astype(np.int32)
        marks = [[kind << 1 | (camel in self.dice)] for camel, kind in zip(racing, self.tickets.kinds, strict=True)]
        ranks = np.sort(keys[: self.camels] << self.mark_bits | np.array(marks, dtype=np.int32), axis=0)
        # The board at the start, once for each tile.
        self.start = _Boards(
            racing=np.tile(ranks, len(tiles)),
            crazy=np.tile(keys[self.camels :].astype(np.int16), len(tiles)),
            grey=np.full(len(tiles), GREY_DIE in self.dice),
            tile=np.arange(1, len(tiles) + 1, dtype=np.int16),
        )

    def solve(self, progress: Progress | None) -> tuple[list[int], Floats]:
        """Return the payouts and the counts for every tile, as ``tally_tiles``."""
        boards, index = self._merge(self.start, self.rolls)
        counts = self._count(boards, self.rolls, progress)
        return self.tickets.payouts, np.moveaxis(counts, 2, 0)[index]

    def _count(self, boards: _Boards, remaining: int, progress: Progress | None) -> Floats:
        """Return the counts for different boards: float array (stops, payouts, boards).

        remaining: the number of rolls to the end of the leg, at least 1.
        """
        payouts, rolls_by_block, boards_after = len(self.tickets.payouts), [], []
        # In blocks, the rolls and their counts need little memory.
        size = max(1, _BLOCK // payouts)
        for start in range(0, boards.size, size):
            rolls, after = self._roll(boards.block(slice(start, start + size)), remaining)
            rolls_by_block.append(rolls)
            boards_after += [after] if after.size else []
        if progress:
            progress(1 - (remaining - 1) / self.rolls)
        # A roll is followed by the end of the leg with some payout, or by one of the different boards after all rolls.
        later_counts = np.zeros((remaining, payouts, payouts))
        left = len(self.dice) - self.rolls + remaining - 1
        later_counts[0] = np.eye(payouts) * count_sequences(left, remaining - 1, self.rules)
        if boards_after:
            boards, index = self._merge(_Boards.join(boards_after), remaining - 1)
            # There are many more of these boards than different ones, so their memory is freed before the count.
            boards_after.clear()
            later_counts = np.concatenate([later_counts, self._count(boards, remaining - 1, progress)], axis=2)
            start = 0
            for rolls in rolls_by_block:
                rolls.successor[rolls.unfinished] = index[start : start + len(rolls.unfinished)] + payouts
                start += len(rolls.unfinished)
        later = later_counts.shape[2]
        # The second half contains the same counts with one more stop, for the rolls that stop on the tile.
        both = np.zeros((remaining + 1, payouts, 2 * later))
        both[:-1, :, :later], both[1:, :, later:] = later_counts, later_counts
        counts = []
        for rolls in rolls_by_block:
            by_roll = both.take(rolls.successor + later * rolls.hit, axis=2)
            by_roll *= rolls.sides
            counts.append(np.add.reduceat(by_roll, rolls.first, axis=2))
        return np.concatenate(counts, axis=2)

    def _roll(self, boards: _Boards, remaining: int) -> tuple[_Rolls, _Boards]:
        """Return every possible roll of every board, and the boards after the unfinished rolls, in the order of the rolls."""
        grey_rolls = len(self.leg.steps) - self.leg.first_grey
        racing_rolls = np.repeat((boards.racing & 1).T > 0, self.leg.first_grey // self.camels, axis=1)
        board, roll = np.nonzero(np.hstack([racing_rolls, np.repeat(boards.grey[:, None], grey_rolls, axis=1)]))
        keys = np.concatenate([(boards.racing >> self.mark_bits).astype(np.int16), boards.crazy])
        mover, steps = self.leg.movers(keys, roll, board), self.leg.steps.take(roll)
        tile = boards.tile.take(board)
        stop = (keys.reshape(-1).take(mover * boards.size + board) >> HEIGHT_BITS) + steps
        first = np.flatnonzero(np.diff(board, prepend=-1))
        sides, hit = self.leg.sides.take(roll), stop == self.square.take(tile)
        if remaining == 1 and len(self.tickets.payouts) == 1:
            # With only one payout, the last roll matters only for its stop, so the boards after it are not needed.
            zeros = np.zeros(len(board), dtype=np.int32)
            return _Rolls(first, sides, hit, zeros, zeros[:0]), boards.block(slice(0))
        result = move(keys.take(board, axis=1), mover, steps, self.effects, self.rules, tile)
        # The rolled die is no longer marked.
        marks = (boards.racing & self.marks).take(board, axis=1)
        is_racing = np.flatnonzero(roll < self.leg.first_grey)
        marks.reshape(-1)[mover[is_racing] * len(board) + is_racing] -= 1
        racing = _sort_columns(result.keys[: self.camels].astype(np.int32) << self.mark_bits | marks)
        unfinished = np.flatnonzero(~result.ended).astype(np.int32) if remaining > 1 else np.zeros(0, dtype=np.int32)
        grey = boards.grey.take(board) & (roll < self.leg.first_grey)
        after = _Boards(racing, result.keys[self.camels :], grey, tile).take(unfinished)
        winner, second = ((racing[-place] & self.marks) >> 1 for place in (1, 2))
        pair = winner * len(self.tickets.payout_index) + second
        payout = self.tickets.payout_index.reshape(-1).take(pair).astype(np.int32)
        return _Rolls(first, sides, hit, payout, unfinished), after

    def _merge(self, boards: _Boards, remaining: int) -> tuple[_Boards, Ints]:
        """Return the different boards without the tiles that are out of reach, and the index of each board among them."""
        tile = boards.tile * self._is_in_reach(boards, remaining)
        # Heights are not compared: they follow from the order of the ranks and the heights of the crazy camels.
        squares = boards.racing >> (self.mark_bits + HEIGHT_BITS)
        low = int(squares[0].min())
        digits = (squares - low) << self.mark_bits | (boards.racing & self.marks)
        columns: list[tuple[Ints, int]] = [(tile, len(self.square)), (boards.grey, 2)]
        columns += [(digit, (int(squares[-1].max()) - low + 1) << self.mark_bits) for digit in digits]
        columns += [(keys, int(keys.max()) + 1) for keys in boards.crazy]
        order, starts = groups(columns)
        index = np.empty(len(order), dtype=np.int32)
        index[order] = np.repeat(np.arange(len(starts)), np.diff(starts, append=len(order)))
        first = order[starts]
        return _Boards(boards.racing[:, first], boards.crazy[:, first], boards.grey[first], tile[first]), index

    def _is_in_reach(self, boards: _Boards, remaining: int) -> Bools:
        """Return whether a unit can still stop on the tile, True if in doubt: bool array (boards,)."""
        square = self.square.take(boards.tile)
        distance = square - (boards.racing >> (self.mark_bits + HEIGHT_BITS))
        reach = remaining * (self.max_face + self.oasis_steps)
        # A crazy camel can carry racing camels back, and an oasis can carry them one square further.
        reach_back = boards.grey * (self.max_face + 1)
        in_reach: Bools = ((boards.racing & 1 > 0) & (distance <= reach) & (distance > -reach_back)).any(axis=0)
        distance = square - (boards.crazy >> HEIGHT_BITS)
        in_reach |= (boards.grey & (distance < reach) & (distance >= -self.max_face)).any(axis=0)
        return in_reach


def _sort_columns(rows: Ints) -> Ints:
    """Sort each column in place and return the array. Whole rows are compared at once, much faster than by columns."""
    for end in range(len(rows) - 1, 0, -1):
        for row in range(end):
            low = np.minimum(rows[row], rows[row + 1])
            np.maximum(rows[row], rows[row + 1], out=rows[row + 1])
            rows[row] = low
    return rows
