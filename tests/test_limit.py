"""Pages are drawn one after the other, long work takes turns beside them, and nobody who broke off or hangs keeps a place."""

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


def in_line(turns: Turns, order: list[str], name: str, work: Callable[[], None] = stay) -> threading.Thread:
    """A page whose drawing stands in line by the time this returns."""
    stands = threading.Event()

    def draw() -> None:
        stands.set()
        with turns.run():
            order.append(name)
            work()

    thread = started(draw)
    stands.wait(10)
    # a moment to get from there into the line
    time.sleep(0.02)
    return thread


def test_pages_are_drawn_one_after_the_other_as_they_came() -> None:
    turns, order, inside, most = Turns(), list[str](), 0, 0

    def work() -> None:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        time.sleep(0.005)
        inside -= 1

    with turns.run():
        threads = [in_line(turns, order, name, work) for name in "abcd"]
        assert order == []
    for thread in threads:
        thread.join(10)
    assert (order, most) == (list("abcd"), 1)


def test_part_of_a_page_does_not_stand_in_line_again() -> None:
    turns, order = Turns(), list[str]()
    with turns.run():
        other = in_line(turns, order, "other")
        with turns.run():
            order.append("part")
        order.append("page")
    other.join(10)
    assert order == ["part", "page", "other"]


def test_a_page_that_breaks_off_lets_the_next_one_draw() -> None:
    turns, order, others = Turns(), list[str](), list[threading.Thread]()

    def draw() -> None:
        with turns.run():
            others.append(in_line(turns, order, "other"))
            leave()

    with pytest.raises(LeftError):
        draw()
    others[0].join(10)
    assert order == ["other"]


def test_who_is_overdue_holds_nobody_up() -> None:
    turns, order, may_end = Turns(), list[str](), threading.Event()

    def stay_on() -> None:
        may_end.wait(10)

    slow = in_line(turns, order, "slow", stay_on)
    others = [in_line(turns, order, name) for name in "ab"]
    for other in others:
        other.join(10)
    assert order == ["slow", "a", "b"]
    # whoever is in line when the slow one leaves keeps their place
    with turns.run():
        may_end.set()
        slow.join(10)
        last = in_line(turns, order, "last")
        order.append("first")
    last.join(10)
    assert order[3:] == ["first", "last"]


@pytest.mark.usefixtures("all_is_long")
def test_long_work_leaves_the_line_and_waits_until_nobody_stands_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "SLOW_SECONDS", 60.0)
    monkeypatch.setattr(limit, "OVERDUE_SECONDS", 60.0)
    turns, order = Turns(), list[str]()

    def long_work() -> None:
        with turns.job(stay) as pause:
            others.append(in_line(turns, order, "short", lambda: time.sleep(0.05)))
            others.append(in_line(turns, order, "also short"))
            pause()
            order.append("long")

    others: list[threading.Thread] = []
    long = in_line(turns, [], "", long_work)
    for thread in (long, *others):
        thread.join(10)
    assert order == ["short", "also short", "long"]


@pytest.mark.usefixtures("all_is_long")
def test_long_work_has_a_turn_in_the_end_even_if_the_line_is_never_empty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "SLOW_SECONDS", 60.0)
    monkeypatch.setattr(limit, "PATIENCE_SECONDS", 0.1)
    turns, is_done = Turns(), threading.Event()

    def long_work() -> None:
        with turns.job(stay) as pause:
            pause()
            is_done.set()

    with turns.run():
        started(long_work).join(10)
        assert is_done.is_set()


@pytest.mark.usefixtures("all_is_long")
def test_long_work_goes_on_beside_a_page_that_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "PATIENCE_SECONDS", 60.0)
    turns, is_done = Turns(), threading.Event()

    def wait_for_it() -> None:
        # as at the lock of a cache
        is_done.wait(10)

    def long_work() -> None:
        with turns.job(stay) as pause:
            waiting.append(in_line(turns, order, "waits", wait_for_it))
            pause()
            order.append("long")
        is_done.set()

    waiting, order = list[threading.Thread](), list[str]()
    in_line(turns, [], "", long_work).join(5)
    waiting[0].join(10)
    assert is_done.is_set()
    assert order == ["waits", "long"]
