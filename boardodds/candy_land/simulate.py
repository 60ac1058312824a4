"""Simulated games of Candy Land: all games of a chunk draw their cards at once, and a table gives their next states.

Several rules can share their shuffles, which narrows the confidence interval of the difference between them. The decks of a game
don't depend on which other rules share them, so the same rules and seed give the same games in every comparison.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from boardodds.candy_land.games import Cards, Dealer, Games, start_games
from boardodds.candy_land.rules import CLASSIC, COLORS, REAL, START, STUCK, Rules
from boardodds.candy_land.solve import (
    WON,
    check_ends,
    check_players,
    color_of,
    is_solvable,
    loses_turn,
    move,
    solo_mean_turns,
    transition_table,
)
from boardodds.probability.arrays import Ints
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.lengths import LengthSample
from boardodds.probability.montecarlo import Progress, check_seed, run_chunks
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


@dataclass(frozen=True, slots=True)
class Move:
    """One turn. ``str`` describes it in a sentence that counts spaces from 1, as a board does.

    turn: the number of the turn from 1, counting the turns of all players.
    player: the number of the player from 1.
    card: the kind of card, None if the turn is lost.
    start: the index of the space before the turn; -1 is the start.
    space: the index of the space after the turn; None if the turn wins.
    stuck: whether the player is stuck on licorice after the turn.
    shuffled: whether the deck was shuffled for this draw.

    >>> print(Move(turn=27, player=1, card="P", start=47, space=47, stuck=True, shuffled=False))
    Turn 27: player 1 draws a purple card and is stuck on space 48.
    """

    turn: int
    player: int
    card: str | None
    start: int
    space: int | None
    stuck: bool
    shuffled: bool

    @property
    def wins(self) -> bool:
        """Whether the turn wins the game."""
        return self.space is WON

    def __str__(self) -> str:
        player = f"Turn {self.turn}: player {self.player}"
        if self.card is None:
            return f"{player} misses a turn on space {self.start + 1}."
        draw = f"{player} draws {card_name(self.card)}"
        if self.space is WON:
            return f"{draw} and wins."
        if self.stuck:
            return f"{draw} and is stuck on space {self.space + 1}."
        if self.space == self.start:
            return f"{draw} and stays on space {self.space + 1}."
        verb = "moves" if self.space > self.start else "goes back"
        return f"{draw} and {verb} to space {self.space + 1}."


def card_name(card: str) -> str:
    """Return a card in words.

    >>> card_name("O"), card_name("RR"), card_name("Jolly")
    ('an orange card', 'a double red card', 'the Jolly card')
    """
    color = color_of(card)
    if color is None:
        return f"the {card} card"
    word = ("double " if len(card) == 2 else "") + COLORS[color]
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word} card"


def play(rules: Rules = CLASSIC, *, players: int = 1, seed: int = 1) -> list[Move]:
    """Play one game to its end and return its turns; the same seed gives the same game.

    Players take turns in a fixed order, which a shuffle does not change.

    players: 1 to 6.

    Raises ValueError, before the first card, for a game that cannot end.

    >>> game = play(CLASSIC, players=2, seed=7)
    >>> [move.player for move in game[:3]], game[-1].wins
    ([1, 2, 1], True)
    """
    check_playable(rules, players)
    check_seed(seed)
    draws = _draw_cards(rules, np.random.default_rng(seed))
    spaces, misses, moves = [START] * players, [False] * players, list[Move]()
    while not (moves and moves[-1].wins):
        seat = len(moves) % players
        start = spaces[seat]
        if misses[seat]:
            misses[seat] = False
            moves.append(Move(len(moves) + 1, seat + 1, None, start, start, stuck=False, shuffled=False))
            continue
        card, shuffled = next(draws)
        others = [other for number, other in enumerate(spaces) if number != seat]
        space = move(rules, start, card, others)
        stuck = space in rules.licorice and rules.licorice_rule == STUCK
        moves.append(Move(len(moves) + 1, seat + 1, card, start, space, stuck=stuck, shuffled=shuffled))
        if space is not WON:
            misses[seat] = loses_turn(rules, start, card, others)
            spaces[seat] = space
    return moves


def _draw_cards(rules: Rules, rng: np.random.Generator) -> Iterator[tuple[str, bool]]:
    """Yield cards without end, each with whether the deck was shuffled just before it."""
    deck = [card for card, copies in rules.cards.items() for _ in range(copies)]
    while True:
        order = rng.permutation(len(deck))
        for place, card in enumerate(order if rules.deck == REAL else order[:1]):
            yield deck[card], place == 0
