"""The Camel Up leg page: the chances of each camel in this leg, and the best action."""

import streamlit as st

from boardodds.camel_up import LegOdds, camel_name
from boardodds.charts.camel_up import place_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import leg_rows as tables
from boardodds.dashboard.camel_up import leg_views as views
from boardodds.dashboard.camel_up import solvers
from boardodds.dashboard.camel_up.action_rows import show_actions
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.page import camel_page
from boardodds.dashboard.ui import data_tables, page_parts
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.settings import one_of
from boardodds.dashboard.ui.table_store import setting

frame.guard()

FORMATS = ["percent", "fractions"]


def headline(odds: LegOdds) -> str:
    """Return the most likely winner with its chance, as one line."""
    favourite = odds.favourite
    if odds.outcomes == 1:
        second = odds.ranking[1]
        return f"The leg is over: {camel_name(favourite)} won it, and {camel_name(second)} came second"
    return (
        f"{camel_name(favourite).capitalize()} wins {percent(odds.probability(favourite))} of the time: "
        f"in {odds.count(favourite, 1):,} of {odds.outcomes:,} dice sequences"
    )


def answer(_setup: CamelSetup, odds: LegOdds) -> None:
    """Show the chance of each place for each camel as a chart and a table."""
    st.caption("Chance of each place at the end of the leg, in percent:")
    wins = [f"{camel_name(camel)} {percent(odds.probability(camel))}" for camel in odds.ranking]
    alt = f"Chance of each camel to win the leg: {', '.join(wins)}. The table below has all places."
    page_parts.chart(place_bars(odds), key="places_chart", alt=alt)
    number_format = page_parts.show_options("Show places as", FORMATS, **setting("show", FORMATS[0]))
    data_tables.table(tables.place_grid(odds, exact=number_format == "fractions"))
    data_tables.csv_button("Places as CSV", lambda: tables.places(odds), file_name="places.csv", key="places_csv")


camel_page(
    "Who wins this leg?",
    settings={**views.LINK, "show": one_of(FORMATS)},
    solve=lambda table: solvers.leg(table.position, table.rules),
    headline=headline,
    answer=answer,
    actions=show_actions,
    views={
        "Next roll": views.next_roll_view,
        "Tiles": views.tiles_view,
        "What if": views.what_if_view,
        "Published": views.published_view,
        "How": views.how_view,
    },
)
