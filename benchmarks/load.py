"""Send visitors through the app at once, and report how long they wait and what the server needs.

``python -m benchmarks.load`` starts the app on free ports. Every visitor walks through the same pages, over the websocket that
browsers use, with moves drawn from a seed of its own. An error on a page, a lost connection or an answer that takes a minute
makes the exit status 1. A visitor who still waits at the end counts with the time so far.
"""

import argparse
import asyncio
import math
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import psutil
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.apps import App, running
from benchmarks.reruns import bare_app, measure
from tests.visits import Visit

# Phones in the room of a class, and the seconds between two polls of each.
_PHONES, _POLL_SECONDS = 30, 2
# The visitors whose visits are measured alone too, and the reruns of a bare page.
_ALONE, _MOVES = 10, 200
_ARRIVAL_SECONDS = 0.1
# Links to the largest simulations, whose seed a heavy visitor changes again and again.
_HEAVY = (
    ("perudo", "view=What+if&whole=true&matches=5000"),
    ("candy_land", "games=5000000"),
    ("classroom", "games=10000&runs=20"),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a visitor does: a visit to a page, or a move of one of its widgets.

    page: the page to open; None stays on the page.
    widget: the name of a widget, see ``Widget.name``.
    draw: draws its value.
    """

    page: str | None = None
    widget: str = ""
    draw: Callable[[Random], Any] = bool


def _move(widget: str, draw: Callable[[Random], Any]) -> Step:
    return Step(widget=widget, draw=draw)


def _view(name: str) -> Step:
    return _move("view", lambda _: name)


def _roll(rng: Random) -> dict[str, Any]:
    return {"kind": "roll", "die": rng.choice("WGBOY"), "face": str(rng.randint(1, 3))}


def _bid(rng: Random) -> dict[str, Any]:
    return {"kind": "bid", "quantity": rng.randint(3, 12), "face": rng.randint(2, 6), "bids": rng.randint(0, 3)}


def _hand(rng: Random) -> dict[str, Any]:
    return {"kind": "hand", "hand": [rng.randint(1, 6) for _ in range(5)], "unconfirmed": []}


def _space(rng: Random) -> dict[str, Any]:
    return {"kind": "place", "space": rng.randint(1, 130)}


def _card(rng: Random) -> dict[str, Any]:
    return {"kind": "card", "cards": [rng.choice("RPYBOG")]}


RANDOM, UNDO = {"kind": "random"}, {"kind": "undo"}
WALK: tuple[Step, ...] = (
    Step(""),
    Step("camel_up_leg"),
    _move("camel_board", _roll),
    _move("camel_board", lambda _: RANDOM),
    _view("Next roll"),
    _move("camel_board", _roll),
    _view("Tiles"),
    _move("camel_board", lambda _: UNDO),
    _view("What if"),
    Step("camel_up_race"),
    _move("camel_board", lambda _: RANDOM),
    _view("Legs left"),
    _move("camel_board", _roll),
    Step("camel_up_length"),
    Step("orchard"),
    _move("orchard_board", lambda rng: {"kind": "fruit", "tree": rng.randint(0, 3), "value": rng.randint(0, 9)}),
    _move("orchard_board", lambda rng: {"kind": "raven", "value": rng.randint(1, 9)}),
    _view("What if"),
    Step("perudo"),
    _move("perudo_round", _hand),
    _move("perudo_round", _bid),
    _move("perudo_round", _bid),
    _view("What the bids reveal"),
    _move("perudo_round", _hand),
    Step("candy_land"),
    _move("setup", lambda _: True),
    _move("candy_board", _space),
    _move("candy_board", _card),
    _move("players", lambda rng: rng.randint(1, 4)),
    _move("seed", lambda rng: rng.randint(1, 9_999)),
    Step("classroom"),
    _move("games", lambda rng: rng.randint(1, 10) * 100),
    Step("quiz"),
    Step("worksheet"),
    _move("setup", lambda _: True),
    _move("seed", lambda rng: rng.randint(1, 9_999)),
    Step("methods"),
)


@dataclass(slots=True)
class Log:
    """What visitors waited for.

    first, reruns: the seconds of each answer to a visit of a page and to a move.
    counted: the seconds from each tap of a phone in a room until the teacher's page counted it.
    waiting: by visitor, the time since which an answer is awaited.
    steps: by visitor, the seconds of each step with the pause before it.
    """

    first: list[float] = field(default_factory=list)
    reruns: list[float] = field(default_factory=list)
    counted: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    waiting: dict[int, float] = field(default_factory=dict)
    steps: dict[int, list[float]] = field(default_factory=dict)


def _cpu_seconds(apps: Sequence[App]) -> float:
    times = [process.cpu_times() for app in apps for process in app.processes()]
    return float(sum(each.user + each.system for each in times))


def _megabytes(apps: Sequence[App]) -> float:
    return float(sum(process.memory_info().rss for app in apps for process in app.processes())) / 1e6


def _busy_seconds() -> float:
    """Return the processor time that all programs of the machine have taken."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0))


@dataclass(slots=True)
class _Reporting:
    """A context that logs the errors of a connection."""

    log: Log
    number: int

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _traceback: object) -> bool:
        if not isinstance(error, OSError | TimeoutError | WebSocketException):
            return False
        self.log.waiting.pop(self.number, None)
        self.log.errors.append(f"{type(error).__name__} {error}".strip())
        return True


class Crowd:
    """Visitors of one kind, whose answers are logged together.

    is_alone: whether each visitor walks once, without pauses, which count all the same.
    """

    def __init__(self, apps: Sequence[App], options: argparse.Namespace, *, is_alone: bool = False) -> None:
        self.log = Log()
        self._apps, self._options, self._is_alone = apps, options, is_alone
        self._opening, self._rooms = asyncio.Lock(), set[str]()

    async def walk(self, number: int) -> None:
        """Walk through the pages again and again; a lost connection is an error, after which the visitor comes back."""
        rng, steps = Random(f"{self._options.seed} visitor {number}"), self.log.steps.setdefault(number, [])
        await asyncio.sleep(0 if self._is_alone else number * _ARRIVAL_SECONDS)
        start = rng.choice([place for place, step in enumerate(WALK) if step.page is not None])
        while True:
            with _Reporting(self.log, number):
                async with self._connect(number) as connection:
                    visit = Visit(WALK[start].page or "")
                    await self._answer(number, connection, visit, visit.rerun_message(), self.log.first)
                    for step in (*WALK[start + 1 :], *WALK):
                        pause = self._options.think * rng.uniform(0.5, 1.5)
                        await asyncio.sleep(0 if self._is_alone else pause)
                        begin = time.monotonic()
                        await self._take(number, connection, visit, step, rng)
                        steps.append(pause + time.monotonic() - begin)
                        if self._is_alone and len(steps) == len(WALK):
                            return
            start = 0

    async def _take(self, number: int, connection: ClientConnection, visit: Visit, step: Step, rng: Random) -> None:
        if step.page is not None:
            message, times = visit.page_message(step.page), self.log.first
        elif widget := visit.widget(step.widget):
            message, times = visit.move_message(widget, step.draw(rng)), self.log.reruns
        else:
            self.log.errors.append(f"{visit.page or 'home'}: no widget {step.widget}")
            return
        await self._answer(number, connection, visit, message, times)

    async def work(self, number: int) -> None:
        """Ask for the largest simulations, with another seed each time."""
        page, query = _HEAVY[number % len(_HEAVY)]
        with _Reporting(self.log, number):
            for seed in range(1, 10**6):
                async with self._connect(number) as connection:
                    visit = Visit(page, f"{query}&seed={seed}")
                    await self._answer(number, connection, visit, visit.rerun_message(), self.log.first, limit=600)

    async def teach(self, number: int, folder: Path) -> None:
        """Open a room with 30 phones, and poll the number of their answers as a browser does."""
        with _Reporting(self.log, number):
            async with self._connect(number) as connection, asyncio.TaskGroup() as phones:
                visit, polls = Visit("orchard", "reveal=off"), Log()
                await self._answer(number, connection, visit, visit.rerun_message(), self.log.first)
                async with self._opening:
                    await self._press(number, connection, visit, "ask_class")
                    with closing(sqlite3.connect(folder / "results" / "rooms.sqlite")) as file:
                        rooms = {room for (room,) in file.execute("SELECT room FROM room")}
                    (room,) = rooms - self._rooms
                    self._rooms |= rooms
                taps: list[float] = []
                for phone in range(1, _PHONES + 1):
                    phones.create_task(self._phone(_PHONES * number + phone, room, taps))
                while True:
                    await asyncio.sleep(_POLL_SECONDS)
                    sent = len(taps)
                    await self._answer(number, connection, visit, visit.rerun_message(fragment=visit.poll), polls.first)
                    # What was tapped before the poll began is counted by its end.
                    self.log.counted += [time.monotonic() - tap for tap in taps[:sent]]
                    del taps[:sent]

    async def _press(self, number: int, connection: ClientConnection, visit: Visit, name: str) -> None:
        button = visit.widget(name)
        assert button
        await self._answer(number, connection, visit, visit.move_message(button, True), self.log.first)

    async def _phone(self, number: int, room: str, taps: list[float]) -> None:
        """Join a room, change the answer about every ten seconds, and poll in between as a browser does."""
        rng, polls = Random(number), Log()
        async with self._connect(number) as connection:
            visit = Visit("ask")
            await self._answer(number, connection, visit, visit.rerun_message(), self.log.first)
            join = visit.widget("join")
            assert join
            event = {"room": room, "phone": str(number)}
            await self._answer(number, connection, visit, visit.move_message(join, event), self.log.first)
            while True:
                await asyncio.sleep(_POLL_SECONDS * rng.uniform(0.9, 1.1))
                slider = visit.widget(room)
                if slider and rng.random() < _POLL_SECONDS / 10:
                    start = time.monotonic()
                    message = visit.move_message(slider, f"{rng.randint(0, 100)}%")
                    await self._answer(number, connection, visit, message, self.log.reruns)
                    taps.append(start)
                else:
                    message = visit.rerun_message(fragment=visit.poll)
                    await self._answer(number, connection, visit, message, polls.first)

    async def flood(self) -> None:
        """Send a board's events as fast as no hand can, without waiting for answers."""
        async with self._connect(0) as connection:
            visit = Visit("camel_up_leg")
            await self._answer(-1, connection, visit, visit.rerun_message(), self.log.first)
            board = visit.widget("camel_board")
            try:
                while board:
                    await connection.send(visit.move_message(board, RANDOM).SerializeToString())
                    await asyncio.sleep(1 / 400)
            finally:
                # A server that reads slowly would take as long to read the end of the connection.
                connection.transport.abort()

    def _connect(self, number: int) -> connect:
        port = self._apps[number % len(self._apps)].port
        address = f"ws://127.0.0.1:{port}/_stcore/stream"
        return connect(address, subprotocols=["streamlit"], max_size=None, ping_interval=None, compression=None)  # type: ignore[list-item]

    async def _answer(
        self, number: int, socket: ClientConnection, visit: Visit, message: BackMsg, times: list[float], limit: int = 60
    ) -> None:
        """Send a message, wait for the whole answer, ``limit`` seconds at most, and log it."""
        start = self.log.waiting[number] = time.monotonic()
        await socket.send(message.SerializeToString())
        async with asyncio.timeout(limit):
            while not visit.receive(ForwardMsg.FromString(await socket.recv(decode=False))):
                pass
        times.append(time.monotonic() - start)
        del self.log.waiting[number]
        self.log.errors += [f"{visit.page or 'home'}: {error}" for error in visit.errors]


async def _alone(options: argparse.Namespace) -> tuple[float, Crowd]:
    """Return the milliseconds of a bare page with as many elements as the leg page, and some visitors, one after another."""
    folder, core = options.folder / "alone", 0 if options.pin else None
    folder.mkdir()
    with running(App(folder, core)) as app, running(bare_app(folder, core)) as bare:
        crowd = Crowd([app], options, is_alone=True)
        # The first one is nobody of the crowd: the processes of the server start.
        for number in range(-1, min(options.visitors, _ALONE)):
            await crowd.walk(number)
        leg = await measure(app, "camel_up_leg", "", _MOVES)
        return (await measure(bare, "", f"elements={leg.elements}", _MOVES)).milliseconds, crowd


async def _drive(apps: Sequence[App], options: argparse.Namespace, bare: float, alone: Crowd) -> list[str]:
    """Drive all visitors until the ordinary ones have had enough reruns; return the report's lines.

    bare, alone: as ``_alone`` returns them.
    """
    crowd, others = Crowd(apps, options), Crowd(apps, options)
    start, cpu, busy = time.monotonic(), _cpu_seconds(apps), _busy_seconds()
    tasks = [asyncio.create_task(crowd.walk(number)) for number in range(options.visitors)]
    tasks += [asyncio.create_task(others.work(number)) for number in range(options.heavy)]
    classes = Crowd(apps, options)
    tasks += [asyncio.create_task(classes.teach(number, options.folder)) for number in range(options.classes)]
    if options.flood:
        tasks.append(asyncio.create_task(others.flood()))
    must_kill = options.kill
    enough = crowd.log if options.visitors else classes.log
    while len(enough.reruns) < options.reruns and not all(task.done() for task in tasks):
        await asyncio.sleep(0.2)
        if must_kill and len(crowd.log.reruns) > options.reruns / 2:
            must_kill = False
            apps[-1].stop(signal.SIGKILL)
            await asyncio.to_thread(apps[-1].start)
    now = time.monotonic()
    cpu, busy, seconds = _cpu_seconds(apps) - cpu, _busy_seconds() - busy, now - start
    for task in tasks:
        task.cancel()
    ends = await asyncio.gather(*tasks, return_exceptions=True)
    crowd.log.errors += [repr(end) for end in ends if isinstance(end, Exception)]
    log = crowd.log
    log.reruns += [now - since for since in log.waiting.values()]
    answers = sum(len(each.log.first) + len(each.log.reruns) for each in (crowd, others, classes))
    each_answer = 1000 * cpu / max(1, answers)
    walked = [(log.steps[number][: len(steps)], steps) for number, steps in alone.log.steps.items() if number >= 0]
    ratios = sorted(sum(steps) / sum(same[: len(steps)]) for steps, same in walked if steps)
    return [
        _times("first answers", log.first),
        _times("reruns", log.reruns),
        *(
            [_times("taps of phones", classes.log.reruns), _times("until counted", classes.log.counted)]
            * bool(options.classes)
        ),
        f"length of a visit over the same visit alone: {', '.join(f'{ratio:.2f}' for ratio in ratios)}",
        f"processor time of an answer {each_answer:.1f} ms, {each_answer / bare:.1f} x a bare leg page of {bare:.1f} ms; "
        f"{answers / seconds:.0f} answers a second",
        f"processors busy {cpu / seconds:.2f}; other programs {(busy - cpu) / seconds:.2f}",
        f"memory after {len(log.reruns):,} reruns {_megabytes(apps):.0f} MB; {seconds:.0f} s",
        *_counted([*log.errors, *classes.log.errors, *(f"other visitors: {error}" for error in others.log.errors)]),
        *_counted([error for app in apps for error in app.errors()]),
    ]


def _times(name: str, seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = [1000 * ordered[max(0, math.ceil(share * len(ordered)) - 1)] for share in (0.5, 0.95, 1)] if ordered else []
    return f"{name}: {len(ordered):,}" + "".join(
        f", {label} {value:,.0f} ms" for label, value in zip(("p50", "p95", "longest"), at, strict=False)
    )


def _counted(errors: Sequence[str]) -> Iterator[str]:
    return (f"error, {times} times: {text}" for text, times in Counter(errors).most_common(20))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--visitors", type=int, default=35)
    parser.add_argument("--replicas", type=int, default=1, help="servers, among which the visitors are divided")
    parser.add_argument("--pin", action="store_true", help="give each server one core of its own")
    parser.add_argument("--reruns", type=int, default=3_000, help="how many answers to moves end the run")
    parser.add_argument("--think", type=float, default=1, help="mean seconds between two moves")
    parser.add_argument("--heavy", type=int, default=0, help="further visitors who ask for the largest simulations")
    parser.add_argument("--classes", type=int, default=0, help="further classes, with 30 phones in a room each")
    parser.add_argument("--kill", action="store_true", help="kill a server halfway, and start it again")
    parser.add_argument("--flood", action="store_true", help="one more visitor sends 400 events a second")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        options.folder = Path(folder)
        bare, alone = asyncio.run(_alone(options))
        cores = psutil.cpu_count() or 1
        apps = [App(Path(folder), n % cores if options.pin else None) for n in range(options.replicas)]
        for app in apps:
            stack.enter_context(running(app))
        lines = asyncio.run(_drive(apps, options, bare, alone))
    print("\n".join(lines))
    return int(any(line.startswith("error") for line in lines))


if __name__ == "__main__":
    sys.exit(main())
