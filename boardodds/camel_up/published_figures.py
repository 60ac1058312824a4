"""The published figures on Camel Up, each with our computation of it."""

from collections.abc import Iterator
from functools import lru_cache, partial
from urllib.parse import urlencode

from boardodds.camel_up.leg import LegOdds, solve_leg
from boardodds.camel_up.position import Position
from boardodds.camel_up.race import race_length
from boardodds.camel_up.rules import Rules, camel_name
from boardodds.camel_up.sources import CAMEL_CALCULATOR, LEGS, NUMBERED, SCENARIOS, SEQUENCES, PublishedOdds
from boardodds.camel_up.tally import check_work
from boardodds.entry.published_figure import PublishedFigure

_CALCULATOR, _MATH = "Camel Calculator", "Camel Up math (2015)"
_COUNTED_TOLERANCE = 0.0005
_SIMULATED_TOLERANCE = 0.01
# The source simulated 20,000 races, whose lengths have a standard deviation of about 0.8 legs. The tolerance is three standard
# errors of their mean, 0.017, and half a unit of the last printed digit, 0.005.
_LEGS_TOLERANCE = 0.022
_PLACE_WORDS = {1: "wins", 2: "comes second"}


@lru_cache(maxsize=32)
def _odds(position: Position, rules: Rules) -> LegOdds:
    return solve_leg(position, rules)


def _probability(row: PublishedOdds, camel: str, place: int) -> float:
    return _odds(row.position, row.rules).probability(camel, place)


def _tolerance(row: PublishedOdds) -> tuple[float, str]:
    """Return the largest difference between our chance and the printed one that counts as agreement, and its reason."""
    if not row.exact:
        return _SIMULATED_TOLERANCE, "simulated, printed to two places"
    if row.denominator:
        return 0.0, "counted, printed as a fraction"
    return _COUNTED_TOLERANCE, "counted, printed to three places"


def _leg_figures(row: PublishedOdds, source: str) -> Iterator[PublishedFigure]:
    """Yield the chances that the source printed; it only describes certain places in words."""
    tolerance, reason = _tolerance(row)
    settings = {"position": str(row.position)} | ({"edition": "numbered"} if row.rules == NUMBERED else {})
    link = f"camel_up_leg?{urlencode(settings)}"
    for place, chances in ((1, row.first), (2, row.second)):
        for camel, chance in chances.items():
            if chance == 1:
                continue
            name = f"Camel Up, {row.name}: {camel_name(camel)} {_PLACE_WORDS[place]}"
            compute = partial(_probability, row, camel, place)
            yield PublishedFigure(
                name, source, chance, compute, tolerance, reason, denominator=row.denominator, link=link
            )


def _sequence_count(dice: int) -> float:
    return check_work("BWOGYR"[:dice], dice, Rules(camels="BWOGYR"))


def _mean_legs(stacking: bool) -> float:
    return race_length(stacking=stacking).mean


PUBLISHED_FIGURES = (
    *(figure for row in CAMEL_CALCULATOR for figure in _leg_figures(row, _CALCULATOR)),
    *(
        PublishedFigure(
            f"Camel Up: dice sequences of {dice} dice",
            _CALCULATOR,
            count,
            partial(_sequence_count, dice),
            0.0,
            "counted",
        )
        for dice, count in SEQUENCES.items()
    ),
    *(figure for row in SCENARIOS for figure in _leg_figures(row, _MATH)),
    PublishedFigure(
        "Camel Up: legs of a race without stacking",
        _MATH,
        LEGS[False],
        partial(_mean_legs, False),
        0.005,
        "calculated, printed to two places",
        link="camel_up_length",
    ),
    PublishedFigure(
        "Camel Up: legs of a race with stacking",
        _MATH,
        LEGS[True],
        partial(_mean_legs, True),
        _LEGS_TOLERANCE,
        "20,000 simulated races: three standard errors, plus rounding",
        link="camel_up_length",
    ),
)
