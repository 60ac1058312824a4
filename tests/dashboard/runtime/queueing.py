"""Threads that stand in a line of pages, for the tests of who waits for whom."""

import threading
import time
from collections.abc import Callable

from boardodds.dashboard.runtime.render_queue import RenderQueue, Run


class LeftError(Exception):
    """What Streamlit raises in a run that a newer one replaces."""


def leave() -> None:
    raise LeftError


def stay() -> None:
    pass


def started(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def in_line(line: RenderQueue, order: list[str], name: str, work: Callable[[], None] = stay) -> threading.Thread:
    """A page whose drawing stands in line, or has begun, by the time this returns."""
    before, has_begun = _runs(line), threading.Event()

    def draw() -> None:
        with line.run():
            order.append(name)
            has_begun.set()
            work()

    thread = started(draw)
    while _runs(line) == before and thread.is_alive() and not has_begun.is_set():
        time.sleep(0.001)
    return thread


def _runs(line: RenderQueue) -> set[Run]:
    with line.changed:
        return set(line._runs)
