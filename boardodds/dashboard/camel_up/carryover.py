"""Carry the Camel Up position, rules and tickets from one page to the other.

Streamlit keeps settings that the visitor or a callback changed, and writes them to the URL. It drops settings that came from a
link and were not changed; this module restores those.
"""

from typing import Any

import streamlit as st

from boardodds.dashboard.camel_up import inputs, tickets
from boardodds.dashboard.ui.dashboards import Query

_PAGES = ("camel_up_leg", "camel_up_race")
_TABLE = {**inputs.LINK, **tickets.LINK}
_LINKED = "camel linked"


def with_table(url_path: str, query: Query) -> Query:
    """Return the query for a page that a visitor opens: its own, and the settings of the link to the other page."""
    if url_path not in _PAGES:
        return query
    came_from, linked = st.session_state.get(_LINKED, (url_path, ()))
    here = dict(query)
    if came_from != url_path:
        here = {key: _texts(st.session_state[key]) for key in linked if st.session_state.get(key) is not None} | here
    st.session_state[_LINKED] = (url_path, [key for key in here if key in _TABLE])
    return here


def _texts(value: Any) -> list[str]:
    """Return the value of a widget as the URL stores it."""
    if isinstance(value, list):
        return value
    return [str(value).lower() if isinstance(value, bool) else str(value)]
