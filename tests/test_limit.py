"""Long work takes turns: one at a time and round about, short work never waits, nobody keeps a turn that broke off."""

import threading
import time
from collections.abc import Callable

import pytest

from boardodds.dashboard import limit
from boardodds.dashboard.limit import Turns


class LeftError(Exception):
    """What Streamlit raises in a run that a newer one replaces."""


@pytest.fixture
def all_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "FREE_SECONDS", 0.0)
    monkeypatch.setattr(limit, "TURN_SECONDS", 0.0)


def leave() -> None:
    raise LeftError


def stay() -> None:
    pass


def started(work: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=work)
    thread.start()
    return thread


@pytest.mark.usefixtures("all_is_long")
def test_one_long_job_works_at_a_time() -> None:
    turns, most, working = Turns(), 0, 0

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
def test_long_jobs_go_round_about() -> None:
    turns, order, ready = Turns(), list[int](), threading.Barrier(3)

    def work(number: int) -> None:
        with turns.job(stay) as pause:
            ready.wait(10)
            for _ in range(30):
                pause()
                order.append(number)
                # the others come to the queue meanwhile
                time.sleep(0.005)

    for thread in [started(lambda number=number: work(number)) for number in range(3)]:  # type: ignore[misc]
        thread.join(20)
    middle = order[15:60]
    assert {middle.count(number) for number in range(3)} == {15}


def test_short_work_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = Turns()
    with turns.job(stay) as pause:
        monkeypatch.setattr(limit, "FREE_SECONDS", 0.0)
        with turns.job(stay) as long_pause:
            long_pause()
            assert turns.working == 1
            pause()
            assert turns.working == 1


def test_work_that_others_hold_up_is_not_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "FREE_SECONDS", 0.05)
    turns = Turns()
    with turns.job(stay) as pause:
        time.sleep(0.1)
        pause()
        assert turns.working == 0
        begun = time.thread_time()
        while time.thread_time() - begun < 0.1:
            pass
        pause()
        assert turns.working == 1


@pytest.mark.usefixtures("all_is_long")
def test_who_leaves_while_working_gives_the_turn_back() -> None:
    turns, seen = Turns(), []

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
    turns = Turns()
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
    turns, has_begun, may_end = Turns(), threading.Event(), threading.Event()

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
