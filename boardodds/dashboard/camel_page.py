"""The frame of the pages that ask something of one Camel Up board: rules, board, answer in one line, picture, views."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard import camel_table, house_rules, parts, shell
from boardodds.dashboard.camel_table import Table
from boardodds.dashboard.link import Allowed, check_link, one_of

Odds = TypeVar("Odds")
WHAT_TO_DO = "What to do"


def camel_page(
    title: str,
    *,
    settings: Allowed,
    solve: Callable[[Table], Odds],
    headline: Callable[[Odds], str],
    answer: Callable[[Odds], None],
    actions: Callable[[DeltaGenerator, Table, Odds], None],
    views: Mapping[str, Callable[[Table, Odds], None]],
) -> None:
    """Draws the page. A ValueError of ``solve`` is told in place of the answer; only the open view is worked out.

    settings: what the address may say besides the table and the view. headline: the answer in one line. answer: the picture
    and the table beside the board. actions: the first view, what to do, which also says the best of it in a place under the
    headline, that a phone keeps in sight. views: those after it.
    """
    shell.title(title)
    check_link({**camel_table.LINK, **settings, "view": one_of([WHAT_TO_DO, *views])})
    rules = camel_table.choose_rules()
    top = parts.answer()
    left, right = st.columns([6, 5], gap="medium")
    with left:
        table = camel_table.board(rules)
    with top:
        odds = _solved(table, solve)
        if odds is not None:
            st.subheader(headline(odds), anchor=False)
            house_rules.tell(house_rules.of_camel_up(rules, camel_table.edition_rules()))
        best = st.empty()
    if odds is not None:
        with right:
            answer(odds)
    quiet = {name: partial(_view_alone, best, view) for name, view in views.items()}
    parts.views({WHAT_TO_DO: partial(actions, best), **quiet}, table, odds)


def _view_alone(best: DeltaGenerator, view: Callable[[Table, Odds], None], on: Table, odds: Odds) -> None:
    """Another view than the first: nothing is best there.

    Saying so keeps the place; a part of the page that runs alone may only write where it wrote when the whole page ran.
    """
    best.empty()
    view(on, odds)


def _solved(table: Table, solve: Callable[[Table], Odds]) -> Odds | None:
    if table.problem:
        parts.problem(table.problem)
        return None
    try:
        return solve(table)
    except ValueError as too_much_work:
        parts.problem(str(too_much_work))
        return None
