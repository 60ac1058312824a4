"""The figures of the paper, to compare with the computed ones.

Source: "Will we win the Orchard game?" (S. P. Marinček), Tables 1 and 2. Its policy "random" is ``random_type``, and its "smart"
is ``most_left``.
"""

from dataclasses import dataclass
from math import sqrt

from boardodds.orchard.rules import MY_FIRST_ORCHARD, ORCHARD, Rules
from boardodds.orchard.solve import MOST_LEFT, RANDOM_TYPE

PAPER_GAMES = 100_000_000
PAPER_LEVEL = 0.99


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of the paper's tables.

    simulated: the proportion of games won, from Table 1.
    standard_error: the standard error of that proportion.
    low, high: the ends of its 99% confidence interval.
    exact: the chance to win, from Table 2.
    """

    name: str
    rules: Rules
    policy: str
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


def standard_error(win: float) -> float:
    """Return the standard error of the proportion of games won in a simulation as large as the paper's.

    win: the chance to win.
    """
    return sqrt(win * (1 - win) / (PAPER_GAMES - 1))


# The number of states in which a game can end.
FINAL_STATES = {"My First Orchard": (MY_FIRST_ORCHARD, 630), "Orchard": (ORCHARD, 14_650)}
