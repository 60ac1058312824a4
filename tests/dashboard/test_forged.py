"""Every widget of every page is sent values that no browser would send: no error reaches a person, and the app lives on."""

import json
import random
from collections.abc import Callable, Iterator
from math import inf, nan

import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from benchmarks.load.client import Client
from boardodds.dashboard.app.site import PAGES
from tests import serving

# no answer takes nearly so long; a visitor would have left
PATIENCE_SECONDS = 60
ROUNDS = 12
TEXTS = (
    "",
    "\x00",
    "🐪" * 500,
    "x" * 100_000,
    "<script>alert(1)</script> ![x](http://example.com/x.png)",
    "../../etc/passwd",
    "{{7*7}} ${7*7} %s %n",
    "NaN",
    "-1",
    "９９９",
    "1e999",
    "5.5.5.5 me=1 hand=99999 bids=1:99x9",
    "1:BWOG 1:BWOG dice=" + "B" * 200,
)
NUMBERS = (-1.0, 0.0, 0.5, 1e9, 1e308, -1e308, inf, -inf, nan)
WHOLE = (-(2**63), -1, 0, 1, 10**9, 2**63 - 1)
# what a drawing is asked to do
_EDITS: tuple[object, ...] = (
    None,
    [],
    {"kind": []},
    {"kind": "camel", "camel": "Z", "square": -5, "level": 99},
    {"kind": "camel", "camel": "Z", "square": 1e300, "level": {}},
    {"kind": "roll", "die": "Z", "face": "1"},
    {"kind": "die", "die": "Z", "on": True},
    {"kind": "ticket", "camel": "G", "coins": 10**400, "mine": True},
    {"kind": "ticket", "camel": ["G"], "coins": {}, "mine": "yes"},
    {"kind": "random"},
    {"kind": "undo", "die": []},
    {"kind": "tile", "square": 10**400, "tile": "o" * 10**4},
    {"kind": "hand", "hand": [[1], "2", None, -1, 1e300]},
    {"kind": "hand", "hand": [2] * 10**5},
    {"kind": "bid", "quantity": -(10**400), "face": "x", "bids": 0},
    {"kind": "hand", "hand": [2] * 5, "untold": [0, 10**400, "x"]},
    {"kind": "players", "by": 10**9},
    {"kind": "dice", "seat": -1, "by": 1e300},
    {"kind": "opener", "seat": 10**9},
    {"kind": "new_round", "loser": "1"},
)
_EVENTS: tuple[object, ...] = ({}, [], None, "x", 1, *([{"event": "edit", "value": event}] for event in _EDITS))
JSON = tuple(map(json.dumps, _EVENTS))

Forge = Callable[[random.Random, WidgetState], None]


def one(field: str, values: tuple[object, ...]) -> Forge:
    return lambda rng, state: setattr(state, field, rng.choice(values))


def several(field: str, values: tuple[object, ...]) -> Forge:
    return lambda rng, state: getattr(state, field).data.extend(rng.choices(values, k=rng.choice((0, 1, 2, 50))))


# by the field in which a kind of widget sends its value
FORGERIES: dict[str, Forge] = {
    "trigger_value": one("trigger_value", (True,)),
    "bool_value": one("bool_value", (True, False)),
    "double_value": one("double_value", NUMBERS),
    "int_value": one("int_value", WHOLE),
    "string_value": one("string_value", TEXTS),
    "double_array_value": several("double_array_value", NUMBERS),
    "int_array_value": several("int_array_value", WHOLE),
    "string_array_value": several("string_array_value", TEXTS),
    "json_value": one("json_value", (*JSON, *TEXTS)),
    "json_trigger_value": one("json_trigger_value", JSON),
    "bytes_value": one("bytes_value", (b"", b"\xff\xfe" * 100)),
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Replica]:
    with serving.app(tmp_path_factory.mktemp("forged")) as replica:
        yield replica


def answer(socket: ClientConnection, client: Client) -> list[str]:
    """Reads the answer to what was asked; the errors that it shows."""
    while not client.take(ForwardMsg.FromString(socket.recv(PATIENCE_SECONDS, decode=False))):
        pass
    return client.answer.errors


def visit(served: serving.Replica) -> ClientConnection:
    return connect(
        f"ws://127.0.0.1:{served.port}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        ping_interval=None,
    )


PAGE_NAMES = ["", *[entry.url_path for entry in PAGES]]


def send_forged(socket: ClientConnection, client: Client, rng: random.Random, *, of_its_kind: bool) -> list[str]:
    """Sends values for some of the page's widgets; the errors that come back."""
    states = []
    for widget in rng.sample(client.widgets, min(len(client.widgets), rng.randint(1, 6))):
        states.append(WidgetState(id=widget.id))
        field = widget.field if of_its_kind else rng.choice(list(FORGERIES))
        FORGERIES[field](rng, states[-1])
    socket.send(client.ask(states).SerializeToString())
    return answer(socket, client)


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_values_that_are_not_on_offer_show_no_error(served: serving.Replica, page: str) -> None:
    rng = random.Random(page)
    with visit(served) as socket:
        client = Client(page)
        socket.send(client.ask().SerializeToString())
        assert not answer(socket, client)
        for _ in range(ROUNDS):
            assert not send_forged(socket, client, rng, of_its_kind=True)


@pytest.mark.parametrize("page", PAGE_NAMES)
def test_values_of_another_kind_hurt_nobody_else(served: serving.Replica, page: str) -> None:
    """Streamlit itself refuses these, with its one sentence to who sent them; the next visitor sees the page as it is."""
    rng = random.Random(page)
    with visit(served) as socket:
        client = Client(page)
        socket.send(client.ask().SerializeToString())
        assert not answer(socket, client)
        for _ in range(ROUNDS):
            for error in send_forged(socket, client, rng, of_its_kind=False):
                assert "This app has encountered an error" in error
    with visit(served) as socket:
        client = Client(page)
        socket.send(client.ask().SerializeToString())
        assert not answer(socket, client)
