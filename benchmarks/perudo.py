"""Perudo compared with plain Python.

The plain match is the one of the tests: one table, dice in tuples, and every chance calculated in fractions when it is needed.
"""

import random

from boardodds.perudo import NAIVE, STANDARD
from tests.oracles.perudo_match import play

SIX = (NAIVE,) * 6


def play_plain_match(seed: int) -> object:
    rng = random.Random(seed)

    def roll(_number: int, dice: list[int]) -> list[tuple[int, ...]]:
        return [tuple(rng.randint(1, 6) for _ in range(count)) for count in dice]

    return play(SIX, STANDARD, 0, roll, (1, 0))
