"""The logic of the load benchmark: reading Streamlit's messages, choosing moves, sending values, counting changes."""

import json
import math
from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.ButtonGroup_pb2 import ButtonGroup
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Slider_pb2 import Slider

from benchmarks.load.client import Client
from benchmarks.load.report import percentile
from benchmarks.load.visitors import choose_widget
from benchmarks.load.widgets import (
    CAMEL_BOARD,
    PERUDO_ROUND,
    Value,
    Widget,
    read_element,
    state_of,
    tabs_widget,
    values_in_url,
)

DRAWS = 60


def element(kind: str, **fields: Any) -> Element:
    """Return an element of some kind; lists extend its repeated fields."""
    element_proto = Element()
    field_proto = getattr(element_proto, kind)
    for name, value in fields.items():
        if isinstance(value, list):
            getattr(field_proto, name).extend(value)
        else:
            setattr(field_proto, name, value)
    return element_proto


def widget(kind: str, **fields: Any) -> Widget:
    (control,) = read_element(element(kind, id="it", **fields))
    return control


def drawn_values(control: Widget, current: Value = None) -> set[Value]:
    """Return the values that many draws move a widget to, from its default."""
    assert control.draw_other_value is not None
    current = control.default if current is None else current
    return {control.draw_other_value(Random(seed), current) for seed in range(DRAWS)}


def pills(*names: str, **fields: Any) -> Widget:
    element_proto = element("button_group", id="it", **fields)
    for name in names:
        element_proto.button_group.options.add(content=name)
    (control,) = read_element(element_proto)
    return control


def test_a_slider_moves_to_its_other_steps() -> None:
    slider = widget("slider", min=8, max=12, step=2, default=[10.0])
    assert drawn_values(slider) == {(8.0,), (12.0,)}


def test_a_slider_with_two_handles_keeps_them_in_order() -> None:
    slider = widget("slider", min=0, max=3, step=1, default=[0.0, 3.0])
    assert all(
        isinstance(value, tuple) and len(value) == 2 and value == tuple(sorted(value)) for value in drawn_values(slider)
    )


def test_a_select_slider_uses_the_texts_of_its_options() -> None:
    slider = widget("slider", type=Slider.SELECT_SLIDER, options=["100", "1000", "10000"], default=[1.0], max=2)
    assert slider.default == ("1000",)
    assert drawn_values(slider) == {("100",), ("10000",)}


def test_a_number_stays_in_its_range() -> None:
    number = widget("number_input", min=2, max=5, has_min=True, has_max=True, step=1, default=2.0)
    assert drawn_values(number) == {3.0, 4.0, 5.0}


@pytest.mark.parametrize(
    ("control", "legal"),
    [
        (widget("checkbox", default=True), {False}),
        (widget("selectbox", options=["a", "b", "c"], default=0), {"b", "c"}),
        (widget("selectbox", options=["a", "b"]), {"a", "b"}),
        (widget("multiselect", options=["a", "b"], default=[0]), {(), ("a", "b")}),
        (widget("multiselect", options=["a", "b"], default=[0], max_selections=1), {(), ("b",), ("a",)}),
        (pills("a", "b", "c", default=[0]), {("b",), ("c",)}),
        (pills("a", "b", default=[1], click_mode=ButtonGroup.MULTI_SELECT), {("a", "b"), ()}),
        (widget("button", label="Roll"), {True}),
        (tabs_widget(Block.TabContainer(id="it", default_tab_label="a"), ["a", "b"]), {"b"}),
    ],
)
def test_other_widgets_move_to_the_values_on_offer(control: Widget, legal: set[Value]) -> None:
    assert drawn_values(control) == legal


@pytest.mark.parametrize(
    "control",
    [
        widget("checkbox", disabled=True),
        widget("button", disabled=True),
        widget("slider", min=3, max=3, step=1, default=[3.0]),
        widget("selectbox", options=["a"], default=0),
        widget("text_input", default="1:BWOG"),
        widget("text_area", default="RPYBOG"),
    ],
)
def test_disabled_and_fixed_widgets_and_texts_never_move(control: Widget) -> None:
    assert control.draw_other_value is None


def controls(component: str, data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return all edits of a board component, by control."""
    widgets = read_element(
        element("bidi_component", id="it", component_name=component, json=json.dumps({"board": data}))
    )
    assert all(widget.is_trigger for widget in widgets)
    return {
        widget.label: [event["value"] for text in sorted(map(str, drawn_values(widget))) for event in json.loads(text)]
        for widget in widgets
    }


def test_the_camel_up_board_offers_its_edits() -> None:
    dice = [{"id": "B", "in": True, "faces": ["1", "2"]}, {"id": "W", "in": False, "faces": ["1", "2"]}]
    camels = [{"id": "B"}, {"id": "W"}]
    edits = controls(CAMEL_BOARD, {"camels": camels, "track": 3, "dice": dice, "can_roll": True, "can_undo": False})
    assert list(edits) == ["board", "Dice", "Roll", "Random", "New leg", "Clear"]
    assert {(edit["camel"], edit["square"]) for edit in edits["board"]} == set(product("BW", (1, 2, 3)))
    assert edits["Roll"] == [{"kind": "roll", "die": "B", "face": face} for face in "12"]
    assert {(edit["die"], edit["on"]) for edit in edits["Dice"]} == {("B", False), ("W", True)}
    assert "Roll" not in controls(
        CAMEL_BOARD, {"camels": camels, "track": 3, "dice": dice, "can_roll": False, "can_undo": True}
    )


def test_the_perudo_round_offers_its_edits() -> None:
    legal = [[2, 1, [0.5, 0.1]], [3, 1, [0.4]]]
    data = {"dice": [2, 0, 1], "hand": [3, 4], "faces": [[]] * 6, "bids": [], "legal": legal}
    edits = controls(PERUDO_ROUND, data)
    assert list(edits) == ["Hand", "Bid", "New round", "Dice", "Players"]
    bids = {(edit["quantity"], edit["face"], edit["bids"]) for edit in edits["Bid"]}
    assert bids == {(1, 2, 0), (1, 3, 0), (2, 2, 0)}
    assert all(len(edit["hand"]) == 2 and (edit["hand"][0] == 3 or edit["hand"][1] == 4) for edit in edits["Hand"])
    assert [edit["loser"] for edit in edits["New round"]] == [0, 2]
    assert "Take back" in controls(PERUDO_ROUND, {**data, "bids": [[0, 1, 2]]})


def test_elements_without_widgets_are_ignored() -> None:
    assert not read_element(element("markdown", body="text"))
    assert not read_element(element("bidi_component", component_name="another"))


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        (True, ["true"]),
        (12.0, ["12"]),
        (0.5, ["0.5"]),
        (("a", "b"), ["a", "b"]),
        ((7.0,), ["7"]),
        (None, []),
        ("a", ["a"]),
    ],
)
def test_values_in_the_url_have_streamlits_format(value: Value, texts: list[str]) -> None:
    assert values_in_url(value) == texts


@pytest.mark.parametrize(
    ("control", "value", "expected"),
    [
        (widget("slider", default=[1.0], max=2), (2.0,), [2.0]),
        (widget("number_input"), 2.0, 2.0),
        (widget("checkbox"), False, False),
        (pills("a"), ("a",), ["a"]),
        (widget("selectbox"), "a", "a"),
    ],
)
def test_values_are_sent_in_the_field_of_their_widget(control: Widget, value: Value, expected: object) -> None:
    state = state_of(control, value)
    field_value = getattr(state, control.field)
    assert state.WhichOneof("value") == control.field
    assert (list(field_value.data) if isinstance(value, tuple) else field_value) == expected


def delta(place: int, content: Element, message_hash: str, *, cacheable: bool = False) -> ForwardMsg:
    message = ForwardMsg(hash=message_hash)
    message.delta.new_element.CopyFrom(content)
    message.metadata.delta_path.extend([0, place])
    message.metadata.cacheable = cacheable
    return message


def reference(place: int, message_hash: str) -> ForwardMsg:
    message = ForwardMsg(ref_hash=message_hash)
    message.metadata.delta_path.extend([0, place])
    return message


def receive_run(client: Client, *messages: ForwardMsg, fragments: Sequence[str] = ()) -> None:
    """Send a client all messages of a run.

    fragments: the only fragments to rerun; empty for the whole page.
    """
    start = ForwardMsg()
    start.new_session.page_script_hash = "page"
    start.new_session.config.max_cached_message_age = 2
    start.metadata.run.fragment_ids.extend(fragments)
    for message in (start, *messages):
        assert not client.receive(message)
    assert client.receive(ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY))


def sent_values(message: BackMsg) -> dict[str, object]:
    return {
        state.id: getattr(state, state.WhichOneof("value") or "")
        for state in message.rerun_script.widget_states.widgets
    }


def test_all_widget_values_are_sent_and_the_url_is_updated() -> None:
    client = Client("orchard", "seed=3")
    first = client.rerun_message()
    assert (first.rerun_script.page_name, first.rerun_script.query_string) == ("orchard", "seed=3")
    calm = element("checkbox", id="calm", default=True)
    fast = element("checkbox", id="fast", query_param_key="fast")
    receive_run(client, delta(0, calm, "a"), delta(1, fast, "b"))
    moving = client.move_message(client.widgets[1], Random(1))
    assert sent_values(moving) == {"calm": True, "fast": True}
    assert moving.rerun_script.page_script_hash == "page"
    assert moving.rerun_script.query_string == "seed=3&fast=true"
    receive_run(client, delta(0, calm, "a"), delta(1, fast, "b"))
    assert client.move_message(client.widgets[1], Random(1)).rerun_script.query_string == "seed=3"


def test_excluded_values_are_not_chosen() -> None:
    client = Client("")
    receive_run(client, delta(0, element("selectbox", id="it", options=["a", "b", "c"], default=0), "a"))
    for seed in range(DRAWS):
        client.move_message(client.widgets[0], Random(seed), excluded={"b"})
        assert client.value(client.widgets[0]) in ("a", "c")


def test_a_value_from_the_server_replaces_the_chosen_one() -> None:
    client = Client("")
    receive_run(client, delta(0, element("checkbox", id="it"), "a"))
    client.move_message(client.widgets[0], Random(1))
    receive_run(client, delta(0, element("checkbox", id="it", value=False, set_value=True), "b"))
    assert sent_values(client.rerun_message()) == {"it": False}


def test_a_button_is_pressed_once() -> None:
    client = Client("")
    receive_run(client, delta(0, element("button", id="it"), "a"))
    assert sent_values(client.move_message(client.widgets[0], Random(1))) == {"it": True}
    receive_run(client, delta(0, element("button", id="it"), "a"))
    assert sent_values(client.rerun_message()) == {}


def test_large_messages_are_kept_for_the_number_of_runs_that_the_server_says() -> None:
    client = Client("")
    receive_run(client, delta(0, element("checkbox", id="it"), "large", cacheable=True))
    assert list(client.rerun_message().rerun_script.cached_message_hashes) == ["large"]
    receive_run(client, reference(0, "large"))
    assert [control.id for control in client.widgets] == ["it"]
    assert not client.answer.errors
    for _ in range(2):
        receive_run(client)
    assert list(client.rerun_message().rerun_script.cached_message_hashes) == []
    receive_run(client, reference(0, "large"))
    assert client.answer.errors


def in_fragment(fragment: str, message: ForwardMsg) -> ForwardMsg:
    message.delta.fragment_id = fragment
    return message


def test_a_widget_in_a_fragment_reruns_only_the_fragment() -> None:
    client = Client("")
    outer, inner, other = (element("checkbox", id=name) for name in ("outer", "inner", "other"))
    in_part = in_fragment("part", delta(1, inner, "b", cacheable=True))
    receive_run(client, delta(0, outer, "a", cacheable=True), in_part, in_fragment("part", delta(2, other, "c")))
    of_outer, of_inner, _ = (client.move_message(control, Random(1)).rerun_script for control in client.widgets)
    assert (of_outer.fragment_id, of_inner.fragment_id) == ("", "part")
    for _ in range(3):
        receive_run(client, reference(1, "b"), fragments=["part"])
    assert [control.id for control in client.widgets] == ["outer", "inner"]
    # Cached messages outside the fragment don't expire.
    assert set(client.rerun_message().rerun_script.cached_message_hashes) == {"a", "b"}
    assert client.move_message(client.widgets[1], Random(1)).rerun_script.fragment_id == "part"
    receive_run(client, delta(0, outer, "a"))
    assert [control.id for control in client.widgets] == ["outer"]


def block(place: Sequence[int], **content: Any) -> ForwardMsg:
    message = ForwardMsg()
    message.delta.add_block.CopyFrom(Block(**content))
    message.metadata.delta_path.extend(place)
    return message


def test_tabs_in_a_fragment_and_a_popover_move() -> None:
    client = Client("")
    tabs = in_fragment("part", block([0, 1], tab_container=Block.TabContainer(id="tabs", default_tab_label="a")))
    labels = [in_fragment("part", block([0, 1, n], tab=Block.Tab(label=label))) for n, label in enumerate("ab")]
    receive_run(client, block([0, 0], popover=Block.Popover(id="roll", label="Roll")), tabs, *labels)
    opened, tab = (client.move_message(control, Random(1)) for control in reversed(client.widgets))
    assert (sent_values(opened), opened.rerun_script.fragment_id) == ({"tabs": "a", "roll": True}, "")
    assert (sent_values(tab), tab.rerun_script.fragment_id) == ({"tabs": "b", "roll": True}, "part")
    receive_run(client, tabs, *labels, fragments=["part"])
    assert [control.id for control in client.widgets] == ["tabs", "roll"]


def test_changes_of_widgets_and_downloads_are_not_counted() -> None:
    client = Client("")
    text, more = element("markdown", body="a"), element("markdown", body="b")
    moving, file = element("checkbox", id="it"), element("download_button", id="file")
    receive_run(client, delta(0, text, "a"), delta(1, moving, "b"), delta(2, file, "c"))
    client.rerun_message()
    receive_run(client, delta(0, text, "a"), delta(1, moving, "d"), delta(2, file, "e"))
    assert client.answer.changed == 0
    client.rerun_message()
    receive_run(client, delta(0, more, "f"), delta(1, moving, "d"))
    assert client.answer.changed == 2


def test_an_exception_is_an_error_and_a_superseded_run_is_no_answer() -> None:
    client = Client("")
    receive_run(client, delta(0, element("exception", type="ValueError", message="no"), "a"))
    assert client.answer.errors == ["ValueError: no"]
    client.rerun_message()
    assert not client.receive(ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN))
    assert client.receive(ForwardMsg(script_finished=ForwardMsg.FINISHED_WITH_COMPILE_ERROR))
    assert client.answer.errors == ["compile error"]


def test_about_a_quarter_of_moves_open_a_tab() -> None:
    tabs = tabs_widget(Block.TabContainer(id="tabs"), ["a", "b"])
    box = widget("checkbox")
    chosen = [choose_widget([tabs, box], Random(seed)) for seed in range(400)]
    assert 60 < chosen.count(tabs) < 140
    assert choose_widget([], Random(1)) is None


@pytest.mark.parametrize(
    ("share", "value"), [(0.5, 10), (0.95, 19), (1, 20), (0, 1)], ids=["median", "95%", "largest", "smallest"]
)
def test_percentiles_are_values_that_occurred(share: float, value: float) -> None:
    assert percentile(range(20, 0, -1), share) == value
    assert math.isnan(percentile([], share))
