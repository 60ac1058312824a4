"""The command line as a process, with worker processes or on a Dask cluster."""

import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from distributed import LocalCluster

from boardodds.cli import main
from tests.serving import ROOT, wait_for


def start_process(*words: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """Start the command line in a process group of its own, as a terminal does."""
    return subprocess.Popen(
        [sys.executable, "-m", "boardodds", *words],
        cwd=ROOT,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A shell that runs the tests in the background makes them and their children ignore SIGINT.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


@contextmanager
def simulating() -> Iterator[tuple[subprocess.Popen[str], list[psutil.Process]]]:
    """Simulate with two workers for many minutes; yield the command and them; check that no process is left at the end."""
    with start_process("simulate", "orchard", "--games=10000000000", "--workers=2") as command:
        process = psutil.Process(command.pid)

        def busy() -> list[psutil.Process]:
            # The imports take less than half a second of processor time.
            return [child for child in process.children() if sum(child.cpu_times()[:2]) > 0.7]

        wait_for(lambda: len(busy()) == 2)
        workers, children = busy(), process.children()
        try:
            yield command, workers
            assert psutil.wait_procs(children, timeout=60)[1] == []
        finally:
            command.kill()


def test_an_interrupt_of_all_processes_ends_them_with_one_sentence() -> None:
    with simulating() as (command, _):
        os.killpg(command.pid, signal.SIGINT)
        out, errors = command.communicate(timeout=60)
    assert (command.returncode, out) == (130, "")
    # A worker that was still importing writes where it was.
    assert "boardodds: stopped before the answer was complete\n" in errors


@pytest.mark.slow
@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_command_that_is_ended(signum: signal.Signals) -> None:
    with simulating() as (command, _):
        command.send_signal(signum)


@pytest.mark.slow
def test_a_worker_that_is_killed_ends_the_command_with_one_sentence() -> None:
    with simulating() as (command, workers):
        workers[0].kill()
        _, errors = command.communicate(timeout=60)
    assert "terminated abruptly" in errors.splitlines()[-1]
    assert command.returncode == 1


def test_a_reader_that_closes_the_pipe_is_no_error() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    with start_process("solve", "camel_up_leg", stdout=write_end) as command:
        os.close(write_end)
        assert command.communicate(timeout=60)[1] == ""
    assert command.returncode == 141


def test_output_that_cannot_be_written_is_reported() -> None:
    with Path("/dev/full").open("w") as full, start_process("solve", "camel_up_leg", stdout=full.fileno()) as command:
        errors = command.communicate(timeout=60)[1]
    assert (errors, command.returncode) == ("boardodds: [Errno 28] No space left on device\n", 1)


@pytest.mark.parametrize("words", ["solve orchard", "simulate orchard --games=100000000 --workers=2", "ablate orchard"])
def test_a_closed_output_is_reported_before_the_work(words: str) -> None:
    shell = f"{shlex.quote(sys.executable)} -m boardodds {words} >&-"
    result = subprocess.run(shell, shell=True, cwd=ROOT, stderr=subprocess.PIPE, text=True, timeout=60)  # noqa: S602
    assert result.returncode == 1
    assert result.stderr.startswith("boardodds: the output is closed")
    assert result.stderr.count("\n") == 1


def test_the_command_line_imports_no_page_and_no_dask() -> None:
    code = "import sys, boardodds.cli; print({'streamlit', 'plotly', 'pandas', 'distributed'} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"


def test_worker_processes_play_the_same_games(run: Callable[..., str]) -> None:
    words = ("simulate", "orchard", "--games", "150000", "--seed", "3")
    here = run(*words)
    assert run(*words, "--workers", "2") == here
    assert run(*words, "--seed", "77") != here


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as running:
        yield running.scheduler_address


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        "simulate orchard --games 250000 --seed 3",
        "simulate candy_land --games 40000 --players 2",
        "simulate camel_up_leg --games 140000 --seed 5 --game second_edition",
        "simulate camel_up_race --games 70000",
        "simulate camel_up_length --games 70000",
        "simulate perudo_matches --games 1200 --rule palifico=false",
        "ablate candy_land --games 20000",
        "ablate orchard --games 150000 --variant 'raven faces on the die: 2'",
    ],
)
def test_a_cluster_plays_the_same_games(run: Callable[..., str], cluster: str, words: str) -> None:
    assert run(*shlex.split(words), "--dask", cluster) == run(*shlex.split(words))


@pytest.mark.parametrize("is_listening", [False, True])
def test_an_address_without_a_scheduler_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], is_listening: bool
) -> None:
    monkeypatch.setattr("boardodds.cli.executors._CONNECT_SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if is_listening:
            silent.listen()
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert main(["simulate", "orchard", "--dask", address]) == 2
    assert capsys.readouterr().err == (
        f"boardodds: no Dask scheduler answered at {address!r}; an example is tcp://127.0.0.1:8786\n"
    )


def test_only_clusters_need_dask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("boardodds.probability.validate.find_spec", lambda _: None)
    assert main(["simulate", "orchard", "--games", "10"]) == 0
    assert main(["simulate", "orchard", "--dask", "tcp://127.0.0.1:8786"]) == 1
    assert capsys.readouterr().err == 'boardodds: --dask needs Dask: pip install ".[dask]"\n'
