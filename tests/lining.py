"""Threads that stand in a line of pages, for the tests of who waits for whom."""

import threading
import time
from collections.abc import Callable

from boardodds.dashboard.line import Line


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


def in_line(line: Line, order: list[str], name: str, work: Callable[[], None] = stay) -> threading.Thread:
    """A page whose drawing stands in line by the time this returns."""
    stands = threading.Event()

    def draw() -> None:
        stands.set()
        with line.run():
            order.append(name)
            work()

    thread = started(draw)
    stands.wait(10)
    # a moment to get from there into the line
    time.sleep(0.02)
    return thread
