"""Visitors who go through the pages, move controls and pause between moves."""

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
# The label of the popover with the link, which contains no controls.
_IGNORED_LABEL = "Share"
# One move in this number opens another tab, if there are tabs.
_TABS_ONE_IN = 4
# The pause of an expensive visitor between two moves.
_WORKER_THINK_SECONDS = 0.2


@dataclass(frozen=True, slots=True)
class Sample:
    """One answer of the server.

    view: the open tab; "" if the page has none.
    control: the label of the control moved; "" for the first answer of a page.
    seconds: the waiting time.
    changed: the number of elements that differ from the previous answer.
    """

    page: str
    view: str
    control: str
    seconds: float
    changed: int


@dataclass(slots=True)
class Log:
    """The answers and errors of all visitors in one run.

    errors: (page, message).
    reruns: the number of answers to moves.
    """

    samples: list[Sample] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)
    reruns: int = 0


@dataclass(frozen=True, slots=True)
class Habits:
    """The behaviour of visitors.

    think: the mean pause between two moves, in seconds.
    stay: the number of moves on a page before the next page.
    timeout: the seconds after which a missing answer is an error.
    ordinary: whether they avoid the controls that set the amount of work, and the slowest views.
    """

    think: float = 1.0
    stay: int = 12
    timeout: float = 60.0
    ordinary: bool = False


class Visit:
    """One session on its websocket; its answers are logged."""

    def __init__(self, socket: ClientConnection, log: Log, habits: Habits, page: str, query: str = "") -> None:
        self._socket = socket
        self._log = log
        self._habits = habits
        self.page = page
        self._client = Client(page, query)

    async def open(self) -> None:
        """Open the first page by its URL."""
        await self._first_answer(self._client.rerun_message())

    async def go(self, page: str) -> None:
        """Follow a link to another page."""
        self.page = page
        await self._first_answer(self._client.page_message(page))

    def movable_widgets(self, control: str = "") -> list[Widget]:
        """Return the widgets on the page that the visitor can move.

        control: a setting in the URL or a label; "" for all widgets.
        """
        return [
            widget
            for widget in self._client.widgets
            if widget.draw_other_value
            and widget.label != _IGNORED_LABEL
            and not (self._habits.ordinary and {widget.setting, widget.label} & WORK)
            and (not control or control in (widget.setting, widget.label))
        ]

    async def move(self, widget: Widget, rng: Random) -> None:
        """Move a widget and wait for the answer."""
        excluded = LONG_VIEWS.get(self.page, ()) if self._habits.ordinary else ()
        seconds = await self._answer(self._client.move_message(widget, rng, excluded))
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
            while not self._client.receive(ForwardMsg.FromString(_as_bytes(await self._socket.recv()))):
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
    """Visitors of the running app, until ``stop``. Each stays with one replica, as behind the proxy.

    arrivals: the number of visitors who have received their first page.
    """

    def __init__(self, ports: Sequence[int], habits: Habits, seed: int) -> None:
        self.log = Log()
        self.arrivals = 0
        self._addresses = [f"ws://127.0.0.1:{port}/_stcore/stream" for port in ports]
        self._habits = habits
        self._seed = seed
        self._started = asyncio.Event()
        self._stopped = False

    def start(self) -> None:
        """Let the visitors who have arrived start moving."""
        self._started.set()

    def stop(self) -> None:
        """End all visits after the answers that they wait for."""
        self._stopped = True

    async def open_all_pages(self) -> None:
        """Open every page of every replica once."""
        for number in range(len(self._addresses)):
            async with self._connect(number) as socket:
                visit = Visit(socket, self.log, self._habits, HOME)
                await visit.open()
                for page in TOUR[1:]:
                    await visit.go(page)

    async def run_tourist(self, number: int, delay: float) -> None:
        """Go through all pages and move random widgets; visitors start on different pages."""
        await asyncio.sleep(delay)
        # Spread the visitors of each replica over all pages.
        first = number // len(self._addresses)
        tour = [TOUR[(first + step) % len(TOUR)] for step in range(len(TOUR))]
        rng = Random(f"{self._seed} {number}")
        while not self._stopped:
            # Visitors return after an error, as people do.
            await self._visit(number, tour[0], "", lambda visit: self._tour(visit, tour, rng))

    async def run_worker(self, number: int, task: Task) -> None:
        """Start the longest computation of a page again and again."""
        rng = Random(f"{self._seed} {number} {task.page}")
        await self._visit(number, task.page, task.query, lambda visit: self._work(visit, task, rng))

    async def _visit(self, number: int, page: str, query: str, stay: Callable[[Visit], Awaitable[None]]) -> None:
        """Run a visit that starts on a page; an error ends it and is logged."""
        visit = None
        try:
            async with self._connect(number) as socket:
                visit = Visit(socket, self.log, self._habits, page, query)
                await visit.open()
                self.arrivals += 1
                await self._started.wait()
                await stay(visit)
        except (OSError, TimeoutError, WebSocketException) as error:
            self.log.errors.append((visit.page if visit else page, f"{type(error).__name__} {error}".strip()))
            await asyncio.sleep(self._habits.think)

    def _connect(self, number: int) -> connect:
        return connect(
            self._addresses[number % len(self._addresses)],
            subprotocols=["streamlit"],  # type: ignore[list-item]
            max_size=None,
            ping_interval=None,
            compression=None,
            open_timeout=self._habits.timeout,
        )

    async def _work(self, visit: Visit, task: Task, rng: Random) -> None:
        for control in cycle(task.controls):
            if self._stopped:
                return
            await asyncio.sleep(_WORKER_THINK_SECONDS)
            for widget in visit.movable_widgets(control)[:1]:
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
            widget = choose_widget(visit.movable_widgets(), rng)
            if widget is None or self._stopped:
                return
            await visit.move(widget, rng)


def choose_widget(widgets: list[Widget], rng: Random) -> Widget | None:
    """Return the widget that a visitor moves next, or None without widgets."""
    tabs = [widget for widget in widgets if widget.label == TABS]
    other_widgets = [widget for widget in widgets if widget.label != TABS]
    if tabs and (not other_widgets or rng.randrange(_TABS_ONE_IN) == 0):
        return tabs[0]
    return rng.choice(other_widgets) if other_widgets else None
