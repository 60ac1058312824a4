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


def board_component(folder: Path, *scripts: str) -> Board:
    """Return a board that is drawn in the browser by one or several scripts.

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
