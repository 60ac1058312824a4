"""Boards that the browser draws and visitors operate by pointer, touch and keyboard: Camel Up's and Perudo's."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import streamlit as st

_SHARED = Path(__file__).with_suffix("")


class Board(Protocol):
    """A function that shows a board and passes on the visitor's events.

    data: the board as JSON. Its entry ``notice`` is a sentence on why the last event was refused or what it removed, or "".
    on_edit: called after each event, which is then in ``session_state[key].edit``.
    """

    def __call__(self, data: Mapping[str, Any], *, key: str, on_edit: Callable[[], None]) -> None: ...


def board_component(folder: Path, *scripts: str) -> Board:
    """Return a function that shows a board, which one or several scripts draw in the browser.

    folder: the folder of the scripts and of the style sheet, which has the name of the last script.
    scripts: the names of the JavaScript files without ``.js``. They form one module, in this order, after ``board_component.js``,
        the part that all boards share. The last one exports the board and names the component.
    """

    def read_all(*files: Path) -> str:
        return "".join(file.read_text(encoding="utf-8") for file in files)

    mount = st.components.v2.component(
        f"boardodds.{scripts[-1]}",
        html="<div class='board'></div>",
        css=read_all(_SHARED.with_suffix(".css"), folder / f"{scripts[-1]}.css"),
        js=read_all(_SHARED.with_suffix(".js"), *(folder / f"{script}.js" for script in scripts)),
    )

    def show(data: Mapping[str, Any], *, key: str, on_edit: Callable[[], None]) -> None:
        revision_key, handled_key = f"{key}_revision", f"{key}_handled"

        def handle_event() -> None:
            st.session_state[revision_key] = time.time_ns() // 1_000_000
            st.session_state[handled_key] = True
            on_edit()

        # Streamlit redraws a component only when its data changes. The revision changes with every event, refused ones included:
        # the board waits for it before it sends the next event, because two events at once would reach the server as one.
        # It is a time and not a count: a count restarts with the server and could equal the revision that the board already has.
        revision = st.session_state.get(revision_key, 0)
        # The data are one entry, because Streamlit takes 0.1 milliseconds per entry to check whether it is a table.
        component = mount(key=key, data={"board": {**data, "revision": revision}}, on_edit_change=handle_event)
        handled = st.session_state.pop(handled_key, False)
        if component.get("edit") and not handled:
            # A server that has just restarted does not know the session's callbacks yet.
            handle_event()
            del st.session_state[handled_key]
            st.rerun()

    return show
