"""A Dask cluster as an executor that reports every failure in one sentence."""

import asyncio
import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from boardodds.cli.lost_games import LostGamesError
from boardodds.cli.stops import DeferredStop

# Wall-clock seconds for a scheduler to answer, and without any worker.
_CONNECT_SECONDS, _NO_WORKER_SECONDS = 5.0, 10.0
# Wall-clock seconds between two checks while a result is awaited, and between two looks at the workers.
_POLL_SECONDS, _LOOK_SECONDS = 0.2, 1.0


@contextmanager
def connect_cluster(address: str, check: Callable[[], None]) -> Iterator[Executor]:
    """Connect to a Dask scheduler and yield its executor.

    check: called again and again while a result is awaited; an exception that it raises ends the wait.

    Raises ValueError if Dask is not installed or the scheduler does not answer, and LostGamesError if the cluster fails.
    """
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise ValueError("dask must be installed to simulate on a cluster: pip install 'boardodds[dask]'") from error
    # Dask's log messages are turned off because the errors below report every failure in one sentence.
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # The check runs in a thread of its own because in a notebook this thread already runs an event loop.
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _check_scheduler(address)).result()
        client = Client(address, timeout=_CONNECT_SECONDS)
    except OSError as error:
        raise ValueError(
            f"no Dask scheduler answered at {address[:80]!r}: check the address and that the scheduler is running"
        ) from error
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"dask must be the address of a scheduler, as in tcp://127.0.0.1:8786, got {address[:80]!r}"
        ) from error
    stop = DeferredStop()

    def check_all() -> None:
        stop.check()
        check()

    try:
        # An error raised inside Dask's client could leave one of its locks held for ever.
        with stop.recording(), client, client.as_current():
            yield _ClusterExecutor(client, check_all)
    except (CancelledError, KilledWorker, OSError) as error:
        raise LostGamesError("the cluster lost its scheduler or its workers before the games were over") from error
    except RuntimeError as error:
        reason = str(error).partition(".")[0]
        raise LostGamesError(
            f"the cluster must have the same versions of boardodds, numpy and Python as this machine: {reason}"
        ) from error


async def _check_scheduler(address: str) -> None:
    """Connect to a scheduler and disconnect again; raise an error if it does not answer in time.

    Without this check, a Dask client waits for ever if another kind of server, such as a web server, has the address.
    """
    from distributed import Security
    from distributed.comm import connect, parse_address, parse_host_port

    protocol, location = parse_address(address)
    if protocol == "tcp":
        # Dask tries a closed port again and again until the time is over; this reports it at once.
        host, port = parse_host_port(location)
        _, stream = await asyncio.wait_for(asyncio.open_connection(host, port), _CONNECT_SECONDS)
        stream.close()
    handshake = connect(address, timeout=_CONNECT_SECONDS, **Security().get_connection_args("client"))
    connection = await asyncio.wait_for(handshake, _CONNECT_SECONDS)
    await connection.close()


class _ClusterExecutor(Executor):
    """A Dask client as an executor.

    It replaces the client's own executor, which waits for ever if the scheduler stops.
    """

    def __init__(self, client: Any, check: Callable[[], None]) -> None:
        self._client = client
        self._check = check

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Submit a call and return its future; an equal earlier call is run again, not looked up."""
        return _ClusterFuture(self._client, self._client.submit(fn, *args, pure=False, **kwargs), self._check)


class _ClusterFuture:
    """A client's future whose ``result`` does not wait for a cluster without workers, as Dask would for ever."""

    def __init__(self, client: Any, future: Any, check: Callable[[], None]) -> None:
        self._client = client
        self._future = future
        self._check = check
        self.cancel = future.cancel

    def result(self) -> Any:
        """Wait for the result of the call and return it."""
        from distributed import wait

        last_worker = last_look = time.monotonic()
        while True:
            self._check()
            try:
                # ``result`` must not have this short timeout: at its end Dask may cancel a transfer that is about to start, and
                # every later one would join it and fail.
                wait(self._future, _POLL_SECONDS)
                return self._future.result(_CONNECT_SECONDS)
            except TimeoutError:
                # An error of the call itself, not the end of this wait.
                if self._future.status == "error":
                    raise
            if time.monotonic() - last_look < _LOOK_SECONDS:
                continue
            last_look = time.monotonic()
            # A scheduler that does not answer raises TimeoutError, an OSError.
            if self._client.sync(self._client.scheduler.ncores, callback_timeout=_CONNECT_SECONDS):
                last_worker = time.monotonic()
            elif time.monotonic() - last_worker > _NO_WORKER_SECONDS:
                raise LostGamesError(f"the cluster had no worker for {_NO_WORKER_SECONDS:.0f} seconds")
