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
from math import perm, prod

import numpy as np
from numpy.typing import NDArray

from boardodds.camel_up import moves
from boardodds.camel_up.moves import MoveResult
from boardodds.camel_up.position import Position, rolls_left
from boardodds.camel_up.rules import GREY_DIE, Rules
from boardodds.probability.arrays import Bools, Ints
from boardodds.probability.montecarlo import Progress

# The largest number of different sequences: eight dice with three faces.
MAX_SEQUENCES = 3**8 * perm(8)
MAX_OUTCOMES = 2**50
# The number of states that are rolled together.
_BLOCK = 1 << 13


@dataclass(frozen=True, slots=True)
class Tally:
    """The ends of a leg from one board or several, as numbers of sequences.

    outcomes: the number of equally likely sequences of dice.
    places: int array (boards, camels, places), the sequences in which each camel ends in each place.
    stops: int array (boards, track + 2), the number of units that stop on each square's tile, summed over the sequences.
    finish: int array (boards, stops on the marked tile, winner, runner-up), the sequences with these ends.
    states: int array (boards,), the number of states that were counted.
    """

    outcomes: int
    places: Ints
    stops: Ints
    finish: Ints
    states: Ints


@dataclass(frozen=True, slots=True)
class States:
    """Different states after the same number of rolls.

    keys: int array (camels, states), the boards, as in ``moves``.
    dice: int array (states,), the set of remaining dice as the bits of a number.
    board: int array (states,), the number of the board at the start.
    hits: int array (states,), the stops on the marked tile.
    count: int array (states,), the number of sequences.
    """

    keys: Ints
    dice: Ints
    board: Ints
    hits: Ints
    count: Ints

    def take(self, index: Ints | Bools) -> "States":
        """Return some of the states, by their indices or by a mask."""
        indices = np.flatnonzero(index) if index.dtype == np.bool_ else index
        return States(
            keys=self.keys.take(indices, axis=1),
            dice=self.dice.take(indices),
            board=self.board.take(indices),
            hits=self.hits.take(indices),
            count=self.count.take(indices),
        )

    def block(self, part: slice) -> "States":
        """Return a slice of the states."""
        return States(self.keys[:, part], self.dice[part], self.board[part], self.hits[part], self.count[part])

    @property
    def size(self) -> int:
        """The number of states."""
        return len(self.count)


def check_work(dice: str, rolls: int, rules: Rules) -> int:
    """Return the number of equally likely sequences of a leg.

    Raises ValueError if there are too many of them to solve.

    >>> check_work("BWOGY", 5, Rules())
    29160
    """
    outcomes, sequences = _leg_work(dice, rolls, rules)
    if not _is_within_limits(outcomes, sequences):
        raise ValueError(
            f"a leg of {rolls} rolls has {sequences:,} different dice sequences; "
            f"at most {MAX_SEQUENCES:,} can be solved: use fewer dice or fewer faces"
        )
    return outcomes


def is_leg_solvable(dice: str, rolls: int, rules: Rules) -> bool:
    """Return whether a leg has few enough sequences to solve.

    >>> is_leg_solvable("BWOGY", 5, Rules())
    True
    """
    return _is_within_limits(*_leg_work(dice, rolls, rules))


def _is_within_limits(outcomes: int, sequences: int) -> bool:
    return sequences <= MAX_SEQUENCES and outcomes <= MAX_OUTCOMES


def _leg_work(dice: str, rolls: int, rules: Rules) -> tuple[int, int]:
    """Return the number of equally likely sequences of a leg, and an upper bound of the different ones among them."""
    outcomes: int = perm(len(dice), rolls) * rules.sides**rolls
    rolls_by_die = sorted((len(set(rules.die_rolls(die))) for die in dice), reverse=True)
    return outcomes, perm(len(dice), rolls) * prod(rolls_by_die[:rolls])


@dataclass(frozen=True, slots=True)
class Ending:
    """Some of the boards at the end of the leg; the same board can occur again in another of these objects.

    keys: int array (camels, endings), the boards, as in ``moves``.
    board: int array (endings,), the number of the board at the start.
    hits: int array (endings,), the stops on the marked tile.
    count: float array (endings,) of whole numbers, the sequences that lead to each board.
    crossed: bool array (endings,), whether a unit has crossed the line, which ends the race.
    """

    keys: Ints
    board: Ints
    hits: Ints
    count: NDArray[np.float64]
    crossed: Bools


def tally(position: Position, rules: Rules, *, marked: int = 0, progress: Progress | None = None) -> Tally:
    """Count the ends of the leg from a board.

    marked: the square of the tile whose stops are counted together with the winner and runner-up; 0 for none.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError if the leg has too many sequences.
    """
    walk = Walk(position, rules, marked=marked, progress=progress)
    return _tally(walk, walk.endings(), walk.outcomes)


def tally_rolls(position: Position, rules: Rules) -> Tally:
    """Count the ends of the leg after each possible next roll, in one pass: one board for each, as in ``possible_rolls``."""
    walk = Walk(position, rules, boards=len(moves.possible_rolls(position.dice, rules)))
    return _tally(walk, walk.endings_by_roll(), walk.outcomes_by_roll)


def _tally(walk: "Walk", endings: Iterator[Ending], outcomes: int) -> Tally:
    boards, racing = len(walk.stops), walk.racing
    places = np.zeros((boards, racing, racing))
    finish = np.zeros((boards, walk.max_hits + 1, racing, racing))
    for ending in endings:
        _add_places(places, finish, ending)
    return Tally(
        outcomes=outcomes,
        places=places.astype(np.int64),
        stops=walk.stops.astype(np.int64),
        finish=finish.astype(np.int64),
        states=walk.states_by_board,
    )


def _add_places(places: NDArray[np.float64], finish: NDArray[np.float64], ending: Ending) -> None:
    """Add the order of the racing camels to the counts of places, and of winners and runners-up."""
    racing = places.shape[1]
    place = moves.racing_order(ending.keys, racing)
    board, camels = ending.board.astype(np.int64), np.arange(racing, dtype=np.int8)[:, None]
    cell = (board * racing + camels) * racing + place
    places += np.bincount(cell.ravel(), np.tile(ending.count, racing), places.size).reshape(places.shape)
    first, second = (((place == wanted) * camels).sum(axis=0, dtype=np.int8) for wanted in (0, 1))
    cell = ((board * finish.shape[1] + ending.hits) * racing + first) * racing + second
    finish += np.bincount(cell, ending.count, finish.size).reshape(finish.shape)


class Walk:
    """One pass over the rest of the leg, roll by roll, from one board or several equal ones.

    outcomes: the number of equally likely sequences.
    rows: the camels in the order of the rows of the keys.
    racing: the number of racing camels, which are the first rows.
    total_rolls: the number of rolls to the end of the leg.

    The following are complete only when the endings are consumed.

    stops: as in ``Tally``.
    states_by_roll: the number of different states before each roll.
    states_by_board: int array (boards,), the number of states from each board.
    """

    def __init__(
        self,
        position: Position,
        rules: Rules,
        *,
        boards: int = 1,
        marked: int = 0,
        progress: Progress | None = None,
    ) -> None:
        self.progress = progress
        self.rules = rules
        self.dice = position.dice
        self.total_rolls = rolls_left(position, rules)
        self.outcomes = check_work(self.dice, self.total_rolls, rules)
        self.rows = moves.camel_rows(position, rules)
        self.racing = len(position.racing)
        self.marked = marked
        self.max_hits = self.total_rolls if marked else 0
        self.effects = moves.tile_effects(position, rules.track)[None, :] if position.tiles else None
        self.stops: NDArray[np.float64] = np.zeros((boards, rules.track + 2))
        self.states_by_roll = [boards]
        self.states_by_board = np.ones(boards, dtype=np.int64)
        self._rolls = moves.possible_rolls(self.dice, rules)
        self._bits = self._column([1 << self.dice.index(roll.die) for roll in self._rolls])
        self._rolled_rows = self._column([self.rows.index(roll.camel) for roll in self._rolls])
        self._steps = self._column([moves.signed_steps(roll) for roll in self._rolls])
        self._sides = self._column([roll.sides for roll in self._rolls])
        self._grey = self._column([roll.die == GREY_DIE for roll in self._rolls]) > 0
        self._start = States(
            keys=np.repeat(moves.board_keys(position, self.rows), boards, axis=1),
            dice=np.full(boards, 2 ** len(self.dice) - 1, dtype=np.int16),
            board=np.arange(boards, dtype=np.int16),
            hits=np.zeros(boards, dtype=np.int16),
            count=np.ones(boards, dtype=np.int64),
        )

    @property
    def outcomes_by_roll(self) -> int:
        """The number of sequences after the first roll, which is the same for every roll."""
        return self.outcomes // (len(self.dice) * self.rules.sides)

    def endings(self) -> Iterator[Ending]:
        """Return all ends of the leg. The counts of each board at the start add up to ``outcomes``."""
        return self._endings(self._start, rolls=0)

    def endings_by_roll(self) -> Iterator[Ending]:
        """Yield all ends of the leg, if the first roll of board number n is possible roll number n.

        There must be one board for each possible roll. The counts of each board add up to ``outcomes_by_roll``. Stops of the
        first roll are not counted.
        """
        result, after = self._play(self._start, np.arange(len(self._rolls)))
        after = replace(after, count=self._start.count)
        if result.ended.any():
            yield _ending(after.take(result.ended), self.outcomes_by_roll, result.ended[result.ended])
        yield from self._endings(after.take(~result.ended), rolls=1)

    def _endings(self, states: States, rolls: int) -> Iterator[Ending]:
        """Yield all ends of the leg from the states after some rolls."""
        if rolls == self.total_rolls:
            yield _ending(states, 1, np.zeros(states.size, dtype=np.bool_))
        for roll in range(rolls + 1, self.total_rolls + 1):
            unfinished = []
            remaining = self.total_rolls - roll
            weight = perm(len(self.dice) - roll, remaining) * self.rules.sides**remaining
            for block in self._blocks(states, roll):
                after, crossed = self._roll(block, weight)
                if remaining == 0:
                    yield _ending(after, weight, crossed)
                    continue
                if crossed.any():
                    yield _ending(after.take(crossed), weight, crossed[crossed])
                    after = after.take(~crossed)
                if after.size:
                    unfinished.append(after)
            if not unfinished:
                return
            states = self._merge(_join(unfinished))
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
        if self.effects is not None:
            self._add_stops(after, result.stop, weight)
        return after, result.ended

    def _play(self, states: States, roll: Ints) -> tuple[MoveResult, States]:
        """Play one roll on each state.

        roll: int array (states,), the numbers of the rolls among the possible rolls.
        """
        movers = self._movers(states.keys, self._rolled_rows[roll], self._grey[roll])
        result = moves.move(states.keys, movers, self._steps[roll], self.effects, self.rules)
        hits = states.hits
        if self.max_hits:
            hits = hits + ((result.stop > 0) & (result.stop == self.marked))
        dice, count = states.dice & ~self._bits[roll], states.count * self._sides[roll]
        return result, States(result.keys, dice, states.board, hits, count)

    def _column(self, values: Sequence[int]) -> Ints:
        return np.array(values, dtype=np.int16)

    def _movers(self, keys: Ints, rolled_rows: Ints, grey: Bools) -> Ints:
        """Return the rows of the camels that move. ``rolled_rows``, a new array, is changed in place."""
        indices = np.flatnonzero(grey)
        if len(indices):
            rolled_rows[indices] = moves.crazy_movers(
                keys.take(indices, axis=1), rolled_rows[indices], self.rows, self.rules
            )
        return rolled_rows

    def _add_stops(self, states: States, stop: Ints, weight: int) -> None:
        hit = np.flatnonzero(stop)
        if not len(hit):
            return
        cell = states.board[hit].astype(np.int64) * self.stops.shape[1] + stop[hit]
        self.stops += np.bincount(cell, states.count[hit] * weight, self.stops.size).reshape(self.stops.shape)

    def _merge(self, states: States) -> States:
        """Return the states with equal ones merged and their counts added."""
        low = int(states.keys.min())
        span = int(states.keys.max()) - low + 1
        columns = [
            (states.board, len(self.stops)),
            (states.hits, self.max_hits + 1),
            (states.dice, 1 << len(self.dice)),
        ]
        columns += [(keys, span) for keys in states.keys - low]
        order, starts = groups(columns)
        merged = states.take(order[starts])
        return States(merged.keys, merged.dice, merged.board, merged.hits, np.add.reduceat(states.count[order], starts))


def _ending(states: States, weight: int, crossed: Bools) -> Ending:
    return Ending(states.keys, states.board, states.hits, (states.count * weight).astype(np.float64), crossed)


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


def _join(parts: list[States]) -> States:
    if len(parts) == 1:
        return parts[0]
    return States(
        keys=np.concatenate([part.keys for part in parts], axis=1),
        dice=np.concatenate([part.dice for part in parts]),
        board=np.concatenate([part.board for part in parts]),
        hits=np.concatenate([part.hits for part in parts]),
        count=np.concatenate([part.count for part in parts]),
    )
