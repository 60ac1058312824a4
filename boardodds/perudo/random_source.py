"""The randomness of Perudo matches: dice and bluffs, from a random generator or scripted by a test."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.rules import Rules
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

    def uniform(self, matches: Ints) -> Floats:
        """Return uniform random numbers from 0 to 1: float array (n, 2).

        The first column decides whether to bluff, the second chooses the bid.

        matches: int array (n,), the numbers of the matches.
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
        return _count_faces(faces, dice, sides)

    def uniform(self, matches: Ints) -> Floats:
        return self.rng.random((len(matches), 2))


class SharedDice:
    """The same dice and random numbers for several versions of a match, so that their results differ by the moves alone.

    All versions roll the same dice in the same round after the position, and use the same random numbers for the same move.

    base: int array (matches,), the number of the match, from 0, of which each match is a version.
    """

    # Dice and numbers are drawn for several rounds and moves at once.
    _ROUNDS, _MOVES = 16, 64

    def __init__(self, rng: np.random.Generator, base: Ints, players: int, rules: Rules) -> None:
        # The dice and the numbers have their own generators, because matches take the next block of them at different times.
        self._dice_rng, self._number_rng = rng.spawn(2)
        self._base = base
        self._matches = int(base.max()) + 1
        self._dice_shape = (self._matches, self._ROUNDS, players, rules.starting_dice)
        self._dice_blocks: list[NDArray[np.uint8]] = []
        self._number_blocks: list[Floats] = []
        self._round, self._move = np.zeros_like(base), np.zeros_like(base)

    def first_seat(self, matches: int, players: int) -> Ints:
        seats: Ints = self._dice_rng.integers(players, size=self._matches)[self._base]
        return seats

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        round_ = self._round[matches]
        self._round[matches] += 1
        while len(self._dice_blocks) * self._ROUNDS <= round_.max(initial=0):
            self._dice_blocks.append(self._dice_rng.integers(sides, size=self._dice_shape, dtype=np.uint8))
        faces = _from_blocks(self._dice_blocks, self._base[matches], round_)
        return _count_faces(faces, dice, sides)

    def uniform(self, matches: Ints) -> Floats:
        move = self._move[matches]
        self._move[matches] += 1
        while len(self._number_blocks) * self._MOVES <= move.max(initial=0):
            self._number_blocks.append(self._number_rng.random((self._matches, self._MOVES, 2)))
        return _from_blocks(self._number_blocks, self._base[matches], move)


def _from_blocks(blocks: list[NDArray[Any]], match: Ints, step: Ints) -> NDArray[Any]:
    """Return the entries of each match at a step.

    blocks: arrays (matches, steps, ...), each with the steps that follow those of the block before.
    """
    size = blocks[0].shape[1]
    result = np.empty((len(match), *blocks[0].shape[2:]), dtype=blocks[0].dtype)
    for number, block in enumerate(blocks):
        rows = np.flatnonzero(step // size == number)
        result[rows] = block[match[rows], step[rows] % size]
    return result


def _count_faces(faces: NDArray[np.uint8], dice: Ints, sides: int) -> Ints:
    """Return how many dice in play show each face: int array (n, players, sides).

    faces: array (n, players, dice), of which a player uses the first ``dice`` ones.
    dice: int array (n, players).
    """
    is_in_play = np.arange(faces.shape[2]) < dice[:, :, None]
    return np.stack([((faces == face) & is_in_play).sum(axis=2) for face in range(sides)], axis=2)
