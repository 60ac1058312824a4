"""What the paper printed, to be set beside what is computed here.

Source: "Will we win the Orchard game?" (S. P. Marinček), Tables 1 and 2. Its "random" is ``random_type``, its "smart" is
``most_left``.
"""

from dataclasses import dataclass
from math import sqrt

from boardodds.orchard.rules import MY_FIRST_ORCHARD, ORCHARD, Rules
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE

PAPER_GAMES = 100_000_000
PAPER_LEVEL = 0.99


@dataclass(frozen=True, slots=True)
class Published:
    """One row of the paper: Table 1's simulated share with its standard error and 99% interval, Table 2's exact chance."""

    name: str
    rules: Rules
    policy: str
    simulated: float
    standard_error: float
    low: float
    high: float
    exact: float


TABLES = (
    Published("My First Orchard, random", MY_FIRST_ORCHARD, RANDOM_TYPE, 0.73821, 0.00004, 0.73809, 0.73832, 0.73822),
    Published("My First Orchard, smart", MY_FIRST_ORCHARD, MOST_LEFT, 0.76848, 0.00004, 0.76837, 0.76859, 0.7685),
    Published("Orchard, random", ORCHARD, RANDOM_TYPE, 0.73635, 0.00004, 0.73623, 0.73646, 0.73632),
    Published("Orchard, smart", ORCHARD, MOST_LEFT, 0.78188, 0.00004, 0.78177, 0.78198, 0.78193),
)


def standard_error(win: float) -> float:
    """The standard error of the share of games won among as many as the paper played, for a chance to win."""
    return sqrt(win * (1 - win) / (PAPER_GAMES - 1))


# states in which a game may end
FINAL_STATES = {"My First Orchard": (MY_FIRST_ORCHARD, 630), "Orchard": (ORCHARD, 14_650)}
