"""A race of players who take turns: the winner and the length of the game, from the number of turns that each player needs.

The players must not influence each other, for example on a track where each moves only their own piece.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.probability.arrays import Floats
from boardodds.probability.pmf import Pmf

MAX_TURNS = 1_000_000


@dataclass(frozen=True, slots=True)
class FirstHome:
    """The odds of a race of players who take turns; the game ends when the first player is home.

    seat_wins: the probability that each seat wins, in the order of play.
    rounds: the distribution of the number of the winner's own turns.
    turns: the distribution of the number of turns of all players together.
    """

    seat_wins: tuple[float, ...]
    rounds: Pmf
    turns: Pmf


def first_home(lengths: Sequence[Pmf]) -> FirstHome:
    """Return the odds of a race from the distribution of the turns that each player needs alone.

    A seat wins in its own turn t if it needs t turns, every earlier seat needs more than t, and every later seat needs at least
    t. The players are independent, so these probabilities multiply.

    lengths: one distribution for each seat, in the order of play; outcomes are whole numbers of turns, 1 to 1,000,000.

    >>> coin = Pmf((1, 2), (0.5, 0.5))
    >>> first_home([coin, coin]).seat_wins
    (0.75, 0.25)
    >>> first_home([coin, coin]).turns
    Pmf(outcomes=(1, 2, 3), probabilities=(0.5, 0.25, 0.25))
    """
    _check_lengths(lengths)
    firsts = _first_probabilities(lengths)
    seats = firsts.sum(axis=0)
    # Normalised so that no probability exceeds 1 through rounding.
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
    """Return the probability that each seat is first home, in each of its own turns.

    The result is a float array (turns, seats); row 0 is turn 1.
    """
    turns = max(int(length.outcomes[-1]) for length in lengths)
    seats = np.arange(len(lengths))
    arrivals = {length: _arrivals(length, turns) for length in lengths}
    firsts = np.stack([arrivals[length] for length in lengths], axis=1)
    # The probability of needing at least t turns. Summing from the end keeps the digits of small probabilities.
    at_least = {length: np.cumsum(probabilities[::-1])[::-1] for length, probabilities in arrivals.items()}
    seats_by_length = {length: np.flatnonzero([other == length for other in lengths]) for length in arrivals}
    # Seats with the same distribution contribute equal factors, so one power covers them all.
    for length, same in seats_by_length.items():
        more_than = np.append(at_least[length][1:], 0.0)
        firsts = firsts * more_than[:, None] ** np.searchsorted(same, seats)
    for length, same in seats_by_length.items():
        firsts = firsts * at_least[length][:, None] ** (len(same) - np.searchsorted(same, seats, side="right"))
    return firsts


def _arrivals(length: Pmf, turns: int) -> Floats:
    """Return the probability of needing exactly 1, 2, ... turns: float array (turns,)."""
    probabilities = np.zeros(turns)
    probabilities[np.array(length.outcomes, dtype=int) - 1] = length.probabilities
    return probabilities
