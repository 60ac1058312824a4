"""A running app with few files to open, whose visitors leave, whose server ends, or whose worker is stopped."""

import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import psutil
import pytest
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from boardodds.dashboard.ui.board_component import SCRIPTS
from tests import serving
from tests.visits import Visit

pytestmark = pytest.mark.slow
# Work of many seconds, which starts when a visitor arrives.
PAGE, QUERY = "perudo", "view=What+if&whole=true&matches=5000"
# Wall-clock seconds within which the work must have ended.
END_SECONDS = 15
CLOSE_SECONDS = 0.5
# With this number of files, the usual limit on macOS, a server without our change stopped at the 80th visit.
FEW_FILES, VISITS = 256, 100


@pytest.fixture(scope="module")
def replica(tmp_path_factory: pytest.TempPathFactory) -> Iterator[serving.Replica]:
    """Run the app with the limit of open files that macOS has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # The app inherits it.
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, hard))
    try:
        with serving.run_app(tmp_path_factory.mktemp("app")) as replica:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            yield replica
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def open_connection(replica: serving.Replica) -> ClientConnection:
    # Unread messages hold up the reply to a close, for which the default waits ten seconds.
    return connect(
        f"ws://127.0.0.1:{replica.port}/_stcore/stream",
        subprotocols=[Subprotocol("streamlit")],
        max_size=None,
        close_timeout=CLOSE_SECONDS,
    )


@contextmanager
def visit(replica: serving.Replica) -> Iterator[ClientConnection]:
    """Open the page, and wait until a worker process is busy with its work."""
    with open_connection(replica) as connection:
        connection.send(Visit(PAGE, QUERY).rerun_message().SerializeToString())
        wait_until(lambda: any(is_busy(process) for process in workers(replica)), serving.START_SECONDS)
        yield connection


def workers(replica: serving.Replica) -> list[psutil.Process]:
    assert replica.process is not None
    processes: list[psutil.Process] = psutil.Process(replica.process.pid).children(recursive=True)
    return processes


def is_busy(process: psutil.Process) -> bool:
    """Return whether a process computes during half a second; on a busy machine it gets only a small share of a core."""
    return bool(process.cpu_percent(0.5) > 5)


def wait_until(condition: Callable[[], bool], seconds: float) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_work_stops_when_its_only_visitor_leaves(replica: serving.Replica) -> None:
    with visit(replica) as connection:
        connection.close()
    # The processes stay for the next visitor.
    wait_until(lambda: not any(is_busy(process) for process in workers(replica)), END_SECONDS)
    assert workers(replica)


def test_the_server_answers_many_visits_with_few_open_files(replica: serving.Replica) -> None:
    for _ in range(VISITS):
        client = Visit("orchard")
        with open_connection(replica) as connection:
            connection.send(client.rerun_message().SerializeToString())
            while not client.receive(ForwardMsg.FromString(connection.recv(timeout=serving.START_SECONDS))):
                continue
        assert not client.errors
    with urlopen(f"{replica.address}/health") as answer:  # noqa: S310 (loopback)
        assert answer.read() == b"ok"
    name, script = next(iter(SCRIPTS.items()))
    with urlopen(f"{replica.address}/boards/{name}") as answer:  # noqa: S310 (loopback)
        assert answer.read().decode() == script


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, tuple(map(int, sys.argv[1:])))
from boardodds.dashboard.runtime.environment import allow_open_files
allow_open_files()
print(*resource.getrlimit(resource.RLIMIT_NOFILE))
"""


@pytest.mark.parametrize(
    ("limits", "raised", "sentences"),
    [
        ((256, 3000), (2048, 3000), 0),
        ((256, 256), (256, 256), 1),
        ((256, 900), (900, 900), 1),
        ((2900, 3000), (2900, 3000), 0),
    ],
)
def test_the_limit_of_open_files_is_raised_or_is_one_sentence_in_the_log(
    limits: tuple[int, int], raised: tuple[int, int], sentences: int
) -> None:
    command = [sys.executable, "-c", LIMITED, *map(str, limits)]
    run = subprocess.run(command, check=True, capture_output=True, text=True, cwd=serving.ROOT)
    assert tuple(map(int, run.stdout.split())) == raised
    assert [f"{raised[0]} files" in line for line in run.stderr.splitlines()] == [True] * sentences


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_process_is_left_of_a_server_that_ends(ending: signal.Signals, tmp_path: Path) -> None:
    with serving.run_app(tmp_path) as replica, visit(replica):
        assert replica.process is not None
        processes = [psutil.Process(replica.process.pid), *workers(replica)]
        assert len(processes) >= 2
        if ending == signal.SIGTERM:
            # All but the one that keeps track of semaphores.
            for worker in workers(replica):
                if "spawn_main" in " ".join(worker.cmdline()):
                    worker.suspend()
        replica.process.send_signal(ending)
        replica.process.wait(END_SECONDS)
        _, alive = psutil.wait_procs(processes, timeout=END_SECONDS)
        assert alive == []
