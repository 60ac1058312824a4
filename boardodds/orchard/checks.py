"""The printed figures on Orchard."""

from functools import partial

from boardodds.checks import Check
from boardodds.orchard.published import TABLES, Published
from boardodds.orchard.solve import solve

_SOURCE = "Will we win the Orchard game? (S. P. Marinček)"


def _win(row: Published) -> float:
    return solve(row.rules, row.policy).win


CHECKS = (
    *(
        Check(f"{row.name}, Table 2", _SOURCE, row.exact, partial(_win, row), 0.5e-5, "exact, printed to five places")
        for row in TABLES
    ),
    *(
        Check(
            f"{row.name}, Table 1",
            _SOURCE,
            row.simulated,
            partial(_win, row),
            (row.high - row.low) / 2,
            "simulated, half its 99% interval",
        )
        for row in TABLES
    ),
)
