"""The printed figures on Candy Land."""

from functools import partial

from boardodds.candy_land.compare import AS_IT_IS, NO_SPECIALS, switched
from boardodds.candy_land.published import TABLE
from boardodds.candy_land.rules import CLASSIC
from boardodds.candy_land.simulate import simulate
from boardodds.checks import Check

_GAMES = 200_000
# three standard errors of 10,000 games whose lengths spread by some 25 turns, and 10 without specials
_TOLERANCE, _WITHOUT_SPECIALS = 0.75, 0.3


def _mean(name: str) -> float:
    rules = CLASSIC if name == AS_IT_IS else switched(CLASSIC, [name])
    return simulate(rules, games=_GAMES).turns.mean


CHECKS = tuple(
    Check(
        f"Candy Land, {row.name}: mean turns",
        "Adventures in Candy Land (Chris Clark, 2021)",
        row.mean,
        partial(_mean, row.name),
        _WITHOUT_SPECIALS if row.name == NO_SPECIALS else _TOLERANCE,
        "simulated, three of its standard errors",
        slow=True,
    )
    for row in TABLE
)
