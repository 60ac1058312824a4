"""The undo history of a page, in the visitor's session."""

from typing import Any

import streamlit as st

_STEPS = 50


def remember(key: str, before: Any) -> None:
    """Add the state before a change to the history, which keeps the newest states."""
    kept = st.session_state.setdefault(key, [])
    kept.append(before)
    del kept[:-_STEPS]
