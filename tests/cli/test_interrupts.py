"""Signals end the command line and all its processes with one sentence, and no process outlives the command."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from boardodds.cli.processes import process_pool
from tests.cli.driving import ROOT, enable_signals, start_process
from tests.serving import wait_for


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


def test_a_worker_that_dies_after_its_calls_are_cancelled_prints_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    unhandled: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda arguments: unhandled.append(arguments.exc_type))
    with process_pool(1) as pool:
        pid = pool.submit(os.getpid).result()
        futures = [pool.submit(time.sleep, 60) for _ in range(6)]
        # The first ones are in the worker's queue already and can't be cancelled.
        assert futures[-1].cancel()
        os.kill(pid, signal.SIGKILL)
    assert unhandled == []


def processor_seconds(pid: int) -> list[float]:
    """Return the processor time of a process and of each of its children."""
    process = psutil.Process(pid)
    return [sum(each.cpu_times()[:2]) for each in (process, *process.children())]


@contextmanager
def simulating(workers: int, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a simulation of many minutes, and check that none of its processes is left at the end."""
    words = ("simulate", "orchard", "--games=10000000000", f"--workers={workers}", "--quiet")
    with start_process(*words, stdout=subprocess.PIPE, **options) as command:
        # The imports take less than half a second of processor time, so after one second all workers simulate.
        wait_for(lambda: sum(seconds > 1 for seconds in processor_seconds(command.pid)) >= workers)
        processes = psutil.Process(command.pid).children(recursive=True)
        try:
            yield command
            _, alive = psutil.wait_procs(processes, timeout=60)
            assert alive == []
        finally:
            command.kill()


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_all_processes_with_one_sentence(workers: int, signum: signal.Signals, code: int) -> None:
    with simulating(workers) as command:
        # The second one must not disturb the shutdown.
        for _ in range(2):
            command.send_signal(signum)
            time.sleep(0.005)
        # The streams close when the last process ends.
        out, errors = command.communicate(timeout=60)
    assert (command.returncode, out) == (code, "")
    assert errors == f"boardodds: stopped by {signum.name} before the answer was complete\n"


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_to_all_processes_ends_them_with_one_sentence(signum: signal.Signals, code: int) -> None:
    """A terminal sends Ctrl+C and its end to the workers too, and a service manager SIGTERM."""
    with simulating(2, start_new_session=True) as command:
        os.killpg(command.pid, signum)
        _, errors = command.communicate(timeout=60)
    assert command.returncode == code
    assert errors == f"boardodds: stopped by {signum.name} before the answer was complete\n"


def test_workers_end_with_a_command_that_is_killed() -> None:
    with simulating(2) as command:
        command.kill()
        # The streams close when the last process ends.
        command.communicate(timeout=60)


def test_a_worker_that_is_killed_ends_the_command_with_one_sentence() -> None:
    with simulating(2) as command:
        workers = [
            child for child in psutil.Process(command.pid).children() if "spawn_main" in " ".join(child.cmdline())
        ]
        assert len(workers) == 2
        workers[0].kill()
        _, errors = command.communicate(timeout=60)
    assert errors == "boardodds: a worker process ended before the games were over\n"
    assert command.returncode == 1


def test_a_signal_while_the_answer_is_written_ends_the_command() -> None:
    """A reader that does not read keeps the command waiting, as a pager does."""
    words = ("solve", "orchard", "--format=csv")
    # An answer that is larger than a pipe.
    code = f"import boardodds.cli.program as p, runpy, sys; p._format_csv = lambda rows: 'x' * 10**6; sys.argv[1:] = {words}; "
    code += "runpy.run_module('boardodds', run_name='__main__')"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=enable_signals
    ) as process:
        assert process.stdout
        assert process.stdout.read(1) == "x"
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        assert process.stderr
        assert process.stderr.read() == "boardodds: stopped by SIGTERM before the answer was complete\n"
    assert process.returncode == 143


def test_a_signal_that_is_ignored_stays_ignored() -> None:
    code = """
import signal
from boardodds.cli.stops import raise_at_first_signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
raise_at_first_signal()
print(signal.getsignal(signal.SIGTERM) is signal.SIG_IGN)
"""
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "True\n"


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
