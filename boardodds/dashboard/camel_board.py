"""The Camel Up board one can click, drag and drive by keyboard."""

import time
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
    turn_key, heard_key = f"{key}_turn", f"{key}_heard"

    def edited() -> None:
        st.session_state[turn_key] = time.time_ns() // 1_000_000
        st.session_state[heard_key] = True
        on_edit()

    # Streamlit redraws a component only when its data changed. The time of the last edit changes with each, so that the board
    # hears of a refused one too and sends the next key press: two edits at once would reach the server as one. A count would
    # begin anew where the server was started again, and could be the number that the board has already.
    turn = st.session_state.get(turn_key, 0)
    # under one name: for each of many Streamlit asks whether it is a table, for a tenth of a millisecond
    wish = _board(key=key, data={"board": {**data, "turn": turn}}, on_edit_change=edited)
    heard = st.session_state.pop(heard_key, False)
    if wish.get("edit") and not heard:
        # the session is new to a server that was started again: it does not know yet whom to call
        edited()
        del st.session_state[heard_key]
        st.rerun()
