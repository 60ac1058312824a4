"""The randomness of Perudo matches: dice and random numbers."""

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.arrays import Floats, Ints


class RandomDice:
    """Dice and random numbers from a random generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def first_seat(self, matches: int, players: int) -> Ints:
        """Return the seat, from 0, that opens the first round of each match: int array (matches,)."""
        return self._rng.integers(players, size=matches)

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        """Roll the dice of every player and return how many show each face: int array (n, players, sides).

        matches: int array (n,), the numbers of the matches.
        dice: int array (n, players), the number of dice of each player.
        """
        max_dice = int(dice.max(initial=0))
        faces = self._rng.integers(sides, size=(*dice.shape, max_dice), dtype=np.uint8)
        return _count_faces(faces, dice, sides)

    def uniform(self, matches: Ints) -> Floats:
        """Return uniform random numbers from 0 to 1: float array (n, 2).

        The first column decides whether to bluff, the second chooses the bid.

        matches: int array (n,), the numbers of the matches.
        """
        return self._rng.random((len(matches), 2))


class SharedNumbers(RandomDice):
    """The same random numbers for the same move of several versions of a round, so that their results differ by the moves alone.

    base: int array (matches,), the number of the match, from 0, of which each match is a version.
    """

    # Numbers are drawn for several moves at once.
    _MOVES = 64

    def __init__(self, rng: np.random.Generator, base: Ints) -> None:
        # The second of two generators, so that a seed gives the numbers that it always gave.
        super().__init__(rng.spawn(2)[1])
        self._base, self._move = base, np.zeros_like(base)
        self._numbers = np.zeros((int(base.max()) + 1, 0, 2))

    def uniform(self, matches: Ints) -> Floats:
        move = self._move[matches]
        self._move[matches] += 1
        while self._numbers.shape[1] <= move.max(initial=0):
            more = self._rng.random((len(self._numbers), self._MOVES, 2))
            self._numbers = np.concatenate([self._numbers, more], axis=1)
        return self._numbers[self._base[matches], move]


def _count_faces(faces: NDArray[np.uint8], dice: Ints, sides: int) -> Ints:
    """Return how many dice in play show each face: int array (n, players, sides).

    faces: array (n, players, dice), of which a player uses the first ``dice`` ones.
    dice: int array (n, players).
    """
    is_in_play = np.arange(faces.shape[2]) < dice[:, :, None]
    return np.stack([((faces == face) & is_in_play).sum(axis=2) for face in range(sides)], axis=2)
