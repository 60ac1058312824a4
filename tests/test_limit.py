"""Expensive work takes turns: one at a time, who has worked least first, and nobody keeps a turn that broke off."""

import threading
import time

import pytest

from boardodds.dashboard import limit
from boardodds.dashboard.limit import Turns


class LeftError(Exception):
    """What Streamlit raises in a run that a newer one replaces."""


def start(work: threading.Thread) -> threading.Thread:
    work.start()
    return work


def test_one_job_works_at_a_time() -> None:
    turns, most, working = Turns(), 0, 0

    def work() -> None:
        nonlocal most, working
        with turns.job(lambda: None) as pause:
            for _ in range(20):
                working += 1
                most = max(most, working)
                time.sleep(0.001)
                working -= 1
                pause()

    for thread in [start(threading.Thread(target=work)) for _ in range(6)]:
        thread.join(10)
    assert (most, turns.working) == (1, 0)


def test_short_work_goes_before_long_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "TURN_SECONDS", 0.005)
    turns, ended = Turns(), []
    under_way = threading.Event()

    def work(name: str, steps: int) -> None:
        with turns.job(lambda: None) as pause:
            for step in range(steps):
                time.sleep(0.005)
                pause()
                if step == 3:
                    under_way.set()
        ended.append(name)

    long = [start(threading.Thread(target=work, args=(f"long {n}", 60))) for n in range(5)]
    assert under_way.wait(10)
    short = start(threading.Thread(target=work, args=("short", 2)))
    for thread in [*long, short]:
        thread.join(30)
    assert ended[0] == "short"
    assert len(ended) == 6


def test_who_leaves_while_working_gives_the_turn_back() -> None:
    turns = Turns()
    with pytest.raises(LeftError), turns.job(lambda: None):
        raise LeftError
    assert turns.working == 0


def test_who_leaves_while_waiting_is_forgotten() -> None:
    turns = Turns()

    def leave() -> None:
        raise LeftError

    with turns.job(lambda: None):
        with pytest.raises(LeftError), turns.job(leave):
            pytest.fail("it was not its turn")
        assert turns.working == 1
    with turns.job(leave):
        assert turns.working == 1
    assert turns.working == 0


def test_who_leaves_while_paused_does_not_give_back_what_others_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limit, "TURN_SECONDS", 0.0)
    turns, has_begun, may_end = Turns(), threading.Event(), threading.Event()
    others: list[threading.Thread] = []

    def other() -> None:
        with turns.job(lambda: None):
            has_begun.set()
            may_end.wait(10)

    def leave() -> None:
        if has_begun.is_set():
            raise LeftError

    def work() -> None:
        with turns.job(leave) as pause:
            others.append(start(threading.Thread(target=other)))
            while True:
                pause()

    with pytest.raises(LeftError):
        work()
    assert turns.working == 1
    may_end.set()
    others[0].join(10)
    assert turns.working == 0
