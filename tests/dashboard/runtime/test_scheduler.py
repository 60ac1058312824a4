"""The scheduler: one long job at a time, in turn, next to the render queue; short work never waits; no job keeps its slice."""

import threading
import time
from collections.abc import Callable
from functools import partial

import pytest

from boardodds.dashboard.runtime import render_queue, scheduler
from boardodds.dashboard.runtime.render_queue import RenderQueue
from boardodds.dashboard.runtime.scheduler import JobScheduler
from tests.dashboard.runtime.queueing import SupersededError, do_nothing, start_page, start_thread, stop_run


@pytest.fixture
def all_work_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "FREE_SECONDS", 0.0)
    monkeypatch.setattr(scheduler, "MIN_SLICE_SECONDS", 0.0)


def work_for(seconds: float) -> None:
    start = time.thread_time()
    while time.thread_time() - start < seconds:
        pass


@pytest.mark.usefixtures("all_work_is_long")
def test_one_long_job_works_at_a_time() -> None:
    jobs, max_working, working = JobScheduler(RenderQueue()), 0, 0

    def work() -> None:
        nonlocal max_working, working
        with jobs.job(do_nothing) as pause:
            for _ in range(20):
                pause()
                working += 1
                max_working = max(max_working, working)
                time.sleep(0.001)
                working -= 1

    for thread in [start_thread(work) for _ in range(6)]:
        thread.join(20)
    assert (max_working, jobs.working) == (1, 0)


@pytest.mark.usefixtures("all_work_is_long")
def test_long_jobs_work_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    # All jobs have the same priority, however long they have worked.
    monkeypatch.setattr(scheduler, "DEFER_PER_SECOND", 0.0)
    jobs, order, rounds = JobScheduler(RenderQueue()), list[int](), 10

    def work(number: int) -> None:
        with jobs.job(do_nothing) as pause:
            for _ in range(rounds):
                pause()
                order.append(number)
                # The other unfinished jobs are waiting before this one goes on.
                while len(jobs._waiting) < min(2, 3 * rounds - len(order)):
                    time.sleep(0.001)

    for thread in [start_thread(partial(work, number)) for number in range(3)]:
        thread.join(20)
    assert sorted(order[:3]) == [0, 1, 2]
    assert order == order[:3] * rounds


def test_short_work_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = JobScheduler(RenderQueue())
    with jobs.job(do_nothing) as pause:
        monkeypatch.setattr(render_queue, "FREE_SECONDS", 0.0)
        with jobs.job(do_nothing) as long_pause:
            long_pause()
            assert jobs.working == 1
            pause()
            assert jobs.working == 1


def test_only_cpu_time_makes_work_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "FREE_SECONDS", 0.05)
    jobs = JobScheduler(RenderQueue())
    with jobs.job(do_nothing) as pause:
        time.sleep(0.1)
        pause()
        assert jobs.working == 0
        work_for(0.1)
        pause()
        assert jobs.working == 1


@pytest.mark.usefixtures("all_work_is_long")
def test_a_job_that_stops_while_working_releases_its_slice() -> None:
    jobs, counts = JobScheduler(RenderQueue()), []

    def work() -> None:
        with jobs.job(do_nothing) as pause:
            pause()
            counts.append(jobs.working)
            stop_run()

    with pytest.raises(SupersededError):
        work()
    assert (counts, jobs.working) == ([1], 0)


@pytest.mark.usefixtures("all_work_is_long")
def test_a_job_that_stops_while_waiting_leaves_the_scheduler() -> None:
    jobs = JobScheduler(RenderQueue())
    with jobs.job(do_nothing) as pause:
        pause()
        with pytest.raises(SupersededError), jobs.job(stop_run) as other_pause:
            other_pause()
        assert jobs.working == 1
    with jobs.job(stop_run) as pause:
        pause()
        assert jobs.working == 1
    assert jobs.working == 0


@pytest.mark.usefixtures("all_work_is_long")
def test_a_job_that_stops_after_a_pause_does_not_release_the_slice_of_another() -> None:
    jobs, has_begun, may_end = JobScheduler(RenderQueue()), threading.Event(), threading.Event()

    def other() -> None:
        with jobs.job(do_nothing) as pause:
            pause()
            has_begun.set()
            may_end.wait(10)

    def stop_after_other() -> None:
        if has_begun.is_set():
            raise SupersededError

    def work() -> None:
        with jobs.job(stop_after_other) as pause:
            pause()
            others.append(start_thread(other))
            while True:
                pause()

    others: list[threading.Thread] = []
    with pytest.raises(SupersededError):
        work()
    assert jobs.working == 1
    may_end.set()
    others[0].join(10)
    assert jobs.working == 0


def order_with_two_pages(jobs: JobScheduler, work: Callable[[], None]) -> list[str]:
    """Return the order of drawing when long work begins at the front of the queue and two short pages are requested meanwhile."""
    order = list[str]()

    def long_work() -> None:
        others.append(start_page(jobs.queue, order, "short", lambda: time.sleep(0.05)))
        others.append(start_page(jobs.queue, order, "also short"))
        work()
        order.append("long")

    others: list[threading.Thread] = []
    long = start_page(jobs.queue, [], "", long_work)
    for thread in (long, *others):
        thread.join(10)
    return order


@pytest.mark.usefixtures("all_work_is_long")
def test_long_work_leaves_the_queue_and_waits_until_it_is_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    jobs = JobScheduler(RenderQueue())

    def work() -> None:
        with jobs.job(do_nothing) as pause:
            pause()

    assert order_with_two_pages(jobs, work) == ["short", "also short", "long"]


@pytest.mark.usefixtures("all_work_is_long")
def test_long_work_gets_a_slice_even_if_the_queue_is_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 0.1)
    jobs, is_done = JobScheduler(RenderQueue()), threading.Event()

    def long_work() -> None:
        with jobs.job(do_nothing) as pause:
            pause()
            is_done.set()

    with jobs.queue.run():
        start_thread(long_work).join(10)
        assert is_done.is_set()


@pytest.mark.usefixtures("all_work_is_long")
def test_long_work_continues_while_a_page_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 60.0)
    jobs, is_done = JobScheduler(RenderQueue()), threading.Event()

    def wait_for_it() -> None:
        # The page waits as it would for the lock of a cache.
        order.append("has it" if is_done.wait(5) else "gave up")

    def long_work() -> None:
        with jobs.job(do_nothing) as pause:
            waiting.append(start_page(jobs.queue, order, "waits", wait_for_it))
            pause()
            order.append("long")
        is_done.set()

    waiting, order = list[threading.Thread](), list[str]()
    start_page(jobs.queue, [], "", long_work).join(10)
    waiting[0].join(10)
    assert order == ["waits", "long", "has it"]


def test_a_job_that_is_known_to_be_long_leaves_the_queue_before_it_begins() -> None:
    jobs, order = JobScheduler(RenderQueue()), list[str]()

    def long_work() -> None:
        others.append(start_page(jobs.queue, order, "short"))
        with jobs.job(do_nothing, long=True):
            order.append("long")

    others: list[threading.Thread] = []
    start_page(jobs.queue, [], "", long_work).join(10)
    others[0].join(10)
    assert order == ["short", "long"]


@pytest.mark.usefixtures("all_work_is_long")
@pytest.mark.parametrize(("max_seconds", "first"), [(60.0, "new"), (0.0, "old")])
def test_a_job_that_has_worked_for_long_defers_to_others_for_a_limited_time(
    monkeypatch: pytest.MonkeyPatch, max_seconds: float, first: str
) -> None:
    monkeypatch.setattr(scheduler, "DEFER_PER_SECOND", 1000.0)
    monkeypatch.setattr(scheduler, "MAX_DEFER_SECONDS", max_seconds)
    jobs, order = JobScheduler(RenderQueue()), list[str]()

    def work(name: str, seconds: float, is_waiting: threading.Event) -> None:
        with jobs.job(is_waiting.set) as pause:
            work_for(seconds)
            pause()
            order.append(name)

    with jobs.job(do_nothing) as pause:
        pause()
        threads = []
        for name, seconds in (("old", 0.05), ("new", 0.0)):
            is_waiting = threading.Event()
            threads.append(start_thread(partial(work, name, seconds, is_waiting)))
            is_waiting.wait(10)
    for thread in threads:
        thread.join(10)
    assert (order[0], len(order)) == (first, 2)


@pytest.mark.usefixtures("all_work_is_long")
def test_a_lock_holder_waits_for_the_pages_in_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    monkeypatch.setattr(scheduler, "LOCK_HOLDER_WAIT_PER_SECOND", 1e6)
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 60.0)
    jobs = JobScheduler(RenderQueue())

    def work() -> None:
        pause = jobs.lock_holder(do_nothing)
        work_for(0.01)
        # The job with the slice may be waiting for this one.
        jobs.working = 1
        pause(0.5)

    assert order_with_two_pages(jobs, work) == ["short", "also short", "long"]


@pytest.mark.usefixtures("all_work_is_long")
def test_a_lock_holder_gets_a_slice_even_if_the_queue_is_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_queue, "OVERDUE_SECONDS", 60.0)
    monkeypatch.setattr(scheduler, "MAX_WAIT_SECONDS", 0.05)
    monkeypatch.setattr(scheduler, "MIN_SLICE_SECONDS", 0.1)
    monkeypatch.setattr(scheduler, "_POLL_SECONDS", 0.01)
    jobs, is_done, counts = JobScheduler(RenderQueue()), threading.Event(), list[int]()

    def long_work() -> None:
        polls = 0

        def count_poll() -> None:
            nonlocal polls
            polls += 1

        pause = jobs.lock_holder(count_poll)
        for seconds in (0.02, 0.03, 0.1):
            work_for(seconds)
            pause(0.5)
            counts.append(polls)
        is_done.set()

    with jobs.queue.run():
        start_thread(long_work).join(10)
        assert is_done.is_set()
    # The job waits, then works for its slice without waiting, then waits again.
    assert 0 < counts[0] == counts[1] < counts[2]
    counts.clear()
    start_thread(long_work).join(10)
    assert counts == [0, 0, 0]


def test_a_lock_holder_with_short_work_stays_in_the_queue() -> None:
    jobs = JobScheduler(RenderQueue())
    with jobs.queue.run():
        run = jobs.queue.current_run
        jobs.lock_holder(stop_run)(0.5)
        assert list(jobs.queue._runs) == [run]


def test_a_job_that_waits_for_a_lock_leaves_the_queue() -> None:
    jobs = JobScheduler(RenderQueue())
    with jobs.queue.run():
        jobs.lock_holder(stop_run)(0.0)
        assert not jobs.queue._runs
