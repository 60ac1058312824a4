"""The length page: the number of legs of a race, with and without stacking."""

from functools import cached_property, partial

import streamlit as st

from boardodds.camel_up.game import GAME
from boardodds.camel_up.published_figures import LEGS
from boardodds.camel_up.rules import MAX_RACING_CAMELS
from boardodds.charts.camel_up_length import RARE_LENGTHS, leg_bars
from boardodds.charts.style import Tone
from boardodds.dashboard.camel_up import legs, length
from boardodds.dashboard.camel_up.approaches import IDEAS, approaches_view
from boardodds.dashboard.camel_up.length import WITH, RaceCourse
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.hundred import Dots
from boardodds.dashboard.ui.panels import Code, Panel, Values
from boardodds.dashboard.ui.play_page import PlayPage, turn_row
from boardodds.dashboard.ui.reveal import Prediction
from boardodds.dashboard.ui.sheet import Answer, Sheet
from boardodds.dashboard.ui.state_store import StateStore
from boardodds.dashboard.ui.what_if import WhatIf
from boardodds.probability.display import plural


def answer(course: RaceCourse) -> Answer:
    """Return the mean number of legs, and what stacking saves.

    >>> answer(length.POST_COURSE).finding
    'A race takes 4.7 legs on average. Stacking saves 1.8 legs'
    """
    stacked, unstacked = length.solve_lengths(course).values()
    pmf = legs.pmf_of(stacked)
    median = int(pmf.quantile(0.5))
    return Answer(
        f"A race takes {pmf.mean:.1f} legs on average. {length.saving_text(stacked, unstacked)}",
        method=f"{length.means_text(stacked, unstacked)}. Each dot is one race of a hundred with stacking; those of at most "
        f"{plural(median, 'leg')} are filled. The rolls that place the camels don't count as a leg.",
        pieces=Dots(pmf, "leg", Tone(*GAME.accent), median),
    )


def _board(store: StateStore[RaceCourse]) -> None:
    show_rules(store, store.state, ["edition", "track"])
    turn_row(store)


def _setup(store: StateStore[RaceCourse]) -> None:
    show_rules(store, store.state, ["camels", "faces"])


def _length_chart(course: RaceCourse) -> Panel:
    """Return the chart of the chance of each number of legs, with and without stacking."""
    lengths = length.solve_lengths(course)
    pmfs = {name: legs.pmf_of(found) for name, found in lengths.items()}
    means = ", ".join(f"{name} {pmf.mean:.2f}" for name, pmf in pmfs.items())
    return Panel(
        leg_bars(pmfs, legs.leg_errors(lengths)),
        key="length_chart",
        alt=f"Chance of each number of legs in percent; on average {means}.",
        finding="Number of legs",
        method="chance of each, in percent",
    )


def lengths_view(course: RaceCourse) -> None:
    """Show the shortest and the longest race, and the table of all lengths."""
    lengths = length.solve_lengths(course)
    st.markdown(legs.shortest_in_words(lengths[WITH]))
    errors = legs.leg_errors(lengths)
    origin = f"{length.SIMULATED_RACES:,} simulated races {' and '.join(errors)}" if errors else "exact"
    st.caption(f"Chances of the chart: {origin}. {RARE_LENGTHS}")
    if course == length.POST_COURSE:
        st.markdown(
            f"The 2015 blog post gives {LEGS[True]} legs with stacking (from {length.POST_RACES:,} simulated races) and "
            f"{LEGS[False]} without (calculated). A simulation of {length.POST_RACES:,} races seldom shows an event that is much "
            f"rarer than 1 in {length.POST_RACES:,}. The shortest race in the blog post took two legs; the exact distribution "
            "includes a race of a single leg."
        )
    note = legs.means_in_words(lengths)
    Values(partial(legs.length_rows, lengths), key="length_rows", percent=list(lengths), note=note).show()


def method_view(course: RaceCourse) -> None:
    """Explain how the length is calculated."""
    st.markdown(_SIMULATED if course.has_crazy_camels else IDEAS)
    st.markdown("**Source**: a blog post of July 2015 on the maths of Camel Up, a game by Steffen Bogen.")
    Code(length.python_lines(course, length.solve_lengths(course)[WITH])).show()


_SIMULATED = (
    f"Crazy camels carry others backwards, so a race can return to an earlier board. It is therefore **simulated**: "
    f"{length.SIMULATED_RACES:,} races with stacking and as many without, always the same ones. The slider simulates fewer races "
    "for each other number of camels."
)


_CAMELS: WhatIf[RaceCourse] = WhatIf(
    name="if_camels",
    label="Camels",
    low=1,
    high=MAX_RACING_CAMELS,
    now=lambda course: course.camels,
    curve=lambda course: {camels: mean.value for camels, mean in length.means_by_camels(course).items()},
    words=lambda _, camels, mean: f"With {plural(camels, 'camel')} a race takes {mean:.1f} legs on average",
    event=lambda _, camels: {"kind": "set", "name": "camels", "value": camels},
)


class LengthSheet(Sheet[RaceCourse]):
    """What the page says about the length of a race."""

    slider = _CAMELS

    @property
    def prediction(self) -> Prediction:
        return Prediction("how many legs a race takes on average", 20, "leg")

    @cached_property
    def answer(self) -> Answer:
        return answer(self.state)

    @cached_property
    def chart(self) -> Panel | None:
        return _length_chart(self.state)


LENGTH_PAGE = PlayPage(
    title=GAME.pages[2].question,
    definition=length.DEFINITION,
    sheet=LengthSheet,
    views={
        "Lengths": lambda sheet: lengths_view(sheet.state),
        "Approaches": lambda sheet: approaches_view(sheet.state),
        "Method": lambda sheet: method_view(sheet.state),
    },
    settings=_CAMELS.allowed,
    setup=_setup,
    board=_board,
)
