"""Simulated games of Candy Land: all games of a chunk draw their cards at once, and a table gives their next states.

Several rules can share their shuffles, which narrows the confidence interval of the difference between them. The decks of a game
don't depend on which other rules share them, so the same rules and seed give the same games in every comparison.
"""

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from boardodds.candy_land.games import Cards, Dealer, Games, start_games
from boardodds.candy_land.rules import CLASSIC, REAL, Rules
from boardodds.candy_land.solve import (
    check_ends,
    check_players,
    is_solvable,
    solo_mean_turns,
    transition_table,
)
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


@short_repr
@dataclass(frozen=True, slots=True)
class Sample:
    """The results of simulated games.

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
        return [Proportion(sum(self.turn_counts[1 + seat :: self.players]), self.games) for seat in range(self.players)]


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


def _play_cards(dealer: Dealer, cards: Cards, active: Ints, batches: list[Games]) -> None:
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
