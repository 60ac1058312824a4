"""The state store: everything that a visitor sets up on a page, as one state that events change.

The state is one frozen value of the game, such as a Camel Up position with its rules and tickets. An event is data, such as
``{"kind": "roll", "die": "G", "face": "2"}``; see ``StateDefinition``. The store keeps the state, the acts that led to it, its
revision, the history for Undo and at most one notice in the visitor's session.

Boards and widgets are views of the state. A widget's key contains a version, which changes whenever its value changed by anything
but the widget itself, and whenever the widget is drawn again after an absence. A late message from the browser then has the value
of a former version, which the store ignores. A board's event states what the visitor wants, so it is applied to the current
state, whatever the board showed.

The store also holds the page's settings that are no part of the state, such as the open view. ``setting`` makes a widget a view
of one of them; Undo leaves them alone.

The URL is written from the store in every run. It is read only when a visitor arrives at the page. No widget is bound to the
URL: the browser would change the URL too, and a late answer of the server would take the change back.
"""

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import InitVar, dataclass, field, replace
from functools import partial
from typing import Any, Generic

import streamlit as st

from boardodds.dashboard.ui.messages import link_mistakes
from boardodds.dashboard.ui.names import RENAME
from boardodds.dashboard.ui.record import MAX_ACTS, Act, Line, Played, contradiction, read_record, write_record
from boardodds.dashboard.ui.settings import (
    Allowed,
    Event,
    Query,
    StateDefinition,
    StateT,
    allowed_part,
    as_texts,
    from_text,
)
from boardodds.dashboard.ui.words import as_sentence
from boardodds.probability.validate import check_whole

MAX_UNDO = 50
# Versions are used again, because Streamlit keeps something of every key for as long as the session lasts. No message from the
# browser is so late that its widget has had this number of versions since.
_VERSIONS = 16
UNDO, RECORD = "undo", "record"
# The setting that a page does not keep for the next visit.
VIEW = "view"
_ABSENT = object()
# In the session: the number of times that the visitor has come to a page.
ARRIVALS = "page arrivals"
# In the session, and for the thread that draws its page: the store of the page.
_OPEN = "open store"
_drawn = threading.local()


def _next(version: int) -> int:
    return (version + 1) % _VERSIONS


@dataclass(eq=False, slots=True)
class StateStore(Generic[StateT]):
    """The state of one visitor on a page.

    revision: grows with every event, refused ones included, so that a board knows that its event was handled.
    notice: why the last event was refused, or what it cost.
    mistakes: a sentence for each mistake in the URL that the visitor arrived by, until their first event.
    allowed: the page's settings that are no part of the state, with a check of their values.
    trial: the choices that are tried again; see ``try_again``.
    """

    definition: StateDefinition[StateT]
    start: InitVar[StateT]
    # In milliseconds: a count from 0 could repeat what the browser still has from before a restart of the server.
    revision: int = field(default_factory=lambda: time.time_ns() // 1_000_000)
    notice: str = ""
    mistakes: Sequence[str] = ()
    allowed: Allowed = field(default_factory=dict)
    trial: Any = None
    # The history and the game that a trial has left.
    _left: tuple[list[Played[StateT]], Played[StateT]] | None = None
    _played: Played[StateT] = field(init=False)
    # The game before each doing of the visitor, for Undo.
    _history: list[Played[StateT]] = field(default_factory=list)
    # By the name of a widget, its version and its value as far as the server knows.
    _widgets: dict[str, tuple[int, Any]] = field(default_factory=dict)
    # The settings that differ from their defaults, and those of the link whose widget has not been drawn yet.
    _values: dict[str, Any] = field(default_factory=dict)
    _linked: dict[str, list[str]] = field(default_factory=dict)
    _written: Query | None = None
    # Whether the URL has the state and the settings as they are now.
    _is_written: bool = False
    # A state, and the settings of a link to it.
    _link: tuple[StateT, Query] | None = None
    _record: tuple[Played[StateT], str] | None = None
    _arrivals: int | None = None

    def __post_init__(self, start: StateT) -> None:
        self._played = Played((Act(start),))

    @property
    def state(self) -> StateT:
        return self._played.state

    @property
    def can_undo(self) -> bool:
        """Whether there is a doing of the visitor, or an act of the record, to take back."""
        return bool(self._history or self._played.now)

    def dispatch(self, event: object) -> None:
        """Apply an event to the state. If the game refuses it, the state stays, and the notice says why."""
        match event:
            # From a board that had lost its connection, and perhaps only the answer.
            case {"kind": "again", "event": lost, "revision": revision}:
                event = lost if revision == self.revision else None
        self._begin()
        if not isinstance(event, dict) or not isinstance(event.get("kind"), str):
            return
        try:
            match event:
                case {"kind": "undo"}:
                    self._undo()
                case {"kind": "go", "value": number}:
                    check_whole("act", number, 0, len(self.whole_line) - 1)
                    self._go(self.whole_line, number)
                case {"kind": "instead", "event": {"kind": str()} as other} if len(self.line) > 1:
                    self._apply(other, self.line[:-1])
                case {"kind": "record", "value": str(text)}:
                    line, mistake = read_record(text, self.definition, self.definition.write(self.line[0].state))
                    self.notice = as_sentence(mistake)
                    self._go(line)
                case _:
                    self._apply(event, self.line)
        except ValueError as error:
            self.notice = as_sentence(str(error))

    def _undo(self) -> None:
        if self._history:
            self._played = self._history.pop()
        elif self._left:
            self.end_trial()
        else:
            # After a link with a record there is no doing yet, but there are acts.
            self._played = replace(self._played, now=max(0, self._played.now - 1))

    def _apply(self, event: Event, line: Line[StateT]) -> None:
        last = line[-1]
        if event["kind"] == RENAME:
            # Nothing else changes, and the game goes on.
            named = (Act(self.definition.apply(act.state, event)[0], act.event) for act in self.whole_line)
            self._go(tuple(named), self._played.now)
            return
        after, notice = self.definition.apply(last.state, event)
        if is_act := event["kind"] in self.definition.acts:
            after = self.definition.plain(after)
        # Where settings that fit alone don't fit together, such as a round with more dice than a game begins with.
        if not self.definition.is_possible(after, self._link_of(after)):
            raise ValueError("that isn't possible here, so nothing has changed")
        self.notice = as_sentence(notice)
        if after == self.state:
            return
        if is_act:
            # A record begins with what the page shows in the place of a text that it cannot use.
            start = line if len(line) > 1 else (Act(self.definition.plain(last.state)),)
            self._go((*start, Act(after, event))[-MAX_ACTS - 1 :])
        else:
            # What no link has, such as an open question, keeps the acts.
            is_same = self.definition.write(last.state) == self._link_of(after)
            self._go((*line[:-1], Act(after, last.event)) if is_same else (Act(after),))

    def take_notice(self) -> str:
        """Return the notice and forget it, so that it is shown once."""
        notice, self.notice = self.notice, ""
        return notice

    def view(self, name: str, value: Any, event: Event | None = None) -> dict[str, Any]:
        """Return the arguments of a widget that shows a part of the state: its key, value and callback.

        name: of the widget, unique on the page.
        event: what the widget sends with its new value as ``value``; by default ``{"kind": "set", "name": name}``.
        """
        event = event or {"kind": "set", "name": name}
        return self._widget(name, value, lambda new_value: self.dispatch({**event, "value": new_value}))

    def event_key(self, name: str) -> str:
        """Return the key of a widget that is another one after each event, so that a late message for it changes nothing."""
        return f"{name} {self.revision % _VERSIONS}"

    def setting(
        self,
        name: str,
        default: Any,
        *,
        adapt: Callable[[Any], Any] | None = None,
        widget: str | None = None,
        choose: Callable[[Any], None] | None = None,
    ) -> dict[str, Any]:
        """Return the arguments of a widget for a setting of the page: its key, value and callback.

        default: its value if neither the visitor nor a link has chosen one.
        adapt: returns the value to show, where the visitor's choice is not possible now.
        widget: the name of the widget, if one setting has several of them.
        choose: takes what the visitor chooses, if it is not the value of the setting as it is.
        """
        value, change = self.value_of(name, default), choose or partial(self.choose, name, default)
        return self._widget(widget or name, adapt(value) if adapt else value, change)

    def choose(self, name: str, default: Any, value: Any) -> None:
        """Give a setting of the page another value, unless it is not allowed, as in a forged or a late message."""
        if name in self.allowed and all(map(self.allowed[name], as_texts(value))):
            self._is_written = False
            self._values.pop(name, None)
            if value != default:
                self._values[name] = list(dict.fromkeys(value)) if isinstance(value, list) else value

    def value_of(self, name: str, default: Any) -> Any:
        """Return the value of a setting of the page, whether or not its widget is drawn."""
        if texts := self._linked.pop(name, None):
            self._is_written = False
            value = texts if isinstance(default, list) else from_text(texts[-1], default)
            if value != default:
                self._values[name] = value
        return self._values.get(name, default)

    def _widget(self, name: str, value: Any, change: Callable[[Any], None]) -> dict[str, Any]:
        version, _ = self._widgets.get(name, (0, value))
        # A widget that the last run did not draw is absent; a late message can still have its former value.
        if name in self._widgets and st.session_state.get(self._key(name, version), _ABSENT) != value:
            version = _next(version)
        self._widgets[name] = version, value
        # The value is the default and not set in the session: the browser can miss a set value if a newer answer follows.
        key = self._key(name, version)
        return {"key": key, "value": value, "on_change": self._on_change, "args": (name, version, change)}

    def _key(self, name: str, version: int) -> str:
        return f"{self.definition.name} {name} {version}"

    def _on_change(self, name: str, version: int, change: Callable[[Any], None]) -> None:
        known_version, known_value = self._widgets[name]
        # The session loses the value if another page's run came between.
        value = st.session_state.get(self._key(name, version), known_value)
        # Streamlit takes the value of a widget that is no longer drawn for a change, although the visitor did not move it.
        if version == known_version and value != known_value:
            self._widgets[name] = version, value
            change(value)

    @property
    def line(self) -> Line[StateT]:
        """The game so far: its start, and the acts that led to the state. Anything else that changes the state starts a new one.

        The event ``{"kind": "go", "value": 3}`` goes to the third act; going on from there is another branch, as is
        ``{"kind": "instead", "event": ...}``, which replaces the last act. Undo takes back the visitor's last doing.
        """
        return self._played.line

    @property
    def whole_line(self) -> Line[StateT]:
        """The game so far with the acts after it that a visitor who went back has left."""
        return self._played.acts

    @property
    def record(self) -> str:
        """The game so far as text, which the event ``{"kind": "record", "value": text}`` reads; "" without an act."""
        if self._record is None or self._record[0] is not self._played:
            self._record = self._played, write_record(self.line, self.definition)
        return self._record[1]

    def go(self, acts: Line[StateT], now: int) -> None:
        """Go to an act of a game. Undo takes it back."""
        self._begin()
        self._go(acts, now)

    def go_to_trial(self, trial: Any, acts: Line[StateT], now: int) -> None:
        """Go to an act of a game to try it again. The history of the game has none of it, so Undo never leads into a trial."""
        self._begin()
        self._left = self._left or (self._history, self._played)
        self.trial, self._history, self._played = trial, [], Played(acts, now)

    def end_trial(self, *, is_back: bool = True) -> None:
        """End a trial: back in the game as it was, or where the visitor went instead, from where Undo leads to the game."""
        if self._left:
            self._begin()
            history, game = self._left
            self._history, self._played = (history, game) if is_back else ([*history, game], self._played)
        self.trial = self._left = None

    def _begin(self) -> None:
        self.revision += 1
        self.notice, self.mistakes, self._is_written = "", (), False

    def _go(self, acts: Line[StateT], now: int | None = None) -> None:
        played = Played(acts, len(acts) - 1 if now is None else now)
        if played != self._played:
            self._history = [*self._history, self._played][-MAX_UNDO:]
            self._played = played

    def read_url(self) -> None:
        """Take the state and the settings from the URL if the visitor has just arrived at the page by a link that has any."""
        # The browser can have sent an older URL than the last one that was written.
        self._is_written, arrivals = False, st.session_state.get(ARRIVALS, 0)
        if arrivals == self._arrivals:
            # The browser can ask for another run by itself, for which the mistakes stay.
            return
        recorded: Allowed = {RECORD: lambda _: True} if self.definition.acts else {}
        self.mistakes = link_mistakes({**self.definition.allowed, **self.allowed, **recorded})
        is_new, self._arrivals = self._arrivals is None, arrivals
        # On another page a widget with the same key would stay empty in the browser.
        self._widgets = {name: (_next(version), value) for name, (version, value) in self._widgets.items()}
        self._values.pop(VIEW, None)
        url = _url_settings()
        state, settings = (allowed_part(url, allowed) for allowed in (self.definition.allowed, self.allowed))
        if state or settings:
            self._values, self._linked = {}, settings
        texts = url.get(RECORD, []) if self.definition.acts else []
        if state or texts:
            line, mistake = read_record(texts[-1] if texts else "", self.definition, state)
            mistake = mistake or contradiction(line, self.definition, state)
            self.mistakes = [*self.mistakes, *self.definition.mistakes(state), mistake]
            # Whoever comes back to the page still has the acts before the state.
            if is_new or line[-1].state != self.state:
                self._go(line)
            if is_new:
                self._history.clear()

    def link(self, settings: Collection[str]) -> dict[str, list[str]]:
        """Return the settings of a link to the state, and those of a page: pages that share a state have their own."""
        values = {name: as_texts(value) for name, value in self._values.items()}
        link = {name: texts for name, texts in {**self._linked, **values}.items() if name in settings}
        link |= {name: list(texts) for name, texts in self._link_of(self.state).items()}
        return {**link, RECORD: [record]} if (record := self.record) else link

    def _link_of(self, state: StateT) -> Query:
        # An event and its run need it for the check, the URL, the views and the menu.
        if self._link is None or self._link[0] is not state:
            self._link = state, self.definition.write(state)
        return self._link[1]

    def write_url(self) -> None:
        """Write the state and the settings to the URL, unless it has them."""
        if self._is_written:
            return
        link, url = self.link(self.allowed), _url_settings()
        for name in url.keys() - link.keys():
            if name in self.definition.allowed or name in self.allowed or name == RECORD:
                del st.query_params[name]
        changed = {name: values for name, values in link.items() if url.get(name) != values}
        # If the last answer is still on its way, the URL of this request is older than the one that it brings.
        if changed or link != self._written:
            st.query_params.update(changed)
        self._written, self._is_written = link, True


def _url_settings() -> dict[str, list[str]]:
    return {name: st.query_params.get_all(name) for name in st.query_params}


def open_store(definition: StateDefinition[StateT], settings: Allowed) -> StateStore[StateT]:
    """Return the store of the visitor's state, which the URL shows from now on. Call it before anything that needs the URL."""
    key = _key_of(definition)
    if key not in st.session_state:
        st.session_state[key] = StateStore(definition, definition.read({}))
    store: StateStore[StateT] = st.session_state[key]
    st.session_state[_OPEN] = _drawn.store = store
    store.allowed = settings
    store.read_url()
    store.write_url()
    return store


def carried_settings(definition: StateDefinition[Any], settings: Collection[str]) -> Query:
    """Return the settings that a page has without a link, from the state that a visitor has set up there or on another page."""
    store: StateStore[Any] | None = st.session_state.get(_key_of(definition))
    return store.link(settings) if store else {}


def _key_of(definition: StateDefinition[Any]) -> str:
    return f"state of {definition.name}"


def setting(name: str, default: Any, **more: Any) -> dict[str, Any]:
    """Return the arguments of a widget for a setting of the open page; see ``StateStore.setting``."""
    return opened_store().setting(name, default, **more)


def opened_store() -> StateStore[Any]:
    store: StateStore[Any] | None = getattr(_drawn, "store", None)
    return store or st.session_state[_OPEN]


def as_default(view: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a view for a widget that calls its value ``default``."""
    return {"default" if name == "value" else name: argument for name, argument in view.items()}


def as_index(view: Mapping[str, Any], options: Sequence[Any]) -> dict[str, Any]:
    """Return the arguments of a view for a select box, with the options and the index of its value."""
    arguments = {name: argument for name, argument in view.items() if name != "value"}
    return {**arguments, "options": options, "index": None if view["value"] is None else options.index(view["value"])}
