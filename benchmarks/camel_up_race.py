"""The race solver compared with simulation to the same precision.

A simulation never reaches an exact answer. Its time is measured on a small sample of plain Python races and scaled up to the
number of races with a standard error of 0.00005, half a unit of the fourth decimal of published race odds.
"""

import random

from boardodds.camel_up import Rules
from boardodds.camel_up.race_solver import build_table
from tests.oracles.camel_up_race import dice_race

STANDARD_ERROR = 0.00005


def play_plain_races(races: int) -> None:
    rng = random.Random(1)
    for _ in range(races):
        dice_race([""] * 9 + ["BWOG", "Y"], 16, rng)


def build_five_camel_table() -> object:
    return build_table(5, Rules(), ranks=True)
