"""Simulated games of Candy Land: all games of a chunk draw their cards at once, and a table gives their next states.

Several rules can share their shuffles, which narrows the confidence interval of the difference between them. The decks of a game
don't depend on which other rules share them, so the same rules and seed give the same games in every comparison.
"""

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from boardodds.candy_land.games import Cards, Dealer, Games, start_games
from boardodds.candy_land.rules import CLASSIC, DRAW_AGAIN, REAL, Rules
from boardodds.candy_land.solver import check_ends, is_solvable, solo_mean_turns, start_places
from boardodds.candy_land.state import State, first_state
from boardodds.candy_land.transitions import ONWARD, Events
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import plural, short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Result, sample_covariance
from boardodds.probability.validate import check_whole

CHUNK = 16_384
# About ten minutes of one core.
MAX_TURNS = 3e9
# A game counts as endless after this many times the cards of an average game and one deck. Of games that do end, fewer than one
# in e^60 takes so long.
_ENDLESS_FACTOR = 60
# The number of games that are played beforehand to see whether they end.
_PROBE_GAMES = 64
# The standard errors of events come from the differences between so many batches of games.
_BATCHES = 20


@short_repr
@dataclass(frozen=True, slots=True)
class Sample(Result):
    """The results of simulated games.

    state: the state that the games began with.
    turn_counts: the number of games by their length in turns of all players together, from 0 turns.
    first_counts: the number of games by the turns until a first player reached the castle, of those who were not there. These
        are ``turn_counts`` if that ends the game.
    visit_counts: the number of turns that ended on each space, by its index, summed over players and games, without lost turns.
    """

    _MEASURES = ("mean_turns", "mean_rounds", "seat_win=seat_wins")
    _DISTRIBUTIONS = ("turns=turn_counts",)

    state: State
    games: int
    seed: int
    turn_counts: tuple[int, ...]
    first_counts: tuple[int, ...]
    visit_counts: tuple[int, ...]

    @property
    def players(self) -> int:
        """The number of players, with those who were in the castle from the start."""
        return len(self.state.spaces)

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
        players = len(self.state.order())
        firsts = range(1, len(self.first_counts), players)
        return LengthSample((0, *(sum(self.first_counts[first : first + players]) for first in firsts)))

    @property
    def mean_turns(self) -> MeanEstimate:
        """The mean of ``turns`` with its standard error."""
        return self.length.mean

    @property
    def mean_rounds(self) -> MeanEstimate:
        """The mean of ``rounds`` with its standard error."""
        return self._round_length.mean

    @property
    def seat_wins(self) -> list[Proportion]:
        """By player, in the order of play, the proportion of games in which they were the next one in the castle."""
        order = self.state.order(self.state.next)
        wins = {player: sum(self.first_counts[turn :: len(order)]) for turn, player in enumerate(order, 1)}
        return [Proportion(wins.get(player, 0), self.games) for player in range(1, self.players + 1)]


def simulate(
    rules: Rules = CLASSIC,
    *,
    players: int = 1,
    state: State | str | None = None,
    games: int = 100_000,
    seed: int = 1,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Sample:
    """Play many games; the same seed gives the same games, whatever executor runs them.

    players: 1 to 6, who take turns in a fixed order. A state has its own.
    state: the state that the games begin with, or its text; None for the start. Their turns are those that are left.
    games: at least 2, and at most as many as have three billion turns.
    executor: runs the chunks of 16,384 games; they run in this process if it is None.
    progress: called with the proportion of the games played, from 0 to 1.

    Raises ValueError, before any game, for rules whose games cannot end, and for a state that is not possible.

    >>> sample = simulate(CLASSIC, players=1, games=20_000, seed=1)
    >>> 38.6897 in sample.mean_turns.interval(0.999)
    True
    >>> print(simulate(CLASSIC, state=State.parse("57.80.130 next=1 drawn=G.GG"), games=20_000).seat_wins[2])
    89.6% (95% CI 89.2 to 90.0)
    """
    (sample,), _ = play_cases([rules], players, state, games, seed, executor=executor, progress=progress)
    return sample


def play_cases(
    cases: Sequence[Rules], players: int, state: State | str | None, games: int, seed: int, **run: Any
) -> tuple[list[Sample], Floats]:
    """Play games under each of several rules, with the same shuffles where their decks allow it.

    Return the samples, and the sample covariance of the turns of a game under each of the rules: float array (rules, rules).
    The parameters and errors are those of ``simulate``.
    """
    check_whole("games", games, 2, detail="for a standard error")
    for rules in cases:
        start = check_playable(rules, players, state)
    mean = sum(_mean_turns(rules, start) for rules in cases)
    if games * mean > MAX_TURNS:
        raise ValueError(
            f"games must be at most {int(MAX_TURNS / mean):,} here, because each takes about {mean:,.0f} turns, got {games:,}"
        )
    turns: list[Ints] = [np.zeros(1, dtype=np.int64)] * len(cases)
    firsts = list(turns)
    visits = [np.zeros(len(rules.board), dtype=np.int64) for rules in cases]
    total, squares = np.zeros(len(cases)), np.zeros((len(cases), len(cases)))
    sampler = GameSampler(tuple(cases), start)
    for part in run_chunks(sampler, games, seed, chunk=CHUNK, **run):
        values = part.turns.astype(np.float64)
        total += values.sum(axis=1)
        squares += values @ values.T
        turns = list(map(_add_counts, turns, part.turns))
        firsts = list(map(_add_counts, firsts, part.first_turns))
        visits = list(map(np.add, visits, part.visits))
    samples = [
        Sample(start, games, seed, *(tuple(count.tolist()) for count in counts))
        for counts in zip(turns, firsts, visits, strict=True)
    ]
    return samples, sample_covariance(total, squares, games)


def _add_counts(counts: Ints, values: Ints) -> Ints:
    """Return the counts by outcome with those of more outcomes."""
    total = np.bincount(values, minlength=len(counts))
    total[: len(counts)] += counts
    return total


def check_playable(rules: Rules, players: int, state: State | str | None = None) -> State:
    """Return the state that games begin with, and raise ValueError for a game that cannot be played to its end.

    With a real deck, or if players go on from occupied spaces, a game can be endless although the Markov chain ends. Some games
    are played to find out.
    """
    start = first_state(rules, players, state)
    for player, place in start_places(rules, start).items():
        check_ends(rules.of_player(player), place)
    if rules.deck == REAL or not is_solvable(rules, len(start.spaces)):
        _probe(rules, start)
    return start


@lru_cache(maxsize=256)
def _probe(rules: Rules, start: State) -> None:
    GameSampler((rules,), start)(_PROBE_GAMES, np.random.default_rng(0))


class ChunkResult(NamedTuple):
    """The results of a chunk of games under several rules, as those of ``Games``.

    turns, first_turns: int arrays (rules, games).
    visits: int arrays (spaces,), one for each of the rules.
    """

    turns: Ints
    first_turns: Ints
    visits: tuple[Ints, ...]


@dataclass(frozen=True, slots=True)
class GameSampler:
    """A sampler for ``run_chunks``: plays games under several rules. It can be pickled, for an executor of other processes.

    Rules share their shuffles if their decks contain the same cards, or the cards of the first deck without some kinds.
    """

    rules: tuple[Rules, ...]
    start: State

    def __call__(self, games: int, rng: np.random.Generator) -> ChunkResult:
        batches = [start_games(rules, self.start, games) for rules in self.rules]
        for group in self.shuffle_groups():
            self.play([batches[member] for member in group], [self.rules[member] for member in group], rng)
        turns, firsts = ([getattr(batch, name) for batch in batches] for name in ("turns", "first_turns"))
        return ChunkResult(np.stack(turns), np.stack(firsts), tuple(batch.visits for batch in batches))

    def shuffle_groups(self) -> list[list[int]]:
        """Return the indices of the rules, in groups that share their shuffles; the first of a group has all the cards."""
        groups: dict[int, list[int]] = {}
        for number, rules in enumerate(self.rules):
            first = next((first for first in groups if shares_cards(self.rules[first], rules)), number)
            groups.setdefault(first, []).append(number)
        return list(groups.values())

    def play(self, batches: list[Games], group: list[Rules], rng: np.random.Generator) -> None:
        """Play the games of each batch to their end, under rules that share their shuffles."""
        drawn, limit = 0, max(_max_draws(rules, self.start) for rules in group)
        dealer = Dealer(group[0])
        games = len(batches[0].turns)
        cards = dealer.deal(games, rng, first=self.start)
        # A random number for each game, from which its later decks follow.
        keys = rng.integers(2**64, size=games, dtype=np.uint64) if group[0].deck == REAL else None
        # The games that are active in at least one batch.
        while len(active := np.flatnonzero(np.bincount(np.concatenate([batch.active for batch in batches])))):
            if drawn > limit:
                raise ValueError(f"the game must end, but {plural(len(active), 'game')} had not after {drawn:,} cards")
            if drawn:
                cards = dealer.deal(len(active), rng) if keys is None else dealer.deal_again(keys[active], drawn)
            drawn += len(cards)
            _play_cards(dealer, cards, active, batches)


def _play_cards(dealer: Dealer, cards: Cards, active: Ints, batches: list[Games]) -> None:
    """Let the games of each batch draw their cards, which are dealt to the games that are active in at least one batch."""
    for batch in batches:
        if len(batch.active):
            is_all = len(batch.active) == len(active)
            own_cards = cards if is_all else cards[:, np.searchsorted(active, batch.active)]
            batch.play(dealer.convert(own_cards, batch.table))


def shares_cards(rules: Rules, other: Rules) -> bool:
    """Return whether the shuffles for some rules serve other rules too.

    They do if both decks are dealt in the same way and have the same cards. A real deck can also lack some kinds of the first.
    """
    cards, other_cards = rules.cards, other.cards
    if rules.deck != other.deck or rules.deck != REAL:
        # Two cards are drawn without replacement.
        return (rules.deck, rules.cards_to_choose, cards) == (other.deck, other.cards_to_choose, other_cards)
    return all(cards.get(card) == copies for card, copies in other_cards.items())


def _mean_turns(rules: Rules, start: State) -> float:
    """Return about how many turns all players need, each to the end."""
    places = start_places(rules, start).items()
    return sum(solo_mean_turns(rules.of_player(player), place) for player, place in places)


def _max_draws(rules: Rules, start: State) -> int:
    turns = _mean_turns(rules, start)
    # No more than the picture cards are put away.
    draws = turns * rules.deck_size / max(1, rules.deck_size - rules.special_cards * (rules.specials == DRAW_AGAIN))
    return int(_ENDLESS_FACTOR * (draws * rules.cards_to_choose + rules.deck_size))


def count_events(
    rules: Rules = CLASSIC,
    *,
    players: int = 1,
    state: State | None = None,
    games: int = 20_000,
    seed: int = 1,
    **run: Any,
) -> dict[str, MeanEstimate]:
    """Return the mean number of each event of ``Events`` in a game, for all players together, with its standard error.

    games: a multiple of 20. The other parameters and errors are those of ``simulate``.

    >>> count_events(games=20_000)["shortcuts"].interval(0.999).low < 0.49 < count_events()["shortcuts"].interval(0.999).high
    True
    """
    start, size = check_playable(rules, players, state), games // _BATCHES
    table = start_games(rules, start, 1).table
    batches = run_chunks(partial(_count_uses, rules, start), size * _BATCHES, seed, chunk=size, **run)
    events = [table.events(uses.reshape(table.after.shape)[:, :ONWARD] / size) for uses in batches]
    return {name: MeanEstimate.from_sample([getattr(each, name) for each in events]) for name in Events._fields}


def _count_uses(rules: Rules, start: State, games: int, rng: np.random.Generator) -> Ints:
    """Return the uses of each card in each state, in all games of a chunk."""
    batch = start_games(rules, start, games)
    batch.uses = np.zeros(batch.table.after.size, dtype=np.int64)
    GameSampler((rules,), start).play([batch], [rules], rng)
    return batch.uses
