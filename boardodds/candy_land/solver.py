"""Exact answers for Candy Land with the deck reshuffled before every draw.

With this deck, players who share spaces do not influence each other: each moves independently, and the first to reach the castle
wins. A turn lost to licorice is a step of the chain, from a state of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import fsum

import numpy as np

from boardodds.candy_land.rules import CLASSIC, EVERYONE, RESHUFFLED, SHARE, Rules
from boardodds.candy_land.state import State, first_state
from boardodds.candy_land.transitions import ONWARD, OVER, PUT_AWAY_RANK, Events, TransitionTable, transition_table
from boardodds.probability.arrays import Floats
from boardodds.probability.display import short_repr
from boardodds.probability.lengths import first_home, sum_of_lengths, turn_probabilities
from boardodds.probability.markov import AbsorbingChain
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Result
from boardodds.probability.validate import check_kind

# Games with a higher mean are refused: nobody plays them, and simulating them would take too long.
MAX_MEAN_TURNS = 2_000


@short_repr
@dataclass(frozen=True, slots=True)
class ReshuffledOdds(Result):
    """The exact answers for a game with the deck reshuffled before every draw.

    players: the number of players, with those who were in the castle from the start.
    turns: the number of turns of all players together, until one wins, or until everyone is in the castle.
    rounds: the number of the winner's own turns.
    seat_wins: by player, in the order of play, the chance to be the next one in the castle.
    visits: the expected number of turns of all players together that end on each space, by its index. Lost turns are not counted.
    """

    _MEASURES = ("mean_turns", "mean_rounds", "seat_win=seat_wins")
    _DISTRIBUTIONS = ("turns",)

    players: int
    turns: Pmf
    rounds: Pmf
    seat_wins: tuple[float, ...]
    visits: tuple[float, ...]

    @property
    def mean_turns(self) -> float:
        """The expected number of turns of all players together."""
        return self.turns.mean

    @property
    def mean_rounds(self) -> float:
        """The expected number of the winner's own turns."""
        return self.rounds.mean


def solve_reshuffled(rules: Rules = CLASSIC, *, players: int = 1, state: State | str | None = None) -> ReshuffledOdds:
    """Solve a game with the deck reshuffled before every draw, whatever ``rules.deck`` is.

    players: 1 to 6. A state has its own.
    state: the state that the game begins with, or its text; None for the start. Its turns are those that are left.

    Raises ValueError for a game that cannot end or that takes more than 2,000 turns on average, for several players who go on
    from occupied spaces, and for a state that is not possible.

    >>> from boardodds.candy_land.rules import SCHEFFER
    >>> round(solve_reshuffled(SCHEFFER).mean_turns, 9)
    39.161086954
    >>> [round(win, 3) for win in solve_reshuffled(SCHEFFER, state=State.parse("57.80 next=1")).seat_wins]
    [0.417, 0.583]
    """
    check_kind(Rules, "rules", rules)
    rules = _reshuffle(rules)
    state = first_state(rules, players, state)
    if not is_solvable(rules, len(state.order())):
        raise ValueError(
            f"occupied_space must be {SHARE} to solve a game of several players, got {rules.occupied_space!r}, with which they "
            "do not move independently: simulate it"
        )
    return _solve_reshuffled(rules, state)


def is_solvable(rules: Rules, players: int) -> bool:
    """Return whether the players move independently, so that the game is solved if its deck is reshuffled before every draw."""
    return players == 1 or rules.occupied_space == SHARE


@lru_cache(maxsize=64)
def _solve_reshuffled(rules: Rules, state: State) -> ReshuffledOdds:
    places = start_places(rules, state)
    starts = [(rules.of_player(player), place) for player, place in places.items()]
    for start in starts:
        check_ends(*start)
    lengths = [solo_turns(*start) for start in starts]
    race = first_home(lengths)
    wins = dict(zip(places, race.seat_wins, strict=True))
    return ReshuffledOdds(
        len(state.spaces),
        sum_of_lengths(lengths) if rules.plays_until == EVERYONE else race.turns,
        race.rounds,
        tuple(wins.get(player, 0.0) for player in range(1, len(state.spaces) + 1)),
        tuple(_turn_ends(rules, starts, lengths)[1:].tolist()),
    )


def _turn_ends(rules: Rules, starts: Sequence[tuple[Rules, int]], lengths: Sequence[Pmf]) -> Floats:
    """Return the expected number of turns of all players that end at the start and on each space: float array (spaces + 1,).

    starts, lengths: of each player in the order of play, the rules and the state of the chain at first, and the turns needed.
    """
    is_race, ends = rules.plays_until != EVERYONE and len(starts) > 1, np.zeros(_places(rules))
    # A player takes a turn of a race if no other is home before it.
    others = turn_probabilities(lengths)[1] if is_race else None
    for start in set(starts):
        chain, seats = reshuffled_chain(*start), [seat for seat, each in enumerate(starts) if each == start]
        if others is None:
            begins = len(seats) * np.array(solo_visits(*start))
        else:
            begins = chain.weighted_visits(others[:, seats].sum(axis=1))
        # A lost turn begins in a state of its own, and is left out. One that costs the next turn ends on its space all the same.
        moves = chain.transitions[: len(ends)].reshape(len(ends), -1, len(ends)).sum(axis=1)
        ends += begins[: len(ends)] @ moves
    return ends


def start_places(rules: Rules, state: State) -> dict[int, int]:
    """Return the number of the chain's state for each player who is not home, in the order of play from the next player on."""
    missing = _places(rules)
    return {player: state.spaces[player - 1] + missing * (player in state.stuck) for player in state.order(state.next)}


@lru_cache(maxsize=256)
def check_ends(rules: Rules, place: int = 0) -> None:
    """Raise ValueError for a game that cannot end, or that takes more than 2,000 turns on average.

    The check is made for one player and a deck that is reshuffled before every draw.

    place: the number of the state of the chain that the player begins in.
    """
    chain = reshuffled_chain(_reshuffle(rules), place)
    if endless := chain.endless_states():
        places = ", ".join(map(str, endless[:3]))
        raise ValueError(f"the game must be able to end, but no cards of the deck lead to the end from {places}")
    if (mean := solo_mean_turns(rules, place)) > MAX_MEAN_TURNS:
        raise ValueError(f"the game must end within {MAX_MEAN_TURNS:,} turns on average, but takes {mean:,.0f}")


def solo_mean_turns(rules: Rules, place: int = 0) -> float:
    """Return the expected number of turns of one player, with the deck reshuffled before every draw."""
    return fsum(solo_visits(_reshuffle(rules), place))


def _reshuffle(rules: Rules) -> Rules:
    """Return the rules with a reshuffled deck, so that the caches have one entry for both decks."""
    return replace(rules, deck=RESHUFFLED)


def _places(rules: Rules) -> int:
    """Return the number of the table's states in which a player is not home; the first one, which is left out, is ``OVER``."""
    return transition_table(rules).states - 1


@lru_cache(maxsize=16)
def reshuffled_chain(rules: Rules, place: int = 0) -> AbsorbingChain:
    """Return the Markov chain of one player.

    Its states are the start and the spaces. If turns can be lost, the same states follow again, for a player who misses the next
    turn.

    place: the number of the state that the player begins in.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> reshuffled_chain(CLASSIC).transitions.shape
    (135, 135)
    """
    table, places = transition_table(rules), _places(rules)
    size = 2 * places if table.loses_turn.any() or place >= places else places
    transitions = np.zeros((size, size))
    chances = _use_chances(table, rules.cards_to_choose)[1:]
    after, misses = table.after[1:, :ONWARD], table.loses_turn[1:, :ONWARD]
    row, card = np.nonzero(after != OVER)
    columns = after[row, card] - 1 + places * misses[row, card]
    np.add.at(transitions, (row, columns), chances[row, card])
    missing = np.arange(places, size)
    transitions[missing, missing - places] = 1
    start = np.zeros(size)
    start[place] = 1
    labels = ["the start", *(f"space {space}" for space in range(1, places))]
    return AbsorbingChain(transitions, start, labels * (size // places))


def _use_chances(table: TransitionTable, cards_to_choose: int) -> Floats:
    """Return the probability that a full deck ends a turn with each kind of card: float array (states, kinds)."""
    size, again = table.copies.sum(), table.draws_again[:, :ONWARD]
    chances = np.tile(table.copies / size, (table.states, 1))
    if min(cards_to_choose, size) > 1:
        ranks = np.where(again, PUT_AWAY_RANK, table.rank[table.after[:, :ONWARD]])
        pairs = (np.outer(table.copies, table.copies) - np.diag(table.copies)) / (size * (size - 1))
        chances[:] = 0
        for first, seconds in enumerate(pairs):
            is_better = ranks > ranks[:, [first]]
            chances += is_better * seconds
            chances[:, first] += (~is_better * seconds).sum(axis=1)
    ends = chances * ~again
    total = ends.sum(axis=1, keepdims=True)
    # If every card is put away, the turn never ends.
    return np.where(total > 0, ends / np.where(total > 0, total, 1), chances)


def mean_events(rules: Rules) -> Events:
    """Return how often each event happens in a game alone, with the deck shuffled before every draw.

    >>> round(mean_events(CLASSIC).back, 2)
    1.84
    """
    rules = rules.of_player(1)
    table = transition_table(rules)
    turns = np.append(0, solo_visits(_reshuffle(rules), 0))[: table.states]
    return table.events(turns[:, None] * _use_chances(table, rules.cards_to_choose))


@lru_cache(maxsize=256)
def solo_visits(rules: Rules, place: int) -> tuple[float, ...]:
    """Return the expected number of turns of one player that begin in each state of the chain."""
    return tuple(reshuffled_chain(rules, place).expected_visits().tolist())


@lru_cache(maxsize=64)
def solo_turns(rules: Rules, place: int) -> Pmf:
    """Return the distribution of the number of turns that one player needs."""
    return reshuffled_chain(rules, place).steps()
