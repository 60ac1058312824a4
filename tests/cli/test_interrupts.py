"""Interrupts end the command line and all its processes without a traceback."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boardodds.cli.processes import process_pool
from tests.cli.driving import start_process


@pytest.fixture
def interruptible() -> Iterator[None]:
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, handler)


@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("is_awaited", [True, False])
def test_an_interrupt_is_raised_where_results_are_awaited_or_at_the_end(is_awaited: bool) -> None:
    steps = []
    with pytest.raises(KeyboardInterrupt), process_pool(2) as pool:  # noqa: PT012
        future = pool.submit(abs, -1)
        signal.raise_signal(signal.SIGINT)
        steps.append("interrupted")
        if is_awaited:
            future.result()
        steps.append("not raised yet")
    assert steps == ["interrupted", "not raised yet"][: 1 if is_awaited else 2]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_wait_for_games(tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    interrupt = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
    # If the interrupt has no effect, this ends the wait, and the test fails.
    fallback = threading.Timer(30, gate.write_text, ["late"])
    results = []
    with pytest.raises(KeyboardInterrupt), process_pool(2) as pool:  # noqa: PT012
        future = pool.submit(gate.read_text)
        interrupt.start()
        fallback.start()
        try:
            results.append(future.result())
        finally:
            fallback.cancel()
            if not results:
                gate.write_text("in time")
    assert results == []


def test_workers_block_interrupts_from_their_start() -> None:
    """Ctrl+C sends SIGINT to the workers too."""
    with process_pool(2) as pool:
        assert signal.SIGINT in pool.submit(signal.pthread_sigmask, signal.SIG_BLOCK, []).result()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


@pytest.mark.parametrize(
    ("workers", "signum", "times"), [(1, signal.SIGINT, 2), (2, signal.SIGINT, 2), (2, signal.SIGTERM, 1)]
)
def test_a_signal_ends_all_processes_without_a_traceback(workers: int, signum: signal.Signals, times: int) -> None:
    words = ("simulate", "orchard", "--games=10000000000", f"--workers={workers}")
    with start_process(*words, stdout=subprocess.PIPE) as command:
        # The first line of progress shows that the simulation is running.
        assert command.stderr
        assert "to go" in command.stderr.readline()
        for _ in range(times):
            command.send_signal(signum)
            time.sleep(0.005)
        try:
            # The streams close when the last process ends.
            out, errors = command.communicate(timeout=60)
        finally:
            command.kill()
    assert (command.returncode, out) == (130, "")
    assert "Traceback" not in errors


def test_workers_end_with_a_command_that_is_killed() -> None:
    with start_process("simulate", "orchard", "--games=10000000000", "--workers=2", stdout=subprocess.PIPE) as command:
        assert command.stderr
        assert "to go" in command.stderr.readline()
        command.kill()
        # The streams close when the last process ends.
        command.communicate(timeout=60)


def test_an_interrupt_during_the_imports_ends_the_process_silently(tmp_path: Path) -> None:
    # A module in the place of NumPy that takes a long time to import.
    slow_import = "import sys, time\nprint('here', file=sys.stderr, flush=True)\ntime.sleep(60)\n"
    (tmp_path / "numpy.py").write_text(slow_import)
    with start_process("solve", "orchard", env={**os.environ, "PYTHONPATH": str(tmp_path)}) as command:
        assert command.stderr
        assert command.stderr.readline() == "here\n"
        command.send_signal(signal.SIGINT)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == -signal.SIGINT
