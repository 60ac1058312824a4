"""The content of the home page."""

from html import escape

import streamlit as st

from boardodds.charts.style import Tone
from boardodds.dashboard.app.site import HOME_PAGE, play_pages
from boardodds.dashboard.runtime.environment import page_script
from boardodds.dashboard.teaching import CHECK, LEARN, NOTES
from boardodds.dashboard.ui.messages import sentence_if_impossible
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
    names = list(GAMES)
    for start in range(0, len(names), _COLUMNS):
        for column, name in zip(st.columns(_COLUMNS), names[start : start + _COLUMNS], strict=False):
            with column.container(border=True, height="stretch", key=f"card_{name}"):
                _show_card(name)
    st.header("Learn", anchor=False)
    for column, page in zip(st.columns(len(LEARN)), LEARN, strict=True):
        with column:
            _link(page, page.question)
            st.caption(NOTES[page.url_path]())
    for page in CHECK:
        st.markdown(NOTES[page.url_path]())
        _link(page, page.question)


def _show_card(name: str) -> None:
    game = GAMES[name]
    with st.container(key=f"kicker_{name}"):
        st.html(f'<p class="kicker" style="--accent:{Tone(*game.accent).css}">{escape(game.title)}</p>')
    with sentence_if_impossible():
        answer = next(iter(play_pages()[name].values())).start_answer()
        st.header(answer.finding, anchor=False)
        with st.container(key=f"picture_{name}"):
            st.html(answer.picture)
        st.caption(answer.method)
    with st.container(horizontal=True):
        for page in game.pages:
            _link(page, page.question)


def _link(page: Page, label: str) -> None:
    st.page_link(page_script(page.url_path), label=label)
