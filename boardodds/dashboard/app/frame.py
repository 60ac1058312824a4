"""The frame around every page: menu, page configuration, and the guard at the start of each page."""

import gc
import threading
from copy import copy
from functools import cache
from pathlib import Path

import streamlit as st

from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.runtime.streamlit_patches import patch_number_inputs
from boardodds.dashboard.ui.dashboards import ROOT, with_labels
from boardodds.dashboard.ui.table_store import ARRIVALS

_PAGE = "page shown"
_FOLDER = Path(__file__).parent
_script_run = threading.local()
_frame = st.components.v2.component(
    "boardodds.frame",
    js=_FOLDER.joinpath("frame.js").read_text(encoding="utf-8"),
    css=_FOLDER.joinpath("frame.css").read_text(encoding="utf-8"),
    isolate_styles=False,
)


def run() -> None:
    """Show the page of the current URL as soon as this run is at the head of the render queue."""
    with RENDER_LOCK.run():
        _show_page()


def _show_page() -> None:
    _freeze_gc()
    patch_number_inputs()
    page = _navigation()
    _on_page_change(page)
    title = page.title if page.title == "boardodds" else f"{page.title} · boardodds"
    st.set_page_config(page_title=title, page_icon="/app/static/favicon.png", layout="wide")
    _script_run.through_app = True
    try:
        page.run()
    finally:
        _script_run.through_app = False
    # No key: Streamlit loops over all components with a key for each number and text that it draws.
    _frame()


def guard() -> None:
    """Rerun through app.py if Streamlit started this page directly; call it before anything else on the page.

    Streamlit runs the files in pages/ directly until a session has called ``st.navigation``.
    """
    if not getattr(_script_run, "through_app", False):
        _navigation()
        st.rerun()


def _on_page_change(page: st.Page) -> None:
    """Drop the view of the previous page, and redirect from a link with old names of options to the same link with current ones.

    A page starts with its first view unless its link sets another.
    """
    if st.session_state.get(_PAGE) == page.url_path:
        return
    st.session_state[_PAGE] = page.url_path
    st.session_state[ARRIVALS] = st.session_state.get(ARRIVALS, 0) + 1
    st.session_state.pop("view", None)
    query = {setting: st.query_params.get_all(setting) for setting in st.query_params}
    if (current_query := with_labels(page.url_path, query)) != query:
        st.switch_page(page, query_params=current_query)


@cache
def _freeze_gc() -> None:
    """Exclude all loaded modules from garbage collection, since they stay in memory.

    Each collection that includes them blocks all visitors for a tenth of a second.
    """
    gc.collect()
    gc.freeze()


def _navigation() -> st.Page:
    # Copies, since Streamlit marks the page to run.
    pages = [copy(page) for page in _pages()]
    # The menu has no sections, since the keyboard can't reach them. An embedded page has no room for a menu.
    return st.navigation(pages, position="hidden" if st.context.is_embedded else "sidebar", expanded=True)


@cache
def _pages() -> list[st.Page]:
    """Return all pages; cached, since each is looked up on disk."""
    home = st.Page(ROOT / "pages" / "home.py", title="boardodds", icon="🎲", default=True)
    return [home] + [
        st.Page(entry.path, title=entry.title, icon=entry.icon, url_path=entry.url_path) for entry in PAGES
    ]
