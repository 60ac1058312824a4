"""The middleware pauses a connection that sends faster than a visitor can, and loses none of its messages."""

import json
from typing import Any

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from boardodds.dashboard.app.server import BURST, MAX_JSON_DEPTH, MAX_MESSAGE_BYTES, MESSAGES_PER_SECOND, MessageLimit
from tests.serving import run_coroutine

PERIOD = 1 / MESSAGES_PER_SECOND


class Clock:
    """A clock that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def time(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


def times_of(sent: list[float], kind: str = "websocket", connections: int = 1) -> list[float]:
    """Return the times at which the server reads messages that one or more connections send at ascending times."""
    clock = Clock()
    times: list[float] = []

    async def server(_scope: Any, receive: Any, _send: Any) -> None:
        for number in range(len(sent)):
            assert (await receive())["number"] == number
            times.append(clock.now)

    async def connect() -> None:
        numbers = iter(range(len(sent)))

        async def receive() -> Any:
            number = next(numbers)
            clock.now = max(clock.now, sent[number])
            return {"type": f"{kind}.receive", "number": number}

        await limit({"type": kind}, receive, send)

    async def send(_message: Any) -> None: ...

    limit = MessageLimit(server, clock.time, clock.sleep)
    for _ in range(connections):
        run_coroutine(connect())
    return times


def test_a_flood_is_read_at_a_steady_rate_after_a_burst() -> None:
    # The opening of the connection is a message too.
    times = times_of([0.0] * (1 + BURST + 100))
    assert times[: 1 + BURST] == [0.0] * (1 + BURST)
    assert times[1 + BURST :] == pytest.approx([PERIOD * number for number in range(1, 101)])


def test_a_connection_that_was_quiet_may_send_a_burst_again() -> None:
    quiet = 10 * BURST * PERIOD
    times = times_of([0.0] * (1 + 2 * BURST) + [quiet] * (1 + BURST) + [quiet])
    assert times[1 + 2 * BURST : -1] == [quiet] * (1 + BURST)
    assert times[-1] == pytest.approx(quiet + PERIOD)


@pytest.mark.parametrize("per_second", [5, MESSAGES_PER_SECOND])
def test_a_visitor_is_never_paused(per_second: int) -> None:
    sent = [number / per_second for number in range(20 * BURST)]
    assert times_of(sent) == sent


def test_each_connection_has_a_limit_of_its_own_and_requests_have_none() -> None:
    assert times_of([0.0] * (1 + BURST), connections=45) == [0.0] * 45 * (1 + BURST)
    assert times_of([0.0] * 10 * BURST, kind="http") == [0.0] * 10 * BURST


def test_the_server_does_not_read_what_a_client_sent_before_it_left() -> None:
    read: list[str] = []

    async def server(_scope: Any, receive: Any, send: Any) -> None:
        read.append((await receive())["type"])
        with pytest.raises(ConnectionError):
            await send({"type": "websocket.send"})
        read.append((await receive())["type"])

    async def receive() -> Any:
        return {"type": "websocket.receive"}

    async def send(_message: Any) -> None:
        raise ConnectionError

    run_coroutine(MessageLimit(server)({"type": "websocket"}, receive, send))
    assert read == ["websocket.receive", "websocket.disconnect"]


def closing_code(field: str, text: str) -> int | None:
    """Return the code with which a connection is closed for a message with a widget's value; None if the message is read."""
    message = BackMsg()
    setattr(message.rerun_script.widget_states.widgets.add(id="x"), field, text)
    sent: list[Any] = []

    async def server(_scope: Any, receive: Any, _send: Any) -> None:
        received = [(await receive())["type"] for _ in range(2)]
        assert received == ["websocket.disconnect" if sent else "websocket.receive"] * 2

    async def receive() -> Any:
        return {"type": "websocket.receive", "bytes": message.SerializeToString()}

    async def send(reply: Any) -> None:
        sent.append(reply)

    run_coroutine(MessageLimit(server)({"type": "websocket"}, receive, send))
    return sent[0]["code"] if sent else None


@pytest.mark.parametrize("field", ["json_value", "json_trigger_value"])
def test_a_message_that_no_page_sends_ends_its_connection(field: str) -> None:
    def nested(depth: int) -> str:
        return f"{'[' * depth}{']' * depth}"

    assert closing_code(field, json.dumps("x" * MAX_MESSAGE_BYTES)) == 1009
    assert closing_code(field, json.dumps("x" * (MAX_MESSAGE_BYTES - 100))) is None
    assert closing_code(field, nested(1_000)) == closing_code(field, nested(MAX_JSON_DEPTH + 1)) == 1009
    assert closing_code(field, nested(MAX_JSON_DEPTH)) is None
    assert closing_code(field, json.dumps([{"event": "event", "value": {"bids": [[1], [2]] * 1_000}}])) is None
    assert closing_code("string_value", "[" * 1_000) is None
