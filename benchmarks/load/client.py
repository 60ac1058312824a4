"""The browser's state of one visit, without the network: widgets and their values, the URL, and cached messages."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from random import Random
from urllib.parse import parse_qs, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from benchmarks.load.widgets import Value, Widget, popover_widget, read_element, state_of, tabs_widget, values_in_url

Path = tuple[int, ...]
_MAX_DRAWS = 20


@dataclass(slots=True)
class PageElement:
    """An element on the page, or a block that can be opened.

    hash: the hash of its message; "" for widgets, since only changes of other elements are counted.
    widgets: the widgets that it contains.
    fragment: the fragment that it belongs to; "" if none.
    """

    hash: str
    widgets: list[Widget] = field(default_factory=list)
    fragment: str = ""


@dataclass(slots=True)
class _CachedElement:
    element: PageElement
    run: int


@dataclass(slots=True)
class _Tabs:
    container: Block.TabContainer
    fragment: str
    labels: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Answer:
    """The result of a run.

    changed: the number of elements that the run changed, added or removed.
    """

    changed: int = 0
    errors: list[str] = field(default_factory=list)


class Client:
    """The browser's state of one session.

    The methods that end in ``_message`` return messages to send; ``receive`` processes those that come back.
    """

    def __init__(self, page_name: str, query: str = "") -> None:
        self.page_hashes: dict[str, str] = {}
        self.widgets: list[Widget] = []
        self.answer = Answer()
        self._page_name = page_name
        self._page_hash = ""
        self._query = parse_qs(query, keep_blank_values=True)
        self._values: dict[str, Value] = {}
        self._elements: dict[Path, PageElement] = {}
        self._previous_hashes: dict[Path, str] = {}
        self._tabs: dict[Path, _Tabs] = {}
        self._fragments: dict[str, str] = {}
        self._cache: dict[str, _CachedElement] = {}
        self._run_number = 0
        # The number of runs for which a browser keeps a large message after its last use.
        self._cache_runs = 0

    def value(self, widget: Widget) -> Value:
        """Return the current value of a widget."""
        return self._values.get(widget.id)

    def rerun_message(self, triggers: Iterable[WidgetState] = (), fragment: str = "") -> BackMsg:
        """Return the message that requests a run, with the values of all widgets on the page.

        triggers: the states of the buttons pressed.
        fragment: the only fragment to rerun; "" for the whole page.
        """
        self.answer = Answer()
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self._query, doseq=True)
        state.page_script_hash = self._page_hash
        state.page_name = "" if self._page_hash else self._page_name
        state.fragment_id = fragment
        widgets_with_value = [widget for widget in self.widgets if self._values.get(widget.id) is not None]
        state.widget_states.widgets.extend(state_of(widget, self._values[widget.id]) for widget in widgets_with_value)
        state.widget_states.widgets.extend(triggers)
        state.cached_message_hashes.extend(self._cache)
        return message

    def move_message(self, widget: Widget, rng: Random, excluded: Collection[Value] = ()) -> BackMsg:
        """Move a widget to a random other value, and return the message to send.

        The widget keeps its value if all draws are in ``excluded``.
        """
        if widget.draw_other_value is None:
            raise ValueError(f"widget must be one that can be moved, got {widget.label!r}")
        current = self.value(widget)
        values = (widget.draw_other_value(rng, current) for _ in range(_MAX_DRAWS))
        value = next((value for value in values if value not in excluded), current)
        fragment = self._fragments.get(widget.id, "")
        if widget.is_trigger:
            return self.rerun_message([state_of(widget, value)], fragment)
        self._values[widget.id] = value
        if widget.param:
            self._query[widget.param] = [] if value == widget.default else values_in_url(value)
        return self.rerun_message(fragment=fragment)

    def page_message(self, url_path: str, query: str = "") -> BackMsg:
        """Follow a link to another page, which removes all widgets, and return the message to send."""
        self._page_hash = self.page_hashes[url_path]
        self._query = parse_qs(query, keep_blank_values=True)
        self.widgets, self._values, self._previous_hashes = [], {}, {}
        return self.rerun_message()

    def receive(self, message: ForwardMsg) -> bool:
        """Process a message, and return whether it is the last one of the answer."""
        kind = message.WhichOneof("type")
        path = tuple(message.metadata.delta_path)
        if kind == "new_session":
            self._begin(message)
        elif kind == "navigation":
            self._page_hash = message.navigation.page_script_hash or self._page_hash
            self.page_hashes = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
        elif kind == "page_info_changed":
            self._query = parse_qs(message.page_info_changed.query_string, keep_blank_values=True)
        elif kind == "ref_hash":
            self._show_cached(path, message.ref_hash)
        elif kind == "delta":
            self._show(path, message.delta, message)
        elif kind in ("page_not_found", "session_event"):
            self._log_event(message)
        return kind == "script_finished" and self._finish(message.script_finished)

    def _begin(self, message: ForwardMsg) -> None:
        self._page_hash = message.new_session.page_script_hash or self._page_hash
        self._cache_runs = message.new_session.config.max_cached_message_age
        fragments = message.metadata.run.fragment_ids
        # Elements outside the rerun fragments stay.
        self._elements = {
            path: element for path, element in self._elements.items() if _stays(element.fragment, fragments)
        }
        self._tabs = {path: tabs for path, tabs in self._tabs.items() if _stays(tabs.fragment, fragments)}
        for entry in self._cache.values():
            entry.run += _stays(entry.element.fragment, fragments)

    def _show_cached(self, path: Path, message_hash: str) -> None:
        entry = self._cache.get(message_hash)
        if entry is None:
            self.answer.errors.append("the server refers to a message that is not kept")
            return
        entry.run = self._run_number
        self._elements[path] = entry.element

    def _show(self, path: Path, delta: Delta, message: ForwardMsg) -> None:
        if delta.WhichOneof("type") == "add_block":
            self._show_block(path, delta.add_block, delta.fragment_id)
            return
        proto = delta.new_element
        kind = proto.WhichOneof("type")
        if kind == "exception":
            description = f"{proto.exception.type}: {proto.exception.message}"
            self.answer.errors.append(description.removeprefix(": ")[:120])
        widgets = read_element(proto)
        # The file of a download button gets a new name in every run.
        element = PageElement("" if widgets or kind == "download_button" else message.hash, widgets, delta.fragment_id)
        self._elements[path] = element
        if message.metadata.cacheable and message.hash:
            self._cache[message.hash] = _CachedElement(element, self._run_number)

    def _show_block(self, path: Path, block: Block, fragment: str) -> None:
        kind = block.WhichOneof("type")
        if kind == "tab_container" and block.tab_container.id:
            self._tabs[path] = _Tabs(block.tab_container, fragment)
        elif kind == "tab" and path[:-1] in self._tabs:
            self._tabs[path[:-1]].labels.append(block.tab.label)
        elif kind == "popover" and block.popover.id:
            self._elements[path] = PageElement("", [popover_widget(block.popover)], fragment)

    def _log_event(self, message: ForwardMsg) -> None:
        if message.WhichOneof("type") == "page_not_found":
            self.answer.errors.append(f"page not found: {message.page_not_found.page_name}")
        elif message.session_event.WhichOneof("type") == "script_compilation_exception":
            self.answer.errors.append(f"compile error: {message.session_event.script_compilation_exception.message}")

    def _finish(self, status: int) -> bool:
        if status == ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return False
        if status == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.answer.errors.append("compile error")
        self._update_widgets()
        hashes = {path: element.hash for path, element in self._elements.items()}
        self.answer.changed = sum(
            hashes.get(path) != self._previous_hashes.get(path) for path in hashes.keys() | self._previous_hashes.keys()
        )
        self._previous_hashes = hashes
        self._run_number += 1
        self._cache = {
            key: entry for key, entry in self._cache.items() if self._run_number - entry.run <= self._cache_runs
        }
        return True

    def _update_widgets(self) -> None:
        """Collect the widgets of this run, with the server's value, else the previous one, else the default."""
        tabs = {
            tabs_widget(tabs_state.container, tabs_state.labels): tabs_state.fragment
            for tabs_state in self._tabs.values()
        }
        other_fragments = {
            widget: element.fragment for element in self._elements.values() for widget in element.widgets
        }
        self.widgets = [*tabs, *other_fragments]
        self._fragments = {widget.id: fragment for widget, fragment in (tabs | other_fragments).items()}
        self._values = {
            widget.id: self._values.get(widget.id, widget.default)
            if widget.server_value is None
            else widget.server_value
            for widget in self.widgets
            if not widget.is_trigger
        }


def _stays(fragment: str, running: Collection[str]) -> bool:
    """Return whether elements of a fragment stay during a run.

    running: the fragments of the run; empty for a run of the whole page.
    """
    return bool(running) and fragment not in running
