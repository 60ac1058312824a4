"""The frame around every page: menu, page config, and the guard that each page begins with."""

import threading
from itertools import groupby

import streamlit as st
from streamlit.navigation.page import Page as StreamlitPage

from boardodds.dashboard.site import PAGES, ROOT

_script_run = threading.local()


def run() -> None:
    """Shows the page that the address asks for."""
    page = _navigation()
    title = page.title if page.title == "boardodds" else f"{page.title} · boardodds"
    st.set_page_config(page_title=title, page_icon=str(ROOT / "static" / "favicon.png"), layout="wide")
    _script_run.through_app = True
    try:
        page.run()
    finally:
        _script_run.through_app = False


def guard() -> None:
    """Sends a page that was started by its own address through app.py; call it before anything else on the page.

    Streamlit starts a file in pages/ by itself as long as no session has run ``st.navigation`` yet.
    """
    if not getattr(_script_run, "through_app", False):
        _navigation()
        st.rerun()


def _navigation() -> StreamlitPage:
    home = st.Page(ROOT / "pages" / "home.py", title="boardodds", icon="🎲", default=True)
    sections: dict[str, list[StreamlitPage]] = {"": [home]}
    for section, entries in groupby(PAGES, key=lambda entry: entry.section):
        sections[section] = [
            st.Page(entry.path, title=entry.title, icon=entry.icon, url_path=entry.url_path) for entry in entries
        ]
    return st.navigation(sections)
