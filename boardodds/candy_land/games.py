"""Candy Land's games that go on together: each draws its next card at the same time, and a table says where it leads."""

from collections import deque
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.board import AT_START, FIRST_SPACE, OVER, TransitionTable
from boardodds.probability.arrays import Bools, Ints

# draws of all games together after which those that are over are thrown out: as many as stay in the processor's cache
_DRAWS = 60_000
# but of each game no more, as its turns are counted in a byte
_MOST_DRAWS = 32

Cards = NDArray[np.uint8]


def games_at(where: TransitionTable, players: int, games: int) -> "Games":
    """So many games of a table before their first card."""
    parted = players > 1 and where.loses_turn.any()
    return (PartedGames if parted else Games)(where, players, games)


class Games:
    """Games of one table in which the same seat draws at the same time.

    going: the numbers of the games that are not over, in ascending order. turns: turns taken by each game (games,).
    """

    def __init__(self, where: TransitionTable, players: int, games: int) -> None:
        self.table = where
        self.going = np.arange(games)
        self.turns = np.zeros(games, dtype=np.int64)
        self._kinds = len(where.cards)
        # states are kept times the number of kinds, so that adding a card gives the place in the table
        self._after = (where.after * self._kinds).reshape(-1)
        self._loses_turn = where.loses_turn.reshape(-1)
        self._visits = np.zeros(where.states * self._kinds, dtype=np.int64)
        # by seat, in the order in which they draw next
        self._state = np.full((players, games), AT_START * self._kinds, dtype=np.int64)

    @property
    def visits(self) -> Ints:
        """Turns that ended on each space, those that licorice takes away not counted: (spaces,)."""
        return self._visits[:: self._kinds][FIRST_SPACE:]

    def play(self, cards: Cards) -> None:
        """Draws cards for the games that are going, in the order of ``going``: (cards, games)."""
        column = np.arange(len(self.going))
        first = 0
        while first < len(cards) and len(column):
            sweep = min(_DRAWS // len(column) + 1, _MOST_DRAWS)
            drawn = cards[first : first + sweep]
            first += sweep
            after, taken, alive = self._draw(drawn if len(column) == drawn.shape[1] else drawn.take(column, axis=1))
            self._visits += np.bincount(after.reshape(-1), minlength=len(self._visits))
            self.turns[self.going] += taken
            self._keep(alive)
            column = column.compress(alive)

    def _keep(self, alive: Bools) -> None:
        """Throws out the games that are over."""
        self.going = self.going.compress(alive)
        self._state = self._state.compress(alive, axis=1)

    def _draw(self, cards: Cards) -> tuple[Ints, Cards, Bools]:
        """Some cards for each game (draws, games): states after each, turns taken, and which games are not over."""
        place, after = np.empty((2, *cards.shape), dtype=np.int64)
        seats = deque(self._state)
        for card, at, to in zip(cards, place, after, strict=True):
            np.add(seats.popleft(), card, out=at)
            # no place is outside the table, and only with this mode the result goes straight to where it belongs
            self._after.take(at, out=to, mode="clip")
            seats.append(to)
        self._state = np.stack(seats)
        alive = after != OVER
        if len(seats) > 1:
            # nobody moves on once one is home
            for before, now in pairwise(alive):
                now &= before
            after *= alive
        taken = np.add.reduce(alive[:-1].view(np.uint8), axis=0, initial=1, dtype=np.uint8)
        if self._loses_turn.any():
            taken += np.add.reduce(self._loses_turn.take(place), axis=0, where=alive, dtype=np.uint8)
        return after, taken, alive[-1]


class PartedGames(Games):
    """Games of several players, where licorice costs turns: who misses one is passed over, in some games and not in others.

    Who misses the next turn stands in a state of its own, numbered after all others.
    """

    def __init__(self, where: TransitionTable, players: int, games: int) -> None:
        super().__init__(where, players, games)
        self._missing_from = where.states * self._kinds
        self._after += self._missing_from * self._loses_turn
        self._visits = np.zeros(2 * self._missing_from, dtype=np.int64)

    @property
    def visits(self) -> Ints:
        by_state: Ints = self._visits[:: self._kinds].reshape(2, -1).sum(axis=0)
        return by_state[FIRST_SPACE:]

    def _draw(self, cards: Cards) -> tuple[Ints, Cards, Bools]:
        after = np.empty(cards.shape, dtype=np.int64)
        alive = np.ones(cards.shape[1], dtype=np.bool_)
        taken = np.zeros(cards.shape[1], dtype=np.uint8)
        seats: deque[Ints] = deque(self._state)
        for card, to in zip(cards, after, strict=True):
            taken += alive
            seat = seats.popleft()
            seat += card
            self._after.take(seat, out=to, mode="clip")
            # nobody moves on once one is home
            to *= alive
            alive = to != OVER
            seat[:] = to
            seats.append(seat)
            self._pass_over(seats, taken, alive)
        self._state = np.stack(seats)
        return after, taken, alive

    def _pass_over(self, seats: deque[Ints], taken: Cards, alive: Bools) -> None:
        """Seats that miss their turn draw last of all, in these games, which counts as a turn."""
        missing = np.flatnonzero(seats[0] >= self._missing_from)
        while len(missing):
            taken[missing] += alive[missing]
            front, *rest = (seat.take(missing) for seat in seats)
            for seat, now in zip(seats, [*rest, front - self._missing_from], strict=True):
                seat[missing] = now
            missing = missing.compress(rest[0] >= self._missing_from)
