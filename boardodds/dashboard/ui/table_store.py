"""The table store: everything that a visitor sets up on a page, as one state that events change.

The state is one frozen value of the game, such as a Camel Up position with its rules and tickets. An event is data, such as
``{"kind": "roll", "die": "G", "face": "2"}``. The game's pure function ``apply(state, event)`` returns the next state, or raises
ValueError with a sentence for the visitor. The store keeps the state, its revision, the history for Undo and at most one notice
in the visitor's session.

Boards and widgets are views of the state. A widget's key contains a version, which changes whenever its value changed by anything
but the widget itself. A late message from the browser then has the value of a former version, which the store ignores. A board's
event states what the visitor wants, so it is applied to the current state, whatever the board showed.

The URL is written from the state in every run. It is read only when a visitor arrives at the page.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import streamlit as st

from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.query import link_mistakes
from boardodds.dashboard.ui.settings import Allowed, Query

MAX_UNDO = 50
# Versions are used again, because Streamlit keeps something of every key for as long as the session lasts. No message from the
# browser is so late that its widget has had this number of versions since.
_VERSIONS = 16
UNDO = "undo"
# In the session: the number of times that the visitor has come to a page.
ARRIVALS = "page arrivals"

StateT = TypeVar("StateT")
Event = Mapping[str, Any]


def _milliseconds() -> int:
    """Return the time, where a count from 0 could repeat what the browser still has from before a restart of the server."""
    return time.time_ns() // 1_000_000


def _next(version: int) -> int:
    return (version + 1) % _VERSIONS


def _no_notice(_before: Any, _after: Any, _event: Event) -> str:
    return ""


def _no_mistakes(_query: Query) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class TableDefinition(Generic[StateT]):
    """What the store needs of a game.

    name: the name of the table in the session; pages with the same name share one table.
    allowed: the settings of a link that hold the state, with a check of their values.
    read: returns the state of a link, of which it gets the allowed values; other settings have their defaults.
    write: returns the settings of a link to a state, without those at their defaults.
    apply: returns the state after an event, which for an unknown event is the same, or raises ValueError with a sentence.
    notice: returns a sentence on what an event cost the visitor, or "", from the states before and after it and the event.
    mistakes: returns a sentence for each setting of a link that does not fit the others.
    """

    name: str
    allowed: Allowed
    read: Callable[[Query], StateT]
    write: Callable[[StateT], Query]
    apply: Callable[[StateT, Event], StateT]
    notice: Callable[[StateT, StateT, Event], str] = _no_notice
    mistakes: Callable[[Query], Sequence[str]] = _no_mistakes


@dataclass(eq=False, slots=True)
class TableStore(Generic[StateT]):
    """The table of one visitor.

    revision: grows with every event, refused ones included, so that a board knows that its event was handled.
    notice: why the last event was refused, or what it cost; "" if there is nothing to report.
    mistakes: a sentence for each mistake in the URL of this run.
    """

    definition: TableDefinition[StateT]
    state: StateT
    revision: int = field(default_factory=_milliseconds)
    notice: str = ""
    mistakes: Sequence[str] = ()
    _history: list[StateT] = field(default_factory=list)
    _versions: dict[str, int] = field(default_factory=dict)
    _arrivals: int | None = None

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
        version = self._versions.get(name, 0)
        if st.session_state.get(self._key(name, version), value) != value:
            version = _next(version)
        self._versions[name] = version
        key = self._key(name, version)
        if key not in st.session_state:
            st.session_state[key] = value
        return {
            "key": key,
            "on_change": self._dispatch_value,
            "args": (name, version, event or {"kind": "set", "name": name}),
        }

    def _key(self, name: str, version: int) -> str:
        return f"{self.definition.name} {name} {version}"

    def _dispatch_value(self, name: str, version: int, event: Event) -> None:
        if version == self._versions[name]:
            self.dispatch({**event, "value": st.session_state[self._key(name, version)]})

    def _replace(self, state: StateT) -> None:
        if state != self.state:
            self._history = [*self._history, self.state][-MAX_UNDO:]
            self.state = state

    def read_url(self) -> None:
        """Take the state from the URL if the visitor has just arrived at the page by a link with settings of the table."""
        arrivals = st.session_state.get(ARRIVALS, 0)
        if arrivals == self._arrivals:
            return
        is_new, self._arrivals = self._arrivals is None, arrivals
        # On another page a widget with the same key would stay empty in the browser.
        self._versions = {name: _next(version) for name, version in self._versions.items()}
        linked = {
            name: [value for value in st.query_params.get_all(name) if is_allowed(value)]
            for name, is_allowed in self.definition.allowed.items()
            if name in st.query_params
        }
        if linked:
            self.mistakes = [*self.mistakes, *self.definition.mistakes(linked)]
            self._replace(self.definition.read(linked))
            if is_new:
                self._history.clear()

    def write_url(self) -> None:
        """Have the URL show the state."""
        settings = {name: list(values) for name, values in self.definition.write(self.state).items()}
        for name in self.definition.allowed:
            if name in st.query_params and name not in settings:
                del st.query_params[name]
        if changed := {name: values for name, values in settings.items() if st.query_params.get_all(name) != values}:
            st.query_params.update(changed)


def open_table(definition: TableDefinition[StateT], settings: Allowed) -> TableStore[StateT]:
    """Return the visitor's table, which the URL shows from now on. Call it before anything else that needs the URL.

    settings: the settings that the page's links may have besides those of the table, with a check of their values.
    """
    key = f"table of {definition.name}"
    if key not in st.session_state:
        st.session_state[key] = TableStore(definition, definition.read({}))
    store: TableStore[StateT] = st.session_state[key]
    store.mistakes = link_mistakes({**definition.allowed, **settings})
    store.read_url()
    store.write_url()
    return store
