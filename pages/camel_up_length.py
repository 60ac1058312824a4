"""The Camel Up length page: the number of legs in a race, with and without stacking."""

import streamlit as st

from boardodds.camel_up import RaceSample
from boardodds.camel_up.sources import LEGS
from boardodds.charts.camel_up import camel_lines, leg_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import length
from boardodds.dashboard.camel_up import race_rows as tables
from boardodds.dashboard.ui import data_tables, page_parts, query
from boardodds.dashboard.ui.page_title import page_title
from boardodds.probability.estimate import estimate_of

frame.guard()

page_title("How long is the race?")
query.check_link(length.LINK)
course = length.choose_course()
with_stacking, without_stacking = length.with_stacking(course), length.without_stacking(course)
mean = length.mean_of(with_stacking)

st.subheader(f"{estimate_of(mean):.3f} legs with stacking, {without_stacking.mean:.3f} without", anchor=False)
method = (
    f"{length.SIMULATED_RACES:,} simulated races with stacking" if isinstance(with_stacking, RaceSample) else "exact"
)
comparison = (
    f" The post of 2015 has {LEGS[True]} with stacking, from {length.POST_RACES:,} simulated races, and {LEGS[False]} without, "
    f"worked out: {without_stacking.mean:.5f} here."
    if course == length.POST_COURSE
    else ""
)
st.caption(
    f"Chance of each number of legs, in percent ({method}). The roll that places the camels is not counted as a leg.{comparison}"
)
stacking_pmf = tables.pmf_of(with_stacking)
pmfs = {"with stacking": stacking_pmf, "without stacking": without_stacking}
page_parts.chart(
    leg_bars(pmfs, tables.leg_errors("with stacking", with_stacking)),
    key="length_chart",
    alt="; ".join(f"{name}: on average {pmf.mean:.2f} legs" for name, pmf in pmfs.items()),
)
lengths = {"with stacking": with_stacking, "without stacking": without_stacking}
data_tables.table(tables.length_grid(lengths))
data_tables.csv_button(
    "Lengths as CSV", lambda: tables.length_rows(lengths), file_name="race_length.csv", key="length_csv"
)

st.header("More camels, shorter races", anchor=False)
means, errors = length.means_by_camels(course)
page_parts.chart(
    camel_lines(means, errors),
    key="camels_chart",
    alt="; ".join(
        f"expected legs by number of camels, {name}: "
        + ", ".join(f"{camels} {legs:.2f}" for camels, legs in by_camels.items())
        for name, by_camels in means.items()
    ),
)
st.caption(
    f"With stacking counted up to the number of camels asked for, as far as that takes a moment; hollow points are means of "
    f"{length.RACES_PER_POINT:,} simulated races, with 95% intervals that hardly show."
)
st.markdown(
    "The race is over as soon as *one* camel is home, so more camels make it shorter. Stacking makes it shorter still: a camel "
    "on top of others is carried by their dice and moves with its own as well."
)

st.header("Four ways to ask", anchor=False)
st.markdown(
    "The post of July 2015 tried three ways without stacking: play many races; a table of the expected legs from every position "
    "of all camels; and one camel's chance to be home after so many rolls, since all must fail for the race to go on. Of "
    "stacking it said that nothing but simulation would do. Naming camels by rank, as on the page of the race, it can be counted."
)
st.button("Time them all now", icon="⏱️", on_click=length.request_timing, args=(course,))
if timed_course := st.session_state.get("time_asked"):
    st.caption(
        f"{timed_course.camels} camels, {timed_course.squares} squares, dice from 1 to {max(timed_course.faces)}:"
    )
    data_tables.table(length.timing_rows(timed_course))

st.header("What it teaches", anchor=False)
st.markdown(tables.shortest_in_words(with_stacking))
if course == length.POST_COURSE:
    st.markdown(
        f"A simulation of {length.POST_RACES:,} races sees only what happens about once in {length.POST_RACES:,}: the post saw "
        "two legs as the least. Counting shows the rest of the tail as well."
    )
st.markdown("**Source**: a post of July 2015 on the maths of Camel Up, a game by Steffen Bogen.")
page_parts.python_panel(length.python_lines(course, with_stacking))
