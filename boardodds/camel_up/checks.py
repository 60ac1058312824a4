"""The printed figures on Camel Up."""

from functools import partial

from boardodds.camel_up.leg import solve_leg
from boardodds.camel_up.published import CAMEL_CALCULATOR, SCENARIOS, Published
from boardodds.camel_up.rules import camel_name
from boardodds.checks import Check

_PLACES = 0.0005
_SIMULATED = 0.01


def _win(row: Published, camel: str) -> float:
    return solve_leg(row.position, row.rules).probability(camel, place=1)


def _checks(row: Published, source: str) -> list[Check]:
    tolerance = _PLACES if row.exact else _SIMULATED
    reason = "counted, printed to three places or as a fraction" if row.exact else "simulated, printed to two places"
    return [
        Check(
            f"Camel Up, {row.name}: {camel_name(camel)} wins",
            source,
            share,
            partial(_win, row, camel),
            tolerance,
            reason,
        )
        for camel, share in row.first.items()
    ]


CHECKS = (
    *(check for row in CAMEL_CALCULATOR for check in _checks(row, "Camel Calculator")),
    *(check for row in SCENARIOS for check in _checks(row, "Camel Up math (2015)")),
)
