"""Forged values for every widget of every page, which no browser sends: visitors see no error, and the app keeps running."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from boardodds.dashboard.app.site import PAGES
from tests import serving
from tests.visits import Visit, Widget

pytestmark = pytest.mark.slow
# Wall-clock seconds; every answer is much faster.
MAX_ANSWER_SECONDS = 60
ROUNDS = 5
TEXTS = (
    "",
    "\x00",
    "🐪" * 500,
    "x" * 1_000,
    "<script>alert(1)</script> ![x](http://example.com/x.png)",
    "../../etc/passwd",
    "{{7*7}} ${7*7} %s %n",
    "NaN",
    "-1",
    "９９９",
    "1e20000000",
    "5.5.5.5 me=1 hand=99999 bids=1:99x9",
    "1:BWOG 1:BWOG dice=" + "B" * 200,
)
# Not infinity: Streamlit's own number input can't convert it, and shows its sender an error.
NUMBERS = (-1.0, 0.0, 0.5, 1e9, 1e308, -1e308)
WHOLE_NUMBERS = (-(2**63), -1, 0, 1, 10**9, 2**63 - 1)
# Forged events of the boards; the walk of test_together.py sends many more.
_BOARD_EVENTS: tuple[object, ...] = (
    None,
    [],
    {"kind": []},
    {"kind": "camel", "camel": "Z", "square": 1e300, "level": {}},
    {"kind": "ticket", "camel": "G", "coins": 10**400, "turn": 0},
    {"kind": "set", "name": "winner_right", "value": [{}] * 1_000},
    {"kind": "tile", "square": 10**400, "tile": "o" * 10**4},
    {"kind": "hand", "hand": [[1], "2", None, -1, 1e300]},
    {"kind": "hand", "hand": [2] * 10**4},
    {"kind": "dice", "seat": -1, "by": 1e300},
)
_VALUES: tuple[object, ...] = ({}, [], None, "x", 1, *([{"event": "event", "value": event}] for event in _BOARD_EVENTS))
JSON = tuple(map(json.dumps, _VALUES))

# By name; the widgets in them are drawn while they are open.
POPOVERS = ("setup", "reasons")

Forge = Callable[[random.Random, WidgetState], None]


def choose_one(field: str, values: tuple[object, ...]) -> Forge:
    return lambda rng, state: setattr(state, field, rng.choice(values))


def choose_several(field: str, values: tuple[object, ...]) -> Forge:
    return lambda rng, state: getattr(state, field).data.extend(rng.choices(values, k=rng.choice((0, 1, 2, 50))))


# The keys are the fields in which kinds of widgets send their values.
FORGERIES: dict[str, Forge] = {
    "trigger_value": choose_one("trigger_value", (True,)),
    "bool_value": choose_one("bool_value", (True, False)),
    "double_value": choose_one("double_value", NUMBERS),
    "int_value": choose_one("int_value", WHOLE_NUMBERS),
    "string_value": choose_one("string_value", TEXTS),
    "double_array_value": choose_several("double_array_value", NUMBERS),
    "int_array_value": choose_several("int_array_value", WHOLE_NUMBERS),
    "string_array_value": choose_several("string_array_value", TEXTS),
    "json_value": choose_one("json_value", (*JSON, *TEXTS)),
    "json_trigger_value": choose_one("json_trigger_value", JSON),
    "bytes_value": choose_one("bytes_value", (b"", b"\xff\xfe" * 100)),
}


def receive_errors(socket: ClientConnection, visit: Visit) -> list[str]:
    """Read the answer to the last request, and return the errors that it shows."""
    while not visit.receive(ForwardMsg.FromString(socket.recv(MAX_ANSWER_SECONDS, decode=False))):
        pass
    return visit.errors


@contextmanager
def open_page(replica: serving.Replica, page: str) -> Iterator[tuple[ClientConnection, Visit]]:
    """Open a page and its popovers without an error."""
    address, protocols = f"ws://127.0.0.1:{replica.port}/_stcore/stream", [Subprotocol("streamlit")]
    with connect(address, subprotocols=protocols, max_size=None, ping_interval=None) as socket:
        visit = Visit(page)
        socket.send(visit.rerun_message().SerializeToString())
        assert not receive_errors(socket, visit)
        for popover in filter(None, map(visit.widget, POPOVERS)):
            socket.send(visit.move_message(popover, True).SerializeToString())
            assert not receive_errors(socket, visit)
        yield socket, visit


PAGE_NAMES = ["", *[entry.url_path for entry in PAGES]]


def send_forged(
    socket: ClientConnection, visit: Visit, rng: random.Random, widgets: list[Widget], *, matching: bool
) -> list[str]:
    """Send forged values for some widgets, and return the errors in the answer.

    matching: whether a widget gets values of its own kind.
    """
    states = []
    for widget in rng.sample(widgets, min(len(widgets), rng.randint(1, 6))):
        states.append(WidgetState(id=widget.id))
        field = widget.field if matching else rng.choice(list(FORGERIES))
        FORGERIES[field](rng, states[-1])
    socket.send(visit.rerun_message(states).SerializeToString())
    return receive_errors(socket, visit)


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_forged_values_show_no_error_and_do_not_affect_the_next_visitor(replica: serving.Replica, page: str) -> None:
    rng = random.Random(page)
    with open_page(replica, page) as (socket, visit):
        for _ in range(ROUNDS):
            assert not send_forged(socket, visit, rng, visit.widgets, matching=True)
        # Streamlit refuses these with a sentence that only their sender sees.
        for _ in range(ROUNDS):
            for error in send_forged(socket, visit, rng, visit.widgets, matching=False):
                assert "This app has encountered an error" in error
    with open_page(replica, page):
        pass


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_values_that_come_after_their_page_was_left_show_no_error(replica: serving.Replica, page: str) -> None:
    rng = random.Random(page)
    with open_page(replica, page) as (socket, visit):
        widgets = visit.widgets
        socket.send(visit.page_message("" if page else PAGE_NAMES[1]).SerializeToString())
        assert not receive_errors(socket, visit)
        for _ in range(2 * ROUNDS):
            assert not send_forged(socket, visit, rng, widgets, matching=True)
