"""The figures that two blog posts on Camel Up printed, each with our computation of it.

Sources: "Camel Calculator" (exact, all dice sequences listed) and "Camel Up math" (2015, simulated, camels named 0, 1, 2, ...).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import sqrt
from urllib.parse import urlencode

from boardodds.camel_up.leg import solve_leg
from boardodds.camel_up.length import race_length
from boardodds.camel_up.moves import check_work
from boardodds.camel_up.position import Position
from boardodds.camel_up.rules import FIRST_EDITION, Rules, camel_name
from boardodds.entry.game import PublishedFigure

NUMBERED = replace(FIRST_EDITION, camels="012345")


_CALCULATOR, _MATH = "Camel Calculator", "Camel Up math (2015)"
# The source simulated 20,000 races. How many legs it simulated is unknown; the same number is assumed.
_SIMULATED = 20_000
# The largest standard deviation of whether a camel has a place, and that of the number of legs of a race.
_LEG_DEVIATION, _RACE_DEVIATION = 0.5, 0.8


def _tolerance_of_mean(deviation: float) -> float:
    """Return three standard errors of a simulated mean, and half of the last of two printed places."""
    return 3 * deviation / sqrt(_SIMULATED) + 0.005


@dataclass(frozen=True, slots=True)
class PublishedOdds:
    """A position with the chances that a source printed for it.

    first, second: the chance of first and of second place, by camel.
    tolerance, reason: the largest difference that counts as agreement, and why.
    denominator: the denominator of the chances if the source printed fractions, None otherwise.
    """

    name: str
    position: Position
    rules: Rules
    first: Mapping[str, float]
    second: Mapping[str, float]
    source: str
    tolerance: float
    reason: str
    denominator: int | None = None

    def figures(self) -> Iterator[PublishedFigure]:
        """Yield the chances that the source printed; it only describes certain places in words."""
        settings = {"position": str(self.position)} | ({"edition": "numbered"} if self.rules == NUMBERED else {})
        for place, words, chances in ((1, "wins", self.first), (2, "comes second", self.second)):
            for camel, chance in chances.items():
                if chance < 1:
                    yield PublishedFigure(
                        f"Camel Up, {self.name}: {camel_name(camel)} {words}",
                        self.source,
                        chance,
                        partial(self._probability, camel, place),
                        self.tolerance,
                        self.reason,
                        denominator=self.denominator,
                        link=f"camel_up_leg?{urlencode(settings)}",
                    )

    def _probability(self, camel: str, place: int) -> float:
        return _odds(self.position, self.rules).probability(camel, place)


_odds = lru_cache(maxsize=32)(solve_leg)


def _exact_odds(
    name: str, dice: str, first: Mapping[str, float], second: Mapping[str, float], denominator: int | None = None
) -> PublishedOdds:
    position = Position.parse(f"1:BWOG 2:Y dice={dice}")
    agreement = (0.0, "counted, printed as a fraction") if denominator else (0.0005, "counted, printed to three places")
    return PublishedOdds(name, position, FIRST_EDITION, first, second, _CALCULATOR, *agreement, denominator)


def _simulated_odds(name: str, text: str, *percents: str) -> PublishedOdds:
    first, second = (
        {camel: int(percent) / 100 for camel, percent in zip(NUMBERED.camels, each.split(), strict=False)}
        for each in percents
    )
    reason = f"{_SIMULATED:,} simulated legs assumed: three standard errors, plus rounding"
    tolerance = _tolerance_of_mean(_LEG_DEVIATION)
    return PublishedOdds(name, Position.parse(text), NUMBERED, first, second, _MATH, tolerance, reason)


CAMEL_CALCULATOR = (
    _exact_odds(
        "Four in a stack, all five dice",
        "BWOGY",
        {"O": 0.257, "G": 0.344, "B": 0.103, "W": 0.207, "Y": 0.089},
        {"O": 0.28, "G": 0.239, "B": 0.116, "W": 0.195, "Y": 0.17},
    ),
    _exact_odds("Orange and blue left", "OB", {"G": 12 / 18, "W": 6 / 18}, {"O": 12 / 18, "B": 6 / 18}, denominator=18),
    _exact_odds("Only yellow left", "Y", {"Y": 1.0}, {"G": 1.0}),
    _exact_odds("Only orange left", "O", {"G": 1.0}, {"O": 1.0}),
)

# Percent of first and of second places, by camel.
SCENARIOS = (
    _simulated_odds("Two in a stack", "1:01", "33 67", "67 33"),
    _simulated_odds("One square apart", "1:0 2:1", "39 61", "61 39"),
    _simulated_odds("Two in a stack, one ahead", "1:01 2:2", "21 49 30", "32 25 43"),
    _simulated_odds("Two in a stack, one two ahead", "1:01 3:2", "13 39 48", "30 30 40"),
    _simulated_odds("Three in a stack, one ahead", "1:012 2:3", "13 28 43 16", "18 30 24 28"),
    _simulated_odds("Three in a stack, one two ahead", "1:012 3:3", "10 24 38 28", "15 26 24 35"),
    _simulated_odds("A stack of two and two single", "1:01 2:2 3:3", "13 37 18 32", "19 22 27 32"),
    _simulated_odds("Two stacks of two and a leader", "1:01 2:23 3:4", "12 29 13 30 16", "13 19 19 24 25"),
    _simulated_odds("A stack of three and two single", "1:012 2:3 3:4", "12 24 35 11 18", "12 23 21 18 26"),
)
# The number of sequences of a leg, by the number of its dice, from "Camel Calculator".
SEQUENCES = {3: 162, 4: 1944, 5: 29_160, 6: 524_880}
# The mean number of legs of a race, by whether camels stack, from "Camel Up math": with stacking from 20,000 simulated races.
LEGS = {True: 4.73, False: 6.53}
# The seconds of its three approaches to the mean without stacking, by the camels, the squares and the numbers on a die.
SECONDS = {
    (5, 16, (1, 2, 3)): ("1.5", "4.6", "0.0"),
    (100, 16, (1, 2, 3)): ("28.2", "out of memory", "0.0"),
    (5, 50, (1, 2, 3)): ("6.1", "598.9", "0.0"),
}


def _sequence_count(dice: int) -> float:
    return check_work("BWOGYR"[:dice], dice, Rules(camels="BWOGYR"))


def _legs_figure(words: str, stacking: bool, tolerance: float, reason: str) -> PublishedFigure:
    name = f"Camel Up: legs of a race {words} stacking"

    def compute() -> float:
        return race_length(stacking=stacking).mean

    return PublishedFigure(name, _MATH, LEGS[stacking], compute, tolerance, reason, link="camel_up_length")


PUBLISHED_FIGURES = (
    *(figure for row in CAMEL_CALCULATOR for figure in row.figures()),
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
    *(figure for row in SCENARIOS for figure in row.figures()),
    _legs_figure("without", False, 0.005, "calculated, printed to two places"),
    _legs_figure(
        "with",
        True,
        _tolerance_of_mean(_RACE_DEVIATION),
        f"{_SIMULATED:,} simulated races: three standard errors, plus rounding",
    ),
)
