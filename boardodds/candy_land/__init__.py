"""Candy Land: the length of a game, and the effect of each rule on it.

>>> from boardodds import candy_land
>>> round(candy_land.solve_reshuffled(candy_land.SCHEFFER).turns.mean, 6)
39.161087
"""

from boardodds.candy_land.comparison import SWITCHES, compare, switched
from boardodds.candy_land.luck import account
from boardodds.candy_land.rules import (
    BOX_136,
    BOX_2014,
    BOX_PEPPERMINT_PASS,
    CLASSIC,
    SCHEFFER,
    Rules,
    format_spaces,
    parse_spaces,
)
from boardodds.candy_land.simulation import Sample, simulate
from boardodds.candy_land.solver import ReshuffledOdds, solve_reshuffled
from boardodds.candy_land.state import HOME, State
from boardodds.candy_land.turns import Move, after, draw, play
from boardodds.probability.results import Comparison

__all__ = [
    "BOX_136",
    "BOX_2014",
    "BOX_PEPPERMINT_PASS",
    "CLASSIC",
    "HOME",
    "SCHEFFER",
    "SWITCHES",
    "Comparison",
    "Move",
    "ReshuffledOdds",
    "Rules",
    "Sample",
    "State",
    "account",
    "after",
    "compare",
    "draw",
    "format_spaces",
    "parse_spaces",
    "play",
    "simulate",
    "solve_reshuffled",
    "switched",
]


def __dir__() -> list[str]:
    return __all__
