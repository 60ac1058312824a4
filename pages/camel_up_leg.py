"""The Camel Up leg page: the chances of each camel in this leg, and the best action."""

import streamlit as st

from boardodds.camel_up import LegOdds
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import leg_views as views
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.action_rows import show_actions
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.outcomes import leg_outcomes, leg_winner
from boardodds.dashboard.camel_up.page import camel_page
from boardodds.dashboard.ui import page_parts
from boardodds.dashboard.ui.chance_grid import show_grid
from boardodds.dashboard.ui.data_tables import csv_button
from boardodds.dashboard.ui.hundred import show_hundred
from boardodds.dashboard.ui.table_store import setting

frame.guard()


def hundred(odds: LegOdds) -> None:
    """Show the winners of a hundred legs."""
    show_hundred(leg_outcomes(odds), key="leg", games="legs like this one")


def figures(_setup: CamelSetup, odds: LegOdds) -> None:
    """Show the chance of each place for each camel."""
    is_over = odds.outcomes == 1
    method = "no dice are left to roll" if is_over else f"chances are counted from all {odds.outcomes:,} dice sequences"
    st.caption(f"The pieces show how 100 legs end on average, rounded; {method}.")
    # The grid follows the choice that is drawn below it.
    grid = st.container()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        number_format = page_parts.show_options("Show places as", views.FORMATS, **setting("show", views.FORMATS[0]))
        csv_button("Places", lambda: tables.places(odds))
    with grid:
        rows = tables.place_grid(odds, exact=number_format == "fractions")
        show_grid(rows, corner="camel", caption="Chance of each place at the end of the leg")


camel_page(
    "Who wins this leg?",
    settings=views.LINK,
    solve=lambda setup, _switches: solvers.leg(setup.position, setup.rules),
    headline=leg_winner,
    hundred=hundred,
    figures=figures,
    actions=show_actions,
    views={
        "Next roll": views.next_roll_view,
        "Tiles": views.tiles_view,
        "What if": views.what_if_view,
        "How": views.how_view,
    },
)
