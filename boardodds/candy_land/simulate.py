"""Candy Land played very many times: all games of a chunk draw their cards at once, and a table says where each leads.

Several rules can be played on the same cards, which narrows the interval of their difference.
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.board import AT_START, FIRST_SPACE, OVER, Table, table
from boardodds.candy_land.chain import check_ends, check_players, mean_alone
from boardodds.candy_land.rules import REAL, Rules
from boardodds.estimate import MeanEstimate, Proportion
from boardodds.montecarlo import Progress, run_chunks
from boardodds.pmf import Pmf

CHUNK = 16_384
# a game that has drawn so many times the cards of an average one, and a deck more, counts as one that never ends: of games
# that do end, fewer than one in e^60 gets there
_ENDLESS = 60
# games of a real deck played to see whether they end, before the work begins
_PROBES = 64
# draws after which games that are over are thrown out
_SWEEP = 8
# cards dealt at a time where every draw is from a full deck
_BLOCK = 32

Cards = NDArray[np.uint8]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Sample:
    """How ``games`` simulated games went.

    turn_counts: games by the turns of all players together, from 0. visit_counts: by index of a space, turns that ended
    there, of all players and games, turns that licorice takes away not counted.
    """

    players: int
    games: int
    seed: int
    turn_counts: tuple[int, ...]
    visit_counts: tuple[int, ...]

    @property
    def turns(self) -> Pmf:
        """The turns of all players together, as the sample has them."""
        return Pmf.from_weights(dict(enumerate(self.turn_counts)))

    @property
    def rounds(self) -> Pmf:
        """The winner's own turns, as the sample has them."""
        counts: dict[float, int] = {}
        for turn, count in enumerate(self.turn_counts):
            own = (turn - 1) // self.players + 1
            counts[own] = counts.get(own, 0) + count
        return Pmf.from_weights(counts)

    @property
    def mean_turns(self) -> MeanEstimate:
        """The mean of ``turns`` with its error."""
        return _mean(self.turns, self.games)

    @property
    def mean_rounds(self) -> MeanEstimate:
        """The mean of ``rounds`` with its error."""
        return _mean(self.rounds, self.games)

    @property
    def seat_wins(self) -> list[Proportion]:
        """The share of games that each seat won, first to last."""
        first = 1
        wins = [sum(self.turn_counts[first + seat :: self.players]) for seat in range(self.players)]
        return [Proportion(won, self.games) for won in wins]


def _mean(sample: Pmf, size: int) -> MeanEstimate:
    """The mean of a sample that is given by its shares."""
    return MeanEstimate(sample.mean, sample.std * (size / (size - 1)) ** 0.5, size)


def simulate(
    rules: Rules,
    players: int = 1,
    games: int = 100_000,
    seed: int = 1,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Plays games; the same seed gives the same games, whatever runs them.

    players: 1 to 6, who take turns in a fixed order. games: at least 2. executor: where the chunks of 16,384 games run; here
    if none is given. Raises ValueError, before it plays, for a game that cannot end.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> sample = simulate(CLASSIC, players=1, games=20_000, seed=1)
    >>> 38.6897 in sample.mean_turns.interval(0.999)
    True
    """
    check_games(games)
    check_playable(rules, players)
    turns, visits = np.zeros(1, dtype=np.int64), np.zeros(len(rules.board), dtype=np.int64)
    player = Player((rules,), players)
    for part in run_chunks(player, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        turns = add_counts(turns, np.bincount(part.turns[0]))
        visits += part.visits[0]
    return Sample(players, games, seed, tuple(turns.tolist()), tuple(visits.tolist()))


def check_games(games: int) -> None:
    """Raises ValueError for too few games."""
    if games < 2:
        raise ValueError(f"games must be 2 or more, to tell their spread, got {games}")


@lru_cache(maxsize=256)
def check_playable(rules: Rules, players: int) -> None:
    """Raises ValueError for what cannot be played to an end, which with a real deck only playing shows."""
    check_players(players)
    check_ends(rules)
    if rules.deck == REAL:
        Player((rules,), players)(_PROBES, np.random.default_rng(0))


def add_counts(counts: Ints, more: Ints) -> Ints:
    """The sum of two arrays of counts by outcome, as long as the longer one."""
    if len(counts) < len(more):
        counts, more = more, counts
    total = counts.copy()
    total[: len(more)] += more
    return total


@dataclass(frozen=True, slots=True)
class Played:
    """What a chunk of games came to, for each of several rules: turns (rules, games), and visits, (spaces,) for each."""

    turns: Ints
    visits: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Plays the same games under several rules; picklable, so that it can be sent to where they are to be played.

    Rules whose decks hold the same cards, or the first one's without some kinds, are played on the same shuffles.
    """

    rules: tuple[Rules, ...]
    players: int

    def __call__(self, games: int, rng: np.random.Generator) -> Played:
        tables = [Games(table(rules), self.players, games) for rules in self.rules]
        for family in self.families():
            self._play([tables[member] for member in family], [self.rules[member] for member in family], rng)
        return Played(np.stack([each.turns for each in tables]), tuple(each.visits for each in tables))

    def families(self) -> list[list[int]]:
        """The rules by number, in groups that share their shuffles; the first of a group has all the cards."""
        groups: list[list[int]] = []
        for number, rules in enumerate(self.rules):
            for group in groups:
                if shares_cards(self.rules[group[0]], rules):
                    group.append(number)
                    break
            else:
                groups.append([number])
        return groups

    def _play(self, tables: "list[Games]", family: list[Rules], rng: np.random.Generator) -> None:
        """Plays games of one family to their end."""
        drawn, most = 0, max(_most_draws(rules, self.players) for rules in family)
        dealer = Dealer(family[0])
        while len(going := _union([each.going for each in tables])):
            if drawn > most:
                raise ValueError(f"the game must end, but {len(going):,} games had not after {drawn:,} cards")
            cards = dealer.deal(len(going), rng)
            drawn += len(cards)
            for each in tables:
                if len(each.going):
                    each.play(dealer.only(cards[:, np.searchsorted(going, each.going)], each.table))


def shares_cards(rules: Rules, other: Rules) -> bool:
    """Whether one shuffle serves both: the other's deck is this one's, or a real one that lacks some kinds of its cards."""
    cards, others = rules.cards, other.cards
    if rules.deck != other.deck or rules.deck != REAL:
        return rules.deck == other.deck and cards == others
    return all(cards.get(card) == copies for card, copies in others.items())


def _most_draws(rules: Rules, players: int) -> int:
    return int(_ENDLESS * (mean_alone(rules) * players + rules.deck_size))


def _union(groups: list[Ints]) -> Ints:
    union = groups[0]
    for group in groups[1:]:
        union = np.union1d(union, group)
    return union


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the cards of a deck to many games at once."""

    rules: Rules

    def deal(self, games: int, rng: np.random.Generator) -> Cards:
        """A shuffled deck for each game, or so many cards each from a full deck: uint8 array (cards, games)."""
        deck = table(self.rules).deck
        if self.rules.deck == REAL:
            return _shuffled(deck, games, rng)
        drawn: Cards = deck.take(rng.integers(len(deck), size=(_BLOCK, games), dtype=np.uint8))
        return drawn

    def only(self, cards: Cards, other: Table) -> Cards:
        """The cards without the kinds that another deck lacks, numbered as that deck numbers them."""
        kinds = table(self.rules).cards
        if kinds == other.cards:
            return cards
        lacks = len(kinds)
        number = [other.cards.index(kind) if kind in other.cards else lacks for kind in kinds]
        renumbered = np.array(number, dtype=np.uint8).take(cards.T)
        # every shuffle holds equally many of them
        left: Cards = renumbered[renumbered != lacks].reshape(cards.shape[1], -1).T
        return left


def _shuffled(deck: Cards, games: int, rng: np.random.Generator) -> Cards:
    """A shuffle of the deck for each game, by the method of Fisher and Yates: uint8 array (cards, games).

    All games swap a card at a time, which takes half as long as ``Generator.permuted``, where a game is shuffled at a time.
    """
    decks = np.repeat(deck[:, None], games, axis=1)
    cards, column = decks.reshape(-1), np.arange(games)
    for place in range(len(deck) - 1):
        other = rng.integers(place, len(deck), size=games, dtype=np.uint16) * np.int64(games) + column
        swapped = cards.take(other)
        cards[other] = decks[place]
        decks[place] = swapped
    return decks


class Games:
    """Games of one table that go on together: each draws its next card at the same time.

    going: the numbers of the games that are not over, in ascending order. turns: turns taken by each game (games,).
    """

    def __init__(self, where: Table, players: int, games: int) -> None:
        self.table = where
        self.going = np.arange(games)
        self.turns = np.zeros(games, dtype=np.int64)
        self._kinds = len(where.cards)
        # states are kept times the number of kinds, so that adding a card gives the place in the table
        self._after = (where.after * self._kinds).reshape(-1)
        self._loses_turn = where.loses_turn.reshape(-1) if where.loses_turn.any() else None
        self._visits = np.zeros(where.states * self._kinds, dtype=np.int64)
        self._state = np.full((players, games), AT_START * self._kinds, dtype=np.int64)
        self._misses = np.zeros((players, games), dtype=np.bool_)
        # whose turn it is: one seat for all games, unless missed turns may part them
        parted = players > 1 and self._loses_turn is not None
        self._seat: int | Ints = np.zeros(games, dtype=np.int64) if parted else 0

    @property
    def visits(self) -> Ints:
        """Turns that ended on each space, those that licorice takes away not counted: (spaces,)."""
        return self._visits[:: self._kinds][FIRST_SPACE:]

    def play(self, cards: Cards) -> None:
        """Draws cards for the games that are going, in the order of ``going``: (cards, games)."""
        column = np.arange(len(self.going))
        for first in range(0, len(cards), _SWEEP):
            alive = np.ones(len(column), dtype=np.bool_)
            taken = np.zeros(len(column), dtype=np.uint8)
            for card in cards[first : first + _SWEEP].take(column, axis=1):
                self._draw(card, taken, alive)
            self.turns[self.going] += taken
            self._keep(alive)
            column = column.compress(alive)

    def _keep(self, alive: NDArray[np.bool_]) -> None:
        """Throws out the games that are over."""
        self.going = self.going.compress(alive)
        self._state = self._state.compress(alive, axis=1)
        self._misses = self._misses.compress(alive, axis=1)
        if not isinstance(self._seat, int):
            self._seat = self._seat.compress(alive)

    def _draw(self, card: Cards, taken: Cards, alive: NDArray[np.bool_]) -> None:
        """One card for each game; turns ``taken`` and ``alive`` are brought up to date. Games that are over stay so."""
        taken += alive.view(np.uint8)
        place = self._place()
        before = self._state[place]
        after = self._after.take(before + card)
        if len(self._state) > 1:
            # the others do not move on once one is home
            after *= alive
        if self._loses_turn is not None:
            self._misses[place] = self._loses_turn.take(before + card)
        self._state[place] = after
        self._visits += np.bincount(after, minlength=len(self._visits))
        np.not_equal(after, OVER, out=alive)
        self._pass_turn(taken, alive)

    def _place(self) -> "int | tuple[Ints, Ints]":
        """Where the state of the player whose turn it is stands, for each game."""
        return self._seat if isinstance(self._seat, int) else (self._seat, np.arange(len(self._seat)))

    def _pass_turn(self, taken: Cards, alive: NDArray[np.bool_]) -> None:
        """The next seat is to draw; seats that miss their turn are passed over, which counts as a turn."""
        players = len(self._state)
        self._seat = (self._seat + 1) % players
        if self._loses_turn is None:
            return
        missing = np.flatnonzero(self._misses[self._place()] & alive)
        while len(missing):
            taken[missing] += 1
            seats = self._seat if isinstance(self._seat, int) else self._seat[missing]
            self._misses[seats, missing] = False
            seats = (seats + 1) % players
            if not isinstance(self._seat, int):
                self._seat[missing] = seats
            missing = missing.compress(self._misses[seats, missing])
