"""The frame of the pages that ask something of one Camel Up board: rules, board, answer in one line, picture, views."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.camel_up import Action
from boardodds.dashboard.camel_up import inputs
from boardodds.dashboard.camel_up.house_rules import house_rules
from boardodds.dashboard.camel_up.inputs import CamelSetup
from boardodds.dashboard.ui import page_parts, page_views
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.query import Allowed, check_link, one_of

Odds = TypeVar("Odds")
WHAT_TO_DO = "What to do"


def camel_page(
    title: str,
    *,
    settings: Allowed,
    solve: Callable[[CamelSetup], Odds],
    headline: Callable[[Odds], str],
    answer: Callable[[Odds], None],
    actions: Callable[[CamelSetup, Odds], Action | None],
    views: Mapping[str, Callable[[CamelSetup, Odds], None]],
) -> None:
    """Draws the page. A ValueError of ``solve`` is told in place of the answer; only the open view is worked out.

    settings: what the address may say besides the table and the view. headline: the answer in one line. answer: the picture
    and the table beside the board. actions: the first view, what to do, which gives the best action, if there is any: it is
    said once more under the headline, where a phone keeps it in sight. views: those after it.
    """
    page_title(title)
    check_link({**inputs.LINK, **settings, "view": one_of([WHAT_TO_DO, *views])})
    rules = inputs.choose_rules()
    top = page_parts.answer()
    left, right = st.columns([6, 5], gap="medium")
    with left:
        table = inputs.board(rules)
    with top:
        odds = _solved(table, solve)
        if odds is not None:
            st.subheader(headline(odds), anchor=False)
            show_house_rules(house_rules(rules, inputs.edition_rules()))
        best = st.empty()
    if odds is not None:
        with right:
            answer(odds)
    all_views = {name: partial(_view, best, view) for name, view in {WHAT_TO_DO: actions, **views}.items()}
    page_views.show_views(all_views, table, odds)


def _view(
    best: DeltaGenerator, view: Callable[[CamelSetup, Odds], Action | None], setup: CamelSetup, odds: Odds
) -> None:
    """A view, and what is best by it in its place.

    Where nothing is, the place is written all the same: a part of the page that runs alone may only write where it wrote when
    the whole page ran.
    """
    action = view(setup, odds)
    if action:
        best.markdown(f"Best now: **{action}**.")
    else:
        best.empty()


def _solved(table: CamelSetup, solve: Callable[[CamelSetup], Odds]) -> Odds | None:
    if table.problem:
        page_parts.problem(table.problem)
        return None
    try:
        return solve(table)
    except ValueError as too_much_work:
        page_parts.problem(str(too_much_work))
        return None
