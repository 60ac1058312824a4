"""The figures of the paper on Orchard, to compare with the computed ones.

Source: "Will we win the Orchard game?" (S. P. Marinček), Tables 1 and 2. Its policy "random" is ``random_type``, and its "smart"
is ``most_left``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import sqrt
from statistics import NormalDist
from urllib.parse import urlencode

from boardodds.entry.game import VISITORS, PublishedFigure
from boardodds.orchard.rules import (
    MOST_LEFT,
    MY_FIRST_ORCHARD,
    ORCHARD,
    PRINTED,
    PRINTED_LABELS,
    RANDOM_TYPE,
    Policy,
    Rules,
)
from boardodds.orchard.solver import Odds, count_final_states, solve

PAPER_GAMES = 100_000_000
PAPER_LEVEL = 0.99


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of the paper's tables.

    simulated: the proportion of games won, from Table 1; low, high: the ends of its 99% confidence interval.
    exact: the chance to win, from Table 2.
    """

    name: str
    rules: Rules
    policy: Policy
    simulated: float
    standard_error: float
    low: float
    high: float
    exact: float


TABLES = (
    PublishedRow(
        "My First Orchard, random", MY_FIRST_ORCHARD, RANDOM_TYPE, 0.73821, 0.00004, 0.73809, 0.73832, 0.73822
    ),
    PublishedRow("My First Orchard, smart", MY_FIRST_ORCHARD, MOST_LEFT, 0.76848, 0.00004, 0.76837, 0.76859, 0.7685),
    PublishedRow("Orchard, random", ORCHARD, RANDOM_TYPE, 0.73635, 0.00004, 0.73623, 0.73646, 0.73632),
    PublishedRow("Orchard, smart", ORCHARD, MOST_LEFT, 0.78188, 0.00004, 0.78177, 0.78198, 0.78193),
)


_KEYS = {label: key for key, label in PRINTED_LABELS.items()}
# The number of states in which a game can end.
FINAL_STATES = {"my_first_orchard": 630, "orchard": 14_650}


_PRINTED, _SIMULATED = "printed to five places", "simulated, half the width of its 99% interval"
_COMPUTED = "computed from a proportion, both printed to five places"
_SOURCE = "Will we win the Orchard game? (S. P. Marinček)"


def _win(row: PublishedRow) -> float:
    return solve(row.rules, policy=row.policy).win


def _standard_error(row: PublishedRow) -> float:
    """Return the standard error of the proportion of games won in a simulation as large as the paper's."""
    win = _win(row)
    return sqrt(win * (1 - win) / (PAPER_GAMES - 1))


def _interval_end(row: PublishedRow, side: int) -> float:
    """Return an end of the interval around the paper's proportion, -1 for the lower one and 1 for the upper one."""
    return row.simulated + side * NormalDist().inv_cdf((1 + PAPER_LEVEL) / 2) * _standard_error(row)


def _figure(
    row: PublishedRow, what: str, printed: float, compute: Callable[[], float], tolerance: float, reason: str
) -> PublishedFigure:
    game, _, _ = row.name.partition(", ")
    link = f"orchard?{urlencode({'game': _KEYS[game], 'policy': row.policy})}"
    return PublishedFigure(f"{row.name}, {what}", _SOURCE, printed, compute, tolerance, reason, link=link)


def _method(game: str) -> str:
    return f"orchard?{urlencode({'game': game, 'view': 'Method'})}"


def _visitors_figure(
    game: str, what: str, printed: float, compute: Callable[[Odds], float], tolerance: float, reason: str, why: str = ""
) -> PublishedFigure:
    """Return a figure of games with the fullest tree."""
    name = f"{PRINTED_LABELS[game]}, fullest tree: {what}"

    def ours() -> float:
        return compute(solve(PRINTED[game], policy=MOST_LEFT))

    return PublishedFigure(name, VISITORS, printed, ours, tolerance, reason, explained=why, link=_method(game))


def _final_states(game: str) -> PublishedFigure:
    name, ours = f"{PRINTED_LABELS[game]}: final states", partial(count_final_states, PRINTED[game])
    return PublishedFigure(name, _SOURCE, FINAL_STATES[game], ours, 0.0, "counted", link=_method(game))


PUBLISHED_FIGURES = (
    _visitors_figure(
        "orchard_nine",
        "games won",
        0.65155,
        lambda odds: odds.win,
        0.5e-5,
        f"exact, {_PRINTED}",
        "How 65.155% for Orchard was found is not known here.",
    ),
    _visitors_figure(
        "orchard_nine",
        "rolls",
        37.8,
        lambda odds: odds.rolls.mean,
        0.05,
        "simulated, printed to one place",
        "37.8 rolls for Orchard leave out those that change nothing.",
    ),
    _visitors_figure(
        "my_first_orchard_five", "games won", 0.632, lambda odds: odds.win, 1e-3, "simulated, a unit of its third place"
    ),
    *map(_final_states, FINAL_STATES),
    *(_figure(row, "Table 2", row.exact, partial(_win, row), 0.5e-5, f"exact, {_PRINTED}") for row in TABLES),
    *(
        _figure(row, "Table 1", row.simulated, partial(_win, row), (row.high - row.low) / 2, _SIMULATED)
        for row in TABLES
    ),
    *(
        _figure(row, "Table 1: standard error", row.standard_error, partial(_standard_error, row), 0.5e-5, _PRINTED)
        for row in TABLES
    ),
    *(
        _figure(
            row, f"Table 1: {name} end of the 99% interval", end, partial(_interval_end, row, side), 1e-5, _COMPUTED
        )
        for row in TABLES
        for name, end, side in (("lower", row.low, -1), ("upper", row.high, 1))
    ),
)
