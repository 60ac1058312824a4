"""Candy Land played very many times: all games of a chunk draw their cards at once, and a table says where each leads.

Several rules can be played on the same cards, which narrows the interval of their difference.
"""

import json
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from boardodds.candy_land.board import TransitionTable, transition_table
from boardodds.candy_land.chain import check_ends, check_players, mean_alone
from boardodds.candy_land.games import Cards, Games, games_at
from boardodds.candy_land.rules import REAL, Rules
from boardodds.probability.arrays import Ints
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample
from boardodds.probability.montecarlo import Progress, run_chunks
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

CHUNK = 16_384
# a game that has drawn so many times the cards of an average one, and a deck more, counts as one that never ends: of games
# that do end, fewer than one in e^60 gets there
_ENDLESS = 60
# games of a real deck played to see whether they end, before the work begins
_PROBES = 64
# cards dealt at a time where every draw is from a full deck
_BLOCK = 32
# games up to which shuffling one at a time is quicker
_FEW_GAMES = 800


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
        return self.length.pmf

    @property
    def rounds(self) -> Pmf:
        """The winner's own turns, as the sample has them."""
        return self._round_length.pmf

    @property
    def length(self) -> LengthSample:
        """The games by turns of all players together."""
        return LengthSample(self.turn_counts)

    @property
    def _round_length(self) -> LengthSample:
        """The games by the winner's own turns."""
        firsts = range(1, len(self.turn_counts), self.players)
        return LengthSample((0, *(sum(self.turn_counts[first : first + self.players]) for first in firsts)))

    @property
    def mean_turns(self) -> MeanEstimate:
        """The mean of ``turns`` with its error."""
        return self.length.mean

    @property
    def mean_rounds(self) -> MeanEstimate:
        """The mean of ``rounds`` with its error."""
        return self._round_length.mean

    @property
    def seat_wins(self) -> list[Proportion]:
        """The share of games that each seat won, first to last."""
        first = 1
        wins = [sum(self.turn_counts[first + seat :: self.players]) for seat in range(self.players)]
        return [Proportion(won, self.games) for won in wins]


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
    turns: Ints = np.zeros(1, dtype=np.int64)
    visits = np.zeros(len(rules.board), dtype=np.int64)
    player = Player((rules,), players)
    for part in run_chunks(player, games, seed, chunk=CHUNK, executor=executor, progress=progress):
        turns = add_counts(turns, np.bincount(part.turns[0]))
        visits += part.visits[0]
    return Sample(players, games, seed, tuple(turns.tolist()), tuple(visits.tolist()))


def check_games(games: int) -> None:
    """Raises ValueError for too few games."""
    check_whole("games", games, 2, detail="to tell their spread")


def check_playable(rules: Rules, players: int) -> None:
    """Raises ValueError for what cannot be played to an end, which with a real deck only playing shows."""
    # not in the cache, to which True players are 1
    check_players(players)
    check_ends(rules)
    _check_played(rules, players)


@lru_cache(maxsize=256)
def _check_played(rules: Rules, players: int) -> None:
    # what comes to one player in a deck can come to each of several in two; what never comes to one may still come to them
    if rules.deck == REAL and not _ends_alone(rules):
        _probe(rules, players)


@lru_cache(maxsize=256)
def _ends_alone(rules: Rules) -> bool:
    try:
        _probe(rules, 1)
    except ValueError:
        return False
    return True


def _probe(rules: Rules, players: int) -> None:
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
        tables = [games_at(transition_table(rules), self.players, games) for rules in self.rules]
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

    def _play(self, tables: list[Games], family: list[Rules], rng: np.random.Generator) -> None:
        """Plays games of one family to their end."""
        drawn, most = 0, max(_most_draws(rules, self.players) for rules in family)
        dealer = Dealer(family[0])
        while len(going := _union([each.going for each in tables])):
            if drawn > most:
                raise ValueError(f"the game must end, but {len(going):,} games had not after {drawn:,} cards")
            cards = dealer.deal(len(going), rng, first=not drawn)
            drawn += len(cards)
            _hand_out(dealer, cards, going, tables)


def _hand_out(dealer: "Dealer", cards: Cards, going: Ints, tables: list[Games]) -> None:
    """Lets the games of each table draw the cards that were dealt to all that are going."""
    whole: dict[tuple[str, ...], Cards] = {}
    for each in tables:
        kinds = each.table.cards
        if len(each.going) == len(going):
            if kinds not in whole:
                whole[kinds] = dealer.only(cards, each.table)
            each.play(whole[kinds])
        elif len(each.going):
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
    """The numbers that are in any of the groups, in ascending order, as each group is."""
    present = np.zeros(max((group[-1] + 1 for group in groups if len(group)), default=0), dtype=np.bool_)
    for group in groups:
        present[group] = True
    return np.flatnonzero(present)


@dataclass(frozen=True, slots=True)
class Dealer:
    """Deals the cards of a deck to many games at once."""

    rules: Rules

    def deal(self, games: int, rng: np.random.Generator, *, first: bool = False) -> Cards:
        """A shuffled deck for each game, or so many cards each from a full deck: uint8 array (cards, games).

        first: whether it is what the games begin with, which is kept for others that begin with it too.
        """
        deck = transition_table(self.rules).deck
        if self.rules.deck == REAL:
            return _first_shuffled(deck, games, rng) if first else _shuffled(deck, games, rng)
        drawn: Cards = deck.take(rng.integers(len(deck), size=(_BLOCK, games), dtype=np.uint8))
        return drawn

    def only(self, cards: Cards, other: TransitionTable) -> Cards:
        """The cards without the kinds that another deck lacks, numbered as that deck numbers them."""
        kinds = transition_table(self.rules).cards
        if kinds == other.cards:
            return cards
        lacking = bytes(number for number, kind in enumerate(kinds) if kind not in other.cards)
        renumbered = bytes(other.cards.index(kind) if kind in other.cards else 0 for kind in kinds)
        # every shuffle holds equally many of those that are lacking
        left = cards.T.tobytes().translate(renumbered.ljust(256), lacking)
        return np.frombuffer(left, dtype=np.uint8).reshape(cards.shape[1], -1).T


def _first_shuffled(deck: Cards, games: int, rng: np.random.Generator) -> Cards:
    """What ``_shuffled`` gives, to be read only; the generator goes on from there."""
    decks, after = _kept_shuffle(deck.tobytes(), games, json.dumps(rng.bit_generator.state))
    rng.bit_generator.state = json.loads(after)
    return decks


# shuffling takes longer than playing, and one seed serves other rules and other numbers of players; at most 20 MB for a printed
# deck
@lru_cache(maxsize=16)
def _kept_shuffle(deck: bytes, games: int, state: str) -> tuple[Cards, str]:
    """The shuffles that begin at a generator's state, and its state after them."""
    rng = np.random.default_rng()
    rng.bit_generator.state = json.loads(state)
    decks = _shuffled(np.frombuffer(deck, dtype=np.uint8), games, rng)
    decks.flags.writeable = False
    return decks, json.dumps(rng.bit_generator.state)


def _shuffled(deck: Cards, games: int, rng: np.random.Generator) -> Cards:
    """A shuffle of the deck for each game: uint8 array (cards, games).

    Many games swap a card at a time by the method of Fisher and Yates, which takes half as long as ``Generator.permuted``,
    where a game is shuffled at a time.
    """
    decks = np.repeat(deck[:, None], games, axis=1)
    if games < _FEW_GAMES:
        return rng.permuted(decks, axis=0)
    cards, column = decks.reshape(-1), np.arange(games)
    for place in range(len(deck) - 1):
        other = rng.integers(place, len(deck), size=games, dtype=np.uint16) * np.int64(games) + column
        swapped = cards.take(other)
        cards[other] = decks[place]
        decks[place] = swapped
    return decks
