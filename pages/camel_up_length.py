"""The Camel Up length page: the number of legs in a race, with and without stacking."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from boardodds.camel_up import RaceSample
from boardodds.camel_up.sources import LEGS
from boardodds.charts.camel_up_length import RARE_LENGTHS, camel_dots, leg_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.camel_up import length
from boardodds.dashboard.camel_up import race_rows as tables
from boardodds.dashboard.teaching.parts import column, lesson
from boardodds.dashboard.ui import page_parts
from boardodds.dashboard.ui.data_tables import table
from boardodds.dashboard.ui.page_title import page_title
from boardodds.probability.pmf import Pmf
from boardodds.probability.wording import plural

frame.guard()


def show_lengths(course: length.RaceCourse, stacked: Pmf | RaceSample, unstacked: Pmf | RaceSample) -> None:
    """Show the chance of each number of legs, with and without stacking."""
    lengths = {length.WITH: stacked, length.WITHOUT: unstacked}
    simulated = [name for name, legs in lengths.items() if isinstance(legs, RaceSample)]
    method = f"{length.SIMULATED_RACES:,} simulated races {' and '.join(simulated)}" if simulated else "exact"
    comparison = (
        f" The 2015 blog post gives {LEGS[True]} legs with stacking (from {length.POST_RACES:,} simulated races) and "
        f"{LEGS[False]} without (calculated)."
        if course == length.POST_COURSE
        else ""
    )
    pmfs = {name: tables.pmf_of(legs) for name, legs in lengths.items()}
    errors = {row: widths for name, legs in lengths.items() for row, widths in tables.leg_errors(name, legs).items()}
    page_parts.chart(
        leg_bars(pmfs, errors),
        key="length_chart",
        alt="Chance of each number of legs. "
        + "; ".join(f"{name}: {pmf.mean:.2f} legs on average" for name, pmf in pmfs.items()),
        method=f"Chance of each number of legs, in percent ({method}). The rolls that place the camels don't count as a leg. "
        f"{RARE_LENGTHS}{comparison}",
    )
    page_parts.all_figures(partial(show_table, lengths), key="all_lengths")


def show_table(lengths: Mapping[str, Pmf | RaceSample]) -> None:
    """Show the table of the chances of each number of legs, with the means."""
    table(tables.length_rows(lengths), percent=list(lengths))
    st.caption(tables.means_in_words(lengths))


def show_more_camels(course: length.RaceCourse) -> None:
    """Show the mean number of legs by number of camels."""
    means, errors = length.means_by_camels(course)
    stacked = means[length.WITH]
    few, many = min(stacked), max(stacked)
    page_parts.chart(
        camel_dots(means, errors, course.camels),
        key="camels_chart",
        alt="Average number of legs by number of camels. "
        + "; ".join(
            f"{name}: " + ", ".join(f"{camels}: {legs:.2f}" for camels, legs in by_camels.items())
            for name, by_camels in means.items()
        ),
        finding=f"With stacking, {plural(few, 'camel')} {'takes' if few == 1 else 'take'} {stacked[few]:.1f} legs, "
        f"{many} camels take {stacked[many]:.1f}",
        method=length.camels_method(course, length.largest_errors(errors)),
    )
    lesson(
        "The race ends as soon as *one* camel crosses the finish line, so more camels make it shorter. Stacking makes it shorter "
        "still: a camel on top of others moves with their dice as well as with its own."
    )


def show_ways(course: length.RaceCourse) -> None:
    """Explain the ways to calculate the length, and time them on request."""
    number = length.number_of_ways()
    st.header(f"{number.capitalize()} ways to calculate it", anchor=False)
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
            f"{plural(timed_course.camels, 'camel')}, {timed_course.squares} squares, dice from 1 to {max(timed_course.faces)}. "
            "Rows are without stacking unless they say otherwise. Times are CPU seconds."
        )


def show_extremes(course: length.RaceCourse, stacked: Pmf | RaceSample) -> None:
    """Show the chances of the shortest and the longest race."""
    st.header("Shortest and longest races", anchor=False)
    st.markdown(tables.shortest_in_words(stacked))
    if course == length.POST_COURSE:
        st.markdown(
            f"A simulation of {length.POST_RACES:,} races seldom shows an event that is much rarer than 1 in "
            f"{length.POST_RACES:,}. The shortest race in the blog post took two legs; the exact distribution includes a race of "
            "a single leg."
        )
    st.markdown("**Source**: a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen.")


allowed = length.allowed_settings(st.query_params.get("edition", length.FIRST))
track = page_title("How long is the race?", setup="Squares and dice", allowed=allowed)
with column():
    answer = page_parts.answer_container()
    chosen_course = length.choose_course(track)
    with_stacking, without_stacking = length.with_stacking(chosen_course), length.without_stacking(chosen_course)
    answer.subheader(length.saving_text(with_stacking, without_stacking), anchor=False)
    answer.markdown(length.means_text(with_stacking, without_stacking))
    show_lengths(chosen_course, with_stacking, without_stacking)
    show_more_camels(chosen_course)
    if not chosen_course.has_crazy_camels:
        show_ways(chosen_course)
    show_extremes(chosen_course, with_stacking)
    page_parts.python_panel(length.python_lines(chosen_course, with_stacking))
