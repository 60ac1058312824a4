"""Candy Land with the deck reshuffled before every draw: an absorbing Markov chain, solved exactly.

Drawn like that, players don't touch each other: each walks alone, and who arrives first wins. A turn that licorice takes
away is a step of the chain like any other, from a state of its own.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import fsum

import numpy as np
from numpy.typing import NDArray

from boardodds.candy_land.board import AT_START, FIRST_SPACE, OVER, transition_table
from boardodds.candy_land.rules import MAX_PLAYERS, RESHUFFLED, Rules
from boardodds.probability.first_home import first_home
from boardodds.probability.markov import AbsorbingChain
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

# games longer than this on average are refused: nobody plays them, and simulating them would take for ever
MAX_MEAN_TURNS = 2_000


@dataclass(frozen=True, slots=True)
class ReshuffledOdds:
    """The exact answers for a game with the deck reshuffled before every draw.

    turns: the turns of all players together, to the one that wins. rounds: the winner's own turns. seat_wins: each seat's
    chance to win. visits: by index of a space, the expected turns that end there for one player alone; turns that
    licorice takes away are not counted.
    """

    players: int
    turns: Pmf
    rounds: Pmf
    seat_wins: tuple[float, ...]
    visits: tuple[float, ...]

    @property
    def mean_turns(self) -> float:
        """The expected turns of all players together."""
        return self.turns.mean

    @property
    def mean_rounds(self) -> float:
        """The expected number of the winner's own turns."""
        return self.rounds.mean


@lru_cache(maxsize=64)
def solve_reshuffled(rules: Rules, players: int = 1) -> ReshuffledOdds:
    """Solves the game as if its deck were reshuffled before every draw, whatever ``rules.deck`` says.

    Raises ValueError for a game that cannot end, or that takes more than 2,000 turns on average.

    >>> from boardodds.candy_land.rules import SCHEFFER
    >>> round(solve_reshuffled(SCHEFFER).mean_turns, 9)
    39.161086954
    """
    check_players(players)
    check_ends(rules)
    drawn = _reshuffled(rules)
    race = first_home([turns_alone(drawn)] * players)
    return ReshuffledOdds(players, race.turns, race.rounds, race.seat_wins, _visits(drawn))


def check_players(players: int) -> None:
    """Raises ValueError for a number of players that cannot be."""
    check_whole("players", players, 1, MAX_PLAYERS)


@lru_cache(maxsize=256)
def check_ends(rules: Rules) -> None:
    """Raises ValueError for a game that cannot end, or takes too long to be played."""
    chain = reshuffled_chain(_reshuffled(rules))
    if endless := chain.endless_states():
        places = ", ".join(map(str, endless[:3]))
        raise ValueError(f"the game must be able to end, but no cards of the deck lead to the end from {places}")
    if (mean := mean_alone(rules)) > MAX_MEAN_TURNS:
        raise ValueError(f"the game must end within {MAX_MEAN_TURNS:,} turns on average, but takes {mean:,.0f}")


def mean_alone(rules: Rules) -> float:
    """The expected turns of one player whose deck is reshuffled before every draw."""
    return fsum(begun_alone(_reshuffled(rules)))


def _reshuffled(rules: Rules) -> Rules:
    """The rules by whose name the chain is kept, whatever the deck."""
    return replace(rules, deck=RESHUFFLED)


def _transient(rules: Rules) -> NDArray[np.int64]:
    return np.arange(OVER + 1, transition_table(rules).states)


@lru_cache(maxsize=16)
def reshuffled_chain(rules: Rules) -> AbsorbingChain:
    """The chain of one player: the start and the spaces, and where turns are lost the same once more, missing a turn.

    >>> from boardodds.candy_land.rules import CLASSIC
    >>> reshuffled_chain(CLASSIC).transitions.shape
    (135, 135)
    """
    where = transition_table(rules)
    transient = _transient(rules)
    many = len(transient)
    size = 2 * many if where.loses_turn.any() else many
    transitions = np.zeros((size, size))
    weights = where.copies / where.copies.sum()
    after, misses = where.after[transient], where.loses_turn[transient]
    row, card = np.nonzero(after != OVER)
    columns = after[row, card] - AT_START + many * misses[row, card]
    np.add.at(transitions, (row, columns), weights[card])
    missing = np.arange(many, size)
    transitions[missing, missing - many] = 1
    start = np.zeros(size)
    start[0] = 1
    labels = ["the start", *(f"space {space}" for space in range(1, many))]
    return AbsorbingChain(transitions, start, labels * (size // many))


@lru_cache(maxsize=256)
def begun_alone(rules: Rules) -> tuple[float, ...]:
    """The expected turns of one player that begin in each state of the chain."""
    return tuple(reshuffled_chain(rules).expected_visits().tolist())


def _visits(rules: Rules) -> tuple[float, ...]:
    """The expected turns that end on each space: every turn but the first begins where another ended.

    A turn that is lost begins in a state of its own, and the next one where its player stands.
    """
    return begun_alone(rules)[FIRST_SPACE - AT_START : len(_transient(rules))]


@lru_cache(maxsize=64)
def turns_alone(rules: Rules) -> Pmf:
    """The turns of one player to the end."""
    return reshuffled_chain(rules).steps()
