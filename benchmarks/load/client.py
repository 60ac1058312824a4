"""One visit as a browser knows it, without the network: widgets and their values, the address, the messages that are kept."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import parse_qs, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.load.widgets import Value, Widget, in_address, popover_widget, read_element, state_of, tabs_widget

Path = tuple[int, ...]
# for so many runs a browser keeps a large message that was not sent again
_KEPT_RUNS = 2
_DRAWS = 20


@dataclass(slots=True)
class Shown:
    """An element on the page, or a block that can be opened.

    hash: that of its message; "" for widgets, as only what they change is of interest. widgets: what can be moved on it.
    fragment: the part of the page that it belongs to and that reruns alone; "" if none.
    """

    hash: str
    widgets: list[Widget] = field(default_factory=list)
    fragment: str = ""


@dataclass(slots=True)
class _Kept:
    shown: Shown
    run: int


@dataclass(slots=True)
class _Tabs:
    container: Block.TabContainer
    fragment: str
    labels: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Answer:
    """What a run brought: how many elements it changed, added or took away, and what went wrong."""

    changed: int = 0
    errors: list[str] = field(default_factory=list)


class Client:
    """What a browser holds of one session. ``ask`` makes the messages to send, ``take`` reads those that come back."""

    def __init__(self, page_name: str, query: str = "") -> None:
        self.page_hashes: dict[str, str] = {}
        self.widgets: list[Widget] = []
        self.answer = Answer()
        self._page_name = page_name
        self._page_hash = ""
        self._address = parse_qs(query, keep_blank_values=True)
        self._values: dict[str, Value] = {}
        self._elements: dict[Path, Shown] = {}
        self._before: dict[Path, str] = {}
        self._tabs: dict[Path, _Tabs] = {}
        self._fragments: dict[str, str] = {}
        self._kept: dict[str, _Kept] = {}
        self._run = 0

    def value(self, widget: Widget) -> Value:
        """What a widget holds now."""
        return self._values.get(widget.id)

    def ask(self, triggers: Iterable[WidgetState] = (), fragment: str = "") -> BackMsg:
        """Asks for a run with the values of all widgets that are there, of one fragment alone if it is given."""
        self.answer = Answer()
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self._address, doseq=True)
        state.page_script_hash = self._page_hash
        state.page_name = "" if self._page_hash else self._page_name
        state.fragment_id = fragment
        held = [widget for widget in self.widgets if self._values.get(widget.id) is not None]
        state.widget_states.widgets.extend(state_of(widget, self._values[widget.id]) for widget in held)
        state.widget_states.widgets.extend(triggers)
        state.cached_message_hashes.extend(self._kept)
        return message

    def ask_move(self, widget: Widget, rng: Random, shunned: Collection[Value] = ()) -> BackMsg:
        """Moves a widget to another value that it may take; it stays where it is if only what is shunned comes up."""
        if widget.another is None:
            raise ValueError(f"widget must be one that can be moved, got {widget.label!r}")
        now = self.value(widget)
        drawn = (widget.another(rng, now) for _ in range(_DRAWS))
        value = next((value for value in drawn if value not in shunned), now)
        fragment = self._fragments.get(widget.id, "")
        if widget.is_trigger:
            return self.ask([state_of(widget, value)], fragment)
        self._values[widget.id] = value
        if widget.param:
            self._address[widget.param] = [] if value == widget.default else in_address(value)
        return self.ask(fragment=fragment)

    def ask_page(self, url_path: str, query: str = "") -> BackMsg:
        """Follows a link to another page, which takes all widgets away."""
        self._page_hash = self.page_hashes[url_path]
        self._address = parse_qs(query, keep_blank_values=True)
        self.widgets, self._values, self._before = [], {}, {}
        return self.ask()

    def take(self, message: ForwardMsg) -> bool:
        """Reads a message; whether it is the last one of the answer."""
        kind = message.WhichOneof("type")
        path = tuple(message.metadata.delta_path)
        if kind == "new_session":
            self._begin(message)
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash or self._page_hash
            self.page_hashes = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
        elif kind == "page_info_changed":
            self._address = parse_qs(message.page_info_changed.query_string, keep_blank_values=True)
        elif kind == "ref_hash":
            self._show_kept(path, message.ref_hash)
        elif kind == "delta":
            self._show(path, message.delta, message)
        elif kind in ("page_not_found", "session_event"):
            self._note_event(message)
        return kind == "script_finished" and self._finish(message.script_finished)

    def _begin(self, message: ForwardMsg) -> None:
        self._page_hash = message.new_session.page_script_hash or self._page_hash
        fragments = message.metadata.run.fragment_ids
        # of what is outside the fragments that run again, all stays
        self._elements = {path: shown for path, shown in self._elements.items() if _stays(shown.fragment, fragments)}
        self._tabs = {path: tabs for path, tabs in self._tabs.items() if _stays(tabs.fragment, fragments)}
        for kept in self._kept.values():
            kept.run += _stays(kept.shown.fragment, fragments)

    def _show_kept(self, path: Path, of: str) -> None:
        kept = self._kept.get(of)
        if kept is None:
            self.answer.errors.append("the server refers to a message that is not kept")
            return
        kept.run = self._run
        self._elements[path] = kept.shown

    def _show(self, path: Path, delta: Delta, message: ForwardMsg) -> None:
        if delta.WhichOneof("type") == "add_block":
            self._show_block(path, delta.add_block, delta.fragment_id)
            return
        element = delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            told = f"{element.exception.type}: {element.exception.message}"
            self.answer.errors.append(told.removeprefix(": ")[:120])
        widgets = read_element(element)
        # the file behind a download gets a new name in every run
        shown = Shown("" if widgets or kind == "download_button" else message.hash, widgets, delta.fragment_id)
        self._elements[path] = shown
        if message.metadata.cacheable and message.hash:
            self._kept[message.hash] = _Kept(shown, self._run)

    def _show_block(self, path: Path, block: Block, fragment: str) -> None:
        kind = block.WhichOneof("type")
        if kind == "tab_container" and block.tab_container.id:
            self._tabs[path] = _Tabs(block.tab_container, fragment)
        elif kind == "tab" and path[:-1] in self._tabs:
            self._tabs[path[:-1]].labels.append(block.tab.label)
        elif kind == "popover" and block.popover.id:
            self._elements[path] = Shown("", [popover_widget(block.popover)], fragment)

    def _note_event(self, message: ForwardMsg) -> None:
        if message.WhichOneof("type") == "page_not_found":
            self.answer.errors.append(f"page not found: {message.page_not_found.page_name}")
        elif message.session_event.WhichOneof("type") == "script_compilation_exception":
            self.answer.errors.append(f"compile error: {message.session_event.script_compilation_exception.message}")

    def _finish(self, status: int) -> bool:
        if status == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return False
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.answer.errors.append("compile error")
        self._take_widgets()
        now = {path: shown.hash for path, shown in self._elements.items()}
        self.answer.changed = sum(now.get(path) != self._before.get(path) for path in now.keys() | self._before.keys())
        self._before = now
        self._run += 1
        self._kept = {key: kept for key, kept in self._kept.items() if self._run - kept.run <= _KEPT_RUNS}
        return True

    def _take_widgets(self) -> None:
        """The widgets of this run, with the value that the server gave them, else the one they had, else their default."""
        tabs = {tabs_widget(of.container, of.labels): of.fragment for of in self._tabs.values()}
        rest = {widget: shown.fragment for shown in self._elements.values() for widget in shown.widgets}
        self.widgets = [*tabs, *rest]
        self._fragments = {widget.id: fragment for widget, fragment in (tabs | rest).items()}
        self._values = {
            widget.id: self._values.get(widget.id, widget.default) if widget.given is None else widget.given
            for widget in self.widgets
            if not widget.is_trigger
        }


def _stays(fragment: str, running: Collection[str]) -> bool:
    """Whether what belongs to a fragment is not drawn again by a run of some fragments; a run of none draws the whole page."""
    return bool(running) and fragment not in running
