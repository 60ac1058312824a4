"""Simulated games of Candy Land: all games of a chunk draw their cards at once, and a table gives their next states.

Several rules can share their shuffles, which narrows the confidence interval of the difference between them. The decks of a game
don't depend on which other rules share them, so the same rules and seed give the same games in every comparison.
"""

import json
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.board import TransitionTable, transition_table
from boardodds.candy_land.chain import check_ends, check_players, is_solvable, solo_mean_turns
from boardodds.candy_land.games import Cards, Games, start_games
from boardodds.candy_land.rules import CLASSIC, REAL, Rules
from boardodds.probability.arrays import Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

CHUNK = 16_384
# A game counts as endless after this many times the cards of an average game and one deck. Of games that do end, fewer than one
# in e^60 takes so long.
_ENDLESS_FACTOR = 60
# The number of games with a real deck that are played beforehand to see whether they end.
_PROBE_GAMES = 64
# The number of cards that are dealt at once if the deck is reshuffled before every draw.
_CARDS_PER_DEAL = 32
# Up to this number of games, it is faster to shuffle one deck after the other.
_MAX_PERMUTED_GAMES = 800
# SplitMix64: the step of a stream, and the shifts and factors that mix its numbers.
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))

Keys = NDArray[np.uint64]


@short_repr
@dataclass(frozen=True, slots=True)
class Sample:
    """The results of simulated games.

    players: the number of players.
    games: the number of games.
    seed: the seed of the simulation.
    turn_counts: the number of games by their length in turns of all players together, from 0 turns.
    visit_counts: the number of turns that ended on each space, by its index, summed over players and games, without lost turns.
    """

    players: int
    games: int
    seed: int
    turn_counts: tuple[int, ...]
    visit_counts: tuple[int, ...]

    @property
    def turns(self) -> Pmf:
        """The distribution of the turns of all players together in the sample."""
        return self.length.pmf

    @property
    def rounds(self) -> Pmf:
        """The distribution of the winner's own turns in the sample."""
        return self._round_length.pmf

    @property
    def length(self) -> LengthSample:
        """The number of games by the turns of all players together."""
        return LengthSample(self.turn_counts)

    @property
    def _round_length(self) -> LengthSample:
        """The number of games by the winner's own turns."""
        firsts = range(1, len(self.turn_counts), self.players)
        return LengthSample((0, *(sum(self.turn_counts[first : first + self.players]) for first in firsts)))

    @property
    def mean_turns(self) -> MeanEstimate:
        """The mean of ``turns`` with its standard error."""
        return self.length.mean

    @property
    def mean_rounds(self) -> MeanEstimate:
        """The mean of ``rounds`` with its standard error."""
        return self._round_length.mean

    def _repr_html_(self) -> str:
        rows = [{"player": seat, "wins": win} for seat, win in enumerate(self.seat_wins, start=1)]
        return html_table(f"{self.games:,} simulated games; {self.mean_turns} turns", rows)

    @property
    def seat_wins(self) -> list[Proportion]:
        """The proportion of games that each player won, in the order of play."""
        first = 1
        wins = [sum(self.turn_counts[first + seat :: self.players]) for seat in range(self.players)]
        return [Proportion(won, self.games) for won in wins]


def simulate(
    rules: Rules = CLASSIC,
    *,
    players: int = 1,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Play many games; the same seed gives the same games, whatever executor runs them.

    players: 1 to 6, who take turns in a fixed order.
    games: at least 2.
    executor: runs the chunks of 16,384 games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    Raises ValueError, before any game, for rules whose games cannot end.

    >>> sample = simulate(CLASSIC, players=1, games=20_000, seed=1)
    >>> 38.6897 in sample.mean_turns.interval(0.999)
    True
    """
    check_games(games)
    check_playable(rules, players)
    turns: Ints = np.zeros(1, dtype=np.int64)
    visits = np.zeros(len(rules.board), dtype=np.int64)
    sampler = GameSampler((rules,), players)
    for part in run_chunks(sampler, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        turns = add_counts(turns, np.bincount(part.turns[0]))
        visits += part.visits[0]
    return Sample(players, games, seed, tuple(turns.tolist()), tuple(visits.tolist()))


def check_games(games: int) -> None:
    """Raise ValueError unless there are at least 2 games, which a standard error needs."""
    check_whole("games", games, 2, detail="for a standard error")


def check_playable(rules: Rules, players: int) -> None:
    """Raise ValueError for a game that cannot be played to its end.

    With a real deck, or if players go on from occupied spaces, a game can be endless although the Markov chain ends. Some games
    are played to find out.
    """
    # These checks are outside the cache below, which would take True for 1 player.
    check_players(players)
    check_ends(rules)
    _check_other_players_and_deck(rules, players)


@lru_cache(maxsize=256)
def _check_other_players_and_deck(rules: Rules, players: int) -> None:
    # If a game of one player can end, so can a game of several who share spaces: the cards that one player gets from a deck, each
    # of several can get from several decks. The converse is false.
    if not is_solvable(rules, players) or (rules.deck == REAL and not _ends_for_one_player(rules)):
        _probe(rules, players)


@lru_cache(maxsize=256)
def _ends_for_one_player(rules: Rules) -> bool:
    try:
        _probe(rules, 1)
    except ValueError:
        return False
    return True


def _probe(rules: Rules, players: int) -> None:
    GameSampler((rules,), players)(_PROBE_GAMES, np.random.default_rng(0))


def add_counts(counts: Ints, more: Ints) -> Ints:
    """Return the sum of two arrays of counts by outcome, which can differ in length."""
    if len(counts) < len(more):
        counts, more = more, counts
    total = counts.copy()
    total[: len(more)] += more
    return total


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The results of a chunk of games under several rules.

    turns: int array (rules, games), the number of turns in each game.
    visits: int arrays (spaces,), one for each of the rules, the number of turns that ended on each space.
    """

    turns: Ints
    visits: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class GameSampler:
    """A sampler for ``run_chunks``: plays games under several rules. It can be pickled, for an executor of other processes.

    Rules share their shuffles if their decks contain the same cards, or the cards of the first deck without some kinds.
    """

    rules: tuple[Rules, ...]
    players: int

    def __call__(self, games: int, rng: np.random.Generator) -> ChunkResult:
        """Play a chunk of games under each of the rules."""
        batches = [start_games(transition_table(rules), self.players, games) for rules in self.rules]
        for group in self.shuffle_groups():
            self._play([batches[member] for member in group], [self.rules[member] for member in group], rng)
        return ChunkResult(np.stack([batch.turns for batch in batches]), tuple(batch.visits for batch in batches))

    def shuffle_groups(self) -> list[list[int]]:
        """Return the indices of the rules, in groups that share their shuffles; the first of a group has all the cards."""
        groups: list[list[int]] = []
        for number, rules in enumerate(self.rules):
            for group in groups:
                if shares_cards(self.rules[group[0]], rules):
                    group.append(number)
                    break
            else:
                groups.append([number])
        return groups

    def _play(self, batches: list[Games], group: list[Rules], rng: np.random.Generator) -> None:
        """Play the games of one group to their end."""
        drawn, limit = 0, max(_max_draws(rules, self.players) for rules in group)
        dealer = Dealer(group[0])
        games = len(batches[0].turns)
        cards = dealer.deal(games, rng, first=True)
        # A random number for each game, from which its later decks follow.
        keys = rng.integers(2**64, size=games, dtype=np.uint64) if group[0].deck == REAL else None
        while len(active := _union([batch.active for batch in batches])):
            if drawn > limit:
                raise ValueError(f"the game must end, but {len(active):,} games had not after {drawn:,} cards")
            if drawn:
                cards = dealer.deal(len(active), rng) if keys is None else dealer.deal_again(keys[active], drawn)
            drawn += len(cards)
            _play_cards(dealer, cards, active, batches)


def _play_cards(dealer: "Dealer", cards: Cards, active: Ints, batches: list[Games]) -> None:
    """Let the games of each batch draw their cards.

    cards: uint8 array (cards, games), dealt to the games in ``active``, which are active in at least one batch.
    """
    converted: dict[tuple[str, ...], Cards] = {}
    for batch in batches:
        kinds = batch.table.cards
        if len(batch.active) == len(active):
            if kinds not in converted:
                converted[kinds] = dealer.convert(cards, batch.table)
            batch.play(converted[kinds])
        elif len(batch.active):
            batch.play(dealer.convert(cards[:, np.searchsorted(active, batch.active)], batch.table))


def shares_cards(rules: Rules, other: Rules) -> bool:
    """Return whether the shuffles for some rules serve other rules too.

    They do if both decks are dealt in the same way and have the same cards. A real deck can also lack some kinds of the first.
    """
    cards, other_cards = rules.cards, other.cards
    if rules.deck != other.deck or rules.deck != REAL:
        return rules.deck == other.deck and cards == other_cards
    return all(cards.get(card) == copies for card, copies in other_cards.items())


def _max_draws(rules: Rules, players: int) -> int:
    return int(_ENDLESS_FACTOR * (solo_mean_turns(rules) * players + rules.deck_size))


def _union(groups: list[Ints]) -> Ints:
    """Return the numbers that are in at least one group, in ascending order. The groups must be in ascending order too."""
    present = np.zeros(max((group[-1] + 1 for group in groups if len(group)), default=0), dtype=np.bool_)
    for group in groups:
        present[group] = True
    return np.flatnonzero(present)


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer of the cards of one deck to many games at once."""

    rules: Rules

    def deal(self, games: int, rng: np.random.Generator, *, first: bool = False) -> Cards:
        """Return a shuffled deck for each game, or 32 cards each from a full deck: uint8 array (cards, games).

        first: whether these are the first cards of the games. These shuffles are cached, because other rules with the same seed
            begin with them too; the array is then read-only.
        """
        deck = transition_table(self.rules).deck
        if self.rules.deck == REAL:
            return _cached_shuffle(deck, games, rng) if first else _shuffle(deck, games, rng)
        drawn: Cards = deck.take(rng.integers(len(deck), size=(_CARDS_PER_DEAL, games), dtype=np.uint8))
        return drawn

    def deal_again(self, keys: Keys, drawn: int) -> Cards:
        """Return a shuffled real deck for each game that goes on: uint8 array (cards, games).

        The deck depends only on the key of its game and on the cards before it, so it is the same whatever other games go on.

        keys: uint64 array (games,), a random number for each game.
        drawn: the number of cards that each game has drawn before.
        """
        return _shuffle_by_keys(transition_table(self.rules).deck, keys, drawn)

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


def _cached_shuffle(deck: Cards, games: int, rng: np.random.Generator) -> Cards:
    """Return what ``_shuffle`` returns, from a cache, and advance the generator as if it had shuffled."""
    decks, state_after = _shuffle_from_state(deck.tobytes(), games, json.dumps(rng.bit_generator.state))
    rng.bit_generator.state = json.loads(state_after)
    return decks


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


def _shuffle_by_keys(deck: Cards, keys: Keys, drawn: int) -> Cards:
    """Return a shuffled deck for each game, which depends only on the game's key and the cards drawn before."""
    size = len(deck)
    # The upper half of a number is a fraction of 2^32. A choice among 200 cards differs from a fair one by less than 1 in 10^7.
    upper = stream_numbers(keys, drawn, size - 1) >> np.uint64(32)
    places = np.arange(size - 1, dtype=np.uint64)[:, None]
    others = (places + (upper * (np.uint64(size) - places) >> np.uint64(32))).astype(np.int64)
    return _swap_cards(deck, len(keys), others)


def stream_numbers(keys: Keys, first: int, count: int) -> Keys:
    """Return random numbers of several streams, each of which begins at its key: uint64 array (count, keys).

    The streams are those of SplitMix64 (Steele, Lea and Flood, 2014).

    first: the number of the first one returned, from 0.
    """
    steps = np.arange(first, first + count, dtype=np.uint64)[:, None] + np.uint64(1)
    numbers: Keys = keys + steps * _GOLDEN
    for shift, factor in _MIX:
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))
