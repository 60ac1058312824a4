"""The Camel Up race page: the chances of winning the race and of finishing last, and the legs left."""

import streamlit as st

from boardodds.camel_up import rolls_left
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import race_rows as tables
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.outcomes import race_ends, race_outcomes
from boardodds.dashboard.camel_up.page import camel_page
from boardodds.dashboard.camel_up.race_rows import Race
from boardodds.dashboard.camel_up.race_views import VIEWS, actions_view, choose_thoroughness
from boardodds.dashboard.ui.chance_grid import show_grid
from boardodds.dashboard.ui.data_tables import csv_button
from boardodds.dashboard.ui.hundred import show_hundred

frame.guard()


def hundred(race: Race) -> None:
    """Show the winners of a hundred races."""
    show_hundred(race_outcomes(race), key="race", games="races like this one")


def figures(setup: CamelSetup, race: Race) -> None:
    """Show the chances of each camel to win and to finish last, and the expected number of legs left."""
    st.caption(
        f"The pieces show how 100 races end on average, rounded ({tables.method_text(race)}; assumes no tiles in later legs)."
    )
    caption = "Each camel's chance of winning and of finishing last"
    show_grid(tables.end_grid(race), corner="camel", caption=caption)
    st.markdown(tables.legs_left_text(race, leg_is_over=not rolls_left(setup.position, setup.rules)))
    csv_button("Race odds", lambda: tables.ends(race))


camel_page(
    "Who wins the race?",
    settings={},
    solve=lambda setup, switches: solvers.race(
        setup.position, setup.rules, thorough=choose_thoroughness(setup, switches)
    ),
    headline=race_ends,
    hundred=hundred,
    figures=figures,
    actions=actions_view,
    views=VIEWS,
)
