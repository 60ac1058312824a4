"""Batches of Candy Land games that draw their cards at the same time; a table gives each game's next state."""

from collections import deque
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.board import AT_START, FIRST_SPACE, ONWARD, OVER, TransitionTable
from boardodds.probability.arrays import Bools, Ints

# The number of draws in all games together after which finished games are removed. This many fit into the processor's cache.
_DRAWS_PER_SWEEP = 60_000
# The bound for each game, because its turns within a sweep are counted in one byte.
_MAX_DRAWS_PER_GAME = 32

Cards = NDArray[np.uint8]
_TurnCounts = NDArray[np.uint8]


def start_games(table: TransitionTable, players: int, games: int) -> "Games":
    """Return a batch of games before their first card."""
    seats_differ = players > 1 and table.loses_turn.any()
    return (LostTurnGames if seats_differ else Games)(table, players, games)


class Games:
    """A batch of games under the same rules in which the same seat draws at the same time.

    active: int array, the numbers of the games that are not over, in ascending order.
    turns: int array (games,), the number of turns in each game so far.
    """

    def __init__(self, table: TransitionTable, players: int, games: int) -> None:
        self.table = table
        self.active = np.arange(games)
        self.turns = np.zeros(games, dtype=np.int64)
        self._kinds = table.after.shape[1]
        # States are multiplied by the number of columns: a state plus a kind of card is then an index of the flat table.
        self._after = (table.after * self._kinds).reshape(-1)
        self._loses_turn = table.loses_turn.reshape(-1)
        self._goes_on = table.goes_on.reshape(-1)
        self._shares_spaces = players == 1 or not self._goes_on.any()
        # A player who misses the next turn is in a state with this bit.
        self._missing = 1 << (table.states * self._kinds).bit_length()
        self._visits = np.zeros(table.states * self._kinds, dtype=np.int64)
        # The rows are the seats, in the order in which they draw next.
        self._state = np.full((players, games), AT_START * self._kinds, dtype=np.int64)

    @property
    def visits(self) -> Ints:
        """The number of turns that ended on each space, without lost turns: int array (spaces,)."""
        return self._visits[:: self._kinds][FIRST_SPACE:]

    def play(self, cards: Cards) -> None:
        """Draw cards for the active games.

        cards: uint8 array (cards, games), the kinds of card, with a column for each game in ``active``.
        """
        column = np.arange(len(self.active))
        first = 0
        while first < len(cards) and len(column):
            sweep = min(_DRAWS_PER_SWEEP // len(column) + 1, _MAX_DRAWS_PER_GAME)
            drawn = cards[first : first + sweep]
            first += sweep
            after, turns, alive = self._draw(drawn if len(column) == drawn.shape[1] else drawn.take(column, axis=1))
            self._visits += np.bincount(after.reshape(-1), minlength=len(self._visits))
            self.turns[self.active] += turns
            self._remove_finished(alive)
            column = column.compress(alive)

    def _remove_finished(self, alive: Bools) -> None:
        self.active = self.active.compress(alive)
        self._state = self._state.compress(alive, axis=1)

    def _draw(self, cards: Cards) -> tuple[Ints, _TurnCounts, Bools]:
        """Draw some cards for each game: uint8 array (draws, games).

        Returns the state after each draw (draws, games), the number of turns (games,), and whether a game goes on (games,).
        """
        index, after = np.empty((2, *cards.shape), dtype=np.int64)
        seats = deque(self._state)
        for card, index_row, after_row in zip(cards, index, after, strict=True):
            np.add(seats.popleft(), card, out=index_row)
            # Every index is in the table. In the default mode, NumPy would buffer the output.
            self._after.take(index_row, out=after_row, mode="clip")
            self._leave_occupied(index_row, after_row, seats)
            seats.append(after_row)
        self._state = np.stack(seats)
        alive = after != OVER
        if len(seats) > 1:
            # A game is over for all players once one of them wins.
            for before, now in pairwise(alive):
                now &= before
            after *= alive
        turns = np.add.reduce(alive[:-1].view(np.uint8), axis=0, initial=1, dtype=np.uint8)
        if self._loses_turn.any():
            turns += np.add.reduce(self._loses_turn.take(index), axis=0, where=alive, dtype=np.uint8)
        return after, turns, alive[-1]

    def _leave_occupied(self, index: Ints, after: Ints, others: Iterable[Ints]) -> None:
        """Let the players who would end on an occupied space go on until they reach one that is free or can be shared.

        index: for the player of each game who moves, the index of the move in the flat table.
        after: the states after the moves, which this changes.
        others: the states of the other players.
        """
        if self._shares_spaces:
            return
        goes_on, places = self._goes_on.take(index), self._missing - 1
        while True:
            occupied = np.zeros(len(after), dtype=np.bool_)
            for other in others:
                occupied |= ((after ^ other) & places) == 0
            passing = np.flatnonzero(occupied & goes_on)
            if not len(passing):
                return
            onward = (after.take(passing) & places) + self._kinds + ONWARD
            after[passing] = self._after.take(onward)
            goes_on[passing] = self._goes_on.take(onward)


class LostTurnGames(Games):
    """A batch of games of several players in which licorice costs turns, so that different seats draw at the same time."""

    def __init__(self, table: TransitionTable, players: int, games: int) -> None:
        super().__init__(table, players, games)
        self._after += self._missing * self._loses_turn
        self._visits = np.zeros(2 * self._missing, dtype=np.int64)

    @property
    def visits(self) -> Ints:
        """The number of turns that ended on each space, without lost turns: int array (spaces,)."""
        by_state: Ints = self._visits.reshape(2, -1).sum(axis=0)[: len(self._after) : self._kinds]
        return by_state[FIRST_SPACE:]

    def _draw(self, cards: Cards) -> tuple[Ints, _TurnCounts, Bools]:
        after = np.empty(cards.shape, dtype=np.int64)
        alive = np.ones(cards.shape[1], dtype=np.bool_)
        turns = np.zeros(cards.shape[1], dtype=np.uint8)
        seats: deque[Ints] = deque(self._state)
        for card, after_row in zip(cards, after, strict=True):
            turns += alive
            seat = seats.popleft()
            seat += card
            self._after.take(seat, out=after_row, mode="clip")
            self._leave_occupied(seat, after_row, seats)
            # A game is over for all players once one of them wins.
            after_row *= alive
            alive = after_row != OVER
            seat[:] = after_row
            seats.append(seat)
            self._skip_missing(seats, turns, alive)
        self._state = np.stack(seats)
        return after, turns, alive

    def _skip_missing(self, seats: deque[Ints], turns: _TurnCounts, alive: Bools) -> None:
        """Move seats that miss their turn to the end of the order in their games, and count the turn."""
        missing = np.flatnonzero(seats[0] >= self._missing)
        while len(missing):
            turns[missing] += alive[missing]
            front, *rest = (seat.take(missing) for seat in seats)
            for seat, states in zip(seats, [*rest, front - self._missing], strict=True):
                seat[missing] = states
            missing = missing.compress(rest[0] >= self._missing)
