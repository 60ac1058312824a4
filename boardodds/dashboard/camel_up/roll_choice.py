"""The odds after each possible next roll, drawn alike for the leg and for the race."""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from boardodds.camel_up import NextRaceRoll, NextRoll, Rules, camel_name
from boardodds.charts.camel_up import split_bars
from boardodds.charts.style import HAIR
from boardodds.dashboard.ui.data_tables import Rows, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import percent

# How the segments of bars are labelled, for the notes below charts.
SEGMENT_LABELS = "Percentages are rounded so that they add up to 100. Narrow pieces show only a letter, or nothing."
# How camels that don't stack are ordered on one square.
LAST_ARRIVAL = "Without stacking, the camel that arrives last on a square is ahead there."
RollT = TypeVar("RollT", NextRoll, NextRaceRoll)


def in_dice_order(rolls: Iterable[RollT], rules: Rules) -> list[RollT]:
    """Return the rolls in the order of the dice on the board, and of their numbers."""
    return sorted(rolls, key=lambda next_roll: rules.dice.index(next_roll.roll.die))


def exact_percent(chance: float) -> str:
    """Return an exact chance in percent, without decimals for an impossible and for a certain event.

    >>> exact_percent(0.0), exact_percent(0.0001), exact_percent(0.514), exact_percent(1.0)
    ('0%', 'less than 0.1%', '51.4%', '100%')
    """
    # The sum of many floats can be slightly off for an impossible or a certain event.
    return f"{round(chance):.0%}" if min(chance, abs(1 - chance)) < HAIR else percent(chance)


def show_next_rolls(
    subject: str, odds: Mapping[str, Mapping[str, float]], camels: str, rows: Rows, *, finding: str
) -> None:
    """Show a bar for now and one for each roll, and behind them their table.

    subject: "leg" or "race".
    odds: by the label of the bar, "now" first, the chance of each camel to win.
    camels: the camels in the order of their segments.
    rows: the rows of the table.
    finding: what the bars show.
    """
    chart(
        split_bars(odds, camels),
        key="next_roll_chart",
        alt=f"Each camel's chance of winning the {subject} now and after each possible next roll. {finding}.",
        finding=finding,
        method=f"Each camel's chance of winning the {subject}, in percent, now and after each possible next roll. A roll is "
        f"named by its camel and its number, such as {rows[0]['roll']}. {SEGMENT_LABELS}",
    )
    all_figures(lambda: table(rows, percent=["chance", *map(camel_name, camels)]), key="all_rolls")


def swing_text(subject: str, odds: Mapping[str, Mapping[str, float]]) -> str:
    """Return a sentence on the camel whose chance of winning depends most on the next roll.

    subject, odds: as for ``show_next_rolls``.

    >>> swing_text("leg", {"now": {"B": 0.5, "G": 0.5}, "B1": {"B": 0.75, "G": 0.25}, "G1": {"B": 0.25, "G": 0.75}})
    'The next roll matters most to blue: from 25.0% after G1 to 75.0% after B1'
    >>> swing_text("race", {"now": {"B": 0.0, "G": 1.0}, "B1": {"B": 0.0, "G": 1.0}})
    "The next roll changes no camel's chance of winning the race"
    """
    now, *rolls = odds

    def extremes(camel: str) -> tuple[str, str]:
        return max(rolls, key=lambda roll: odds[roll][camel]), min(rolls, key=lambda roll: odds[roll][camel])

    def swing(camel: str) -> float:
        best, worst = extremes(camel)
        return odds[best][camel] - odds[worst][camel]

    camel = max(odds[now], key=swing)
    if swing(camel) < HAIR:
        return f"The next roll changes no camel's chance of winning the {subject}"
    best, worst = extremes(camel)
    return (
        f"The next roll matters most to {camel_name(camel)}: from {exact_percent(odds[worst][camel])} after {worst} to "
        f"{exact_percent(odds[best][camel])} after {best}"
    )
