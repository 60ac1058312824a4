"""Batches of Candy Land games that draw their cards at the same time, and the dealer of their cards.

A table gives each game's next state. The decks of a game don't depend on which other games or rules share them.
"""

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.rules import EVERYONE, REAL, Rules
from boardodds.candy_land.state import State
from boardodds.candy_land.transitions import (
    AT_START,
    FIRST_SPACE,
    ONWARD,
    OVER,
    PUT_AWAY_RANK,
    TransitionTable,
    table_of_players,
    transition_table,
)
from boardodds.probability.arrays import Bools, Ints

# The number of draws in all games together after which finished games are removed. This many fit into the processor's cache.
_DRAWS_PER_SWEEP = 60_000
# The bound for each game, because its turns within a sweep are counted in one byte.
_MAX_DRAWS_PER_GAME = 32

# The number of cards that are dealt at once if the deck is reshuffled before every draw.
_CARDS_PER_DEAL = 32
# Up to this number of games, it is faster to shuffle one deck after the other.
_MAX_PERMUTED_GAMES = 800
# SplitMix64: the step of a stream, and the shifts and factors that mix its numbers.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))

Cards = NDArray[np.uint8]
Keys = NDArray[np.uint64]
_TurnCounts = NDArray[np.uint8]


def start_games(rules: Rules, state: State, games: int) -> "Games":
    """Return a batch of games that begin with a state."""
    table, several = table_of_players(rules), len(state.order()) > 1
    is_uneven = several and (table.loses_turn.any() or rules.plays_until == EVERYONE)
    draws_more = rules.cards_to_choose > 1 or table.draws_again.any()
    return (UnevenGames if is_uneven or state.stuck or draws_more else Games)(rules, state, games)


class Games:
    """A batch of games under the same rules in which the same seat draws at the same time.

    active: int array, the numbers of the games that are not over, in ascending order.
    turns: int array (games,), the number of turns in each game so far.
    first_turns: int array (games,), the number of turns until a player was home, 0 in a game in which nobody is.
    uses: int array (states times (kinds + 1),), how often each card was used in each state; empty if it is not counted.
    """

    uses: Ints = np.zeros(0, dtype=np.int64)

    def __init__(self, rules: Rules, state: State, games: int) -> None:
        self.table = table = table_of_players(rules)
        # As many states as one player has.
        self._states = len(rules.board) + FIRST_SPACE
        self.active = np.arange(games)
        # These are the same if a game ends with the first player.
        self.turns = self.first_turns = np.zeros(games, dtype=np.int64)
        self._kinds = table.after.shape[1]
        # States are multiplied by the number of columns: a state plus a kind of card is then an index of the flat table.
        self._after = (table.after * self._kinds).reshape(-1)
        self._loses_turn = table.loses_turn.reshape(-1)
        self._goes_on = table.goes_on.reshape(-1)
        order = state.order(state.next)
        self._shares_spaces = len(order) == 1 or not self._goes_on.any()
        # A player who misses the next turn is in a state with this bit.
        self._missing = 1 << (table.states * self._kinds).bit_length()
        self._visits = np.zeros(self._missing, dtype=np.int64)
        # The rows are the seats, in the order in which they draw next.
        places = [
            (AT_START + state.spaces[player - 1] + (player not in rules.spared) * (table.states - self._states))
            * self._kinds
            + self._missing * (player in state.stuck)
            for player in order
        ]
        self._state = np.repeat(np.array(places, dtype=np.int64)[:, None], games, axis=1)

    @property
    def visits(self) -> Ints:
        """The number of turns that ended on each space, without lost turns: int array (spaces,)."""
        by_state = self._visits.reshape(-1, self._missing).sum(axis=0)[: len(self._after) : self._kinds]
        spaces: Ints = by_state.reshape(-1, self._states).sum(axis=0)[FIRST_SPACE:]
        return spaces

    def play(self, cards: Cards) -> None:
        """Draw cards for the games in ``active``: uint8 array (cards, games), the kinds of card."""
        column = np.arange(len(self.active))
        first = 0
        while first < len(cards) and len(column):
            # An even number, because two cards can be one draw.
            sweep = min(_DRAWS_PER_SWEEP // len(column) // 2 * 2 + 2, _MAX_DRAWS_PER_GAME)
            drawn = cards[first : first + sweep]
            first += sweep
            after, turns, alive = self._draw(drawn if len(column) == drawn.shape[1] else drawn.take(column, axis=1))
            self._visits += np.bincount(after.reshape(-1), minlength=len(self._visits))
            self.turns[self.active] += turns
            self.active, column = self.active.compress(alive), column.compress(alive)
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
        if len(self.uses):
            index[1:] *= alive[:-1]
            self._count(index)
        turns = np.add.reduce(alive[:-1].view(np.uint8), axis=0, initial=1, dtype=np.uint8)
        if self._loses_turn.any():
            turns += np.add.reduce(self._loses_turn.take(index), axis=0, where=alive, dtype=np.uint8)
        return after, turns, alive[-1]

    def _count(self, index: Ints) -> None:
        self.uses += np.bincount(index.reshape(-1), minlength=len(self.uses))

    def _leave_occupied(self, index: Ints, after: Ints, others: Iterable[Ints]) -> None:
        """Let the players who would end on an occupied space go on until they reach one that is free or can be shared.

        index: for the player of each game who moves, the index of the move in the flat table.
        after: the states after the moves, which this changes.
        """
        if self._shares_spaces:
            return
        goes_on, places = self._goes_on.take(index), self._missing - 1
        # If some players are spared, the states of the others follow.
        period = self._states * self._kinds if self.table.states > self._states else 0
        while True:
            occupied = np.zeros(len(after), dtype=np.bool_)
            for other in others:
                if period:
                    occupied |= ((after & places) - (other & places)) % period == 0
                else:
                    occupied |= ((after ^ other) & places) == 0
            passing = np.flatnonzero(occupied & goes_on)
            if not len(passing):
                return
            onward = (after.take(passing) & places) + self._kinds + ONWARD
            after[passing] = self._after.take(onward)
            goes_on[passing] = self._goes_on.take(onward)


class UnevenGames(Games):
    """A batch of games in which different seats draw at the same time.

    They do if turns are lost or cards put away, and if players who are home wait for the others.
    """

    def __init__(self, rules: Rules, state: State, games: int) -> None:
        super().__init__(rules, state, games)
        self._after += self._missing * self._loses_turn
        self._visits = np.zeros(2 * self._missing, dtype=np.int64)
        self._draws_again = self.table.draws_again.reshape(-1)
        self._puts_away = bool(self._draws_again.any())
        self._cards_to_choose = rules.cards_to_choose
        self._waits = rules.plays_until == EVERYONE
        if self._waits:
            self.first_turns = np.zeros(games, dtype=np.int64)

    def _draw(self, cards: Cards) -> tuple[Ints, _TurnCounts, Bools]:
        after = np.empty((-(-len(cards) // self._cards_to_choose), cards.shape[1]), dtype=np.int64)
        alive = np.ones(cards.shape[1], dtype=np.bool_)
        turns = np.zeros(cards.shape[1], dtype=np.uint8)
        seats: deque[Ints] = deque(self._state)
        for number, after_row in enumerate(after):
            self._skip(seats, turns, alive)
            turns += alive
            first = number * self._cards_to_choose
            seat = seats.popleft()
            again = self._use_card(seat, cards[first : first + self._cards_to_choose], seats, after_row)
            if len(self.uses):
                self._count(seat * alive)
            # A game that is over is over for all players.
            after_row *= alive
            seat[:] = after_row
            seats.append(seat)
            if self._puts_away:
                again &= alive
                turns -= again
                _rotate(seats, np.flatnonzero(again), 1)
            if self._waits:
                is_first = np.flatnonzero((after_row == OVER) & alive & (self.first_turns[self.active] == 0))
                games = self.active[is_first]
                self.first_turns[games] = self.turns[games] + turns[is_first]
                alive = np.any([seat != OVER for seat in seats], axis=0)
            else:
                alive = after_row != OVER
            if self._puts_away:
                # These turns have not ended.
                after_row[again] = OVER
        self._state = np.stack(seats)
        return after, turns, alive

    def _use_card(self, seat: Ints, cards: Cards, others: Iterable[Ints], after: Ints) -> Bools:
        """Write the moves of the best cards to ``seat``, and the states after them to ``after``; return what is put away."""
        more = [seat + card for card in cards[1:]]
        # New arrays would take longer than the rest.
        seat += cards[0]
        again = self._land(seat, others, after)
        for index in more:
            landed = np.empty_like(after)
            puts_away = self._land(index, others, landed)
            is_better = self._ranks(landed, puts_away) > self._ranks(after, again)
            np.copyto(after, landed, where=is_better)
            np.copyto(seat, index, where=is_better)
            again = np.where(is_better, puts_away, again)
        return again

    def _land(self, index: Ints, others: Iterable[Ints], after: Ints) -> Bools:
        self._after.take(index, out=after, mode="clip")
        self._leave_occupied(index, after, others)
        return self._draws_again.take(index) if self._puts_away else np.zeros(1, dtype=np.bool_)

    def _ranks(self, landed: Ints, again: Bools) -> Ints:
        return np.where(again, PUT_AWAY_RANK, self.table.rank.take((landed & (self._missing - 1)) // self._kinds))

    def _skip(self, seats: deque[Ints], turns: _TurnCounts, alive: Bools) -> None:
        """Move seats that miss their turn, which counts, or are home to the end of the order in their games."""
        idle = np.flatnonzero(self._is_idle(seats[0], alive))
        while len(idle):
            turns[idle] += (seats[0].take(idle) >= self._missing) & alive.take(idle)
            seats[0][idle] &= self._missing - 1
            _rotate(seats, idle, -1)
            idle = idle.compress(self._is_idle(seats[0].take(idle), alive.take(idle)))

    def _is_idle(self, states: Ints, alive: Bools) -> Bools:
        is_missing: Bools = states >= self._missing
        return is_missing | ((states == OVER) & alive) if self._waits else is_missing


def _rotate(seats: deque[Ints], games: Ints, step: int) -> None:
    """Rotate the order of the seats in some of the games."""
    states = deque(seat.take(games) for seat in seats)
    states.rotate(step)
    for seat, moved in zip(seats, states, strict=True):
        seat[games] = moved


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer of the cards of one deck to many games at once."""

    rules: Rules

    def deal(self, games: int, rng: np.random.Generator, *, first: State | None = None) -> Cards:
        """Return a shuffled deck for each game, or 32 cards each from a full deck: uint8 array (cards, games).

        first: the state that the games begin with, if these are their first cards. These shuffles are cached, because other rules
            with the same seed begin with them too; the array is then read-only.
        """
        table = transition_table(self.rules)
        deck = table.deck
        if self.rules.deck == REAL:
            if not first:
                return _shuffle(deck, games, rng)
            left = first.cards_left(self.rules)
            deck = np.repeat(np.arange(len(table.cards), dtype=np.uint8), [left.get(card, 0) for card in table.cards])
            decks, state_after = _shuffle_from_state(deck.tobytes(), games, json.dumps(rng.bit_generator.state))
            # As if the generator had shuffled.
            rng.bit_generator.state = json.loads(state_after)
            return decks
        places = rng.integers(len(deck), size=(_CARDS_PER_DEAL, games), dtype=np.uint8)
        if self.rules.cards_to_choose > 1 and len(deck) > 1:
            # The second card of each pair is another than the first.
            steps = 1 + rng.integers(len(deck) - 1, size=places[1::2].shape)
            places[1::2] = (places[::2] + steps) % len(deck)
        drawn: Cards = deck.take(places)
        return drawn

    def deal_again(self, keys: Keys, drawn: int) -> Cards:
        """Return a shuffled real deck for each game that goes on: uint8 array (cards, games).

        The deck depends only on the key of its game, a random number, and on the number of cards drawn before it, so it is the
        same whatever other games go on.
        """
        deck = transition_table(self.rules).deck
        size = len(deck)
        # The upper half of a number is a fraction of 2^32. A choice among 200 cards differs from a fair one by less than 10^-7.
        upper = stream_numbers(keys, drawn, size - 1) >> np.uint64(32)
        places = np.arange(size - 1, dtype=np.uint64)[:, None]
        others = (places + (upper * (np.uint64(size) - places) >> np.uint64(32))).astype(np.int64)
        return _swap_cards(deck, len(keys), others)

    def convert(self, cards: Cards, table: TransitionTable) -> Cards:
        """Return the cards without the kinds that another deck lacks, with the numbers that its table gives to the kinds."""
        kinds = transition_table(self.rules).cards
        if kinds == table.cards:
            return cards
        missing = bytes(number for number, kind in enumerate(kinds) if kind not in table.cards)
        renumbered = bytes(table.cards.index(kind) if kind in table.cards else 0 for kind in kinds)
        # Every shuffle loses the same number of cards, so the rest has a rectangular shape again.
        remaining = cards.T.tobytes().translate(renumbered.ljust(256), missing)
        return np.frombuffer(remaining, dtype=np.uint8).reshape(cards.shape[1], -1).T


# Shuffling takes longer than playing, and other rules and numbers of players need the same shuffles. With a printed deck the
# cache takes at most 20 MB.
@lru_cache(maxsize=16)
def _shuffle_from_state(deck: bytes, games: int, state: str) -> tuple[Cards, str]:
    """Return the shuffles that begin at a generator's state, and its state after them."""
    rng = np.random.default_rng()
    rng.bit_generator.state = json.loads(state)
    decks = _shuffle(np.frombuffer(deck, dtype=np.uint8), games, rng)
    decks.flags.writeable = False
    return decks, json.dumps(rng.bit_generator.state)


def _shuffle(deck: Cards, games: int, rng: np.random.Generator) -> Cards:
    """Return a shuffled deck for each game: uint8 array (cards, games).

    For many games, the Fisher-Yates shuffle swaps one card in all decks at a time. That takes half as long as
    ``Generator.permuted``, which shuffles one deck after the other.
    """
    if games < _MAX_PERMUTED_GAMES:
        return rng.permuted(np.repeat(deck[:, None], games, axis=1), axis=0)
    size = len(deck)
    return _swap_cards(deck, games, (rng.integers(place, size, games, dtype=np.uint16) for place in range(size - 1)))


def _swap_cards(deck: Cards, games: int, others: Iterable[NDArray[np.uint16 | np.int64]]) -> Cards:
    """Return decks after the swaps of a Fisher-Yates shuffle: uint8 array (cards, games).

    others: for each place but the last, int array (games,), the place at or after it whose card comes there.
    """
    decks = np.repeat(deck[:, None], games, axis=1)
    cards, column = decks.reshape(-1), np.arange(games)
    for place, other in enumerate(others):
        index = other * np.int64(games) + column
        swapped = cards.take(index)
        cards[index] = decks[place]
        decks[place] = swapped
    return decks


def stream_numbers(keys: Keys, first: int, count: int) -> Keys:
    """Return random numbers of several streams, from a first one on, counted from 0: uint64 array (count, keys).

    The streams, each of which begins at its key, are those of SplitMix64 (Steele, Lea and Flood, 2014).
    """
    steps = np.arange(first, first + count, dtype=np.uint64)[:, None] + np.uint64(1)
    numbers: Keys = keys + steps * _GOLDEN
    for shift, factor in _MIX:
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))
