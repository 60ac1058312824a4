"""The Camel Up board one can click, drag and drive by keyboard."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st

_ASSETS = Path(__file__).with_name("assets")

_board = st.components.v2.component(
    "boardodds.camel_board",
    html="<div class='board'></div>",
    css=(_ASSETS / "camel_board.css").read_text(encoding="utf-8"),
    js=(_ASSETS / "camel_board.js").read_text(encoding="utf-8"),
)


def camel_board(data: Mapping[str, Any], *, key: str, on_edit: Callable[[], None]) -> None:
    """Shows the board that ``data`` describes; ``on_edit`` finds the wish of the visitor in session_state[key].edit."""
    turn_key = f"{key}_turn"

    def edited() -> None:
        st.session_state[turn_key] = st.session_state.get(turn_key, 0) + 1
        on_edit()

    # Streamlit redraws a component only when its data changed. The count changes with every edit, so that the board
    # hears of a refused one too and sends the next key press: two edits at once would reach the server as one.
    turn = st.session_state.get(turn_key, 0)
    _board(key=key, data={**data, "turn": turn}, on_edit_change=edited)
