"""The randomness of Perudo matches: dice and bluffs, from a random generator or scripted by a test."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from boardodds.probability.arrays import Floats, Ints


class RandomSource(Protocol):
    """A source of dice and random numbers."""

    def first_seat(self, matches: int, players: int) -> Ints:
        """Return the seat, from 0, that opens the first round of each match: int array (matches,)."""

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        """Roll the dice of every player and return how many show each face: int array (n, players, sides).

        matches: int array (n,), the numbers of the matches.
        dice: int array (n, players), the number of dice of each player.
        """

    def uniform(self, size: int) -> Floats:
        """Return uniform random numbers from 0 to 1: float array (size, 2).

        The first column decides whether to bluff, the second chooses the bid.
        """


@dataclass(frozen=True, slots=True)
class RandomDice:
    """Dice and random numbers from a random generator."""

    rng: np.random.Generator

    def first_seat(self, matches: int, players: int) -> Ints:
        return self.rng.integers(players, size=matches)

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        max_dice = int(dice.max(initial=0))
        faces = self.rng.integers(sides, size=(*dice.shape, max_dice), dtype=np.uint8)
        is_in_play = np.arange(max_dice) < dice[:, :, None]
        return np.stack([((faces == face) & is_in_play).sum(axis=2) for face in range(sides)], axis=2)

    def uniform(self, size: int) -> Floats:
        return self.rng.random((size, 2))
