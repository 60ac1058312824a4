"""Drawings of our own that one can click and drive by keyboard: the board of Camel Up and the round of Perudo."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import streamlit as st

_SHARED = Path(__file__).with_suffix("")


class Drawing(Protocol):
    """Shows what ``data`` describes; ``on_edit`` finds the wish of the visitor in session_state[key].edit.

    data: among the rest ``refused``, the sentence that says why the last wish was not done, or what it cost; empty if it was.
    """

    def __call__(self, data: Mapping[str, Any], *, key: str, on_edit: Callable[[], None]) -> None: ...


def board_component(script: Path) -> Drawing:
    """Return the board that ``script`` draws in the browser; its style sheet lies beside the script under the same name.

    script: a JavaScript file, which runs after ``board_component.js``, the part that all boards share.
    """

    def assets(kind: str) -> str:
        return "".join(path.with_suffix(f".{kind}").read_text(encoding="utf-8") for path in (_SHARED, script))

    mount = st.components.v2.component(
        f"boardodds.{script.stem}",
        html="<div class='board'></div>",
        css=assets("css"),
        js=assets("js"),
    )

    def show(data: Mapping[str, Any], *, key: str, on_edit: Callable[[], None]) -> None:
        turn_key, heard_key = f"{key}_turn", f"{key}_heard"

        def edited() -> None:
            st.session_state[turn_key] = time.time_ns() // 1_000_000
            st.session_state[heard_key] = True
            on_edit()

        # Streamlit redraws a component only when its data changed. The time of the last edit changes with each, so that the
        # drawing hears of a refused one too and sends the next: two edits at once would reach the server as one. A count would
        # begin anew where the server was started again, and could be the number that the drawing has already.
        turn = st.session_state.get(turn_key, 0)
        # under one name: for each of many Streamlit asks whether it is a table, for a tenth of a millisecond
        wish = mount(key=key, data={"board": {**data, "turn": turn}}, on_edit_change=edited)
        heard = st.session_state.pop(heard_key, False)
        if wish.get("edit") and not heard:
            # the session is new to a server that was started again: it does not know yet whom to call
            edited()
            del st.session_state[heard_key]
            st.rerun()

    return show
