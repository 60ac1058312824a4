"""All boards that the rest of a leg can reach, by the number of rolls, with the rolls that lead from each to the next."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.position import Position, rolls_left
from boardodds.camel_up.rules import GREY_DIE, Rules
from boardodds.camel_up.tally import check_work, groups
from boardodds.probability.arrays import Bools, Floats, Ints


@dataclass(frozen=True, slots=True)
class BoardLevel:
    """The different boards after the same number of rolls.

    size: the number of boards.
    active: int array (active boards,), the numbers of the boards on which the leg goes on.
    next_boards: int array (active boards, rolls), the number of the board after each possible roll, in the next level.
    chances: float array (active boards, rolls), the chance of each roll.
    first, second: float arrays (racing camels, boards), the chance that each camel ends the leg in first or second place.
    """

    size: int
    active: Ints
    next_boards: Ints
    chances: Floats
    first: Floats
    second: Floats


@dataclass(frozen=True, slots=True)
class _Layer:
    """The boards of a level before the places are known.

    keys: int array (camels, boards), as in ``moves``.
    dice: int array (boards,), the set of remaining dice as the bits of a number.
    ended: bool array (boards,), whether the leg is over.
    """

    keys: Ints
    dice: Ints
    ended: Bools


def board_levels(position: Position, rules: Rules, check_size: Callable[[int], None]) -> list[BoardLevel]:
    """Return the boards after 0, 1, ... rolls, up to the end of the leg.

    check_size: called with the number of active boards so far, to refuse too much work.

    >>> [level.size for level in board_levels(Position.parse("1:B 2:W dice=BW"), Rules(), lambda boards: None)]
    [1, 6, 12]
    """
    total = rolls_left(position, rules)
    check_work(position.dice, total, rules)
    roller = _Roller(position, rules)
    start = _Layer(
        keys=moves.board_keys(position, roller.rows),
        dice=np.array([2 ** len(position.dice) - 1]),
        ended=np.array([total == 0]),
    )
    layers, links, active_boards = [start], [], 0
    for rolls in range(total):
        if layers[-1].ended.all():
            break
        active_boards += int((~layers[-1].ended).sum())
        check_size(active_boards)
        after, next_boards, chances = roller.roll(layers[-1], is_last=rolls == total - 1)
        layers.append(after)
        links.append((next_boards, chances))
    return _with_places(layers, links, racing=len(position.racing))


def _with_places(layers: list[_Layer], links: list[tuple[Ints, Floats]], racing: int) -> list[BoardLevel]:
    """Return the levels with the chances of first and second places, computed from the last level back."""
    no_links = np.zeros((0, 0), dtype=np.int64), np.zeros((0, 0))
    levels: list[BoardLevel] = []
    for layer, (next_boards, chances) in zip(reversed(layers), [no_links, *reversed(links)], strict=True):
        active, ended = np.flatnonzero(~layer.ended), np.flatnonzero(layer.ended)
        place = moves.racing_order(layer.keys[:, ended], racing)
        shares = []
        for wanted in (0, 1):
            share = np.zeros((racing, len(layer.ended)))
            share[:, ended] = place == wanted
            if levels:
                later = (levels[-1].first, levels[-1].second)[wanted]
                share[:, active] = np.einsum("cbr,br->cb", later[:, next_boards], chances)
            shares.append(share)
        levels.append(BoardLevel(len(layer.ended), active, next_boards, chances, *shares))
    return levels[::-1]


class _Roller:
    """Rolls every remaining die on every board of a layer.

    rows: the camels in the order of the rows of the keys.
    """

    def __init__(self, position: Position, rules: Rules) -> None:
        self.rules = rules
        self.rows = moves.camel_rows(position, rules)
        self._dice = position.dice
        rolls = moves.possible_rolls(position.dice, rules)
        self._bits = np.array([1 << position.dice.index(roll.die) for roll in rolls])
        self._movers = np.array([self.rows.index(roll.camel) for roll in rolls])
        self._steps = np.array([moves.signed_steps(roll) for roll in rolls], dtype=np.int16)
        self._sides = np.array([roll.sides for roll in rolls])
        self._grey = np.array([roll.die == GREY_DIE for roll in rolls])
        effects = moves.tile_effects(position, rules.track)[None, :]
        self._effects = effects if effects.any() else None

    def roll(self, layer: _Layer, *, is_last: bool) -> tuple[_Layer, Ints, Floats]:
        """Return the different boards after one roll, and for each active board the boards after its rolls with their chances.

        is_last: whether the leg ends with this roll.
        """
        active = np.flatnonzero(~layer.ended)
        dice = layer.dice[active]
        board, roll = np.nonzero(dice[:, None] & self._bits)
        keys = layer.keys[:, active[board]]
        movers, grey = self._movers[roll], np.flatnonzero(self._grey[roll])
        if len(grey):
            movers[grey] = moves.crazy_movers(keys[:, grey], movers[grey], self.rows, self.rules)
        result = moves.move(keys, movers, self._steps[roll], self._effects, self.rules)
        number, firsts = self._merge(result.keys, after_dice := dice[board] & ~self._bits[roll], result.ended)
        after = _Layer(result.keys[:, firsts], after_dice[firsts], result.ended[firsts] | is_last)
        # Every active board of a layer has the same number of dice. Dice can differ in their number of different rolls.
        width = int(np.bincount(board).max())
        place = np.arange(len(board)) - np.searchsorted(board, np.arange(len(active)))[board]
        next_boards, chances = np.zeros((len(active), width), dtype=np.int64), np.zeros((len(active), width))
        next_boards[board, place] = number
        chances[board, place] = self._sides[roll] / (self.rules.sides * int(dice[0]).bit_count())
        return after, next_boards, chances

    def _merge(self, keys: Ints, dice: Ints, ended: Bools) -> tuple[Ints, Ints]:
        """Return the number of each board among the different ones, and the index of the first board with each number."""
        low = int(keys.min())
        span = int(keys.max()) - low + 1
        columns = [(dice, 1 << len(self._dice)), (ended.astype(np.int64), 2), *((row, span) for row in keys - low)]
        order, starts = groups(columns)
        number = np.empty(len(order), dtype=np.int64)
        is_start = np.zeros(len(order), dtype=np.int64)
        is_start[starts] = 1
        number[order] = np.cumsum(is_start) - 1
        return number, order[starts]
