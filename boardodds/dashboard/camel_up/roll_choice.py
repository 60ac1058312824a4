"""The odds after each possible next roll, drawn alike for the leg and for the race."""

from collections.abc import Mapping

import streamlit as st

from boardodds.camel_up import camel_name
from boardodds.charts.camel_up import split_bars
from boardodds.dashboard.ui.data_tables import Rows, csv_button, table
from boardodds.dashboard.ui.page_parts import chart


def show_next_rolls(subject: str, odds: Mapping[str, Mapping[str, float]], camels: str, rows: Rows) -> None:
    """Show a bar for now and one for each roll, with a table and its download.

    subject: "leg" or "race".
    odds: by the label of the bar, "now" first, the chance of each camel to win.
    camels: the camels in the order of their segments.
    rows: the rows of the table.
    """
    st.caption(
        f"Chance of each camel to win the {subject}, in percent, now and after each possible next roll. A roll is named by its "
        f"camel and its number, such as {rows[0]['roll']}."
    )
    chart(
        split_bars(odds, camels),
        key="next_roll_chart",
        alt=f"Chance of each camel to win the {subject} now and after each possible next roll. The table below has the figures.",
    )
    table(rows, percent=["chance", *(camel_name(camel) for camel in camels)])
    csv_button("Next rolls as CSV", lambda: rows, file_name="next_rolls.csv", key="rolls_csv")
