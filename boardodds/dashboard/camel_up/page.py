"""The layout of the leg page and the race page: rules, board, answer in one line, picture, views."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.camel_up import inputs
from boardodds.dashboard.camel_up.advice import show_advice
from boardodds.dashboard.camel_up.camel_table import CamelSetup, CamelTable
from boardodds.dashboard.camel_up.editions import EDITIONS, setup_label
from boardodds.dashboard.camel_up.house_rules import house_rules
from boardodds.dashboard.camel_up.payout_view import (
    race_headline,
    show_leg_pay,
    show_race_end,
    show_race_pay,
    total_text,
)
from boardodds.dashboard.runtime.compute import sentence_if_impossible
from boardodds.dashboard.ui import page_parts, page_views
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.page_templates import PlayLayout, play_layout
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.query import show_mistakes
from boardodds.dashboard.ui.settings import Allowed, one_of, switch
from boardodds.dashboard.ui.table_store import TableStore, open_table

Odds = TypeVar("Odds")
WHAT_TO_DO = "What to do"
# The settings of both pages that are no part of the table.
PAGE_LINK: Allowed = {"exact": switch}


def camel_page(
    title: str,
    *,
    settings: Allowed,
    solve: Callable[[CamelSetup, DeltaGenerator], Odds],
    headline: Callable[[Odds], str],
    hundred: Callable[[Odds], None],
    figures: Callable[[CamelSetup, Odds], None],
    actions: Callable[[CamelSetup, Odds], None],
    views: Mapping[str, Callable[[CamelSetup, Odds], None]],
) -> None:
    """Draw the page and compute only the open view.

    title: the title of the page.
    settings: the settings that a link may have besides the position and the view.
    solve: computes the odds. It can show switches in the container that it gets, above the figures. If it raises ValueError, a
        warning takes the place of the answer.
    headline: returns the answer in one line.
    hundred: draws the hundred games.
    figures: draws the figures behind the hundred.
    actions: draws the first view.
    views: draw the other views.
    """
    store = open_table(inputs.TABLE, {**settings, **PAGE_LINK, "view": one_of([WHAT_TO_DO, *views])})
    setup = store.state.setup()
    with page_title(title, setup=setup_label(store.state.edition)):
        inputs.show_setup(store, setup)
    show_mistakes([*store.mistakes, store.state.mistake])
    top = page_parts.answer_container()
    layout = play_layout()
    with layout.table:
        inputs.show_board(store, setup)
    if store.state.finish:
        _show_finished_race(store, top, layout)
        return
    with top:
        odds = _solve_or_warn(setup, partial(solve, setup, layout.figures))
        if odds is not None:
            st.subheader(headline(odds), anchor=False)
            show_house_rules(house_rules(setup.rules, EDITIONS[store.state.edition].rules))
        best = st.container(key="best", horizontal=True)
    if odds is not None:
        with layout.hundred:
            hundred(odds)
        with layout.figures:
            if store.state.is_leg_over:
                show_leg_pay(store.state)
            figures(setup, odds)
        with best, sentence_if_impossible():
            if text := total_text(store.state) if store.state.is_leg_over else "":
                st.markdown(text)
            show_advice(store, setup)
    page_views.show_views({WHAT_TO_DO: actions, **views}, setup, odds, store=store)


def _show_finished_race(store: TableStore[CamelTable], top: DeltaGenerator, layout: PlayLayout) -> None:
    """Show the result of a race that is over in place of the odds, and the visitor's coins."""
    with top:
        st.subheader(race_headline(store.state.finish), anchor=False)
        if text := total_text(store.state):
            st.markdown(text)
    with layout.hundred:
        show_race_end(store.state)
    with layout.figures:
        show_race_pay(store)


def _solve_or_warn(setup: CamelSetup, solve: Callable[[], Odds]) -> Odds | None:
    if setup.problem:
        page_parts.problem(setup.problem)
        return None
    with sentence_if_impossible():
        try:
            return solve()
        except ValueError as error:
            # The position needs too much work.
            page_parts.problem(str(error))
    return None
