"""The effect of seats in matches: whether identical players win equally often, and where they sit from an odd player.

A random player opens a match, so a rotation of all seats changes no chance. Between identical players, only the places of the
other kinds of players can make a difference.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.perudo.match_results import Matches
from boardodds.perudo.player_views import Player
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.chi_squared import chi_squared_tail
from boardodds.probability.estimate import Proportion

# With fewer expected wins of each player, the chi-squared approximation is too rough.
MIN_EXPECTED_WINS = 5


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """The wins of identical players in different seats.

    agent: the players.
    wins: by seat, from 0, the proportion of matches won.
    luck: the chance of differences at least as large if all these players won equally often, by a chi-squared test; None if
        there are too few wins for the test.
    """

    agent: Player
    wins: dict[int, Proportion]
    luck: float | None

    @property
    def best(self) -> int:
        """The seat with the most wins."""
        return max(self.wins, key=lambda seat: self.wins[seat].successes)

    @property
    def worst(self) -> int:
        """The seat with the fewest wins."""
        return min(self.wins, key=lambda seat: self.wins[seat].successes)


def seat_effect(matches: Matches) -> SeatEffect | None:
    """Return the effect of the seat on the most numerous identical players; None if all players are different.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> from boardodds.perudo.match import play_matches
    >>> effect = seat_effect(play_matches([NAIVE_AGENT] * 6, matches=500))
    >>> effect.luck > 0.01
    True
    """
    agent, number = Counter(matches.players).most_common(1)[0]
    if number < 2:
        return None
    wins = {seat: matches.wins[seat] for seat, player in enumerate(matches.players) if player == agent}
    return SeatEffect(agent, wins, _chance_of_luck([proportion.successes for proportion in wins.values()]))


@dataclass(frozen=True, slots=True, eq=False)
class SeatCalls:
    """The dudo calls in a match on average: float arrays (players,), by seat.

    made, wrong: the calls by the player, and those of them that were wrong, each of which costs the player a die.
    received, right: the calls of the player's bids, and those of them that were right, each of which costs the player a die.
    """

    made: Floats
    wrong: Floats
    received: Floats
    right: Floats


def seat_calls(matches: Matches) -> SeatCalls:
    """Return the dudo calls in a match on average, by seat.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> from boardodds.perudo.match import play_matches
    >>> counts = seat_calls(play_matches([NAIVE_AGENT] * 3, matches=200))
    >>> bool(np.isclose(counts.made.sum(), counts.received.sum()))
    True
    """
    calls = matches.calls

    def mean(seats: Ints) -> Floats:
        return np.bincount(seats, minlength=len(matches.players)) / matches.matches

    return SeatCalls(
        made=mean(calls.caller),
        wrong=mean(calls.caller[~calls.right]),
        received=mean(calls.bidder),
        right=mean(calls.bidder[calls.right]),
    )


def odd_seat(players: Sequence[Player]) -> int | None:
    """Return the seat, from 0, of the only player who differs from the others, of whom there are two or more; else None.

    >>> from boardodds.perudo.agents import NAIVE_AGENT, READER
    >>> odd_seat([NAIVE_AGENT, READER, NAIVE_AGENT]), odd_seat([NAIVE_AGENT, READER])
    (1, None)
    """
    counts = Counter(players)
    if len(counts) != 2 or sorted(counts.values())[0] != 1 or len(players) < 3:
        return None
    return next(seat for seat, player in enumerate(players) if counts[player] == 1)


def _chance_of_luck(counts: Sequence[int]) -> float | None:
    """Return the p-value of Pearson's chi-squared test that all counts have the same expectation."""
    expected = sum(counts) / len(counts)
    if expected < MIN_EXPECTED_WINS:
        return None
    return chi_squared_tail(sum((count - expected) ** 2 for count in counts) / expected, len(counts) - 1)
