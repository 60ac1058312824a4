"""The executors of simulations: this process, several processes on this machine, or a Dask cluster."""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager

from boardodds.cli.cluster import connect_cluster
from boardodds.cli.deadline import Deadline
from boardodds.cli.lost_games import LostGamesError
from boardodds.cli.processes import process_pool
from boardodds.probability.validate import check_whole

MAX_WORKERS = 256


@contextmanager
def open_executor(workers: int, dask: str | None, deadline: Deadline | None = None) -> Iterator[Executor | None]:
    """Open an executor and close it at the end; yield None to simulate in this process.

    workers: the number of processes on this machine, 1 to 256.
    dask: the address of a Dask scheduler, which is used instead of processes; None for no cluster.
    deadline: ends the wait for results with DeadlineError; None waits without a limit.

    Raises ValueError if Dask is not installed or its scheduler does not answer, and LostGamesError if workers fail.

    >>> with open_executor(workers=1, dask=None) as executor:
    ...     print(executor)
    None
    """
    check_whole("workers", workers, 1, MAX_WORKERS)
    deadline = deadline or Deadline(None)
    if dask is not None:
        with connect_cluster(dask, deadline.check) as cluster:
            yield cluster
    elif workers > 1:
        try:
            with process_pool(workers, deadline.check) as pool:
                yield pool
        except BrokenExecutor as error:
            raise LostGamesError("a worker process ended before the games were over") from error
    else:
        yield None
