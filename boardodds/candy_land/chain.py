"""Candy Land with the deck reshuffled before every draw: an absorbing Markov chain, solved exactly.

With this deck, players who share spaces do not influence each other: each moves independently, and the first to reach the castle
wins. A turn lost to licorice is a step of the chain, from a state of its own.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import fsum

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.board import AT_START, FIRST_SPACE, ONWARD, OVER, transition_table
from boardodds.candy_land.rules import CLASSIC, MAX_PLAYERS, RESHUFFLED, SHARE, Rules
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.first_home import first_home
from boardodds.probability.markov import AbsorbingChain
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

# Games with a higher mean are refused: nobody plays them, and simulating them would take too long.
MAX_MEAN_TURNS = 2_000


@short_repr
@dataclass(frozen=True, slots=True)
class ReshuffledOdds:
    """The exact answers for a game with the deck reshuffled before every draw.

    players: the number of players.
    turns: the number of turns of all players together, until one wins.
    rounds: the number of the winner's own turns.
    seat_wins: the chance that each player wins, in the order of play.
    visits: the expected number of turns that end on each space, by its index, for one player alone. Lost turns are not
        counted.
    """

    players: int
    turns: Pmf
    rounds: Pmf
    seat_wins: tuple[float, ...]
    visits: tuple[float, ...]

    @property
    def mean_turns(self) -> float:
        """The expected number of turns of all players together."""
        return self.turns.mean

    def _repr_html_(self) -> str:
        rows = [{"player": seat, "wins": win} for seat, win in enumerate(self.seat_wins, start=1)]
        return html_table(f"Reshuffled before every draw, exact; {self.mean_turns:.2f} turns on average", rows)

    @property
    def mean_rounds(self) -> float:
        """The expected number of the winner's own turns."""
        return self.rounds.mean


def solve_reshuffled(rules: Rules = CLASSIC, *, players: int = 1) -> ReshuffledOdds:
    """Solve a game with the deck reshuffled before every draw, whatever ``rules.deck`` is.

    players: 1 to 6.

    Raises ValueError for a game that cannot end or that takes more than 2,000 turns on average, and for several players who go
    on from occupied spaces.

    >>> from boardodds.candy_land.rules import SCHEFFER
    >>> round(solve_reshuffled(SCHEFFER).mean_turns, 9)
    39.161086954
    """
    check_players(players)
    if not is_solvable(rules, players):
        raise ValueError(
            f"occupied_space must be {SHARE} to solve a game of several players, got {rules.occupied_space!r}, with which they "
            "do not move independently: simulate it"
        )
    return _solve_reshuffled(rules, players)


def is_solvable(rules: Rules, players: int) -> bool:
    """Return whether the players move independently, so that the game is solved if its deck is reshuffled before every draw."""
    return players == 1 or rules.occupied_space == SHARE


@lru_cache(maxsize=64)
def _solve_reshuffled(rules: Rules, players: int) -> ReshuffledOdds:
    check_ends(rules)
    reshuffled = _reshuffle(rules)
    race = first_home([solo_turns(reshuffled)] * players)
    return ReshuffledOdds(players, race.turns, race.rounds, race.seat_wins, _visits(reshuffled))


def check_players(players: int) -> None:
    """Raise ValueError unless the number of players is 1 to 6."""
    check_whole("players", players, 1, MAX_PLAYERS)


@lru_cache(maxsize=256)
def check_ends(rules: Rules) -> None:
    """Raise ValueError for a game that cannot end, or that takes more than 2,000 turns on average.

    The check is made for one player and a deck that is reshuffled before every draw.
    """
    chain = reshuffled_chain(_reshuffle(rules))
    if endless := chain.endless_states():
        places = ", ".join(map(str, endless[:3]))
        raise ValueError(f"the game must be able to end, but no cards of the deck lead to the end from {places}")
    if (mean := solo_mean_turns(rules)) > MAX_MEAN_TURNS:
        raise ValueError(f"the game must end within {MAX_MEAN_TURNS:,} turns on average, but takes {mean:,.0f}")


def solo_mean_turns(rules: Rules) -> float:
    """Return the expected number of turns of one player, with the deck reshuffled before every draw."""
    return fsum(solo_visits(_reshuffle(rules)))


def _reshuffle(rules: Rules) -> Rules:
    """Return the rules with a reshuffled deck, so that the caches have one entry for both decks."""
    return replace(rules, deck=RESHUFFLED)


def _transient(rules: Rules) -> NDArray[np.int64]:
    return np.arange(OVER + 1, transition_table(rules).states)


@lru_cache(maxsize=16)
def reshuffled_chain(rules: Rules) -> AbsorbingChain:
    """Return the Markov chain of one player.

    Its states are the start and the spaces. If turns can be lost, the same states follow again, for a player who misses the next
    turn.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> reshuffled_chain(CLASSIC).transitions.shape
    (135, 135)
    """
    table = transition_table(rules)
    transient = _transient(rules)
    places = len(transient)
    size = 2 * places if table.loses_turn.any() else places
    transitions = np.zeros((size, size))
    weights = table.copies / table.copies.sum()
    after, misses = table.after[transient, :ONWARD], table.loses_turn[transient, :ONWARD]
    row, card = np.nonzero(after != OVER)
    columns = after[row, card] - AT_START + places * misses[row, card]
    np.add.at(transitions, (row, columns), weights[card])
    missing = np.arange(places, size)
    transitions[missing, missing - places] = 1
    start = np.zeros(size)
    start[0] = 1
    labels = ["the start", *(f"space {space}" for space in range(1, places))]
    return AbsorbingChain(transitions, start, labels * (size // places))


@lru_cache(maxsize=256)
def solo_visits(rules: Rules) -> tuple[float, ...]:
    """Return the expected number of turns of one player that begin in each state of the chain."""
    return tuple(reshuffled_chain(rules).expected_visits().tolist())


def _visits(rules: Rules) -> tuple[float, ...]:
    """Return the expected number of turns that end on each space.

    Every turn but the first begins where the one before ended. A lost turn begins in a state of its own, which is not counted.
    """
    return solo_visits(rules)[FIRST_SPACE - AT_START : len(_transient(rules))]


@lru_cache(maxsize=64)
def solo_turns(rules: Rules) -> Pmf:
    """Return the distribution of the number of turns that one player needs."""
    return reshuffled_chain(rules).steps()
