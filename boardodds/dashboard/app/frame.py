"""The frame around every page: menu, page configuration, and the guard at the start of each page."""

import gc
import threading
from copy import copy
from functools import cache
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode, urlsplit

import streamlit as st

from boardodds.dashboard.app.site import ALL_PAGES, HOME_PAGE, MENU, browser_title, play_pages
from boardodds.dashboard.runtime.environment import ROOT, page_script
from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.teaching import UNLISTED, ask, teachers
from boardodds.dashboard.ui.messages import sentence_if_impossible
from boardodds.dashboard.ui.panels import CHARTS_SEEN
from boardodds.dashboard.ui.reveal import REVEAL, is_hiding
from boardodds.dashboard.ui.state_store import ARRIVALS, carried_settings
from boardodds.entry.game import Page

_PAGE = "page shown"
# In the session: whether the first link hides its answer.
_PUPIL = "pupil"
_script_run = threading.local()
# Without its own styles, the script finds the page around it.
_frame = st.components.v2.component(
    "boardodds.frame", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"), isolate_styles=False
)


def run() -> None:
    """Show the page of the current URL as soon as this run is at the head of the render queue."""
    with RENDER_LOCK.run():
        _freeze_gc()
        # An address, because a file would be sent in every run.
        st.logo("/app/static/logo.svg", size="large")
        page = _navigation()
        if st.session_state.get(_PAGE) != page.url_path:
            st.session_state[_PAGE] = page.url_path
            # At each arrival the page's store reads the link.
            st.session_state[ARRIVALS] = st.session_state.get(ARRIVALS, 0) + 1
        st.set_page_config(page_title=browser_title(ALL_PAGES[page.url_path]), page_icon="/app/static/favicon.png")
        _script_run.through_app = True
        try:
            with st.container(key="page"), sentence_if_impossible():
                page.run()
        finally:
            _script_run.through_app = False
        # No key: Streamlit loops over all components with a key for each number and text that it draws. A list, because Streamlit
        # looks for tables among the values of a mapping.
        _frame(data=[_menu_queries()], on_charts_change=lambda: st.session_state.update({CHARTS_SEEN: True}))


def guard() -> None:
    """Rerun through app.py if Streamlit started this page directly; call it before anything else on the page.

    Streamlit runs the files in pages/ directly until a session has called ``st.navigation``.
    """
    if not getattr(_script_run, "through_app", False):
        _navigation()
        st.rerun()


def _menu_queries() -> dict[str, str]:
    """Return, by the page's address, the query with which its link shows in a new tab what a click shows in this one."""
    return {
        url_path: urlencode(carried_settings(page.definition, page.settings), doseq=True)
        for pages in play_pages().values()
        for url_path, page in pages.items()
    }


@cache
def _freeze_gc() -> None:
    """Exclude all loaded modules from garbage collection, which would block all visitors for a tenth of a second each time."""
    gc.collect()
    gc.freeze()


def _navigation() -> st.Page:
    # A pupil who has come by a link that hides its answer, or into a room, finds no lessons in the menu, whose page has it.
    is_phone = urlsplit(st.context.url or "").path.endswith(f"/{ask.PAGE.url_path}")
    is_pupil = is_phone or is_hiding({REVEAL: st.query_params.get_all(REVEAL)})
    is_pupil = st.session_state.setdefault(_PUPIL, is_pupil)
    # Copies, since Streamlit marks the page to run.
    pages = {heading: [copy(page) for page in group] for heading, group in _pages(is_pupil=is_pupil).items()}
    # At the top, since the keyboard reaches its headings, and a menu at the side takes a quarter of the width. An embedded page
    # has no room for a menu.
    return st.navigation(pages, position="hidden" if st.context.is_embedded else "top")


@cache
def _pages(*, is_pupil: bool) -> dict[str, list[st.Page]]:
    """Return all pages by the heading of the menu; cached, since each is looked up on disk. A link still opens hidden ones."""
    hidden = (*UNLISTED, *[teachers.PAGE] * is_pupil)
    home = st.Page(ROOT / "pages" / "home.py", title=HOME_PAGE.title, default=True)

    def listed(page: Page) -> st.Page:
        look: Literal["hidden", "visible"] = "hidden" if page in hidden else "visible"
        return st.Page(page_script(page.url_path), title=page.title, url_path=page.url_path, visibility=look)

    return {"": [home, *map(listed, UNLISTED)]} | {heading: [*map(listed, group)] for heading, group in MENU.items()}
