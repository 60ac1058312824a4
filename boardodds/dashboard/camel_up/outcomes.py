"""The outcomes of a leg and of a race, as the hundred draws them: one for each camel."""

from boardodds.camel_up import LegOdds, RaceOdds, RaceSample, camel_name
from boardodds.charts.camel_up import FILL
from boardodds.charts.hundred import Outcome
from boardodds.charts.tokens import Tone
from boardodds.probability.estimate import estimate_of


def camel_tone(camel: str) -> Tone:
    """Return the colour of a camel, the same on light and dark pages, as on the board."""
    return Tone(FILL[camel], FILL[camel])


def leg_outcomes(odds: LegOdds) -> list[Outcome]:
    """Return each camel as the winner of the leg, the most likely first."""
    return [Outcome(camel_name(camel), odds.probability(camel), camel_tone(camel)) for camel in odds.ranking]


def race_outcomes(race: RaceOdds | RaceSample) -> list[Outcome]:
    """Return each camel as the winner of the race, the most likely first."""
    return [Outcome(camel_name(camel), estimate_of(race.win(camel)).value, camel_tone(camel)) for camel in race.ranking]
