"""The same games are simulated in this process, in worker processes and on a Dask cluster."""

import asyncio
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from distributed import LocalCluster

from boardodds.cli import main
from boardodds.cli.executors import open_executor
from boardodds.cli.lost_games import LostGamesError
from boardodds.cli.parser import ABLATE, SIMULATE
from tests import serving
from tests.cli.driving import ROOT, start_process


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Start a Dask scheduler with two worker processes on this machine, and yield its address."""
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as running:
        yield running.scheduler_address


@pytest.mark.parametrize(
    "words",
    [
        "orchard --games 250000 --seed 3",
        "candy_land --games 40000 --players 2",
        "camel_up_leg --games 140000 --seed 5 --preset second_edition",
        "camel_up_race --games 70000",
        "camel_up_length --games 70000",
        "perudo_matches --games 2500 --rule palifico=false",
    ],
)
def test_every_executor_plays_the_same_games(run: Callable[..., str], cluster: str, words: str) -> None:
    here = run(SIMULATE, *shlex.split(words))
    assert run(SIMULATE, *shlex.split(words), "--workers", "2") == here
    assert run(SIMULATE, *shlex.split(words), "--dask", cluster) == here
    assert run(SIMULATE, *shlex.split(words), "--seed", "77") != here


def test_results_that_arrive_at_the_end_of_a_poll_are_kept(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., str], cluster: str
) -> None:
    monkeypatch.setattr("boardodds.cli.cluster._POLL_SECONDS", 0.0005)
    words = (SIMULATE, "orchard", "--games", "4000000")
    assert run(*words, "--dask", cluster) == run(*words)


def test_every_executor_gives_the_same_comparison(run: Callable[..., str], cluster: str) -> None:
    for words in (
        ["candy_land", "--games", "20000"],
        ["orchard", "--games", "150000", "--variant", "one more raven face"],
    ):
        here = run(ABLATE, *words)
        assert run(ABLATE, *words, "--dask", cluster) == here
        assert run(ABLATE, *words, "--seed", "2") != here


def test_without_dask_only_clusters_are_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["simulate", "orchard", "--games", "10"]) == 0
    capsys.readouterr()
    assert main(["simulate", "orchard", "--dask", "tcp://127.0.0.1:8786"]) == 2
    assert (
        capsys.readouterr().err
        == "boardodds: dask must be installed to simulate on a cluster: pip install 'boardodds[dask]'\n"
    )


@pytest.mark.parametrize("is_listening", [False, True])
def test_a_scheduler_that_does_not_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_listening: bool
) -> None:
    monkeypatch.setattr("boardodds.cli.cluster._CONNECT_SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if is_listening:
            silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert main(["simulate", "orchard", "--dask", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == (
        f"boardodds: no Dask scheduler answered at {address!r}: check the address and that the scheduler is running"
    )


@pytest.mark.parametrize("address", ["localhost", "tcp://", "tcp://127.0.0.1:abc", "foo://bar", "tls://127.0.0.1:1"])
def test_invalid_addresses_of_a_scheduler_are_refused(capsys: pytest.CaptureFixture[str], address: str) -> None:
    assert main(["simulate", "orchard", "--dask", address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"boardodds: dask must be the address of a scheduler, as in tcp://127.0.0.1:8786, got {address!r}"


def test_the_scheduler_check_works_while_an_event_loop_runs() -> None:
    async def cell() -> None:
        with open_executor(workers=1, dask="foo://bar"):
            pass

    # In a thread of its own, because browser tests in this process may run an event loop in the main thread.
    with ThreadPoolExecutor(1) as thread, pytest.raises(ValueError, match="must be the address of a scheduler"):
        thread.submit(asyncio.run, cell()).result()


@contextmanager
def small_cluster() -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """Start a scheduler and one worker, which nothing starts again, and yield the address and both processes."""
    address = f"tcp://127.0.0.1:{serving.free_port()}"
    commands = [
        [
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            address.rpartition(":")[2],
            "--no-dashboard",
        ],
        ["distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"],
    ]
    processes = [
        subprocess.Popen([sys.executable, "-m", *words], cwd=ROOT, stderr=subprocess.DEVNULL, text=True)
        for words in commands
    ]
    try:
        yield address, processes
    finally:
        for process in reversed(processes):
            process.kill()
            process.wait()


@pytest.mark.parametrize(
    ("lost", "message"),
    [
        (0, "the cluster lost its scheduler or its workers before the games were over"),
        (1, "the cluster had no worker for 10 seconds"),
    ],
)
def test_a_cluster_whose_process_dies_ends_the_command_with_one_sentence(lost: int, message: str) -> None:
    with small_cluster() as (address, processes):
        words = ("simulate", "orchard", "--games=10000000000", f"--dask={address}")
        # The scheduler may take longer to start than the command waits.
        serving.wait_for(lambda: serving.is_open(int(address.rpartition(":")[2])))
        with start_process(*words, stdout=subprocess.PIPE) as command:
            assert command.stderr
            assert "to go" in command.stderr.readline()
            processes[lost].kill()
            _, errors = command.communicate(timeout=60)
    assert errors.splitlines()[-1] == f"boardodds: {message}"
    assert command.returncode == 1
    assert "Traceback" not in errors


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_a_command_on_a_cluster_with_one_sentence(
    cluster: str, signum: signal.Signals, code: int
) -> None:
    words = ("simulate", "orchard", "--games=10000000000", f"--dask={cluster}")
    with start_process(*words, stdout=subprocess.PIPE) as command:
        assert command.stderr
        # The first line of progress shows that the simulation is running.
        assert "to go" in command.stderr.readline()
        command.send_signal(signum)
        _, errors = command.communicate(timeout=60)
    assert errors.splitlines()[-1] == f"boardodds: stopped by {signum.name} before the answer was complete"
    assert "Traceback" not in errors
    assert command.returncode == code


@pytest.mark.parametrize("executor", [[], ["--workers", "2"], ["--dask"]])
def test_a_simulation_ends_after_the_timeout(
    executor: list[str], cluster: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["simulate", "orchard", "--games", "10000000000", "--timeout", "0.5", "--quiet", *executor]
    assert main([*words, cluster] if executor == ["--dask"] else words) == 124
    assert capsys.readouterr() == ("", "boardodds: the simulation did not end within the timeout of 0.5 seconds\n")


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf"])
def test_invalid_timeouts_are_refused(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "orchard", f"--timeout={seconds}"]) == 2
    assert "timeout must be" in capsys.readouterr().err


def _sleep() -> None:
    time.sleep(2)


def _raise_mismatch() -> None:
    raise RuntimeError("Different environments. And more.")


def _submit(function: Callable[[], None], workers: int, dask: str | None) -> None:
    with open_executor(workers, dask) as executor:
        assert executor
        future = executor.submit(function)
        if function is _sleep:
            future.cancel()
        future.result()


@pytest.mark.parametrize(
    ("function", "on_cluster", "message"),
    [
        (os.abort, False, "a worker process ended before the games were over"),
        (_sleep, True, "the cluster lost its scheduler or its workers"),
        (
            _raise_mismatch,
            True,
            "must have the same versions of boardodds, numpy and Python as this machine: Different environments$",
        ),
    ],
)
def test_lost_games_are_reported(cluster: str, function: Callable[[], None], on_cluster: bool, message: str) -> None:
    with pytest.raises(LostGamesError, match=message):
        _submit(function, *((1, cluster) if on_cluster else (2, None)))
