"""Interrupts end the command line and all its processes quietly."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardodds.cli.processes import processes
from tests.cli.driving import process


@pytest.fixture
def interruptible() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("is_awaited", [True, False])
def test_an_interrupt_is_raised_where_results_are_awaited_or_at_the_end(is_awaited: bool) -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), processes(2) as pool:  # noqa: PT012
        future = pool.submit(abs, -1)
        signal.raise_signal(signal.SIGINT)
        steps.append("interrupted")
        if is_awaited:
            future.result()
        steps.append("unheard")
    assert steps == ["interrupted", "unheard"][: 1 if is_awaited else 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_wait_for_games(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    interrupt = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
    # the games, if the interrupt is not heard
    late = threading.Timer(30, gate.write_text, ["late"])
    results = []
    with pytest.raises(KeyboardInterrupt), processes(2) as pool:  # noqa: PT012
        future = pool.submit(gate.read_text)
        interrupt.start()
        late.start()
        try:
            results.append(future.result())
        finally:
            late.cancel()
            if not results:
                gate.write_text("in time")
    assert results == []


def test_workers_hear_no_interrupt_from_their_first_moment() -> None:
    """It goes to them too, from the keyboard."""
    with processes(2) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.parametrize(
    ("workers", "ending", "times"), [(1, signal.SIGINT, 2), (2, signal.SIGINT, 2), (2, signal.SIGTERM, 1)]
)
def test_an_interrupt_ends_all_processes_quietly(workers: int, ending: signal.Signals, times: int) -> None:
    words = ("simulate", "orchard", "--games=10000000000", f"--workers={workers}")
    with process(*words, stdout=subprocess.PIPE) as command:
        # the first line tells that games are being played
        assert command.stderr
        assert "to go" in command.stderr.readline()
        for _ in range(times):
            command.send_signal(ending)
            time.sleep(0.005)
        try:
            # which comes to an end when the last process has
            out, said = command.communicate(timeout=60)
        finally:
            command.kill()
    assert (command.returncode, out) == (130, "")
    assert "Traceback" not in said


def test_an_interrupt_before_it_has_begun_ends_it_without_a_word(tmp_path: Path) -> None:
    # an import that takes long
    slow = "import sys, time\nprint('here', file=sys.stderr, flush=True)\ntime.sleep(60)\n"
    (tmp_path / "numpy.py").write_text(slow)
    with process("solve", "orchard", env={**os.environ, "PYTHONPATH": str(tmp_path)}) as command:
        assert command.stderr
        assert command.stderr.readline() == "here\n"
        command.send_signal(signal.SIGINT)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == -signal.SIGINT
