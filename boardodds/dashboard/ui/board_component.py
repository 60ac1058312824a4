"""Boards that the browser draws and visitors operate by pointer, touch and keyboard, and rows to tap for any game."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

from boardodds.dashboard.ui.state_store import StateStore

_SHARED = Path(__file__).with_suffix("")
# The scripts of the boards, by the name of their file under ``boards/`` on the server. Streamlit sends a script with each answer.
# What it sends in its place gets the file once, and tries again with the next answer if that fails.
SCRIPTS: dict[str, str] = {}
# They are beside the page's own scripts, whatever is in front of the server.
_LOADER = """let script;
const [root] = document.querySelector("script[src*='static/js/']").src.split("static/js/");
const load = () => script ??= import(`${root}boards/%s`).catch((error) => {
  script = undefined;
  throw error;
});
export default (component) => {
  let stop, isOver = false;
  load().then((board) => { if (!isOver) stop = board.default(component); });
  return () => { isOver = true; stop?.(); };
};"""


def board_component(folder: Path, *scripts: str) -> Callable[..., None]:
    """Return a function that shows a board and sends the visitor's events to its store; scripts in a folder draw it.

    scripts: the names of the JavaScript files without ``.js``. They form one module, in this order, after ``board_component.js``,
        the part that all boards share. The last one exports the board and names the component and the style sheet.
    """

    def read_all(*files: Path) -> str:
        return "".join(file.read_text(encoding="utf-8") for file in files)

    script = read_all(_SHARED.with_suffix(".js"), *(folder / f"{script}.js" for script in scripts))
    # A new version has a new name, since browsers keep the file.
    name = f"{scripts[-1]}.{sha256(script.encode()).hexdigest()[:16]}.js"
    SCRIPTS[name] = script
    mount = st.components.v2.component(
        f"boardodds.{scripts[-1]}",
        html="<div class='board'></div>",
        css=read_all(_SHARED.with_suffix(".css"), folder / f"{scripts[-1]}.css"),
        js=_LOADER % name,
    )

    def show(data: Mapping[str, Any], *, key: str, store: StateStore[Any]) -> None:
        handled_key = f"{key} handled"

        def handle_event() -> None:
            # An event that comes after the visitor has left the page finds no board.
            if component := st.session_state.get(key):
                st.session_state[handled_key] = True
                store.dispatch(component.event)

        board = {
            **data,
            # The board waits for a new revision before it sends its next event, because two events at once would reach the
            # server as one. Streamlit redraws it only when its data change, so the revision changes with a refused event too.
            "can_undo": store.can_undo,
            "revision": store.revision,
            "notice": store.take_notice(),
        }
        # A list, because Streamlit takes 0.1 milliseconds to check whether an entry of a dictionary is a table.
        component = mount(key=key, data=[board], on_event_change=handle_event)
        handled = st.session_state.pop(handled_key, False)
        if component.get("event") and not handled:
            # A server that has just restarted does not know the session's callbacks yet.
            store.dispatch(component.event)
            st.rerun()

    return show


@dataclass(frozen=True)
class TapRow:
    """A row of marks: what is left of what was there.

    name, label: what identifies the row, and its words.
    act, event: what a tap on it does, in words, or "" if it does nothing now; and the event that it sends.
    left, full: the number of marks that are filled, and of all marks.
    fill, shape: of the marks: a colour as a CSS value; ``round`` or ``square``.
    """

    name: str
    label: str
    act: str
    event: Mapping[str, Any]
    left: int
    full: int
    fill: str
    shape: str = "round"


def tap_rows(rows: Sequence[TapRow], *, key: str, store: StateStore[Any]) -> None:
    """Show rows of which a tap on one sends its event to the store."""
    _rows_board({"rows": [vars(row) for row in rows]}, key=key, store=store)


_rows_board = board_component(Path(__file__).parent, "tap_rows")
