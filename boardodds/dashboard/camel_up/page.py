"""The layout of the leg page and the race page: rules, board, answer in one line, picture, views."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.camel_up import inputs
from boardodds.dashboard.camel_up.editions import EDITIONS
from boardodds.dashboard.camel_up.edits import CamelSetup
from boardodds.dashboard.camel_up.house_rules import house_rules
from boardodds.dashboard.camel_up.leg_game_view import LINK
from boardodds.dashboard.ui import page_parts, page_views
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.page_templates import play_layout
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.query import show_mistakes
from boardodds.dashboard.ui.settings import Allowed, one_of
from boardodds.dashboard.ui.table_store import open_table

Odds = TypeVar("Odds")
WHAT_TO_DO = "What to do"


def camel_page(
    title: str,
    *,
    settings: Allowed,
    solve: Callable[[CamelSetup, DeltaGenerator], Odds],
    headline: Callable[[Odds], str],
    hundred: Callable[[Odds], None],
    figures: Callable[[CamelSetup, Odds], None],
    actions: Callable[[CamelSetup, Odds], str],
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
    actions: draws the first view and returns its advice in a line of Markdown, empty if there is none. The page shows it under
        the headline, which stays in view on a phone.
    views: draw the other views.
    """
    store = open_table(inputs.TABLE, {**settings, **LINK, "view": one_of([WHAT_TO_DO, *views])})
    setup = store.state.setup()
    with page_title(title, setup=f"Set up: {store.state.edition}"):
        inputs.show_setup(store, setup)
    show_mistakes(store.mistakes)
    top = page_parts.answer_container()
    layout = play_layout()
    with layout.table:
        inputs.show_board(store, setup)
    with top:
        odds = _solve_or_warn(setup, partial(solve, setup, layout.figures))
        if odds is not None:
            st.subheader(headline(odds), anchor=False)
            show_house_rules(house_rules(setup.rules, EDITIONS[store.state.edition].rules))
        best = st.empty()
    if odds is not None:
        with layout.hundred:
            hundred(odds)
        with layout.figures:
            figures(setup, odds)
    all_views = {name: partial(_draw_view, best, view) for name, view in {WHAT_TO_DO: actions, **views}.items()}
    page_views.show_views(all_views, setup, odds, store=store)


def _draw_view(
    best: DeltaGenerator, view: Callable[[CamelSetup, Odds], str | None], setup: CamelSetup, odds: Odds
) -> None:
    """Draw a view, and the advice of the first one in its container under the headline.

    The container is written even if there is no advice: a fragment can write only to containers that it wrote to when the
    whole page ran.
    """
    advice = view(setup, odds)
    if advice:
        best.markdown(advice)
    else:
        best.empty()


def _solve_or_warn(setup: CamelSetup, solve: Callable[[], Odds]) -> Odds | None:
    if setup.problem:
        page_parts.problem(setup.problem)
        return None
    try:
        return solve()
    except ValueError as error:
        # The position needs too much work.
        page_parts.problem(str(error))
        return None
