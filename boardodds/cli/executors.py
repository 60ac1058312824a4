"""The executors of simulations: this process, several processes on this machine, or a Dask cluster."""

import asyncio
import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager

from boardodds.probability.montecarlo import exit_with_parent
from boardodds.probability.validate import check_whole, require

MAX_WORKERS = 256
# Wall-clock seconds for a Dask scheduler to answer.
_CONNECT_SECONDS = 5.0


@contextmanager
def open_executor(workers: int, dask: str | None) -> Iterator[Executor | None]:
    """Open an executor and close it at the end; yield None to simulate in this process.

    workers: the number of processes on this machine, 1 to 256.
    dask: the address of a Dask scheduler, which is used instead of processes; None for no cluster.

    Raises ValueError if the scheduler does not answer, ImportError without Dask, and BrokenExecutor if workers fail.

    >>> with open_executor(workers=2, dask=None) as executor:
    ...     executor.submit(abs, -3).result()
    3
    """
    check_whole("workers", workers, 1, MAX_WORKERS)
    if dask is not None:
        require("distributed", "--dask")
        from distributed import Client, KilledWorker, Security
        from distributed.comm import connect

        async def greet() -> None:
            # A client alone would wait for ever if another server, such as Dask's own dashboard, has the address.
            connecting = connect(dask, **Security().get_connection_args("client"))
            await (await asyncio.wait_for(connecting, _CONNECT_SECONDS)).close()

        try:
            # In a thread, because this one may already run an event loop.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, greet()).result()
            client = Client(dask, timeout=_CONNECT_SECONDS)
        except (OSError, TypeError, ValueError) as error:
            raise ValueError(
                f"no Dask scheduler answered at {dask[:80]!r}; an example is tcp://127.0.0.1:8786"
            ) from error
        try:
            with client:
                yield client.get_executor(pure=False)
        except (CancelledError, KilledWorker, RuntimeError) as error:
            raise BrokenExecutor(f"the cluster failed before the games were over: {error!r}") from error
    elif workers > 1:
        pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start_worker)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)
    else:
        yield None


def _start_worker() -> None:
    # A terminal sends Ctrl+C to the workers too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()
