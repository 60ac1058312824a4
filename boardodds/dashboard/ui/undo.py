"""What was before each of the last changes of a page, for its Undo."""

from typing import Any

import streamlit as st

_STEPS = 50


def remember(key: str, before: Any) -> None:
    """Keeps what was before a change; of very many the oldest are forgotten."""
    kept = st.session_state.setdefault(key, [])
    kept.append(before)
    del kept[:-_STEPS]
