"""The widgets that Streamlit shows, read from its messages: the value each holds, and another one that it may take."""

import json
import math
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
Another = Callable[[Random, Value], Value]

TABS = "tabs"
CAMEL_BOARD, PERUDO_ROUND = "boardodds.camel_board", "boardodds.perudo_round"
TRIGGERS = ("trigger_value", "json_trigger_value")
# a browser cannot count further
_LARGEST_NUMBER = 2**53 - 1
_DRAWS = 20


@dataclass(frozen=True, slots=True)
class Widget:
    """One widget as the server shows it.

    field: the field of WidgetState that carries its value. given: what the server sets it to, None where it leaves it to the
    browser. another: draws a legal value other than the one it has; None if a visitor can't or doesn't move it. param: its name
    in the address.
    """

    id: str
    label: str
    field: str
    default: Value = None
    given: Value = None
    another: Another | None = None
    param: str = ""

    @property
    def is_trigger(self) -> bool:
        """Whether it is pressed and holds no value."""
        return self.field in TRIGGERS


def state_of(widget: Widget, value: Value) -> WidgetState:
    """What a browser sends of a widget."""
    state = WidgetState(id=widget.id)
    if isinstance(value, tuple):
        getattr(state, widget.field).data.extend(value)
    else:
        setattr(state, widget.field, value)
    return state


def in_address(value: Value) -> list[str]:
    """A value as the address carries it, repeated where there are several."""
    if isinstance(value, tuple):
        return [text for each in value for text in in_address(each)]
    if isinstance(value, bool):
        return [str(value).lower()]
    if isinstance(value, float) and value.is_integer():
        return [str(int(value))]
    return [] if value is None else [str(value)]


def read_element(element: Element) -> list[Widget]:
    """The widget that an element is, all those of a drawing, or none."""
    kind = element.WhichOneof("type")
    if kind == "bidi_component":
        return _drawing(element.bidi_component)
    read = _READERS.get(kind or "")
    return [read(getattr(element, kind))] if read and kind else []


def tabs_widget(of: Block.TabContainer, labels: list[str]) -> Widget:
    """Tabs that rerun the script when another one is opened; their container knows which of the labels is open."""
    return Widget(
        of.id,
        TABS,
        "string_value",
        default=of.default_tab_label,
        given=labels[of.default_tab_index],
        another=_when(len(labels) > 1, _one_of(labels)),
        param=of.query_param_key,
    )


def popover_widget(of: Block.Popover) -> Widget:
    """A popover whose inside is drawn when it is opened."""
    return Widget(
        of.id, of.label, "bool_value", default=of.open, another=_when(not of.disabled, lambda _rng, now: not now)
    )


def _when(movable: bool, another: Another) -> Another | None:
    return another if movable else None


def _different(draw: Callable[[Random], Value], rng: Random, now: Value) -> Value:
    return next((value for value in (draw(rng) for _ in range(_DRAWS)) if value != now), now)


def _one_of(options: list[str]) -> Another:
    return partial(_different, lambda rng: rng.choice(options))


def _toggled(options: list[str], most: int) -> Another:
    """Puts one option in or takes it out, in the order of the options."""

    def another(rng: Random, now: Value) -> Value:
        chosen = set(now) if isinstance(now, tuple) else set()
        chosen ^= {rng.choice(options)}
        if most and len(chosen) > most:
            chosen = {rng.choice(options)}
        return tuple(option for option in options if option in chosen)

    return another


def _grid(low: float, high: float, step: float, rng: Random) -> float:
    return low + step * rng.randint(0, math.floor((high - low) / step))


def _slider(of: Slider) -> Widget:
    if of.type == Slider.SELECT_SLIDER:
        options, handles = list(of.options), len(of.default)

        def draw_options(rng: Random) -> Value:
            return tuple(options[place] for place in sorted(rng.randrange(len(options)) for _ in range(handles)))

        return Widget(
            of.id,
            of.label,
            "string_array_value",
            default=tuple(options[int(place)] for place in of.default),
            given=tuple(of.raw_value) if of.set_value else None,
            another=_when(len(options) > 1 and not of.disabled, partial(_different, draw_options)),
            param=of.query_param_key,
        )

    def draw(rng: Random) -> Value:
        return tuple(sorted(_grid(of.min, of.max, of.step, rng) for _ in of.default))

    return Widget(
        of.id,
        of.label,
        "double_array_value",
        default=tuple(of.default),
        given=tuple(of.value) if of.set_value else None,
        another=_when(of.max > of.min and not of.disabled, partial(_different, draw)),
        param=of.query_param_key,
    )


def _number_input(of: NumberInput) -> Widget:
    low = of.min if of.has_min else -_LARGEST_NUMBER
    high = of.max if of.has_max else _LARGEST_NUMBER
    return Widget(
        of.id,
        of.label,
        "double_value",
        default=of.default if of.HasField("default") else None,
        given=of.value if of.set_value else None,
        another=_when(high > low and not of.disabled, partial(_different, partial(_grid, low, high, of.step))),
        param=of.query_param_key,
    )


def _checkbox(of: Checkbox) -> Widget:
    return Widget(
        of.id,
        of.label,
        "bool_value",
        default=of.default,
        given=of.value if of.set_value else None,
        another=_when(not of.disabled, lambda _rng, now: not now),
        param=of.query_param_key,
    )


def _selectbox(of: Selectbox) -> Widget:
    options = list(of.options)
    return Widget(
        of.id,
        of.label,
        "string_value",
        default=options[of.default] if options and of.HasField("default") else None,
        given=of.raw_value if of.set_value else None,
        another=_when(len(options) > 1 and not of.disabled, _one_of(options)),
        param=of.query_param_key,
    )


def _multiselect(of: MultiSelect) -> Widget:
    options = list(of.options)
    return Widget(
        of.id,
        of.label,
        "string_array_value",
        default=tuple(options[place] for place in of.default),
        given=tuple(of.raw_values) if of.set_value else None,
        another=_when(bool(options) and not of.disabled, _toggled(options, of.max_selections)),
        param=of.query_param_key,
    )


def _button_group(of: ButtonGroup) -> Widget:
    """Pills and segmented controls."""
    options = [f"{option.content_icon} {option.content}".strip() for option in of.options]
    if of.click_mode == ButtonGroup.MULTI_SELECT:
        another = _toggled(options, most=0)
    else:
        another = partial(_different, lambda rng: (rng.choice(options),))
    return Widget(
        of.id,
        of.label,
        "string_array_value",
        default=tuple(options[place] for place in of.default),
        given=tuple(of.raw_values) if of.set_value else None,
        another=_when(len(options) > 1 and not of.disabled, another),
        param=of.query_param_key,
    )


def _button(of: Button) -> Widget:
    return Widget(of.id, of.label, "trigger_value", another=_when(not of.disabled, lambda _rng, _now: True))


def _text(of: TextInput | TextArea) -> Widget:
    """A text, which is sent with the rest but not moved: every text is legal, and hardly one of them is a position."""
    given = of.value if of.set_value else None
    return Widget(of.id, of.label, "string_value", of.default, given, param=of.query_param_key)


def _drawing(of: BidiComponent) -> list[Widget]:
    """The controls of a drawing of the app's own: each of them is one to a visitor."""
    if of.component_name not in _EDITS:
        return []
    data: dict[str, Any] = json.loads(of.json or of.mixed.json)["board"]
    return [_control(of.id, label, edits) for label, edits in _EDITS[of.component_name](data).items() if edits]


def _control(drawing: str, label: str, edits: list[dict[str, Any]]) -> Widget:
    def another(rng: Random, _now: Value) -> Value:
        return json.dumps([{"event": "edit", "value": rng.choice(edits)}])

    return Widget(f"$$STREAMLIT_INTERNAL_KEY_{drawing}__events", label, "json_trigger_value", another=another)


def _of_camel_board(data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Some camel goes to some square, a die is rolled, or is put in or out, or a button below the board is pressed."""
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


def _of_perudo_round(data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """A bid is made or taken back, a die is another one, someone has one more or less, or has lost one in a new round."""
    seats, hand = range(len(data["dice"])), data["hand"]
    hands = [
        {"kind": "hand", "hand": [*hand[:place], face, *hand[place + 1 :]], "untold": []}
        for place in range(len(hand))
        for face in range(1, len(data["faces"]) + 1)
    ]
    bids = [
        {"kind": "bid", "quantity": quantity, "face": face, "bids": len(data["bids"])}
        for quantity, faces in data["legal"][:6]
        for face, _chance in faces
    ]
    return {
        "Hand": hands,
        "Bid": bids,
        "Take back": [{"kind": "back"}] if data["bids"] else [],
        "New round": [{"kind": "new_round", "loser": seat} for seat in seats if data["dice"][seat]],
        "Dice": [{"kind": "dice", "seat": seat, "by": by} for seat in seats for by in (-1, 1)],
        "Players": [{"kind": "players", "by": by} for by in (-1, 1)],
    }


_EDITS = {CAMEL_BOARD: _of_camel_board, PERUDO_ROUND: _of_perudo_round}


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
