"""The render lock: one run at a time in the order of requests, and no run that stops, waits or leaves blocks the others."""

import threading
import time
from collections.abc import Callable

import pytest

from boardodds.dashboard.runtime.render_lock import RenderLock
from boardodds.dashboard.ui.sheet import Answer, Sheet, cached_part
from tests.dashboard.runtime.superseded import SupersededError


def start_run(
    lock: RenderLock, order: list[str], name: str, work: Callable[[], None] = lambda: None
) -> threading.Thread:
    waiting = len(lock._runs)

    def run() -> None:
        with lock.run():
            order.append(name)
            work()

    thread = threading.Thread(target=run)
    thread.start()
    while len(lock._runs) == waiting and name not in order:
        time.sleep(0.001)
    return thread


def test_runs_draw_one_at_a_time_in_order_of_request() -> None:
    lock, order, drawing, max_drawing = RenderLock(), list[str](), 0, 0

    def work() -> None:
        nonlocal drawing, max_drawing
        drawing += 1
        max_drawing = max(max_drawing, drawing)
        time.sleep(0.005)
        drawing -= 1

    with lock.run():
        threads = [start_run(lock, order, name, work) for name in "abcd"]
        assert order == []
    for thread in threads:
        thread.join(10)
    assert (order, max_drawing) == (list("abcd"), 1)
    assert not lock._runs


def test_a_run_inside_a_run_does_not_wait() -> None:
    lock = RenderLock()
    # Leaving without a run does nothing.
    lock.leave()
    assert not lock._runs
    with lock.run(), lock.run():
        assert lock._runs
    assert not lock._runs


def test_a_run_that_stops_admits_the_next_one() -> None:
    lock, order, others = RenderLock(), list[str](), list[threading.Thread]()

    def run() -> None:
        with lock.run():
            others.append(start_run(lock, order, "other"))
            raise SupersededError

    with pytest.raises(SupersededError):
        run()
    others[0].join(10)
    assert order == ["other"]


def test_a_run_that_leaves_admits_the_next_one_and_goes_on() -> None:
    lock, order = RenderLock(), list[str]()
    with lock.run():
        other = start_run(lock, order, "other")
        lock.leave()
        other.join(10)
        order.append("first")
        # It has left for good, and leaves the lock of others alone.
        with lock.run():
            lock.leave()
    assert order == ["other", "first"]
    assert not lock._runs


def test_a_waiting_run_keeps_its_place_if_an_earlier_one_leaves() -> None:
    lock, order, may_end = RenderLock(), list[str](), threading.Event()

    def wait_outside() -> None:
        lock.leave()
        may_end.wait(10)

    waiter = start_run(lock, order, "waiter", wait_outside)
    with lock.run():
        others = [start_run(lock, order, name) for name in "ab"]
        may_end.set()
        waiter.join(10)
    for other in others:
        other.join(10)
    assert order == ["waiter", "a", "b"]


def test_a_part_that_waits_keeps_nobody_from_the_same_part_of_another_sheet() -> None:
    begun, end = threading.Event(), threading.Event()

    class Waiting(Sheet[bool]):
        @cached_part
        def answer(self) -> Answer:
            if self.state:
                begun.set()
                end.wait(60)
            return Answer("")

    thread = threading.Thread(target=lambda: Waiting(True).answer)
    thread.start()
    begun.wait(60)
    Waiting(False).answer  # noqa: B018 (reading computes it)
    assert thread.is_alive()
    end.set()
