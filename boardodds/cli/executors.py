"""The executors of simulations: this process, several processes on this machine, or a Dask cluster."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from boardodds.cli.processes import process_pool
from boardodds.probability.validate import check_whole

MAX_WORKERS = 256
_CONNECT_SECONDS = 10


class LostGamesError(Exception):
    """A failure of workers or of a cluster before the simulation ended."""


@contextmanager
def open_executor(workers: int, dask: str | None) -> Iterator[Executor | None]:
    """Open an executor and close it at the end; yield None to simulate in this process.

    workers: the number of processes on this machine, 1 to 256.
    dask: the address of a Dask scheduler, which is used instead of processes; None for no cluster.

    Raises ValueError if Dask is not installed or its scheduler does not answer, and LostGamesError if workers fail.

    >>> with open_executor(workers=1, dask=None) as executor:
    ...     print(executor)
    None
    """
    check_whole("workers", workers, 1, MAX_WORKERS)
    if dask is not None:
        with _connect_cluster(dask) as cluster:
            yield cluster
    elif workers > 1:
        try:
            with process_pool(workers) as pool:
                yield pool
        except BrokenExecutor as error:
            raise LostGamesError("a worker process ended before the games were over") from error
    else:
        yield None


@contextmanager
def _connect_cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
        from distributed.client import FutureCancelledError
    except ImportError as error:
        raise ValueError("dask must be installed to simulate on a cluster: pip install distributed") from error
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
    try:
        with client:
            yield _ClusterExecutor(client)
    except (FutureCancelledError, KilledWorker, OSError) as error:
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
    from distributed.comm import connect

    handshake = connect(address, timeout=_CONNECT_SECONDS, **Security().get_connection_args("client"))
    connection = await asyncio.wait_for(handshake, _CONNECT_SECONDS)
    await connection.close()


class _ClusterExecutor(Executor):
    """A Dask client as an executor.

    It replaces the client's own executor, which waits for ever if the scheduler stops.
    """

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Submit a call and return the client's future; an equal earlier call is run again, not looked up."""
        return self._client.submit(fn, *args, pure=False, **kwargs)
