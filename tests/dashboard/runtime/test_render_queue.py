"""Pages are drawn one after the other as they came; nobody who broke off, hangs or has stepped aside holds up the others."""

import threading
import time

import pytest

from boardodds.dashboard.runtime import render_queue
from boardodds.dashboard.runtime.render_queue import RenderQueue
from tests.dashboard.runtime.queueing import LeftError, in_line, leave


@pytest.fixture
def nobody_is_overdue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)


@pytest.mark.usefixtures("nobody_is_overdue")
def test_pages_are_drawn_one_after_the_other_as_they_came() -> None:
    line, order, inside, most = RenderQueue(), list[str](), 0, 0

    def work() -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.005)
        inside -= 1

    with line.run():
        threads = [in_line(line, order, name, work) for name in "abcd"]
        assert order == []
    for thread in threads:
        thread.join(10)
    assert (order, most) == (list("abcd"), 1)


@pytest.mark.usefixtures("nobody_is_overdue")
def test_part_of_a_page_does_not_stand_in_line_again() -> None:
    line, order = RenderQueue(), list[str]()
    with line.run():
        other = in_line(line, order, "other")
        with line.run():
            order.append("part")
        order.append("page")
    other.join(10)
    assert order == ["part", "page", "other"]


@pytest.mark.usefixtures("nobody_is_overdue")
def test_a_page_that_breaks_off_lets_the_next_one_draw() -> None:
    line, order, others = RenderQueue(), list[str](), list[threading.Thread]()

    def draw() -> None:
        with line.run():
            others.append(in_line(line, order, "other"))
            leave()

    with pytest.raises(LeftError):
        draw()
    others[0].join(10)
    assert order == ["other"]


def test_who_is_overdue_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    line, order, may_end = RenderQueue(), list[str](), threading.Event()

    def stay_on() -> None:
        may_end.wait(10)

    slow = in_line(line, order, "slow", stay_on)
    others = [in_line(line, order, name) for name in "ab"]
    for other in others:
        other.join(10)
    assert order == ["slow", "a", "b"]
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    # whoever is in line when the slow one leaves keeps their place
    with line.run():
        may_end.set()
        slow.join(10)
        last = in_line(line, order, "last")
        order.append("first")
    last.join(10)
    assert order[3:] == ["first", "last"]


@pytest.mark.usefixtures("nobody_is_overdue")
def test_long_work_that_must_not_wait_leaves_the_line_to_others() -> None:
    line, order, has_come = RenderQueue(), list[str](), threading.Event()

    def long_work() -> None:
        line.leave()
        has_come.wait(5)
        order.append("long")

    long = in_line(line, [], "", long_work)
    with line.run():
        order.append("short")
        has_come.set()
    long.join(10)
    assert order == ["short", "long"]
