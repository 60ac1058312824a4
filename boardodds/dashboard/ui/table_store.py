"""The table store: everything that a visitor sets up on a page, as one state that events change.

The state is one frozen value of the game, such as a Camel Up position with its rules and tickets. An event is data, such as
``{"kind": "roll", "die": "G", "face": "2"}``. The game's pure function ``apply(state, event)`` returns the next state, or raises
ValueError with a sentence for the visitor. The store keeps the state, its revision, the history for Undo and at most one notice
in the visitor's session.

Boards and widgets are views of the state. A widget's key contains a version, which changes whenever its value changed by anything
but the widget itself. A late message from the browser then names a widget that no longer exists, and Streamlit ignores its value.
A board's event states what the visitor wants, so it is applied to the current state, whatever the board showed.

The URL is written from the state in every run. It is read only when a visitor arrives at the page.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any, Generic, TypeVar

import streamlit as st

from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.settings import Allowed, Query

MAX_UNDO = 50
UNDO = "undo"
# In the session: the number of times that the visitor has come to a page.
ARRIVALS = "page arrivals"

StateT = TypeVar("StateT")
Event = Mapping[str, Any]


def _milliseconds() -> int:
    """Return the time, where a count from 0 could repeat what the browser still has from before a restart of the server."""
    return time.time_ns() // 1_000_000


def _no_notice(_before: Any, _after: Any, _event: Event) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class TableDefinition(Generic[StateT]):
    """What the store needs of a game.

    name: the name of the table in the session; pages with the same name share one table.
    allowed: the settings of a link that hold the state, with a check of their values.
    read: returns the state of a link, of which it gets the allowed values; other settings have their defaults.
    write: returns the settings of a link to a state, without those at their defaults.
    apply: returns the state after an event, which for an unknown event is the same, or raises ValueError with a sentence.
    notice: returns a sentence on what an event cost the visitor, or "", from the states before and after it and the event.
    """

    name: str
    allowed: Allowed
    read: Callable[[Query], StateT]
    write: Callable[[StateT], Query]
    apply: Callable[[StateT, Event], StateT]
    notice: Callable[[StateT, StateT, Event], str] = _no_notice


@dataclass(eq=False, slots=True)
class TableStore(Generic[StateT]):
    """The table of one visitor.

    revision: grows with every event, refused ones included, so that a board knows that its event was handled.
    notice: why the last event was refused, or what it cost; "" if there is nothing to report.
    """

    definition: TableDefinition[StateT]
    state: StateT
    revision: int = field(default_factory=_milliseconds)
    notice: str = ""
    _history: list[StateT] = field(default_factory=list)
    _keys: dict[str, str] = field(default_factory=dict)
    _arrivals: int = 0

    @property
    def can_undo(self) -> bool:
        """Whether there is an event to undo."""
        return bool(self._history)

    def dispatch(self, event: object) -> None:
        """Apply an event to the state. If the game refuses it, the state stays, and the notice says why."""
        self.revision += 1
        self.notice = ""
        if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
            return
        try:
            if event["kind"] == UNDO:
                self.state = self._history.pop() if self._history else self.state
                return
            after = self.definition.apply(self.state, event)
            self.notice = as_sentence(self.definition.notice(self.state, after, event))
            self._replace(after)
        except ValueError as error:
            self.notice = as_sentence(str(error))

    def take_notice(self) -> str:
        """Return the notice and forget it, so that it is shown once."""
        notice, self.notice = self.notice, ""
        return notice

    def view(self, name: str, value: Any, event: Event | None = None) -> dict[str, Any]:
        """Return the key and the callback of a widget that shows a part of the state.

        name: a name for the widget, unique on the page.
        value: the part of the state, as the widget has it.
        event: the event that the widget sends, to which its new value is added as ``value``; by default
            ``{"kind": "set", "name": name}``.
        """
        key = self._keys.get(name)
        if key is None or st.session_state.get(key, value) != value:
            key = self._keys[name] = f"{self.definition.name} {name} {next(_VERSIONS)}"
        if key not in st.session_state:
            st.session_state[key] = value
        return {"key": key, "on_change": self._dispatch_value, "args": (key, event or {"kind": "set", "name": name})}

    def _dispatch_value(self, key: str, event: Event) -> None:
        self.dispatch({**event, "value": st.session_state[key]})

    def _replace(self, state: StateT) -> None:
        if state != self.state:
            self._history = [*self._history, self.state][-MAX_UNDO:]
            self.state = state

    def read_url(self) -> None:
        """Take the state from the URL if the visitor has just arrived at the page by a link with settings of the table."""
        arrivals = st.session_state.get(ARRIVALS, 0)
        if arrivals == self._arrivals:
            return
        self._arrivals = arrivals
        linked = {
            name: [value for value in st.query_params.get_all(name) if is_allowed(value)]
            for name, is_allowed in self.definition.allowed.items()
            if name in st.query_params
        }
        if linked:
            self._replace(self.definition.read(linked))

    def write_url(self) -> None:
        """Have the URL show the state."""
        settings = {name: list(values) for name, values in self.definition.write(self.state).items()}
        for name in self.definition.allowed:
            if name in st.query_params and name not in settings:
                del st.query_params[name]
        if changed := {name: values for name, values in settings.items() if st.query_params.get_all(name) != values}:
            st.query_params.update(changed)


# The versions in the keys of widgets.
_VERSIONS = count(_milliseconds())


def open_table(definition: TableDefinition[StateT]) -> TableStore[StateT]:
    """Return the visitor's table, which the URL shows from now on. Call it before anything else that needs the URL."""
    key = f"table of {definition.name}"
    if key not in st.session_state:
        st.session_state[key] = TableStore(definition, definition.read({}))
    store: TableStore[StateT] = st.session_state[key]
    store.read_url()
    store.write_url()
    return store
