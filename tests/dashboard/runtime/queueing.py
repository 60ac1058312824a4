"""Threads that draw pages in a render queue, for the tests of their order."""

import threading
import time
from collections.abc import Callable

from boardodds.dashboard.runtime.render_queue import RenderQueue, Run


class SupersededError(Exception):
    """Stands for the exception by which Streamlit stops a run for a newer one."""


def stop_run() -> None:
    raise SupersededError


def do_nothing() -> None:
    pass


def start_thread(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


def start_page(
    queue: RenderQueue, order: list[str], name: str, work: Callable[[], None] = do_nothing
) -> threading.Thread:
    """Start a thread that draws a page, and return it once the page is in the queue or its drawing has begun.

    order: the page adds its name here when its drawing begins.
    work: called during the drawing.
    """
    runs_before, has_begun = _runs(queue), threading.Event()

    def draw() -> None:
        with queue.run():
            order.append(name)
            has_begun.set()
            work()

    thread = start_thread(draw)
    while _runs(queue) == runs_before and thread.is_alive() and not has_begun.is_set():
        time.sleep(0.001)
    return thread


def _runs(queue: RenderQueue) -> set[Run]:
    with queue.changed:
        return set(queue._runs)
