"""Who wins this leg of Camel Up, and what to do about it."""

import streamlit as st

from boardodds.camel_up import LegOdds, camel_name
from boardodds.charts.camel_up import place_bars
from boardodds.dashboard import camel_leg_tables as tables
from boardodds.dashboard import camel_leg_views as views
from boardodds.dashboard import camel_table, camel_tickets, link, parts, shell, solvers
from boardodds.dashboard.camel_table import Table

shell.guard()


VIEWS = ["What to do", "Next roll", "Tiles", "What if", "Published", "How"]
SHOW = ["percent", "fractions"]


def solve(table: Table) -> LegOdds | None:
    """The odds, or None and the reason why there are none."""
    if table.problem:
        parts.problem(table.problem)
        return None
    try:
        return solvers.leg(table.position, table.rules)
    except ValueError as too_much_work:
        parts.problem(str(too_much_work))
        return None


def answer(odds: LegOdds) -> None:
    """The answer as a picture and as a table."""
    st.caption("Where each camel ends the leg, in percent:")
    places = [f"{camel_name(camel)} {odds.probability(camel):.1%}" for camel in odds.ranking]
    parts.chart(place_bars(odds), key="places_chart", alt="Chance to win the leg: " + ", ".join(places))
    show = parts.choose("Show places as", SHOW, key="show")
    parts.table(tables.place_grid(odds, exact=show == "fractions"))
    parts.csv_button("Places as CSV", lambda: tables.places(odds), file_name="places.csv", key="places_csv")


def headline(odds: LegOdds) -> str:
    """Who wins, how often and out of how many sequences."""
    favourite = odds.favourite
    if odds.outcomes == 1:
        second = odds.ranking[1]
        return f"The leg is over: {camel_name(favourite)} won it, {camel_name(second)} came second."
    return (
        f"{camel_name(favourite).capitalize()} wins {odds.probability(favourite):.1%} of the time: "
        f"in {odds.count(favourite, 1):,} of {odds.outcomes:,} dice sequences"
    )


st.title("Who wins this leg?")
own_settings = {"view": link.one_of(VIEWS), "show": link.one_of(SHOW)}
link.check_link({**camel_table.LINK, **camel_tickets.LINK, **views.LINK, **own_settings})
rules = camel_table.choose_rules()
top = st.container()
left, right = st.columns([6, 5], gap="medium")
with left:
    table = camel_table.board(rules)
with top:
    odds = solve(table)
    if odds:
        st.subheader(headline(odds), anchor=False)

tabs = st.tabs(VIEWS, key="view", bind="query-params", on_change="rerun")
actions, next_roll, tiles, what_if, published, how = tabs
if published.open:
    with published:
        views.published_view()
if odds:
    with right:
        answer(odds)
    for tab, show in (
        (actions, views.actions_view),
        (next_roll, views.next_roll_view),
        (tiles, views.tiles_view),
        (what_if, views.what_if_view),
        (how, views.how_view),
    ):
        if tab.open:
            with tab:
                show(table, odds)
