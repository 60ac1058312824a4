"""The printed figures on Camel Up."""

from collections.abc import Iterator
from functools import lru_cache, partial

from boardodds.camel_up.leg import LegOdds, solve_leg
from boardodds.camel_up.position import Position
from boardodds.camel_up.race import race_length
from boardodds.camel_up.rules import Rules, camel_name
from boardodds.camel_up.sources import CAMEL_CALCULATOR, LEGS, SCENARIOS, SEQUENCES, Published
from boardodds.camel_up.tally import check_work
from boardodds.teaching.published_figure import PublishedFigure

_CALCULATOR, _MATH = "Camel Calculator", "Camel Up math (2015)"
_PLACES = 0.0005
_SIMULATED = 0.01
# of 20,000 races, whose legs spread by some 0.8: three standard errors, and half of the last place
_LEGS = 0.022
_PLACE_WORDS = {1: "wins", 2: "comes second"}


@lru_cache(maxsize=32)
def _odds(position: Position, rules: Rules) -> LegOdds:
    return solve_leg(position, rules)


def _share(row: Published, camel: str, place: int) -> float:
    return _odds(row.position, row.rules).probability(camel, place)


def _rounding(row: Published) -> tuple[float, str]:
    """How far ours may lie from a share that was printed so, and why."""
    if not row.exact:
        return _SIMULATED, "simulated, printed to two places"
    if row.over:
        return 0.0, "counted, printed as a fraction"
    return _PLACES, "counted, to three places or sure"


def _checks(row: Published, source: str) -> Iterator[PublishedFigure]:
    tolerance, reason = _rounding(row)
    for place, shares in ((1, row.first), (2, row.second)):
        for camel, share in shares.items():
            name = f"Camel Up, {row.name}: {camel_name(camel)} {_PLACE_WORDS[place]}"
            yield PublishedFigure(
                name, source, share, partial(_share, row, camel, place), tolerance, reason, over=row.over
            )


def _sequences(dice: int) -> float:
    return check_work("BWOGYR"[:dice], dice, Rules(camels="BWOGYR"))


def _legs(stacking: bool) -> float:
    return race_length(stacking=stacking).mean


PUBLISHED_FIGURES = (
    *(check for row in CAMEL_CALCULATOR for check in _checks(row, _CALCULATOR)),
    *(
        PublishedFigure(
            f"Camel Up: dice sequences of {dice} dice", _CALCULATOR, count, partial(_sequences, dice), 0.5, "counted"
        )
        for dice, count in SEQUENCES.items()
    ),
    *(check for row in SCENARIOS for check in _checks(row, _MATH)),
    PublishedFigure(
        "Camel Up: legs of a race without stacking",
        _MATH,
        LEGS[False],
        partial(_legs, False),
        0.005,
        "worked out, printed to two places",
    ),
    PublishedFigure(
        "Camel Up: legs of a race with stacking",
        _MATH,
        LEGS[True],
        partial(_legs, True),
        _LEGS,
        "20,000 simulated races, three of their standard errors",
    ),
)
