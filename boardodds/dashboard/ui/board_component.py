"""Boards that are drawn in the browser and operated by pointer, touch and keyboard: Camel Up's and Perudo's."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import streamlit as st

_SHARED = Path(__file__).with_suffix("")


class Board(Protocol):
    """Shows a board and passes on the visitor's events.

    data: the board as JSON, with ``notice``: a sentence that says why the last event was refused, or what it removed; or "".
    on_edit: called with each event, which is in ``session_state[key].edit``.
    """

    def __call__(self, data: Mapping[str, Any], *, key: str, on_edit: Callable[[], None]) -> None: ...


def board_component(script: Path) -> Board:
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
        revision_key, handled_key = f"{key}_revision", f"{key}_handled"

        def edited() -> None:
            st.session_state[revision_key] = time.time_ns() // 1_000_000
            st.session_state[handled_key] = True
            on_edit()

        # Streamlit redraws a component only when its data changes. The revision changes with every event, so that the board is
        # also told of a refused event and sends the next one: two events at once would reach the server as one. It is a time and
        # not a count, because a count starts again with the server and could equal the revision that the board already has.
        revision = st.session_state.get(revision_key, 0)
        # in one entry: Streamlit takes 0.1 milliseconds for each to find out whether it is a table
        sent = mount(key=key, data={"board": {**data, "revision": revision}}, on_edit_change=edited)
        handled = st.session_state.pop(handled_key, False)
        if sent.get("edit") and not handled:
            # after a restart the server does not know the session's callbacks yet
            edited()
            del st.session_state[handled_key]
            st.rerun()

    return show
