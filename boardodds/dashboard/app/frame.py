"""The frame around every page: menu, page config, and the guard that each page begins with."""

import gc
import threading
from copy import copy
from functools import cache
from math import isfinite
from pathlib import Path

import streamlit as st
from streamlit import config
from streamlit.elements.widgets import number_input
from streamlit.elements.widgets.number_input import NumberInputSerde
from streamlit.navigation.page import Page as StreamlitPage

from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.runtime.render_queue import RENDER_QUEUE
from boardodds.dashboard.ui.dashboards import ROOT, dashboard_of, with_labels

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
    """Shows the page that the address asks for, as soon as it is its turn."""
    with RENDER_QUEUE.run():
        _show()


def _show() -> None:
    _spare_what_is_loaded()
    keep_theme()
    read_finite_numbers()
    page = _navigation()
    _arrive(page)
    title = page.title if page.title == "boardodds" else f"{page.title} · boardodds"
    st.set_page_config(page_title=title, page_icon="/app/static/favicon.png", layout="wide")
    _script_run.through_app = True
    try:
        page.run()
    finally:
        _script_run.through_app = False
    # without a key: those that have one are gone through at every number and text that is drawn
    _frame()


def guard() -> None:
    """Sends a page that was started by its own address through app.py; call it before anything else on the page.

    Streamlit starts a file in pages/ by itself as long as no session has run ``st.navigation`` yet.
    """
    if not getattr(_script_run, "through_app", False):
        _navigation()
        st.rerun()


def _arrive(page: StreamlitPage) -> None:
    """Each page begins with its first view unless its link says otherwise, whatever view the page before had.

    From a link in which rules have older names it goes on to the one that says the same today, and from the table of a link to
    the same table on the other page.
    """
    if st.session_state.get(_PAGE) == page.url_path:
        return
    st.session_state[_PAGE] = page.url_path
    st.session_state.pop("view", None)
    query = {setting: st.query_params.get_all(setting) for setting in st.query_params}
    adapted = dashboard_of(page.url_path).adapt_query(page.url_path, query)
    if (adapted_query := with_labels(page.url_path, adapted)) != query:
        st.switch_page(page, query_params=adapted_query)


@cache
def _spare_what_is_loaded() -> None:
    """Takes modules and all that is in them, which stay, out of the garbage collector's rounds.

    Each round through them holds everybody up for a tenth of a second.
    """
    gc.collect()
    gc.freeze()


@cache
def keep_theme() -> None:
    """Keeps what the configuration says of each section until it is read again.

    Streamlit asks six times for every answer what the theme is, each time of all its options: 3% of all that the server does.
    """
    kept = cache(config.get_options_for_section)
    config.on_config_parsed(kept.cache_clear, force_connect=True)
    vars(config)["get_options_for_section"] = kept


@cache
def read_finite_numbers() -> None:
    """Has number inputs take what is infinite or no number, from a link or a message, for nothing, which is their default.

    Streamlit makes a whole number of it before it looks whether it is on offer, and that fails.
    """
    read = NumberInputSerde.deserialize

    def read_finite(serde: NumberInputSerde, sent: float | None) -> float | None:
        return read(serde, sent if sent is not None and isfinite(sent) else None)

    vars(number_input)["NumberInputSerde"].deserialize = read_finite


def _navigation() -> StreamlitPage:
    # copies, as Streamlit marks the one that it is to run
    pages = [copy(page) for page in _pages()]
    # Streamlit's sections cannot be reached by keyboard, so the menu has none; inside another page there is no room for it
    return st.navigation(pages, position="hidden" if st.context.is_embedded else "sidebar", expanded=True)


@cache
def _pages() -> list[StreamlitPage]:
    """All pages, each looked up on the disk once."""
    home = st.Page(ROOT / "pages" / "home.py", title="boardodds", icon="🎲", default=True)
    return [home] + [
        st.Page(entry.path, title=entry.title, icon=entry.icon, url_path=entry.url_path) for entry in PAGES
    ]
