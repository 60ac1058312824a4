"""A running app whose server ends, or whose only visitor leaves, in the middle of long work."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest
from websockets import Subprotocol
from websockets.sync.client import ClientConnection, connect

from benchmarks.load.client import Client
from tests import serving

# Work of many seconds, which starts when a visitor arrives.
PAGE, QUERY = "perudo", "view=Tournament&matches=5000"
# Wall-clock seconds within which the work must have ended.
END_SECONDS = 5
CLOSE_SECONDS = 0.5


@contextmanager
def visit(replica: serving.Replica) -> Iterator[ClientConnection]:
    """Open the page, and wait until a worker process is busy with its work."""
    address = f"ws://127.0.0.1:{replica.port}/_stcore/stream"
    # Unread messages hold up the reply to a close, for which the default waits ten seconds.
    with connect(
        address, subprotocols=[Subprotocol("streamlit")], max_size=None, close_timeout=CLOSE_SECONDS
    ) as connection:
        connection.send(Client(PAGE, QUERY).rerun_message().SerializeToString())
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


def test_work_stops_when_its_only_visitor_leaves(tmp_path: Path) -> None:
    with serving.run_app(tmp_path) as replica:
        with visit(replica) as connection:
            connection.close()
        # The processes stay for the next visitor.
        wait_until(lambda: not any(is_busy(process) for process in workers(replica)), END_SECONDS)
        assert workers(replica)


@pytest.fixture
def default_hangup() -> Iterator[None]:
    """Restore the default action of SIGHUP, because ``nohup`` makes the tests and their processes ignore it."""
    handler = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, handler)


@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.usefixtures("default_hangup")
def test_no_process_is_left_of_a_server_that_ends(ending: signal.Signals, tmp_path: Path) -> None:
    with serving.run_app(tmp_path) as replica, visit(replica):
        assert replica.process is not None
        processes = [psutil.Process(replica.process.pid), *workers(replica)]
        assert len(processes) >= 2
        replica.process.send_signal(ending)
        replica.process.wait(END_SECONDS)
        _, alive = psutil.wait_procs(processes, timeout=END_SECONDS)
        assert alive == []
