"""The content of the home page."""

from collections.abc import Callable
from html import escape

import streamlit as st

from boardodds.charts.tokens import ACCENTS, SURFACES
from boardodds.dashboard.app.dashboards import dashboard_of, dashboards
from boardodds.dashboard.app.site import HOME_PAGE
from boardodds.dashboard.runtime.compute import sentence_if_impossible
from boardodds.dashboard.teaching.pages import CHECK, LEARN
from boardodds.dashboard.ui.card import Card
from boardodds.dashboard.ui.dashboards import page_script
from boardodds.entry.game import Page
from boardodds.games import GAMES

_COLUMNS = 2


def show_home() -> None:
    """Show a card for each game, two in a row, then the teaching pages and the check of our figures."""
    st.title(HOME_PAGE.question)
    st.markdown(
        "Set up your table and see the odds. **Each picture shows how 100 games end on average**, rounded. The chances are exact "
        "unless a card says otherwise."
    )
    cards = {name: dashboards()[name].card for name in GAMES}
    shown = [(name, card) for name, card in cards.items() if card]
    for start in range(0, len(shown), _COLUMNS):
        for column, (name, card) in zip(st.columns(_COLUMNS), shown[start : start + _COLUMNS], strict=False):
            with column.container(border=True, height="stretch"):
                _show_card(name, card)
    st.header("Learn", anchor=False)
    for column, page in zip(st.columns(len(LEARN)), LEARN, strict=True):
        with column:
            _link(page, page.question)
            st.caption(dashboard_of(page.url_path).notes[page.url_path]())
    for page in CHECK:
        st.markdown(dashboard_of(page.url_path).notes[page.url_path]())
        _link(page, page.question)


def _show_card(name: str, find: Callable[[], Card]) -> None:
    game = GAMES[name]
    accent = ACCENTS.get(name, SURFACES["note"])
    st.html(f'<p class="kicker" style="--accent:{accent.css}">{escape(game.title)}</p>')
    with sentence_if_impossible():
        card = find()
        st.subheader(card.finding, anchor=False)
        st.html(card.picture)
        st.caption(card.note)
    with st.container(horizontal=True):
        for page in game.pages:
            _link(page, page.question)


def _link(page: Page, label: str) -> None:
    st.page_link(page_script(page.url_path), label=label)
