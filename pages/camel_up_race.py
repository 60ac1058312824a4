"""The Camel Up race page: the chances of winning the race and of finishing last, and the legs left."""

import streamlit as st

from boardodds.camel_up import RaceSample, camel_name, rolls_left
from boardodds.charts.camel_up import end_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import race_bets, solvers
from boardodds.dashboard.camel_up import race_rows as tables
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.page import camel_page
from boardodds.dashboard.camel_up.race_rows import Race
from boardodds.dashboard.camel_up.race_views import VIEWS, actions_view, choose_thoroughness
from boardodds.dashboard.ui import data_tables, page_parts
from boardodds.dashboard.ui.settings import switch
from boardodds.probability.estimate import estimate_of

frame.guard()


def headline(race: Race) -> str:
    """Return the most likely winner and the most likely last camel with their chances, as one line."""
    first = race.ranking[0]
    last = max(race.camels, key=lambda camel: estimate_of(race.last(camel)).value)
    return (
        f"{camel_name(first).capitalize()} wins the race {tables.chance_text(race.win(first))} of the time, "
        f"{camel_name(last)} finishes last {tables.chance_text(race.last(last))}"
    )


def answer(setup: CamelSetup, race: Race) -> None:
    """Show the chances of each camel as a chart and a table, and the expected number of legs left."""
    method = f"{race.games:,} simulated races" if isinstance(race, RaceSample) else "exact"
    st.caption(
        f"Chance of each camel to win the race and to finish last, in percent ({method}; assumes no tiles in later legs)"
    )
    chances = [
        f"{camel_name(camel)} {tables.chance_text(race.win(camel))} and {tables.chance_text(race.last(camel))}"
        for camel in race.ranking
    ]
    alt = "Chance of each camel to win the race and to finish last: " + ", ".join(chances)
    page_parts.chart(end_bars(race), key="ends_chart", alt=alt)
    rows = tables.ends(race)
    data_tables.table(rows, percent=list(rows[0])[1:])
    st.markdown(tables.legs_left_text(race, leg_is_over=not rolls_left(setup.position, setup.rules)))
    data_tables.csv_button("Race odds as CSV", lambda: tables.ends(race), file_name="race.csv", key="race_csv")


camel_page(
    "Who wins the race?",
    settings={**race_bets.LINK, "exact": switch},
    solve=lambda table: solvers.race(table.position, table.rules, thorough=choose_thoroughness(table)),
    headline=headline,
    answer=answer,
    actions=actions_view,
    views=VIEWS,
)
