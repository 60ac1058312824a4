"""The odds after each possible next roll, drawn alike for the leg and for the race."""

from collections.abc import Mapping

from boardodds.camel_up import camel_name
from boardodds.charts.camel_up import split_bars
from boardodds.charts.style import HAIR
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import all_figures, chart
from boardodds.dashboard.ui.page_text import percent


def show_next_rolls(
    subject: str, odds: Mapping[str, Mapping[str, float]], camels: str, rows: Rows, *, finding: str
) -> None:
    """Show a bar for now and one for each roll, and behind them their table and its download.

    subject: "leg" or "race".
    odds: by the label of the bar, "now" first, the chance of each camel to win.
    camels: the camels in the order of their segments.
    rows: the rows of the table.
    finding: what the bars show.
    """
    chart(
        split_bars(odds, camels),
        key="next_roll_chart",
        alt=f"Chance of each camel to win the {subject} now and after each possible next roll. {finding}",
        finding=finding,
        method=f"Chance of each camel to win the {subject}, in percent, now and after each possible next roll. A roll is named "
        f"by its camel and its number, such as {rows[0]['roll']}.",
    )

    def figures() -> None:
        table(rows, percent=["chance", *(camel_name(camel) for camel in camels)])
        csv_button("Next rolls as CSV", lambda: rows, file_name="next_rolls.csv", key="rolls_csv")

    all_figures(figures, key="all_rolls")


def swing_text(subject: str, odds: Mapping[str, Mapping[str, float]]) -> str:
    """Return a sentence on the camel whose chance of winning depends most on the next roll.

    subject, odds: as for ``show_next_rolls``.

    >>> swing_text("leg", {"now": {"B": 0.5, "G": 0.5}, "B1": {"B": 0.75, "G": 0.25}, "G1": {"B": 0.25, "G": 0.75}})
    'The next roll matters most to blue: 75.0% to win the leg after B1, 25.0% after G1, 50.0% now'
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
        f"The next roll matters most to {camel_name(camel)}: {percent(odds[best][camel])} to win the {subject} after {best}, "
        f"{percent(odds[worst][camel])} after {worst}, {percent(odds[now][camel])} now"
    )
