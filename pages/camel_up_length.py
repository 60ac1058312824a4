"""The Camel Up length page: the number of legs in a race, with and without stacking."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from boardodds.camel_up.published_figures import LEGS
from boardodds.charts.camel_up_length import RARE_LENGTHS, camel_dots, leg_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import legs, length
from boardodds.dashboard.teaching.parts import column, lesson
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import Panel, answer_container, python_panel, show_rows, table
from boardodds.dashboard.ui.play_page import page_title
from boardodds.dashboard.ui.query import show_mistakes
from boardodds.dashboard.ui.state_store import open_store
from boardodds.probability.declared_rules import rule_in_words
from boardodds.probability.display import plural

frame.guard()


def show_lengths(course: length.RaceCourse, stacked: legs.Legs, unstacked: legs.Legs) -> None:
    """Show the chance of each number of legs, with and without stacking."""
    lengths = {length.WITH: stacked, length.WITHOUT: unstacked}
    errors = legs.leg_errors(lengths)
    method = f"{length.SIMULATED_RACES:,} simulated races {' and '.join(errors)}" if errors else "exact"
    comparison = (
        f" The 2015 blog post gives {LEGS[True]} legs with stacking (from {length.POST_RACES:,} simulated races) and "
        f"{LEGS[False]} without (calculated)."
        if course == length.POST_COURSE
        else ""
    )
    pmfs = {name: legs.pmf_of(found) for name, found in lengths.items()}
    Panel(
        leg_bars(pmfs, errors),
        key="length_chart",
        alt="Chance of each number of legs. "
        + "; ".join(f"{name}: {pmf.mean:.2f} legs on average" for name, pmf in pmfs.items()),
        method=f"Chance of each number of legs, in percent ({method}). The rolls that place the camels don't count as a leg. "
        f"{RARE_LENGTHS}{comparison}",
    ).show()
    show_rows(
        partial(legs.length_rows, lengths),
        key="length_rows",
        percent=list(lengths),
        note=legs.means_in_words(lengths),
    )


def show_more_camels(course: length.RaceCourse, lengths: Mapping[str, Mapping[int, legs.Legs]]) -> None:
    """Show the mean number of legs by number of camels."""
    means, errors = length.means_by_camels(lengths)
    stacked = means[length.WITH]
    few, many = min(stacked), max(stacked)
    Panel(
        camel_dots(means, errors, course.camels),
        key="camels_chart",
        alt="Average number of legs by number of camels. "
        + "; ".join(
            f"{name}: " + ", ".join(f"{camels}: {mean:.2f}" for camels, mean in by_camels.items())
            for name, by_camels in means.items()
        ),
        finding=f"With stacking, {plural(few, 'camel')} {'takes' if few == 1 else 'take'} {stacked[few]:.1f} legs, "
        f"{many} camels take {stacked[many]:.1f}",
        method=length.camels_method(course, length.largest_errors(errors)),
    ).show()
    lesson(
        "The race ends as soon as *one* camel crosses the finish line, so more camels make it shorter. Stacking makes it shorter "
        "still: a camel on top of others moves with their dice as well as with its own."
    )


def show_ways(course: length.RaceCourse) -> None:
    """Explain the ways to calculate the length, and time them on request."""
    st.header("Four ways to calculate it", anchor=False)
    st.markdown(
        "Without stacking, the blog post of July 2015 tried the first three of these ways:\n\n"
        "1. Simulate many races.\n"
        "2. Fill a table with the expected legs from every position.\n"
        "3. Use the chance that one camel has finished after *n* rolls: the race goes on only while no camel has finished.\n"
        "4. Ours finds the whole distribution in the same way as the third, not only its mean.\n\n"
        "For stacking, the author of the blog post saw no way but simulation. With camels named by rank, as on the race page, it "
        "can be solved exactly too."
    )
    label = "Measure how long each way takes"
    st.button(label, icon=":material/timer:", on_click=length.request_timing, args=(course,))
    if timed_course := st.session_state.get("time_asked"):
        table(length.timing_rows(timed_course), places={"legs": 6, "seconds": 4})
        st.caption(
            f"{plural(timed_course.camels, 'camel')}, {timed_course.track} squares, {rule_in_words(timed_course, 'faces')}. "
            "Rows are without stacking unless they say otherwise. Times are CPU seconds."
        )


def show_extremes(course: length.RaceCourse, stacked: legs.Legs) -> None:
    """Show the chances of the shortest and the longest race."""
    st.header("Shortest and longest races", anchor=False)
    st.markdown(legs.shortest_in_words(stacked))
    if course == length.POST_COURSE:
        st.markdown(
            f"A simulation of {length.POST_RACES:,} races seldom shows an event that is much rarer than 1 in "
            f"{length.POST_RACES:,}. The shortest race in the blog post took two legs; the exact distribution includes a race of "
            "a single leg."
        )
    st.markdown("**Source**: a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen.")


store = open_store(length.DEFINITION, {})
course = store.state
page_title(
    "How long is the race?",
    setup="Squares and dice",
    draw_setup=partial(show_rules, store, course, ["track", "faces"]),
)
show_mistakes([*store.mistakes, store.take_notice()])
with column():
    answer = answer_container()
    show_rules(store, course, ["edition", "camels"])
    lengths = length.lengths_by_camels(course)
    with_stacking, without_stacking = (row[course.camels] for row in lengths.values())
    answer.subheader(length.saving_text(with_stacking, without_stacking), anchor=False)
    answer.markdown(length.means_text(with_stacking, without_stacking))
    show_lengths(course, with_stacking, without_stacking)
    show_more_camels(course, lengths)
    if not course.has_crazy_camels:
        show_ways(course)
    show_extremes(course, with_stacking)
    python_panel(length.python_lines(course, with_stacking))
