"""Where games are played: in this process, in several of this machine, or on a Dask cluster."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from boardodds.cli.processes import processes
from boardodds.probability.validate import check_whole

MAX_WORKERS = 256
_CONNECT_SECONDS = 10


class LostGamesError(Exception):
    """Games that were begun elsewhere and did not come back."""


@contextmanager
def executor_of(workers: int, dask: str | None) -> Iterator[Executor | None]:
    """An executor that is closed afterwards; None to play here.

    workers: processes of this machine. dask: address of a scheduler, in their place. Raises ValueError for what cannot be
    had, and LostGamesError where games are lost.

    >>> with executor_of(workers=1, dask=None) as executor:
    ...     print(executor)
    None
    """
    check_whole("workers", workers, 1, MAX_WORKERS)
    if dask is not None:
        with _cluster(dask) as cluster:
            yield cluster
    elif workers > 1:
        try:
            with processes(workers) as pool:
                yield pool
        except BrokenExecutor as error:
            raise LostGamesError("a worker process ended before the games were over") from error
    else:
        yield None


@contextmanager
def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client, KilledWorker
        from distributed.client import FutureCancelledError
    except ImportError as error:
        raise ValueError("dask must be installed to play on a cluster: pip install distributed") from error
    # what goes wrong is told below, in a sentence
    for name in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # in a thread of its own: a notebook has a loop at work in this one
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, _reach(address)).result()
        client = Client(address, timeout=_CONNECT_SECONDS)
    except OSError as error:
        raise ValueError(f"dask must be the address of a scheduler that answers, got {address[:80]!r}") from error
    except (TypeError, ValueError) as error:
        raise ValueError(
            f"dask must be the address of a scheduler, as in tcp://127.0.0.1:8786, got {address[:80]!r}"
        ) from error
    try:
        with client:
            yield _Cluster(client)
    except (FutureCancelledError, KilledWorker, OSError) as error:
        raise LostGamesError("the cluster lost its scheduler or its workers before the games were over") from error
    except RuntimeError as error:
        reason = str(error).partition(".")[0]
        raise LostGamesError(f"the cluster needs the same boardodds, numpy and Python as here: {reason}") from error


async def _reach(address: str) -> None:
    """Greets a scheduler. A client of its own accord would wait for ever for one that is something else, as a web server is."""
    from distributed import Security
    from distributed.comm import connect

    greeting = connect(address, timeout=_CONNECT_SECONDS, **Security().get_connection_args("client"))
    comm = await asyncio.wait_for(greeting, _CONNECT_SECONDS)
    await comm.close()


class _Cluster(Executor):
    """The client of a cluster as an executor. The one that it offers itself waits for ever if the scheduler goes away."""

    def __init__(self, client: Any) -> None:
        self._client = client

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """A future of the client; two equal calls are two tasks, since games are drawn and not looked up."""
        return self._client.submit(fn, *args, pure=False, **kwargs)
