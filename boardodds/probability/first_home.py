"""A race of players who take turns: the winner and the length of the game, from the number of turns that each player needs.

This holds for games in which the players don't influence each other, for example a track on which each moves a piece alone.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.probability.arrays import Floats
from boardodds.probability.pmf import Pmf

MAX_TURNS = 1_000_000


@dataclass(frozen=True, slots=True)
class FirstHome:
    """The odds of a race of players who take turns; the game is over when the first of them is home.

    seat_wins: the probability that each seat wins, in the order of play.
    rounds: the number of the winner's own turns.
    turns: the number of turns of all players together.
    """

    seat_wins: tuple[float, ...]
    rounds: Pmf
    turns: Pmf


def first_home(lengths: Sequence[Pmf]) -> FirstHome:
    """Return the odds of a race from the distribution of the turns that each player needs alone.

    A seat wins in its own turn t if it needs t turns, every seat before it needs more than t, and every seat after it needs more
    than t - 1. Players are independent, so these probabilities are multiplied.

    lengths: one distribution for each seat, in the order of play; outcomes are whole numbers of turns, 1 or more.

    >>> coin = Pmf((1, 2), (0.5, 0.5))
    >>> first_home([coin, coin]).seat_wins
    (0.75, 0.25)
    >>> first_home([coin, coin]).turns
    Pmf(outcomes=(1, 2, 3), probabilities=(0.5, 0.25, 0.25))
    """
    _check_lengths(lengths)
    firsts = _first_probabilities(lengths)
    seats = firsts.sum(axis=0)
    # normalised, so that rounding makes none of them more than 1
    return FirstHome(
        seat_wins=tuple((seats / seats.sum()).tolist()),
        rounds=Pmf.from_weights(dict(enumerate(firsts.sum(axis=1).tolist(), 1))),
        turns=Pmf.from_weights(dict(enumerate(firsts.ravel().tolist(), 1))),
    )


def _check_lengths(lengths: Sequence[Pmf]) -> None:
    if not lengths:
        raise ValueError("lengths must have a distribution for each player, got none")
    for length in lengths:
        for turns in (length.outcomes[0], length.outcomes[-1]):
            if not 1 <= turns <= MAX_TURNS:
                raise ValueError(f"lengths must be 1 to {MAX_TURNS:,} turns, got {turns}")
        if any(turns != int(turns) for turns in length.outcomes):
            raise ValueError("lengths must be whole numbers of turns")


def _first_probabilities(lengths: Sequence[Pmf]) -> Floats:
    """Return the probability that each seat is the first home in each of its own turns: float array (turns from 1, seats)."""
    turns = max(int(length.outcomes[-1]) for length in lengths)
    seats = np.arange(len(lengths))
    arrivals = {length: _arrivals(length, turns) for length in lengths}
    firsts = np.stack([arrivals[length] for length in lengths], axis=1)
    # the probability to need at least t turns, summed from the far end so that small probabilities keep their digits
    at_least = {length: np.cumsum(arrives[::-1])[::-1] for length, arrives in arrivals.items()}
    places = {length: np.flatnonzero([each == length for each in lengths]) for length in arrivals}
    # seats with the same distribution share one power
    for length, own in places.items():
        more = np.append(at_least[length][1:], 0.0)
        firsts = firsts * more[:, None] ** np.searchsorted(own, seats)
    for length, own in places.items():
        firsts = firsts * at_least[length][:, None] ** (len(own) - np.searchsorted(own, seats, side="right"))
    return firsts


def _arrivals(length: Pmf, turns: int) -> Floats:
    arrives = np.zeros(turns)
    arrives[np.array(length.outcomes, dtype=int) - 1] = length.probabilities
    return arrives
