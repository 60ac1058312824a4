"""The same games are simulated in this process, in worker processes and on a Dask cluster."""

import asyncio
import os
import shlex
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from distributed import LocalCluster

from boardodds.cli import main
from boardodds.cli.executors import LostGamesError, open_executor
from boardodds.cli.parser import ABLATE, SIMULATE


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
        "camel_up_games --games 250 --players leader,roll,random",
        "perudo_matches --games 2500 --rule palifico=false",
    ],
)
def test_every_executor_plays_the_same_games(run: Callable[..., str], cluster: str, words: str) -> None:
    here = run(SIMULATE, *shlex.split(words))
    assert run(SIMULATE, *shlex.split(words), "--workers", "2") == here
    assert run(SIMULATE, *shlex.split(words), "--dask", cluster) == here
    assert run(SIMULATE, *shlex.split(words), "--seed", "77") != here


def test_every_executor_gives_the_same_comparison(run: Callable[..., str], cluster: str) -> None:
    for words in (
        ["candy_land", "--games", "20000"],
        ["orchard", "--games", "150000", "--variant", "two ravens on the die"],
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
        == "boardodds: dask must be installed to simulate on a cluster: pip install distributed\n"
    )


@pytest.mark.parametrize("is_listening", [False, True])
def test_a_scheduler_that_does_not_answer_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_listening: bool
) -> None:
    monkeypatch.setattr("boardodds.cli.executors._CONNECT_SECONDS", 0.2)
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
