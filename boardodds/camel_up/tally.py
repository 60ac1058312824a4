"""The count of the ends of a leg over all sequences of dice, without listing the sequences.

The idea. Many sequences lead to the same board, and the rest of the leg depends only on the board and on the remaining dice. So
the leg is played for all boards at once, roll by roll. A state is a board with its remaining dice, and the number of sequences
that lead to it. A roll leads from each state to one state for each remaining die and face; equal states are merged and their
numbers are added. After the last roll the numbers are summed by the order of the camels. The results are integers, so
probabilities are exact fractions. All counts are less than 2**53, so sums in floats are exact too.

An example. Blue stands on square 1, white on square 2, and both dice show 1, 2 or 3: 2 orders times 9 pairs of faces are 18
sequences. After the first roll there are 6 states, each from one die and face, with 3 sequences to come. The second roll leads
from them to 18 ends, but only to 12 different boards: blue on 3 with white on 4, for instance, results from both orders of the
dice. White leads on boards of 11 sequences, blue on boards of 7, so white wins the leg with probability 11/18:

>>> from boardodds.camel_up import Position, solve_leg
>>> odds = solve_leg(Position.parse("1:B 2:W dice=BW"))
>>> odds.outcomes, odds.fraction("W"), odds.fraction("B")
(18, Fraction(11, 18), Fraction(7, 18))
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import perm
from operator import attrgetter
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up.moves import LegRolls, MoveResult, check_work, count_sequences, move, racing_order
from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.montecarlo import Progress

# The number of states that are rolled together.
_BLOCK = 1 << 13


@dataclass(frozen=True, slots=True)
class Tally:
    """The ends of a leg from one board or several, as numbers of sequences.

    camels: the racing camels, in the order of the rules.
    outcomes: the number of equally likely sequences of dice.
    places: int array (boards, camels, places), the sequences in which each camel ends in each place.
    stops: int array (boards, track + 2), the number of units that stop on each square's tile, summed over the sequences.
    finish: int array (boards, stops on the marked tile, winner, runner-up), the sequences with these ends.
    states: int array (boards,), the number of states that were counted.
    """

    camels: str
    outcomes: int
    places: Ints
    stops: Ints
    finish: Ints
    states: Ints


class Columns:
    """A dataclass of arrays whose last dimensions are equal: the columns."""

    __slots__ = ()

    def take(self, index: Ints | Bools) -> Self:
        """Return some of the columns, by their indices or by a mask."""
        indices = np.flatnonzero(index) if index.dtype == np.bool_ else index
        return type(self)(*[array.take(indices, axis=-1) for array in self._arrays()])

    def block(self, part: slice) -> Self:
        return type(self)(*[array[..., part] for array in self._arrays()])

    @classmethod
    def join(cls, parts: "Sequence[Self]") -> Self:
        """Return the columns of all parts, one part after another."""
        if len(parts) == 1:
            return parts[0]
        arrays = zip(*[part._arrays() for part in parts], strict=True)
        return cls(*[np.concatenate(each, axis=-1) for each in arrays])

    @property
    def size(self) -> int:
        """The number of columns."""
        return int(self._arrays()[0].shape[-1])

    def _arrays(self) -> tuple[Any, ...]:
        return attrgetter(*self.__match_args__)(self)  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class States(Columns):
    """States after the same number of rolls.

    keys: int array (camels, states), the boards, as in ``moves``.
    dice: int array (states,), the set of remaining dice as the bits of a number.
    board: int array (states,), the number of the board at the start.
    hits: int array (states,), the stops on the marked tile.
    count: array (states,) of whole numbers, the sequences that lead to the state.
    """

    keys: Ints
    dice: Ints
    board: Ints
    hits: Ints
    count: NDArray[Any]

    def times(self, weight: int) -> "States":
        """Return the states with the number of whole sequences, as floats, each of which goes on in ``weight`` ways."""
        return replace(self, count=(self.count * weight).astype(np.float64))


class Walk:
    """One pass over the rest of a leg, roll by roll, from a board, or from the boards after each possible next roll.

    by_roll: whether to count from the boards after each next roll, in the order of ``possible_rolls``.
    marked: the square of the tile whose stops are counted together with the winner and runner-up; 0 for none.
    progress: called with the fraction done, from 0 to 1.

    outcomes: the number of equally likely sequences from each board.
    rolls: the number of rolls to the end of the leg from each board.

    The following are complete only when the endings are consumed.

    stops: as in ``Tally``; stops of a next roll are not counted.
    states_by_roll: the number of different states before each roll.
    states_by_board: int array (boards,), the number of states from each board.

    Raises ValueError if the leg has too many sequences.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        *,
        by_roll: bool = False,
        marked: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.progress, self.rules, self.dice, self.marked = progress, rules, position.dice, marked
        self.leg = LegRolls(position, rules, position.dice)
        self.by_roll = by_roll
        self.total_rolls = rolls_left(position, rules)
        # After the first roll, every roll has the same number of sequences.
        self.rolls = self.total_rolls - by_roll
        sequences = check_work(self.dice, self.total_rolls, rules)
        self.outcomes = sequences // (len(self.dice) * rules.sides) if by_roll else sequences
        boards = len(self.leg.rolls) if by_roll else 1
        self.max_hits = self.total_rolls if marked else 0
        self.stops: Floats = np.zeros((boards, rules.track + 2))
        self.states_by_roll = [boards]
        self.states_by_board = np.ones(boards, dtype=np.int64)
        self._bits = np.array([1 << self.dice.index(roll.die) for roll in self.leg.rolls], dtype=np.int16)
        self._start = States(
            keys=np.repeat(self.leg.keys, boards, axis=1),
            dice=np.full(boards, 2 ** len(self.dice) - 1, dtype=np.int16),
            board=np.arange(boards, dtype=np.int16),
            hits=np.zeros(boards, dtype=np.int16),
            count=np.ones(boards, dtype=np.int64),
        )

    def tally(self) -> Tally:
        """Count the ends of the leg."""
        boards, racing = len(self.stops), self.leg.racing
        places = np.zeros((boards, racing, racing))
        finish = np.zeros((boards, self.max_hits + 1, racing, racing))
        camels = np.arange(racing, dtype=np.int8)[:, None]
        for states, _ in self.endings():
            place, board = racing_order(states.keys, racing), states.board.astype(np.int64)
            cell = (board * racing + camels) * racing + place
            places += np.bincount(cell.ravel(), np.tile(states.count, racing), places.size).reshape(places.shape)
            first, second = (((place == wanted) * camels).sum(axis=0, dtype=np.int8) for wanted in (0, 1))
            cell = ((board * finish.shape[1] + states.hits) * racing + first) * racing + second
            finish += np.bincount(cell, states.count, finish.size).reshape(finish.shape)
        whole = [array.astype(np.int64) for array in (places, self.stops, finish)]
        return Tally(self.leg.rows[:racing], self.outcomes, whole[0], whole[1], whole[2], self.states_by_board)

    def endings(self) -> Iterator[tuple[States, Bools]]:
        """Yield all ends of the leg, and on which of them a unit has crossed the line, which ends the race.

        The counts of each board at the start add up to ``outcomes``. Boards at the end can occur again.
        """
        if not self.by_roll:
            yield from self._endings(self._start, rolls=0)
            return
        result, after = self._play(self._start, np.arange(len(self.leg.rolls)))
        after = replace(after, count=self._start.count)
        if result.ended.any():
            yield after.take(result.ended).times(self.outcomes), result.ended[result.ended]
        yield from self._endings(after.take(~result.ended), rolls=1)

    def _endings(self, states: States, rolls: int) -> Iterator[tuple[States, Bools]]:
        if rolls == self.total_rolls:
            yield states.times(1), np.zeros(states.size, dtype=np.bool_)
        for roll in range(rolls + 1, self.total_rolls + 1):
            unfinished = []
            remaining = self.total_rolls - roll
            weight = count_sequences(len(self.dice) - roll, remaining, self.rules)
            for block in self._blocks(states, roll):
                after, crossed = self._roll(block, weight)
                if remaining == 0:
                    yield after.times(weight), crossed
                    continue
                if crossed.any():
                    yield after.take(crossed).times(weight), crossed[crossed]
                    after = after.take(~crossed)
                if after.size:
                    unfinished.append(after)
            if not unfinished:
                return
            states = self._merge(States.join(unfinished))
            self.states_by_roll.append(states.size)
            self.states_by_board += np.bincount(states.board, minlength=len(self.stops))

    def _blocks(self, states: States, roll: int) -> Iterator[States]:
        """Yield slices of the states before a roll, so that the states after it need little memory."""
        for start in range(0, states.size, _BLOCK):
            yield states.block(slice(start, start + _BLOCK))
            if self.progress:
                self.progress((roll - 1 + min(1.0, (start + _BLOCK) / states.size)) / self.total_rolls)

    def _roll(self, states: States, weight: int) -> tuple[States, Bools]:
        """Return the states after every possible roll of every state, and on which of them a unit has crossed the line.

        weight: the number of sequences of the rolls after this one.
        """
        row, roll = np.nonzero(states.dice[:, None] & self._bits)
        result, after = self._play(states.take(row), roll)
        if self.leg.effects is not None:
            hit = np.flatnonzero(result.stop)
            cell = after.board[hit].astype(np.int64) * self.stops.shape[1] + result.stop[hit]
            self.stops += np.bincount(cell, after.count[hit] * weight, self.stops.size).reshape(self.stops.shape)
        return after, result.ended

    def _play(self, states: States, roll: Ints) -> tuple[MoveResult, States]:
        """Play one roll on each state, by its number among the possible rolls."""
        movers = self.leg.movers(states.keys, roll)
        result = move(states.keys, movers, self.leg.steps[roll], self.leg.effects, self.rules)
        hits = states.hits
        if self.max_hits:
            hits = hits + ((result.stop > 0) & (result.stop == self.marked))
        dice, count = states.dice & ~self._bits[roll], states.count * self.leg.sides[roll]
        return result, States(result.keys, dice, states.board, hits, count)

    def _merge(self, states: States) -> States:
        """Return the states with equal ones merged and their counts added."""
        low = int(states.keys.min())
        span = int(states.keys.max()) - low + 1
        columns = [
            (states.board, len(self.stops)),
            (states.hits, self.max_hits + 1),
            (states.dice, 1 << len(self.dice)),
            *((keys, span) for keys in states.keys - low),
        ]
        order, starts = groups(columns)
        return replace(states.take(order[starts]), count=np.add.reduceat(states.count[order], starts))


def groups(columns: list[tuple[Ints, int]]) -> tuple[Ints, Ints]:
    """Return an order in which equal rows are next to each other, and the index in it at which each group of them starts.

    The columns of a row are packed into one integer. Before that would overflow, the packed integers are renumbered from 0.

    columns: (values, radix) of each column; values: int array (rows,), from 0 to radix - 1.
    """
    key, size = np.zeros(len(columns[0][0]), dtype=np.int64), 1
    for values, radix in columns:
        if radix == 1:
            # A column with only one value does not distinguish rows.
            continue
        if size * radix >= 2**63:
            distinct, key = np.unique(key, return_inverse=True)
            size = len(distinct)
        key = key * radix + values
        size *= radix
    order = np.argsort(key)
    in_order = key[order]
    return order, np.flatnonzero(np.concatenate(([True], in_order[1:] != in_order[:-1])))


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the tree.

    rolls: the number of rolls before this level.
    orders: the number of orders in which the dice can leave the pyramid in these rolls.
    sequences: the number of orders, each with a side for every die.
    states: the number of different boards with their remaining dice, without those on which a camel has passed the finish.
    """

    rolls: int
    orders: int
    sequences: int
    states: int


def levels(position: Position) -> list[Level]:
    """Return the levels of the tree of a leg, from the root to the leaves. The states are counted by one pass over them.

    >>> [level.sequences for level in levels(Position.parse("1:BWOG 2:Y"))]
    [1, 15, 180, 1620, 9720, 29160]
    >>> [level.states for level in levels(Position.parse("1:BWOG 2:Y dice=OB"))]
    [1, 6, 15]
    """
    walk = Walk(check(position), FIRST_EDITION)
    # The walk counts the states before each roll while its endings are consumed.
    final = np.concatenate([states.keys[:, ~crossed] for states, crossed in walk.endings()], axis=1)
    dice, total_rolls = len(position.dice), rolls_left(position)
    states = [*[*walk.states_by_roll, *([0] * total_rolls)][:total_rolls], np.unique(final, axis=1).shape[1]]
    return [
        Level(rolls, perm(dice, rolls), count_sequences(dice, rolls, FIRST_EDITION), states[rolls])
        for rolls in range(total_rolls + 1)
    ]


def count_nodes(dice: int, sides: int, rolls: int | None = None) -> int:
    """Return the number of inner nodes of the full tree of rolls: where a die is rolled, counted once for each path.

    sides: the number of sides of each die.
    rolls: the number of rolls to the end of the leg; as many as dice if None.

    >>> [count_nodes(dice, 3) for dice in (1, 2, 6)], count_nodes(6, 6, rolls=1)
    ([1, 7, 207649], 1)
    """
    return sum(perm(dice, rolled) * sides**rolled for rolled in range(dice if rolls is None else rolls))
