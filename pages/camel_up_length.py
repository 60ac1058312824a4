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
from boardodds.probability.wording import plural

frame.guard()

page_title("How long is the race?")
query.check_link(length.LINK)
course = length.choose_course()
with_stacking, without_stacking = length.with_stacking(course), length.without_stacking(course)
mean, interval = length.mean_text(with_stacking)

st.subheader(
    f"{mean} legs on average with stacking{interval}, {without_stacking.mean:.3f} without",
    anchor=False,
)
method = (
    f"{length.SIMULATED_RACES:,} simulated races with stacking" if isinstance(with_stacking, RaceSample) else "exact"
)
comparison = (
    f" The 2015 blog post gives {LEGS[True]} legs with stacking (from {length.POST_RACES:,} simulated races) and {LEGS[False]} "
    f"without (calculated; here {without_stacking.mean:.5f})."
    if course == length.POST_COURSE
    else ""
)
st.caption(
    f"Chance of each number of legs, in percent ({method}). The rolls that place the camels don't count as a leg.{comparison}"
)
stacking_pmf = tables.pmf_of(with_stacking)
pmfs = {"with stacking": stacking_pmf, "without stacking": without_stacking}
page_parts.chart(
    leg_bars(pmfs, tables.leg_errors("with stacking", with_stacking)),
    key="length_chart",
    alt="Chance of each number of legs. "
    + "; ".join(f"{name}: {pmf.mean:.2f} legs on average" for name, pmf in pmfs.items()),
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
    alt="Average number of legs by number of camels. "
    + "; ".join(
        f"{name}: " + ", ".join(f"{camels}: {legs:.2f}" for camels, legs in by_camels.items())
        for name, by_camels in means.items()
    ),
)
st.caption(
    f"Average number of legs by number of camels. Filled points are exact. Hollow points are means of at least "
    f"{length.RACES_PER_POINT:,} simulated races; their 95% confidence intervals are barely visible."
)
st.markdown(
    "The race ends as soon as *one* camel crosses the finish line, so more camels make it shorter. Stacking makes it shorter "
    "still: a camel on top of others moves with their dice as well as with its own."
)

st.header("Four ways to calculate it", anchor=False)
st.markdown(
    "The blog post of July 2015 tried three ways without stacking: simulate many races, fill a table with the expected legs from "
    "every position, or use the chance that one camel has finished after *n* rolls. The third works because the race goes on "
    "only while no camel has finished. For stacking, its author saw no way but simulation. With camels named by rank, as on the "
    "race page, it can be solved exactly too."
)
st.button("Time them all now", icon="⏱️", on_click=length.request_timing, args=(course,))
if timed_course := st.session_state.get("time_asked"):
    st.caption(
        f"{plural(timed_course.camels, 'camel')}, {timed_course.squares} squares, dice from 1 to {max(timed_course.faces)}. "
        "Rows are without stacking unless they say otherwise. Times are CPU seconds."
    )
    data_tables.table(length.timing_rows(timed_course))

st.header("Shortest and longest races", anchor=False)
st.markdown(tables.shortest_in_words(with_stacking))
if course == length.POST_COURSE:
    st.markdown(
        f"A simulation of {length.POST_RACES:,} races seldom shows an event that is much rarer than 1 in {length.POST_RACES:,}. "
        "The shortest race in the blog post took two legs; the exact distribution includes a race of a single leg."
    )
st.markdown("**Source**: a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen.")
page_parts.python_panel(length.python_lines(course, with_stacking))
