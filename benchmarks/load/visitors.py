"""Visitors who go through the pages, move what is there, think for a moment and move on."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from random import Random

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from benchmarks.load.client import Client
from benchmarks.load.expensive import LONG_VIEWS, WORK, Task
from benchmarks.load.widgets import TABS, Widget
from boardodds.dashboard.app.site import PAGES

HOME = ""
TOUR = (HOME, *(page.url_path for page in PAGES))
# what is opened to look at and holds nothing that moves
_NO_CONTROL = "Share"
# one move in so many opens another tab, where there are some
_TABS_EVERY = 4
# who presses expensive things waits this long before the next
_WORKERS_THINK = 0.2


@dataclass(frozen=True, slots=True)
class Sample:
    """One answer. control: what was moved; "" for the first answer of a page. changed: elements that differ from before."""

    page: str
    view: str
    control: str
    seconds: float
    changed: int


@dataclass(slots=True)
class Log:
    """What all visitors of one run saw. reruns: answers to moves."""

    samples: list[Sample] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    reruns: int = 0


@dataclass(frozen=True, slots=True)
class Habits:
    """How visitors behave.

    stay: moves on a page before they go on. ordinary: they leave alone what chooses how much work it is, and the longest views.
    """

    think: float = 1.0
    stay: int = 12
    timeout: float = 60.0
    ordinary: bool = False


class Visit:
    """One session on its websocket, whose answers are logged."""

    def __init__(self, socket: ClientConnection, log: Log, habits: Habits, page: str, query: str = "") -> None:
        self._socket = socket
        self._log = log
        self._habits = habits
        self.page = page
        self._client = Client(page, query)

    async def open(self) -> None:
        """Opens the first page by its address."""
        await self._first_answer(self._client.ask())

    async def go(self, page: str) -> None:
        """Follows a link to another page."""
        self.page = page
        await self._first_answer(self._client.ask_page(page))

    def movable(self, name: str = "") -> list[Widget]:
        """What can be moved on the page and may be; of that name in the address or with that label, if one is given."""
        return [
            widget
            for widget in self._client.widgets
            if widget.another
            and widget.label != _NO_CONTROL
            and not (self._habits.ordinary and {widget.param, widget.label} & WORK)
            and (not name or name in (widget.param, widget.label))
        ]

    async def move(self, widget: Widget, rng: Random) -> None:
        """Moves something and waits for the answer."""
        shunned = LONG_VIEWS.get(self.page, ()) if self._habits.ordinary else ()
        seconds = await self._answer(self._client.ask_move(widget, rng, shunned))
        self._log.reruns += 1
        sample = Sample(self.page, self._view(), widget.label, seconds, self._client.answer.changed)
        self._log.samples.append(sample)

    async def _first_answer(self, message: BackMsg) -> None:
        seconds = await self._answer(message)
        self._log.samples.append(Sample(self.page, self._view(), "", seconds, self._client.answer.changed))

    async def _answer(self, message: BackMsg) -> float:
        start = time.perf_counter()
        async with asyncio.timeout(self._habits.timeout):
            await self._socket.send(message.SerializeToString())
            while not self._client.take(ForwardMsg.FromString(_as_bytes(await self._socket.recv()))):
                pass
        self._log.errors.extend((self.page, error) for error in self._client.answer.errors)
        return time.perf_counter() - start

    def _view(self) -> str:
        tabs = next((widget for widget in self._client.widgets if widget.label == TABS), None)
        return str(self._client.value(tabs)) if tabs else ""


def _as_bytes(data: str | bytes) -> bytes:
    if isinstance(data, str):
        raise TypeError(f"the server must send bytes, got the text {data[:80]!r}")
    return data


class Crowd:
    """Visitors of the running app, until they are told to stop. arrived: those who have had their first page.

    Each stays with one of the replicas, as the proxy has it.
    """

    def __init__(self, ports: Sequence[int], habits: Habits, seed: int) -> None:
        self.log = Log()
        self.arrived = 0
        self._addresses = [f"ws://127.0.0.1:{port}/_stcore/stream" for port in ports]
        self._habits = habits
        self._seed = seed
        self._start = asyncio.Event()
        self._stopped = False

    def begin(self) -> None:
        """Lets those who have arrived move."""
        self._start.set()

    def stop(self) -> None:
        """Lets everybody go after the answer that they wait for."""
        self._stopped = True

    async def look_round(self) -> None:
        """Opens every page of every replica once."""
        for number in range(len(self._addresses)):
            async with self._connected(number) as socket:
                visit = Visit(socket, self.log, self._habits, HOME)
                await visit.open()
                for page in TOUR[1:]:
                    await visit.go(page)

    async def tourist(self, number: int, delay: float) -> None:
        """Goes round all pages, each visitor from another one on, and moves whatever is there."""
        await asyncio.sleep(delay)
        # those of each replica are spread over all pages
        first = number // len(self._addresses)
        tour = [TOUR[(first + step) % len(TOUR)] for step in range(len(TOUR))]
        rng = Random(f"{self._seed} {number}")
        while not self._stopped:
            # who waited in vain comes back, as people do
            await self._visit(number, tour[0], "", lambda visit: self._tour(visit, tour, rng))

    async def worker(self, number: int, task: Task) -> None:
        """Presses the longest work of a page again and again."""
        rng = Random(f"{self._seed} {number} {task.page}")
        await self._visit(number, task.page, task.query, lambda visit: self._work(visit, task, rng))

    async def _visit(self, number: int, page: str, query: str, stay: Callable[[Visit], Awaitable[None]]) -> None:
        """A visit that begins on a page. What goes wrong ends it and is logged."""
        visit = None
        try:
            async with self._connected(number) as socket:
                visit = Visit(socket, self.log, self._habits, page, query)
                await visit.open()
                self.arrived += 1
                await self._start.wait()
                await stay(visit)
        except (OSError, TimeoutError, WebSocketException) as error:
            self.log.errors.append((visit.page if visit else page, f"{type(error).__name__} {error}".strip()))
            await asyncio.sleep(self._habits.think)

    def _connected(self, number: int) -> connect:
        return connect(
            self._addresses[number % len(self._addresses)],
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=None,
            ping_interval=None,
            compression=None,
            open_timeout=self._habits.timeout,
        )

    async def _work(self, visit: Visit, task: Task, rng: Random) -> None:
        for name in cycle(task.presses):
            if self._stopped:
                return
            await asyncio.sleep(_WORKERS_THINK)
            for widget in visit.movable(name)[:1]:
                await visit.move(widget, rng)

    async def _tour(self, visit: Visit, tour: list[str], rng: Random) -> None:
        step = 0
        while not self._stopped:
            await self._stay(visit, rng)
            step += 1
            if not self._stopped:
                await visit.go(tour[step % len(tour)])

    async def _stay(self, visit: Visit, rng: Random) -> None:
        for _ in range(self._habits.stay):
            await asyncio.sleep(self._habits.think * rng.uniform(0.5, 1.5))
            widget = choose(visit.movable(), rng)
            if widget is None or self._stopped:
                return
            await visit.move(widget, rng)


def choose(widgets: list[Widget], rng: Random) -> Widget | None:
    """What a visitor moves next; None where there is nothing."""
    tabs = [widget for widget in widgets if widget.label == TABS]
    rest = [widget for widget in widgets if widget.label != TABS]
    if tabs and (not rest or rng.randrange(_TABS_EVERY) == 0):
        return tabs[0]
    return rng.choice(rest) if rest else None
