"""The logic of the load benchmark: what it reads of Streamlit's messages, what it chooses, what it sends, how it counts."""

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
from benchmarks.load.visitors import choose
from benchmarks.load.widgets import (
    CAMEL_BOARD,
    PERUDO_ROUND,
    Value,
    Widget,
    in_address,
    read_element,
    state_of,
    tabs_widget,
)

DRAWS = 60


def element(kind: str, **fields: Any) -> Element:
    """An element of some kind; lists extend its repeated fields."""
    made = Element()
    part = getattr(made, kind)
    for name, value in fields.items():
        if isinstance(value, list):
            getattr(part, name).extend(value)
        else:
            setattr(part, name, value)
    return made


def widget(kind: str, **fields: Any) -> Widget:
    (found,) = read_element(element(kind, id="it", **fields))
    return found


def moved(found: Widget, now: Value = None) -> set[Value]:
    """The values that it is moved to from its default, in many tries."""
    assert found.another is not None
    now = found.default if now is None else now
    return {found.another(Random(seed), now) for seed in range(DRAWS)}


def pills(*names: str, **fields: Any) -> Widget:
    made = element("button_group", id="it", **fields)
    for name in names:
        made.button_group.options.add(content=name)
    (found,) = read_element(made)
    return found


def test_a_slider_moves_to_its_other_steps() -> None:
    slider = widget("slider", min=8, max=12, step=2, default=[10.0])
    assert moved(slider) == {(8.0,), (12.0,)}


def test_a_slider_with_two_handles_keeps_them_in_order() -> None:
    slider = widget("slider", min=0, max=3, step=1, default=[0.0, 3.0])
    assert all(
        isinstance(value, tuple) and len(value) == 2 and value == tuple(sorted(value)) for value in moved(slider)
    )


def test_a_select_slider_speaks_in_its_options() -> None:
    slider = widget("slider", type=Slider.SELECT_SLIDER, options=["100", "1000", "10000"], default=[1.0], max=2)
    assert slider.default == ("1000",)
    assert moved(slider) == {("100",), ("10000",)}


def test_a_number_stays_in_its_range() -> None:
    number = widget("number_input", min=2, max=5, has_min=True, has_max=True, step=1, default=2.0)
    assert moved(number) == {3.0, 4.0, 5.0}


@pytest.mark.parametrize(
    ("found", "legal"),
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
def test_what_else_is_moved_to_what_it_offers(found: Widget, legal: set[Value]) -> None:
    assert moved(found) == legal


@pytest.mark.parametrize(
    "found",
    [
        widget("checkbox", disabled=True),
        widget("button", disabled=True),
        widget("slider", min=3, max=3, step=1, default=[3.0]),
        widget("selectbox", options=["a"], default=0),
        widget("text_input", default="1:BWOG"),
        widget("text_area", default="RPYBOG"),
    ],
)
def test_what_cannot_or_should_not_be_moved_is_not(found: Widget) -> None:
    assert found.another is None


def controls(drawing: str, data: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """All that may be done on a drawing, by control."""
    found = read_element(element("bidi_component", id="it", component_name=drawing, json=json.dumps({"board": data})))
    assert all(widget.is_trigger for widget in found)
    return {
        widget.label: [event["value"] for text in sorted(map(str, moved(widget))) for event in json.loads(text)]
        for widget in found
    }


def test_the_board_of_camel_up_is_played_on_its_drawing() -> None:
    dice = [{"id": "B", "in": True, "faces": ["1", "2"]}, {"id": "W", "in": False, "faces": ["1", "2"]}]
    camels = [{"id": "B"}, {"id": "W"}]
    found = controls(CAMEL_BOARD, {"camels": camels, "track": 3, "dice": dice, "can_roll": True, "can_undo": False})
    assert list(found) == ["board", "Dice", "Roll", "Random", "New leg", "Clear"]
    assert {(edit["camel"], edit["square"]) for edit in found["board"]} == set(product("BW", (1, 2, 3)))
    assert found["Roll"] == [{"kind": "roll", "die": "B", "face": face} for face in "12"]
    assert {(edit["die"], edit["on"]) for edit in found["Dice"]} == {("B", False), ("W", True)}
    assert "Roll" not in controls(
        CAMEL_BOARD, {"camels": camels, "track": 3, "dice": dice, "can_roll": False, "can_undo": True}
    )


def test_a_round_of_perudo_is_played_on_its_drawing() -> None:
    legal = [[1, [[2, 0.5], [3, 0.4]]], [2, [[2, 0.1]]]]
    data = {"dice": [2, 0, 1], "hand": [3, 4], "faces": [[]] * 6, "bids": [], "legal": legal}
    found = controls(PERUDO_ROUND, data)
    assert list(found) == ["Hand", "Bid", "New round", "Dice", "Players"]
    bids = {(edit["quantity"], edit["face"], edit["bids"]) for edit in found["Bid"]}
    assert bids == {(1, 2, 0), (1, 3, 0), (2, 2, 0)}
    assert all(len(edit["hand"]) == 2 and (edit["hand"][0] == 3 or edit["hand"][1] == 4) for edit in found["Hand"])
    assert [edit["loser"] for edit in found["New round"]] == [0, 2]
    assert "Take back" in controls(PERUDO_ROUND, {**data, "bids": [[0, 1, 2]]})


def test_what_is_no_widget_is_not_read() -> None:
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
def test_values_stand_in_the_address_as_streamlit_reads_them(value: Value, texts: list[str]) -> None:
    assert in_address(value) == texts


@pytest.mark.parametrize(
    ("found", "value", "sent"),
    [
        (widget("slider", default=[1.0], max=2), (2.0,), [2.0]),
        (widget("number_input"), 2.0, 2.0),
        (widget("checkbox"), False, False),
        (pills("a"), ("a",), ["a"]),
        (widget("selectbox"), "a", "a"),
    ],
)
def test_values_are_sent_in_the_field_of_their_widget(found: Widget, value: Value, sent: object) -> None:
    state = state_of(found, value)
    held = getattr(state, found.field)
    assert state.WhichOneof("value") == found.field
    assert (list(held.data) if isinstance(value, tuple) else held) == sent


def delta(place: int, shown: Element, of: str, *, cacheable: bool = False) -> ForwardMsg:
    message = ForwardMsg(hash=of)
    message.delta.new_element.CopyFrom(shown)
    message.metadata.delta_path.extend([0, place])
    message.metadata.cacheable = cacheable
    return message


def reference(place: int, of: str) -> ForwardMsg:
    message = ForwardMsg(ref_hash=of)
    message.metadata.delta_path.extend([0, place])
    return message


def answer(client: Client, *messages: ForwardMsg, fragments: Sequence[str] = ()) -> None:
    """A whole run, of some fragments alone if they are given."""
    start = ForwardMsg()
    start.new_session.page_script_hash = "page"
    start.metadata.run.fragment_ids.extend(fragments)
    for message in (start, *messages):
        assert not client.take(message)
    assert client.take(ForwardMsg(script_finished=ForwardMsg.FINISHED_SUCCESSFULLY))


def sent(message: BackMsg) -> dict[str, object]:
    return {
        state.id: getattr(state, state.WhichOneof("value") or "")
        for state in message.rerun_script.widget_states.widgets
    }


def test_the_values_of_all_widgets_are_sent_and_the_address_follows() -> None:
    client = Client("orchard", "seed=3")
    first = client.ask()
    assert (first.rerun_script.page_name, first.rerun_script.query_string) == ("orchard", "seed=3")
    calm = element("checkbox", id="calm", default=True)
    fast = element("checkbox", id="fast", query_param_key="fast")
    answer(client, delta(0, calm, "a"), delta(1, fast, "b"))
    moving = client.ask_move(client.widgets[1], Random(1))
    assert sent(moving) == {"calm": True, "fast": True}
    assert moving.rerun_script.page_script_hash == "page"
    assert moving.rerun_script.query_string == "seed=3&fast=true"
    answer(client, delta(0, calm, "a"), delta(1, fast, "b"))
    assert client.ask_move(client.widgets[1], Random(1)).rerun_script.query_string == "seed=3"


def test_what_is_shunned_is_not_chosen() -> None:
    client = Client("")
    answer(client, delta(0, element("selectbox", id="it", options=["a", "b", "c"], default=0), "a"))
    for seed in range(DRAWS):
        client.ask_move(client.widgets[0], Random(seed), shunned={"b"})
        assert client.value(client.widgets[0]) in ("a", "c")


def test_what_the_server_sets_takes_the_place_of_what_was_chosen() -> None:
    client = Client("")
    answer(client, delta(0, element("checkbox", id="it"), "a"))
    client.ask_move(client.widgets[0], Random(1))
    answer(client, delta(0, element("checkbox", id="it", value=False, set_value=True), "b"))
    assert sent(client.ask()) == {"it": False}


def test_a_button_is_pressed_once() -> None:
    client = Client("")
    answer(client, delta(0, element("button", id="it"), "a"))
    assert sent(client.ask_move(client.widgets[0], Random(1))) == {"it": True}
    answer(client, delta(0, element("button", id="it"), "a"))
    assert sent(client.ask()) == {}


def test_large_messages_are_kept_for_two_runs() -> None:
    client = Client("")
    answer(client, delta(0, element("checkbox", id="it"), "large", cacheable=True))
    assert list(client.ask().rerun_script.cached_message_hashes) == ["large"]
    answer(client, reference(0, "large"))
    assert [found.id for found in client.widgets] == ["it"]
    assert not client.answer.errors
    for _ in range(2):
        answer(client)
    assert list(client.ask().rerun_script.cached_message_hashes) == []
    answer(client, reference(0, "large"))
    assert client.answer.errors


def inside(fragment: str, message: ForwardMsg) -> ForwardMsg:
    message.delta.fragment_id = fragment
    return message


def test_a_widget_of_a_fragment_asks_for_that_alone_and_the_rest_stays() -> None:
    client = Client("")
    outer, inner, other = (element("checkbox", id=name) for name in ("outer", "inner", "other"))
    kept = inside("part", delta(1, inner, "b", cacheable=True))
    answer(client, delta(0, outer, "a", cacheable=True), kept, inside("part", delta(2, other, "c")))
    of_outer, of_inner, _ = (client.ask_move(found, Random(1)).rerun_script for found in client.widgets)
    assert (of_outer.fragment_id, of_inner.fragment_id) == ("", "part")
    for _ in range(3):
        answer(client, reference(1, "b"), fragments=["part"])
    assert [found.id for found in client.widgets] == ["outer", "inner"]
    # what is outside does not grow old either
    assert set(client.ask().rerun_script.cached_message_hashes) == {"a", "b"}
    assert client.ask_move(client.widgets[1], Random(1)).rerun_script.fragment_id == "part"
    answer(client, delta(0, outer, "a"))
    assert [found.id for found in client.widgets] == ["outer"]


def block(place: Sequence[int], **shown: Any) -> ForwardMsg:
    message = ForwardMsg()
    message.delta.add_block.CopyFrom(Block(**shown))
    message.metadata.delta_path.extend(place)
    return message


def test_tabs_of_a_fragment_and_a_popover_are_moved() -> None:
    client = Client("")
    tabs = inside("part", block([0, 1], tab_container=Block.TabContainer(id="tabs", default_tab_label="a")))
    labels = [inside("part", block([0, 1, n], tab=Block.Tab(label=label))) for n, label in enumerate("ab")]
    answer(client, block([0, 0], popover=Block.Popover(id="roll", label="Roll")), tabs, *labels)
    opened, tab = (client.ask_move(found, Random(1)) for found in reversed(client.widgets))
    assert (sent(opened), opened.rerun_script.fragment_id) == ({"tabs": "a", "roll": True}, "")
    assert (sent(tab), tab.rerun_script.fragment_id) == ({"tabs": "b", "roll": True}, "part")
    answer(client, tabs, *labels, fragments=["part"])
    assert [found.id for found in client.widgets] == ["tabs", "roll"]


def test_changes_are_counted_but_not_those_of_widgets_and_downloads() -> None:
    client = Client("")
    text, more = element("markdown", body="a"), element("markdown", body="b")
    moving, file = element("checkbox", id="it"), element("download_button", id="file")
    answer(client, delta(0, text, "a"), delta(1, moving, "b"), delta(2, file, "c"))
    client.ask()
    answer(client, delta(0, text, "a"), delta(1, moving, "d"), delta(2, file, "e"))
    assert client.answer.changed == 0
    client.ask()
    answer(client, delta(0, more, "f"), delta(1, moving, "d"))
    assert client.answer.changed == 2


def test_an_exception_on_the_page_is_an_error_and_a_run_that_is_replaced_is_not_the_answer() -> None:
    client = Client("")
    answer(client, delta(0, element("exception", type="ValueError", message="no"), "a"))
    assert client.answer.errors == ["ValueError: no"]
    client.ask()
    assert not client.take(ForwardMsg(script_finished=ForwardMsg.FINISHED_EARLY_FOR_RERUN))
    assert client.take(ForwardMsg(script_finished=ForwardMsg.FINISHED_WITH_COMPILE_ERROR))
    assert client.answer.errors == ["compile error"]


def test_tabs_are_opened_now_and_then() -> None:
    tabs = tabs_widget(Block.TabContainer(id="tabs"), ["a", "b"])
    box = widget("checkbox")
    chosen = [choose([tabs, box], Random(seed)) for seed in range(400)]
    assert 60 < chosen.count(tabs) < 140
    assert choose([], Random(1)) is None


@pytest.mark.parametrize(
    ("share", "value"), [(0.5, 10), (0.95, 19), (1, 20), (0, 1)], ids=["median", "95%", "largest", "smallest"]
)
def test_percentiles_are_values_that_occurred(share: float, value: float) -> None:
    assert percentile(range(20, 0, -1), share) == value
    assert math.isnan(percentile([], share))
