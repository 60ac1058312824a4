"""The widgets in Streamlit's messages, with their values and functions that draw other legal values."""

import json
import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.Button_pb2 import Button
from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.proto.Checkbox_pb2 import Checkbox
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.MultiSelect_pb2 import MultiSelect
from streamlit.proto.NumberInput_pb2 import NumberInput
from streamlit.proto.Selectbox_pb2 import Selectbox
from streamlit.proto.Slider_pb2 import Slider
from streamlit.proto.TextArea_pb2 import TextArea
from streamlit.proto.TextInput_pb2 import TextInput
from streamlit.proto.WidgetStates_pb2 import WidgetState

Value = bool | float | str | tuple[float, ...] | tuple[str, ...] | None
DrawValue = Callable[[Random, Value], Value]

TABS = "tabs"
CAMEL_BOARD, PERUDO_ROUND = "boardodds.camel_board", "boardodds.perudo_round"
TRIGGERS = ("trigger_value", "json_trigger_value")
# The largest integer that JavaScript represents exactly.
_MAX_NUMBER = 2**53 - 1
_MAX_DRAWS = 20


@dataclass(frozen=True, slots=True)
class Widget:
    """One widget as the server shows it.

    field: the field of WidgetState that contains its value.
    server_value: the value that the server sets, or None if it leaves the value to the browser.
    draw_other_value: draws a legal value that differs from the current one; None if visitors can't or don't move the widget.
    param: its setting in the URL, if the browser writes it there.
    """

    id: str
    label: str
    field: str
    default: Value = None
    server_value: Value = None
    draw_other_value: DrawValue | None = None
    param: str = ""

    @property
    def setting(self) -> str:
        """Its setting in the URL, which for a view of a table is a part of its key; "" if it has none."""
        view = re.search(r"-[a-z_]+ ([a-z0-9_ ]+) [0-9]+$", self.id)
        return view[1] if view else self.param

    @property
    def is_trigger(self) -> bool:
        """Whether it is a trigger such as a button, which keeps no value."""
        return self.field in TRIGGERS


def state_of(widget: Widget, value: Value) -> WidgetState:
    """Return the state that a browser sends for a widget."""
    state = WidgetState(id=widget.id)
    if isinstance(value, tuple):
        getattr(state, widget.field).data.extend(value)
    else:
        setattr(state, widget.field, value)
    return state


def values_in_url(value: Value) -> list[str]:
    """Return the texts of a value in the URL, one for each part of a tuple."""
    if isinstance(value, tuple):
        return [text for part in value for text in values_in_url(part)]
    if isinstance(value, bool):
        return [str(value).lower()]
    if isinstance(value, float) and value.is_integer():
        return [str(int(value))]
    return [] if value is None else [str(value)]


def read_element(element: Element) -> list[Widget]:
    """Return the widget of an element, all controls of a board component, or none."""
    kind = element.WhichOneof("type")
    if kind == "bidi_component":
        return _board_controls(element.bidi_component)
    reader = _READERS.get(kind or "")
    return [reader(getattr(element, kind))] if reader and kind else []


def tabs_widget(proto: Block.TabContainer, labels: list[str]) -> Widget:
    """Return tabs that rerun the script when another one is opened."""
    return Widget(
        proto.id,
        TABS,
        "string_value",
        default=proto.default_tab_label,
        server_value=labels[proto.default_tab_index],
        draw_other_value=_if_movable(len(labels) > 1, _choose_other(labels)),
        param=proto.query_param_key,
    )


def popover_widget(proto: Block.Popover) -> Widget:
    """Return a popover whose content is drawn when it is opened."""
    return Widget(
        proto.id,
        proto.label,
        "bool_value",
        default=proto.open,
        draw_other_value=_if_movable(not proto.disabled, lambda _rng, current: not current),
    )


def _if_movable(movable: bool, draw_other_value: DrawValue) -> DrawValue | None:
    return draw_other_value if movable else None


def _draw_different(draw: Callable[[Random], Value], rng: Random, current: Value) -> Value:
    return next((value for value in (draw(rng) for _ in range(_MAX_DRAWS)) if value != current), current)


def _choose_other(options: list[str]) -> DrawValue:
    return partial(_draw_different, lambda rng: rng.choice(options))


def _toggle_one(options: list[str], max_selections: int) -> DrawValue:
    """Return a function that adds or removes one option and keeps the order of the options."""

    def draw_other_value(rng: Random, current: Value) -> Value:
        chosen = set(current) if isinstance(current, tuple) else set()
        chosen ^= {rng.choice(options)}
        if max_selections and len(chosen) > max_selections:
            chosen = {rng.choice(options)}
        return tuple(option for option in options if option in chosen)

    return draw_other_value


def _draw_from_grid(low: float, high: float, step: float, rng: Random) -> float:
    return low + step * rng.randint(0, math.floor((high - low) / step))


def _slider(proto: Slider) -> Widget:
    if proto.type == Slider.SELECT_SLIDER:
        options, handles = list(proto.options), len(proto.default)

        def draw_options(rng: Random) -> Value:
            return tuple(options[place] for place in sorted(rng.randrange(len(options)) for _ in range(handles)))

        return Widget(
            proto.id,
            proto.label,
            "string_array_value",
            default=tuple(options[int(place)] for place in proto.default),
            server_value=tuple(proto.raw_value) if proto.set_value else None,
            draw_other_value=_if_movable(
                len(options) > 1 and not proto.disabled, partial(_draw_different, draw_options)
            ),
            param=proto.query_param_key,
        )

    def draw_numbers(rng: Random) -> Value:
        return tuple(sorted(_draw_from_grid(proto.min, proto.max, proto.step, rng) for _ in proto.default))

    return Widget(
        proto.id,
        proto.label,
        "double_array_value",
        default=tuple(proto.default),
        server_value=tuple(proto.value) if proto.set_value else None,
        draw_other_value=_if_movable(
            proto.max > proto.min and not proto.disabled, partial(_draw_different, draw_numbers)
        ),
        param=proto.query_param_key,
    )


def _number_input(proto: NumberInput) -> Widget:
    low = proto.min if proto.has_min else -_MAX_NUMBER
    high = proto.max if proto.has_max else _MAX_NUMBER
    return Widget(
        proto.id,
        proto.label,
        "double_value",
        default=proto.default if proto.HasField("default") else None,
        server_value=proto.value if proto.set_value else None,
        draw_other_value=_if_movable(
            high > low and not proto.disabled, partial(_draw_different, partial(_draw_from_grid, low, high, proto.step))
        ),
        param=proto.query_param_key,
    )


def _checkbox(proto: Checkbox) -> Widget:
    return Widget(
        proto.id,
        proto.label,
        "bool_value",
        default=proto.default,
        server_value=proto.value if proto.set_value else None,
        draw_other_value=_if_movable(not proto.disabled, lambda _rng, current: not current),
        param=proto.query_param_key,
    )


def _selectbox(proto: Selectbox) -> Widget:
    options = list(proto.options)
    return Widget(
        proto.id,
        proto.label,
        "string_value",
        default=options[proto.default] if options and proto.HasField("default") else None,
        server_value=proto.raw_value if proto.set_value else None,
        draw_other_value=_if_movable(len(options) > 1 and not proto.disabled, _choose_other(options)),
        param=proto.query_param_key,
    )


def _multiselect(proto: MultiSelect) -> Widget:
    options = list(proto.options)
    return Widget(
        proto.id,
        proto.label,
        "string_array_value",
        default=tuple(options[place] for place in proto.default),
        server_value=tuple(proto.raw_values) if proto.set_value else None,
        draw_other_value=_if_movable(bool(options) and not proto.disabled, _toggle_one(options, proto.max_selections)),
        param=proto.query_param_key,
    )


def _button_group(proto: ButtonGroup) -> Widget:
    """Return the widget of pills or a segmented control."""
    options = [f"{option.content_icon} {option.content}".strip() for option in proto.options]
    if proto.click_mode == ButtonGroup.MULTI_SELECT:
        draw_other_value = _toggle_one(options, max_selections=0)
    else:
        draw_other_value = partial(_draw_different, lambda rng: (rng.choice(options),))
    return Widget(
        proto.id,
        proto.label,
        "string_array_value",
        default=tuple(options[place] for place in proto.default),
        server_value=tuple(proto.raw_values) if proto.set_value else None,
        draw_other_value=_if_movable(len(options) > 1 and not proto.disabled, draw_other_value),
        param=proto.query_param_key,
    )


def _button(proto: Button) -> Widget:
    return Widget(
        proto.id,
        proto.label,
        "trigger_value",
        draw_other_value=_if_movable(not proto.disabled, lambda _rng, _current: True),
    )


def _text(proto: TextInput | TextArea) -> Widget:
    """Return a text input, which never moves, since hardly any random text is a position."""
    server_value = proto.value if proto.set_value else None
    return Widget(proto.id, proto.label, "string_value", proto.default, server_value, param=proto.query_param_key)


def _board_controls(proto: BidiComponent) -> list[Widget]:
    """Return the controls of one of the app's board components."""
    if proto.component_name not in _EDITS:
        return []
    data: dict[str, Any] = json.loads(proto.json or proto.mixed.json)["board"]
    return [
        _board_control(proto.id, label, edits) for label, edits in _EDITS[proto.component_name](data).items() if edits
    ]


def _board_control(component_id: str, label: str, edits: list[dict[str, Any]]) -> Widget:
    def draw_other_value(rng: Random, _current: Value) -> Value:
        return json.dumps([{"event": "edit", "value": rng.choice(edits)}])

    return Widget(
        f"$$STREAMLIT_INTERNAL_KEY_{component_id}__events",
        label,
        "json_trigger_value",
        draw_other_value=draw_other_value,
    )


def _camel_board_edits(data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the possible edits of the Camel Up board, by control."""
    moves = [
        {"kind": "camel", "camel": camel["id"], "square": square, "level": None}
        for camel in data["camels"]
        for square in range(1, data["track"] + 1)
    ]
    rolls = [
        {"kind": "roll", "die": die["id"], "face": face} for die in data["dice"] if die["in"] for face in die["faces"]
    ]
    return {
        "board": moves,
        "Dice": [{"kind": "die", "die": die["id"], "on": not die["in"]} for die in data["dice"]],
        "Roll": rolls if data["can_roll"] else [],
        "Random": [{"kind": "random"}],
        "New leg": [{"kind": "new_leg"}],
        "Clear": [{"kind": "clear"}],
        "Undo": [{"kind": "undo"}] if data["can_undo"] else [],
    }


def _perudo_round_edits(data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the possible edits of the Perudo round, by control."""
    seats, hand = range(len(data["dice"])), data["hand"]
    hands = [
        {"kind": "hand", "hand": [*hand[:place], face, *hand[place + 1 :]], "untold": []}
        for place in range(len(hand))
        for face in range(1, len(data["faces"]) + 1)
    ]
    bids = [
        {"kind": "bid", "quantity": quantity, "face": face, "bids": len(data["bids"])}
        for face, lowest, chances in data["legal"]
        for quantity in range(lowest, lowest + len(chances[:3]))
    ]
    return {
        "Hand": hands,
        "Bid": bids,
        "Take back": [{"kind": "back"}] if data["bids"] else [],
        "New round": [{"kind": "new_round", "loser": seat} for seat in seats if data["dice"][seat]],
        "Dice": [{"kind": "dice", "seat": seat, "by": by} for seat in seats for by in (-1, 1)],
        "Players": [{"kind": "players", "by": by} for by in (-1, 1)],
    }


_EDITS = {CAMEL_BOARD: _camel_board_edits, PERUDO_ROUND: _perudo_round_edits}


_READERS: dict[str, Callable[[Any], Widget]] = {
    "slider": _slider,
    "number_input": _number_input,
    "checkbox": _checkbox,
    "selectbox": _selectbox,
    "multiselect": _multiselect,
    "button_group": _button_group,
    "button": _button,
    "text_input": _text,
    "text_area": _text,
}
