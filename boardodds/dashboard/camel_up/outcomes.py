"""The answers of the leg page and the race page: in one line, and as the outcomes that the hundred draws, one for each camel."""

from boardodds.camel_up import LegOdds, camel_name
from boardodds.charts.camel_up import FILL
from boardodds.charts.hundred import Outcome
from boardodds.charts.tokens import Tone
from boardodds.dashboard.camel_up.race_rows import Race, chance_text
from boardodds.dashboard.ui.page_text import percent
from boardodds.probability.estimate import Proportion, estimate_of


def camel_tone(camel: str) -> Tone:
    """Return the colour of a camel, the same on light and dark pages, as on the board."""
    return Tone(FILL[camel], FILL[camel])


def leg_winner(odds: LegOdds, wins: str = "wins") -> str:
    """Return the most likely winner of a leg with its chance, as one line.

    wins: the verb, with the leg as its object where the line stands alone.
    """
    favourite = odds.favourite
    if odds.outcomes == 1:
        second = odds.ranking[1]
        return f"The leg is over: {camel_name(favourite)} won it, and {camel_name(second)} came second"
    return f"{camel_name(favourite).capitalize()} {wins} {percent(odds.probability(favourite))} of the time"


def race_ends(race: Race) -> str:
    """Return the most likely winner and the most likely last camel of a race, as one line: in whole percents if simulated."""
    first = race.ranking[0]
    last = max(race.camels, key=lambda camel: estimate_of(race.last(camel)).value)
    wins, loses = (
        percent(chance.value, 0) if isinstance(chance, Proportion) else chance_text(chance)
        for chance in (race.win(first), race.last(last))
    )
    return (
        f"{camel_name(first).capitalize()} wins the race {wins} of the time, {camel_name(last)} finishes last {loses}"
    )


def leg_outcomes(odds: LegOdds) -> list[Outcome]:
    """Return each camel as the winner of the leg, the most likely first."""
    return [Outcome(camel_name(camel), odds.probability(camel), camel_tone(camel)) for camel in odds.ranking]


def race_outcomes(race: Race) -> list[Outcome]:
    """Return each camel as the winner of the race, the most likely first."""
    return [Outcome(camel_name(camel), estimate_of(race.win(camel)).value, camel_tone(camel)) for camel in race.ranking]
