"""Boards that the browser draws and visitors operate by pointer, touch and keyboard: Camel Up's and Perudo's."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import streamlit as st

from boardodds.dashboard.ui.table_store import TableStore

_SHARED = Path(__file__).with_suffix("")


class Board(Protocol):
    """A function that shows a board and sends the visitor's events to the store of its table.

    data: the board as JSON.
    """

    def __call__(self, data: Mapping[str, Any], *, key: str, store: TableStore[Any]) -> None: ...


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

    def show(data: Mapping[str, Any], *, key: str, store: TableStore[Any]) -> None:
        handled_key = f"{key} handled"

        def handle_event() -> None:
            st.session_state[handled_key] = True
            store.dispatch(st.session_state[key].edit)

        board = {
            **data,
            # The board waits for a new revision before it sends its next event, because two events at once would reach the
            # server as one. Streamlit redraws it only when its data change, so the revision changes with a refused event too.
            "revision": store.revision,
            "notice": store.take_notice(),
            "can_undo": store.can_undo,
        }
        # The data are one entry, because Streamlit takes 0.1 milliseconds per entry to check whether it is a table.
        component = mount(key=key, data={"board": board}, on_edit_change=handle_event)
        handled = st.session_state.pop(handled_key, False)
        if component.get("edit") and not handled:
            # A server that has just restarted does not know the session's callbacks yet.
            store.dispatch(component.edit)
            st.rerun()

    return show
