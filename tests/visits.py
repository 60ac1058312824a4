"""A visit to a running app over Streamlit's websocket, as a browser makes it, without the network."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

Path = tuple[int, ...]
# By kind of element, the field of WidgetState that contains its value.
_FIELDS = {
    "number_input": "double_value",
    "checkbox": "bool_value",
    "selectbox": "string_value",
    "multiselect": "string_array_value",
    "button_group": "string_array_value",
    "button": "trigger_value",
    "text_input": "string_value",
    "text_area": "string_value",
}


@dataclass(frozen=True, slots=True)
class Widget:
    """A widget on the page: the field of WidgetState that has its value, its setting in the URL, and its fragment, if any."""

    id: str
    field: str
    param: str = ""
    fragment: str = ""

    @property
    def name(self) -> str:
        """Its key without the version; for a view of a table the part that it shows, for a board the board's key."""
        key = self.id.rpartition("-")[2].removesuffix("__events")
        return re.sub(r" \d+$", "", key).rpartition(" ")[2]


def state_of(widget: Widget, value: Any) -> WidgetState:
    """Return the state that a browser sends for a widget; a single value also for those that send several."""
    state = WidgetState(id=widget.id)
    make = next((make for kind, make in (("double", float), ("string", str)) if widget.field.startswith(kind)), None)
    values = [make(part) if make else part for part in (value if isinstance(value, list) else [value])]
    if widget.field.endswith("array_value"):
        getattr(state, widget.field).data.extend(values)
    else:
        setattr(state, widget.field, values[0])
    return state


class Visit:
    """The browser's state of one session: methods that end in ``_message`` return what to send, ``receive`` takes the answer.

    widgets: those on the page.
    poll: the fragment that the page asks to rerun again and again; "" if none.
    errors: what the last answer reports: exceptions, and pages that do not exist.
    """

    def __init__(self, page: str, query: str = "") -> None:
        self.page = page
        self.errors: list[str] = []
        self.poll = ""
        self._query = parse_qs(query, keep_blank_values=True)
        self._page_hash = ""
        self._page_hashes: dict[str, str] = {}
        self._elements: dict[Path, Widget] = {}
        self._values: dict[str, WidgetState] = {}

    @property
    def widgets(self) -> list[Widget]:
        return list(self._elements.values())

    def widget(self, name: str) -> Widget | None:
        return next((widget for widget in self.widgets if widget.name == name), None)

    def rerun_message(self, triggers: Iterable[WidgetState] = (), fragment: str = "") -> BackMsg:
        """Return the message that requests a run.

        triggers: the states of buttons and boards, which are sent once.
        fragment: the only fragment to rerun; "" for the whole page.
        """
        self.errors = []
        message = BackMsg()
        state = message.rerun_script
        state.query_string = urlencode(self._query, doseq=True)
        state.page_script_hash = self._page_hash
        state.page_name = "" if self._page_hash else self.page
        state.fragment_id = fragment
        present = {widget.id for widget in self.widgets}
        self._values = {key: value for key, value in self._values.items() if key in present}
        state.widget_states.widgets.extend([*self._values.values(), *triggers])
        return message

    def move_message(self, widget: Widget, value: Any) -> BackMsg:
        if widget.field == "json_trigger_value":
            event = json.dumps([{"event": "event", "value": value}])
            return self.rerun_message([state_of(widget, event)], widget.fragment)
        if widget.field == "trigger_value":
            return self.rerun_message([state_of(widget, True)], widget.fragment)
        self._values[widget.id] = state_of(widget, value)
        if widget.param:
            self._query[widget.param] = [_as_text(part) for part in (value if isinstance(value, list) else [value])]
        return self.rerun_message(fragment=widget.fragment)

    def page_message(self, page: str, query: str = "") -> BackMsg:
        self.page, self._page_hash = page, self._page_hashes[page]
        self._query = parse_qs(query, keep_blank_values=True)
        self._elements, self._values = {}, {}
        return self.rerun_message()

    def receive(self, message: ForwardMsg) -> bool:
        """Take a message, and return whether it is the last one of the answer."""
        self.poll = message.auto_rerun.fragment_id or self.poll
        match message.WhichOneof("type"):
            case "new_session":
                self._page_hash = message.new_session.page_script_hash or self._page_hash
                running = message.metadata.run.fragment_ids
                others = {path: each for path, each in self._elements.items() if each.fragment not in running}
                self._elements = others if running else {}
            case "navigation":
                self._page_hash = message.navigation.page_script_hash or self._page_hash
                self._page_hashes = {page.url_pathname: page.page_script_hash for page in message.navigation.app_pages}
            case "page_info_changed":
                self._query = parse_qs(message.page_info_changed.query_string, keep_blank_values=True)
            case "delta":
                self._show(tuple(message.metadata.delta_path), message)
            case "page_not_found":
                self.errors.append(f"page not found: {message.page_not_found.page_name}")
            case "script_finished":
                if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                    self.errors.append("compile error")
                return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN
        return False

    def _show(self, path: Path, message: ForwardMsg) -> None:
        delta = message.delta
        if delta.WhichOneof("type") == "add_block":
            found = _of_block(delta.add_block)
        else:
            element = delta.new_element
            if element.WhichOneof("type") == "exception":
                self.errors.append(f"{element.exception.type}: {element.exception.message}".removeprefix(": ")[:120])
            found = _of_element(element)
        self._elements.pop(path, None)
        if found and found["id"]:
            self._elements[path] = Widget(**found, fragment=delta.fragment_id)


def _of_block(block: Block) -> Mapping[str, str] | None:
    kind = block.WhichOneof("type")
    if kind == "tab_container":
        return {"id": block.tab_container.id, "field": "string_value", "param": block.tab_container.query_param_key}
    if kind in ("popover", "expandable"):
        return {"id": getattr(block, kind).id, "field": "bool_value"}
    return None


def _of_element(element: Element) -> Mapping[str, str] | None:
    kind = element.WhichOneof("type") or ""
    proto = getattr(element, kind) if kind else None
    if kind == "bidi_component":
        return {"id": f"$$STREAMLIT_INTERNAL_KEY_{element.bidi_component.id}__events", "field": "json_trigger_value"}
    if kind == "slider":
        is_select = element.slider.type == element.slider.SELECT_SLIDER
        field = "string_array_value" if is_select else "double_array_value"
        return {"id": element.slider.id, "field": field, "param": element.slider.query_param_key}
    if proto is None or kind not in _FIELDS:
        return None
    return {"id": proto.id, "field": _FIELDS[kind], "param": getattr(proto, "query_param_key", "")}


def _as_text(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
