"""Counting the ends of a leg over all sequences of dice, without listing the sequences.

The idea. Many sequences lead to the same board, and what follows depends only on the board and on the dice that are left. So the
leg is played for all boards at once, roll by roll: a state is a board with its remaining dice, and carries the number of
sequences that lead to it. Every roll leads from each state to one state for each remaining die and face; equal states are merged
and their numbers are added. After the last roll the numbers of sequences are summed by the order of the camels. The results are
integers, so probabilities are exact fractions. Counts stay below 2**53, so that sums in floats are exact too.

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
from boardodds.camel_up.moves import Moved
from boardodds.camel_up.position import Position, rolls_left
from boardodds.camel_up.rules import GREY_DIE, Rules
from boardodds.probability.arrays import Bools, Ints
from boardodds.probability.montecarlo import Progress
from boardodds.probability.validate import check_whole

MAX_SEQUENCES = 3**8 * perm(8)
MAX_OUTCOMES = 2**50
MAX_BOARDS = 256
_BLOCK = 1 << 13
# the number of boards in one pass: enough to share its cost, and few enough for little memory
_BOARDS = 24


@dataclass(frozen=True, slots=True)
class Tally:
    """The ends of a leg from several boards, as numbers of sequences.

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
    """Different states after some rolls.

    keys: int array (camels, states), the boards, as in ``moves``.
    dice, board, hits, count: int arrays (states,), the remaining dice, the number of the board at the start, the stops on the
        marked tile, and the number of sequences.
    """

    keys: Ints
    dice: Ints
    board: Ints
    hits: Ints
    count: Ints

    def take(self, index: Ints | Bools) -> "States":
        """Those of the numbers given, or those that are marked."""
        which = np.flatnonzero(index) if index.dtype == np.bool_ else index
        return States(
            keys=self.keys.take(which, axis=1),
            dice=self.dice.take(which),
            board=self.board.take(which),
            hits=self.hits.take(which),
            count=self.count.take(which),
        )

    def block(self, part: slice) -> "States":
        return States(self.keys[:, part], self.dice[part], self.board[part], self.hits[part], self.count[part])

    @property
    def size(self) -> int:
        return len(self.count)


def check_work(dice: str, rolls: int, rules: Rules) -> int:
    """The number of equally likely sequences of a leg; ValueError before any work if they are too many to solve.

    >>> check_work("BWOGY", 5, Rules())
    29160
    """
    outcomes, sequences = _leg_work(dice, rolls, rules)
    if not _is_little(outcomes, sequences):
        raise ValueError(
            f"a leg of {rolls} rolls has {sequences:,} different dice sequences; "
            f"at most {MAX_SEQUENCES:,} can be solved: use fewer dice or fewer faces"
        )
    return outcomes


def is_leg_counted(dice: str, rolls: int, rules: Rules) -> bool:
    """Whether all sequences of a leg can be counted.

    >>> is_leg_counted("BWOGY", 5, Rules())
    True
    """
    return _is_little(*_leg_work(dice, rolls, rules))


def _is_little(outcomes: int, sequences: int) -> bool:
    return sequences <= MAX_SEQUENCES and outcomes <= MAX_OUTCOMES


def _leg_work(dice: str, rolls: int, rules: Rules) -> tuple[int, int]:
    """The equally likely sequences of a leg, and those that differ."""
    outcomes: int = perm(len(dice), rolls) * rules.sides**rolls
    different = sorted((len(set(rules.die_rolls(die))) for die in dice), reverse=True)
    return outcomes, perm(len(dice), rolls) * prod(different[:rolls])


@dataclass(frozen=True, slots=True)
class Ending:
    """Boards at the end of the leg, as they come: ``count`` sequences lead to each.

    keys: int array (camels, endings), as in moves. board: which of the boards it began from (endings,). hits: stops on the
    marked tile (endings,). count: float array (endings,), whole numbers out of the outcomes. crossed: whether a unit has
    crossed the line, which ends the race (endings,).
    """

    keys: Ints
    board: Ints
    hits: Ints
    count: NDArray[np.float64]
    crossed: Bools


def tally(
    positions: Sequence[Position],
    rules: Rules,
    *,
    marked: Sequence[int] | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Counts the ends of the leg from boards with the same camels and dice, a few of them in one pass.

    - positions: 1 to 256 boards that differ only in where camels and tiles are.
    - marked: for each board the square of the tile whose stops are counted jointly with the finish, 0 for none.
    - progress: called with the share done of each pass, from 0 to 1.
    """
    check_whole("positions", len(positions), 1, MAX_BOARDS)
    parts = []
    for start in range(0, len(positions), _BOARDS):
        some = slice(start, start + _BOARDS)
        walk = Walk(positions[some], rules, marked[some] if marked else None, progress)
        parts.append(_tally(walk, walk.endings(), walk.outcomes))
    if len(parts) == 1:
        return parts[0]
    most_hits = max(part.finish.shape[1] for part in parts)
    return Tally(
        outcomes=parts[0].outcomes,
        places=np.concatenate([part.places for part in parts]),
        stops=np.concatenate([part.stops for part in parts]),
        finish=np.concatenate([_with_hits(part.finish, most_hits) for part in parts]),
        states=np.concatenate([part.states for part in parts]),
    )


def tally_rolls(position: Position, rules: Rules) -> Tally:
    """Counts the ends of the leg after each roll that may come next, in one pass: a board for each, as in possible_rolls."""
    walk = Walk([position] * len(moves.possible_rolls(position.dice, rules)), rules)
    return _tally(walk, walk.endings_by_roll(), walk.outcomes_by_roll)


def _with_hits(finish: Ints, most_hits: int) -> Ints:
    return np.pad(finish, [(0, 0), (0, most_hits - finish.shape[1]), (0, 0), (0, 0)])


def _tally(walk: "Walk", endings: Iterator[Ending], outcomes: int) -> Tally:
    boards, racing = len(walk.stops), walk.racing
    places = np.zeros((boards, racing, racing))
    finish = np.zeros((boards, walk.most_hits + 1, racing, racing))
    for ending in endings:
        _book_places(places, finish, ending)
    return Tally(
        outcomes=outcomes,
        places=places.astype(np.int64),
        stops=walk.stops.astype(np.int64),
        finish=finish.astype(np.int64),
        states=walk.states_by_board,
    )


def _book_places(places: NDArray[np.float64], finish: NDArray[np.float64], ending: Ending) -> None:
    """Adds the orders in which the racing camels stand to the counts of places and of winner and runner-up."""
    racing = places.shape[1]
    place = moves.racing_order(ending.keys, racing)
    board, camels = ending.board.astype(np.int64), np.arange(racing, dtype=np.int8)[:, None]
    cell = (board * racing + camels) * racing + place
    places += np.bincount(cell.ravel(), np.tile(ending.count, racing), places.size).reshape(places.shape)
    first, second = (((place == wanted) * camels).sum(axis=0, dtype=np.int8) for wanted in (0, 1))
    cell = ((board * finish.shape[1] + ending.hits) * racing + first) * racing + second
    finish += np.bincount(cell, ending.count, finish.size).reshape(finish.shape)


class Walk:
    """One pass over the rest of the leg, roll by roll, from boards with the same camels and dice.

    - outcomes: equally likely sequences. racing: racing camels, the first rows. The others fill up while the endings
    - run: stops as in Tally, the different states before each roll, and those that came of each board.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        rules: Rules,
        marked: Sequence[int] | None = None,
        progress: Progress | None = None,
    ) -> None:
        boards = len(positions)
        self.progress = progress
        self.rules = rules
        self.dice = positions[0].dice
        self.total_rolls = rolls_left(positions[0], rules)
        self.outcomes = check_work(self.dice, self.total_rolls, rules)
        self.rows = moves.camel_rows(positions[0], rules)
        self.racing = len(positions[0].racing)
        self.marked: Ints = np.array(marked or [0] * boards)
        self.most_hits = self.total_rolls if self.marked.any() else 0
        effects = np.stack([moves.tile_effects(position, rules.track) for position in positions])
        self.effects = effects if effects.any() else None
        self.stops: NDArray[np.float64] = np.zeros((boards, rules.track + 2))
        self.states_by_roll = [boards]
        self.states_by_board = np.ones(boards, dtype=np.int64)
        self._rolls = moves.possible_rolls(self.dice, rules)
        self._bits = self._column([1 << self.dice.index(roll.die) for roll in self._rolls])
        self._named = self._column([self.rows.index(roll.camel) for roll in self._rolls])
        self._steps = self._column([moves.signed_steps(roll) for roll in self._rolls])
        self._sides = self._column([roll.sides for roll in self._rolls])
        self._grey = self._column([roll.die == GREY_DIE for roll in self._rolls]) > 0
        self._start = States(
            keys=np.concatenate([moves.board_keys(position, self.rows) for position in positions], axis=1),
            dice=np.full(boards, 2 ** len(self.dice) - 1, dtype=np.int16),
            board=np.arange(boards, dtype=np.int16),
            hits=np.zeros(boards, dtype=np.int16),
            count=np.ones(boards, dtype=np.int64),
        )

    @property
    def outcomes_by_roll(self) -> int:
        """The sequences after the first roll, whichever it is."""
        return self.outcomes // (len(self.dice) * self.rules.sides)

    def endings(self) -> Iterator[Ending]:
        """Every way in which the leg ends; the counts of each starting board add up to ``outcomes``."""
        return self._endings(self._start, rolled=0)

    def endings_by_roll(self) -> Iterator[Ending]:
        """The same with the first roll of each board fixed: it begins after the possible roll of its number.

        There are as many boards as possible rolls; counts add up to ``outcomes_by_roll``, and stops of the first are left out.
        """
        moved, after = self._play(self._start, np.arange(len(self._rolls)))
        after = replace(after, count=self._start.count)
        if moved.ended.any():
            yield _ending(after.take(moved.ended), self.outcomes_by_roll, moved.ended[moved.ended])
        yield from self._endings(after.take(~moved.ended), rolled=1)

    def _endings(self, states: States, rolled: int) -> Iterator[Ending]:
        if rolled == self.total_rolls:
            yield _ending(states, 1, np.zeros(states.size, dtype=np.bool_))
        for roll in range(rolled + 1, self.total_rolls + 1):
            going_on = []
            to_come = self.total_rolls - roll
            weight = perm(len(self.dice) - roll, to_come) * self.rules.sides**to_come
            for block in self._blocks(states, roll):
                after, crossed = self._roll(block, weight)
                if to_come == 0:
                    yield _ending(after, weight, crossed)
                    continue
                if crossed.any():
                    yield _ending(after.take(crossed), weight, crossed[crossed])
                    after = after.take(~crossed)
                if after.size:
                    going_on.append(after)
            if not going_on:
                return
            states = self._merge(_join(going_on))
            self.states_by_roll.append(states.size)
            self.states_by_board += np.bincount(states.board, minlength=len(self.stops))

    def _blocks(self, states: States, roll: int) -> Iterator[States]:
        """Slices of the states before a roll, so that what they grow into stays small in memory."""
        for start in range(0, states.size, _BLOCK):
            yield states.block(slice(start, start + _BLOCK))
            if self.progress:
                self.progress((roll - 1 + min(1.0, (start + _BLOCK) / states.size)) / self.total_rolls)

    def _roll(self, states: States, weight: int) -> tuple[States, Bools]:
        """Rolls every die left on every state: the states afterwards, and on which of them a unit has crossed the line.

        weight: sequences of the rolls to come after this one.
        """
        row, which = np.nonzero(states.dice[:, None] & self._bits)
        moved, after = self._play(states.take(row), which)
        if self.effects is not None:
            self._book_stops(after, moved.stop, weight)
        return after, moved.ended

    def _play(self, states: States, which: Ints) -> tuple[Moved, States]:
        """Plays one roll on each state, that of the number given (states,)."""
        movers = self._movers(states.keys, self._named[which], self._grey[which])
        layout = states.board if len(self.stops) > 1 else None
        moved = moves.move(states.keys, movers, self._steps[which], self.effects, self.rules, layout)
        hits = states.hits
        if self.most_hits:
            hits = hits + ((moved.stop > 0) & (moved.stop == self.marked[states.board]))
        dice, count = states.dice & ~self._bits[which], states.count * self._sides[which]
        return moved, States(moved.keys, dice, states.board, hits, count)

    def _column(self, values: Sequence[int]) -> Ints:
        return np.array(values, dtype=np.int16)

    def _movers(self, keys: Ints, named: Ints, grey: Bools) -> Ints:
        """The rows that move, in place of the named ones."""
        which = np.flatnonzero(grey)
        if len(which):
            named[which] = moves.crazy_movers(keys.take(which, axis=1), named[which], self.rows, self.rules)
        return named

    def _book_stops(self, states: States, stop: Ints, weight: int) -> None:
        hit = np.flatnonzero(stop)
        if not len(hit):
            return
        cell = states.board[hit].astype(np.int64) * self.stops.shape[1] + stop[hit]
        self.stops += np.bincount(cell, states.count[hit] * weight, self.stops.size).reshape(self.stops.shape)

    def _merge(self, states: States) -> States:
        """Puts equal states together and adds their counts."""
        low = int(states.keys.min())
        span = int(states.keys.max()) - low + 1
        columns = [
            (states.board, len(self.stops)),
            (states.hits, self.most_hits + 1),
            (states.dice, 1 << len(self.dice)),
        ]
        columns += [(keys, span) for keys in states.keys - low]
        order, starts = groups(columns)
        merged = states.take(order[starts])
        return States(merged.keys, merged.dice, merged.board, merged.hits, np.add.reduceat(states.count[order], starts))


def _ending(states: States, weight: int, crossed: Bools) -> Ending:
    return Ending(states.keys, states.board, states.hits, (states.count * weight).astype(np.float64), crossed)


def groups(columns: list[tuple[Ints, int]]) -> tuple[Ints, Ints]:
    """Sorts rows of (values, radix) columns: the order, and where in it each group of equal rows starts.

    The columns are packed into one integer each row; where that would overflow, what is packed so far is numbered
    afresh.
    """
    key, size = np.zeros(len(columns[0][0]), dtype=np.int64), 1
    for values, radix in columns:
        if radix == 1:
            # one value alone tells no rows apart
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
