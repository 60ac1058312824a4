"""Orchard and My First Orchard: the exact chance to win under each policy of filling the basket.

>>> from boardodds import orchard
>>> round(orchard.solve(orchard.ORCHARD, policy="random_type").win, 5)
0.73632
"""

from boardodds.orchard.luck import account
from boardodds.orchard.rolls import Endings
from boardodds.orchard.rules import (
    MY_FIRST_ORCHARD,
    MY_FIRST_ORCHARD_FIVE,
    ORCHARD,
    ORCHARD_NINE,
    POLICIES,
    Policy,
    Rules,
    State,
)
from boardodds.orchard.simulation import Sample, Turn, compare, play, simulate
from boardodds.orchard.solver import BasketChoice, Odds, best_basket, count_final_states, solve

__all__ = [
    "MY_FIRST_ORCHARD",
    "MY_FIRST_ORCHARD_FIVE",
    "ORCHARD",
    "ORCHARD_NINE",
    "POLICIES",
    "BasketChoice",
    "Endings",
    "Odds",
    "Policy",
    "Rules",
    "Sample",
    "State",
    "Turn",
    "account",
    "best_basket",
    "compare",
    "count_final_states",
    "play",
    "simulate",
    "solve",
]


def __dir__() -> list[str]:
    return __all__
