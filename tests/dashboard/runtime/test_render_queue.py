"""The render queue: one page at a time in order of request, and no run that stops, hangs or leaves blocks the others."""

import threading
import time

import pytest

from boardodds.dashboard.runtime import render_queue
from boardodds.dashboard.runtime.render_queue import RenderQueue
from tests.dashboard.runtime.queueing import SupersededError, start_page, stop_run


@pytest.fixture
def no_run_is_overdue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)


@pytest.mark.usefixtures("no_run_is_overdue")
def test_pages_are_drawn_one_at_a_time_in_order_of_request() -> None:
    queue, order, drawing, max_drawing = RenderQueue(), list[str](), 0, 0

    def work() -> None:
        nonlocal drawing, max_drawing
        drawing += 1
        max_drawing = max(max_drawing, drawing)
        time.sleep(0.005)
        drawing -= 1

    with queue.run():
        threads = [start_page(queue, order, name, work) for name in "abcd"]
        assert order == []
    for thread in threads:
        thread.join(10)
    assert (order, max_drawing) == (list("abcd"), 1)


@pytest.mark.usefixtures("no_run_is_overdue")
def test_part_of_a_page_does_not_wait_in_the_queue_again() -> None:
    queue, order = RenderQueue(), list[str]()
    with queue.run():
        other = start_page(queue, order, "other")
        with queue.run():
            order.append("part")
        order.append("page")
    other.join(10)
    assert order == ["part", "page", "other"]


@pytest.mark.usefixtures("no_run_is_overdue")
def test_a_page_that_stops_admits_the_next_one() -> None:
    queue, order, others = RenderQueue(), list[str](), list[threading.Thread]()

    def draw() -> None:
        with queue.run():
            others.append(start_page(queue, order, "other"))
            stop_run()

    with pytest.raises(SupersededError):
        draw()
    others[0].join(10)
    assert order == ["other"]


def test_an_overdue_run_does_not_block_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    queue, order, may_end = RenderQueue(), list[str](), threading.Event()

    def work() -> None:
        may_end.wait(10)

    slow = start_page(queue, order, "slow", work)
    others = [start_page(queue, order, name) for name in "ab"]
    for other in others:
        other.join(10)
    assert order == ["slow", "a", "b"]
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    # The runs in the queue keep their places when the slow run ends.
    with queue.run():
        may_end.set()
        slow.join(10)
        last = start_page(queue, order, "last")
        order.append("first")
    last.join(10)
    assert order[3:] == ["first", "last"]


@pytest.mark.usefixtures("no_run_is_overdue")
def test_a_run_that_leaves_the_queue_admits_the_next_one() -> None:
    queue, order, is_short_drawn = RenderQueue(), list[str](), threading.Event()

    def long_work() -> None:
        queue.leave()
        is_short_drawn.wait(5)
        order.append("long")

    long = start_page(queue, [], "", long_work)
    with queue.run():
        order.append("short")
        is_short_drawn.set()
    long.join(10)
    assert order == ["short", "long"]
