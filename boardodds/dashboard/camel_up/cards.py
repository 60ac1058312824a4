"""The home page's cards of Camel Up."""

from boardodds.camel_up import FIRST_EDITION, Position, camel_name
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.charts import svg
from boardodds.charts.camel_up import FILL
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.length import POST_COURSE, with_stacking, without_stacking
from boardodds.dashboard.camel_up.race_rows import chance_text, pmf_of
from boardodds.dashboard.ui.card import Card, bar_card
from boardodds.dashboard.ui.page_text import percent
from boardodds.probability.estimate import estimate_of

RACE_LINK = {"position": "9:BWOG 10:Y"}
MIDWAY = Position.parse(RACE_LINK["position"])


def leg_card() -> Card:
    """Return the card of the leg: the first post's position, its favourite, and the chances of the camel in front."""
    odds = solvers.leg(CAMEL_CALCULATOR[0].position, CAMEL_CALCULATOR[0].rules)
    favourite, leader = odds.favourite, CAMEL_CALCULATOR[0].position.stacks[-1][1][-1]
    return bar_card(
        f"Four camels in a stack, {camel_name(leader)} alone in front: **{camel_name(favourite)} wins the leg "
        f"{percent(odds.probability(favourite))}** of the time. The leader comes last more often than it wins: "
        f"{percent(odds.probability(leader, len(odds.camels)))} against {percent(odds.probability(leader))}.",
        {camel_name(camel): (odds.probability(camel), FILL[camel]) for camel in odds.ranking},
    )


def race_card() -> Card:
    """Return the card of the race from half way: its favourite and its leader."""
    race = solvers.race(MIDWAY, FIRST_EDITION)
    first, leader = race.ranking[0], MIDWAY.stacks[-1][1][-1]
    return bar_card(
        f"The same stack halfway round: **{camel_name(first)} wins the race {chance_text(race.win(first))}** of the time. "
        f"The leader, {camel_name(leader)}, is the least likely to win.",
        {camel_name(camel): (estimate_of(race.win(camel)).value, FILL[camel]) for camel in race.ranking},
    )


def length_card() -> Card:
    """Return the card of the race's length, with and without stacking."""
    pmf, unstacked = pmf_of(with_stacking(POST_COURSE)), without_stacking(POST_COURSE)
    shown = [legs for legs in range(1, 13) if pmf.probability(legs) > 0]
    return Card(
        f"{POST_COURSE.camels} camels, {POST_COURSE.squares} squares: **{pmf.mean:.2f} legs** on average, or "
        f"{unstacked.mean:.2f} if camels don't carry each other. About once in {1 / pmf.probability(1):,.0f} races, a single leg "
        "is enough.",
        svg.columns([pmf.probability(legs) for legs in shown], f"{shown[0]} leg", f"{shown[-1]} legs"),
        "Chance of each number of legs: " + ", ".join(f"{legs}: {percent(pmf.probability(legs))}" for legs in shown),
    )
