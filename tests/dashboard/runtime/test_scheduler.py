"""Long work takes turns beside the line of pages: one at a time and round about, short work never waits, none keeps a turn."""

import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from boardodds.dashboard.runtime import render_queue, scheduler
from boardodds.dashboard.runtime.render_queue import RenderQueue
from boardodds.dashboard.runtime.scheduler import JobScheduler
from tests.dashboard.runtime.queueing import LeftError, in_line, leave, started, stay


@pytest.fixture
def all_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "FREE_SECONDS", 0.0)
    monkeypatch.setattr(scheduler, "MIN_SLICE_SECONDS", 0.0)


def work_for(seconds: float) -> None:
    begun = time.thread_time()
    while time.thread_time() - begun < seconds:
        pass


@pytest.mark.usefixtures("all_is_long")
def test_one_long_job_works_at_a_time() -> None:
    turns, most, working = JobScheduler(RenderQueue()), 0, 0

    def work() -> None:
        nonlocal most, working
        with turns.job(stay) as pause:
            for _ in range(20):
                pause()
                working += 1
                most = max(most, working)
                time.sleep(0.001)
                working -= 1

    for thread in [started(work) for _ in range(6)]:
        thread.join(20)
    assert (most, turns.working) == (1, 0)


@pytest.mark.usefixtures("all_is_long")
def test_long_jobs_go_round_about(monkeypatch: pytest.MonkeyPatch) -> None:
    # none has worked for longer than the others
    monkeypatch.setattr(scheduler, "DEFER_PER_SECOND", 0.0)
    turns, order, rounds = JobScheduler(RenderQueue()), list[int](), 10

    def work(number: int) -> None:
        with turns.job(stay) as pause:
            for _ in range(rounds):
                pause()
                order.append(number)
                # whoever has not had all turns comes to the queue meanwhile
                while len(turns._waiting) < min(2, 3 * rounds - len(order)):
                    time.sleep(0.001)

    for thread in [started(partial(work, number)) for number in range(3)]:
        thread.join(20)
    assert sorted(order[:3]) == [0, 1, 2]
    assert order == order[:3] * rounds


def test_short_work_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = JobScheduler(RenderQueue())
    with turns.job(stay) as pause:
        monkeypatch.setattr(render_queue, "FREE_SECONDS", 0.0)
        with turns.job(stay) as long_pause:
            long_pause()
            assert turns.working == 1
            pause()
            assert turns.working == 1


def test_work_that_others_hold_up_is_not_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "FREE_SECONDS", 0.05)
    turns = JobScheduler(RenderQueue())
    with turns.job(stay) as pause:
        time.sleep(0.1)
        pause()
        assert turns.working == 0
        work_for(0.1)
        pause()
        assert turns.working == 1


@pytest.mark.usefixtures("all_is_long")
def test_who_leaves_while_working_gives_the_turn_back() -> None:
    turns, seen = JobScheduler(RenderQueue()), []

    def work() -> None:
        with turns.job(stay) as pause:
            pause()
            seen.append(turns.working)
            leave()

    with pytest.raises(LeftError):
        work()
    assert (seen, turns.working) == ([1], 0)


@pytest.mark.usefixtures("all_is_long")
def test_who_leaves_while_waiting_is_forgotten() -> None:
    turns = JobScheduler(RenderQueue())
    with turns.job(stay) as pause:
        pause()
        with pytest.raises(LeftError), turns.job(leave) as waits:
            waits()
        assert turns.working == 1
    with turns.job(leave) as pause:
        pause()
        assert turns.working == 1
    assert turns.working == 0


@pytest.mark.usefixtures("all_is_long")
def test_who_leaves_after_a_pause_does_not_give_back_what_others_hold() -> None:
    turns, has_begun, may_end = JobScheduler(RenderQueue()), threading.Event(), threading.Event()

    def other() -> None:
        with turns.job(stay) as pause:
            pause()
            has_begun.set()
            may_end.wait(10)

    def leave_then() -> None:
        if has_begun.is_set():
            raise LeftError

    def work() -> None:
        with turns.job(leave_then) as pause:
            pause()
            others.append(started(other))
            while True:
                pause()

    others: list[threading.Thread] = []
    with pytest.raises(LeftError):
        work()
    assert turns.working == 1
    may_end.set()
    others[0].join(10)
    assert turns.working == 0


def order_beside_two_pages(turns: JobScheduler, work: Callable[[], None]) -> list[str]:
    """What is drawn, in its order, when work begins at the front of the line and two short pages come meanwhile."""
    order = list[str]()

    def long_work() -> None:
        others.append(in_line(turns.queue, order, "short", lambda: time.sleep(0.05)))
        others.append(in_line(turns.queue, order, "also short"))
        work()
        order.append("long")

    others: list[threading.Thread] = []
    long = in_line(turns.queue, [], "", long_work)
    for thread in (long, *others):
        thread.join(10)
    return order


@pytest.mark.usefixtures("all_is_long")
def test_long_work_leaves_the_line_and_waits_until_nobody_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    turns = JobScheduler(RenderQueue())

    def work() -> None:
        with turns.job(stay) as pause:
            pause()

    assert order_beside_two_pages(turns, work) == ["short", "also short", "long"]


@pytest.mark.usefixtures("all_is_long")
def test_long_work_has_a_turn_in_the_end_even_if_the_line_is_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 0.1)
    turns, is_done = JobScheduler(RenderQueue()), threading.Event()

    def long_work() -> None:
        with turns.job(stay) as pause:
            pause()
            is_done.set()

    with turns.queue.run():
        started(long_work).join(10)
        assert is_done.is_set()


@pytest.mark.usefixtures("all_is_long")
def test_long_work_goes_on_beside_a_page_that_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 60.0)
    turns, is_done = JobScheduler(RenderQueue()), threading.Event()

    def wait_for_it() -> None:
        # as at the lock of a cache
        order.append("has it" if is_done.wait(5) else "gave up")

    def long_work() -> None:
        with turns.job(stay) as pause:
            waiting.append(in_line(turns.queue, order, "waits", wait_for_it))
            pause()
            order.append("long")
        is_done.set()

    waiting, order = list[threading.Thread](), list[str]()
    in_line(turns.queue, [], "", long_work).join(10)
    waiting[0].join(10)
    assert order == ["waits", "long", "has it"]


def test_what_is_long_for_sure_leaves_the_line_before_it_begins() -> None:
    turns, order = JobScheduler(RenderQueue()), list[str]()

    def long_work() -> None:
        others.append(in_line(turns.queue, order, "short"))
        with turns.job(stay, long=True):
            order.append("long")

    others: list[threading.Thread] = []
    in_line(turns.queue, [], "", long_work).join(10)
    others[0].join(10)
    assert order == ["short", "long"]


@pytest.mark.usefixtures("all_is_long")
@pytest.mark.parametrize(("most", "first"), [(60.0, "fresh"), (0.0, "worked")])
def test_what_has_worked_for_long_lets_others_go_first_for_a_time(
    monkeypatch: pytest.MonkeyPatch, most: float, first: str
) -> None:
    monkeypatch.setattr(scheduler, "DEFER_PER_SECOND", 1000.0)
    monkeypatch.setattr(scheduler, "MAX_DEFER_SECONDS", most)
    turns, order = JobScheduler(RenderQueue()), list[str]()

    def work(name: str, seconds: float, waits: threading.Event) -> None:
        with turns.job(waits.set) as pause:
            work_for(seconds)
            pause()
            order.append(name)

    with turns.job(stay) as pause:
        pause()
        threads = []
        for name, seconds in (("worked", 0.05), ("fresh", 0.0)):
            waits = threading.Event()
            threads.append(started(partial(work, name, seconds, waits)))
            waits.wait(10)
    for thread in threads:
        thread.join(10)
    assert (order[0], len(order)) == (first, 2)


@pytest.mark.usefixtures("all_is_long")
def test_work_that_must_not_wait_for_a_turn_lets_who_stands_in_line_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    monkeypatch.setattr(scheduler, "LOCK_HOLDER_WAIT_PER_SECOND", 1e6)
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 60.0)
    turns = JobScheduler(RenderQueue())

    def work() -> None:
        pause = turns.lock_holder(stay)
        work_for(0.01)
        # whoever has a turn may be waiting for this
        turns.working = 1
        pause(0.5)

    assert order_beside_two_pages(turns, work) == ["short", "also short", "long"]


@pytest.mark.usefixtures("all_is_long")
def test_work_that_must_not_wait_for_a_turn_has_one_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 0.05)
    monkeypatch.setattr(scheduler, "MIN_SLICE_SECONDS", 0.1)
    monkeypatch.setattr(scheduler, "_POLL_SECONDS", 0.01)
    turns, is_done, looked = JobScheduler(RenderQueue()), threading.Event(), list[int]()

    def long_work() -> None:
        looks = 0

        def look() -> None:
            nonlocal looks
            looks += 1

        pause = turns.lock_holder(look)
        for seconds in (0.02, 0.03, 0.1):
            work_for(seconds)
            pause(0.5)
            looked.append(looks)
        is_done.set()

    with turns.queue.run():
        started(long_work).join(10)
        assert is_done.is_set()
    # it waited, then worked on for its turn without waiting, then waited again
    assert 0 < looked[0] == looked[1] < looked[2]
    looked.clear()
    started(long_work).join(10)
    assert looked == [0, 0, 0]


def test_short_work_that_must_not_wait_stays_in_line() -> None:
    turns = JobScheduler(RenderQueue())
    with turns.queue.run():
        run = turns.queue.current_run
        turns.lock_holder(leave)(0.5)
        assert list(turns.queue._runs) == [run]


def test_who_waits_for_work_that_is_done_one_at_a_time_does_not_hold_up_the_line() -> None:
    turns = JobScheduler(RenderQueue())
    with turns.queue.run():
        turns.lock_holder(leave)(0.0)
        assert not turns.queue._runs
