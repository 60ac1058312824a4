"""Seeded simulation in chunks, on the calling thread or on any executor, whose processes end with the one that started them.

Every chunk has its own seed, made of the run's seed and the chunk's number, and results are returned in the order of the chunks.
Therefore the same seed gives the same games on every executor and with any number of workers.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from multiprocessing import parent_process
from multiprocessing.connection import wait
from typing import TypeVar

import numpy as np

from boardodds.probability.validate import check_whole

Result = TypeVar("Result")
Sampler = Callable[[int, np.random.Generator], Result]
Progress = Callable[[float], None]

MAX_GAMES = 10_000_000_000
# The number of chunks that an executor may have at once: enough to keep every machine busy, few enough for its memory.
_MAX_PENDING_CHUNKS = 512


def run_chunks(
    sampler: Sampler[Result],
    games: int,
    seed: int,
    *,
    chunk: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Yield ``sampler(size, rng)`` for chunks of ``chunk`` games; the last chunk may be smaller.

    sampler: for an executor with other processes it must be picklable: a function at the top level of a module, or an instance
        of a class defined there.
    games: 1 to 10,000,000,000.
    seed: 0 or more.
    chunk: another size gives other games.
    executor: runs the chunks; None runs them on the calling thread.
    progress: called with the fraction of the games done, from 0 to 1; an exception that it raises ends the run.

    >>> sum(run_chunks(lambda size, rng: int(rng.integers(1, 7, size).sum()), 1000, seed=1, chunk=300)) / 1000
    3.612
    """
    check_seed(seed)
    check_whole("games", games, 1, MAX_GAMES)
    check_whole("chunk", chunk, 1)
    if executor is not None and not hasattr(executor, "submit"):
        raise ValueError(
            f"executor must be one of processes or of Dask, as in ProcessPoolExecutor(4), got {executor!r:.40}"
        )
    for number, result in enumerate(_results(sampler, games, seed, chunk, executor), 1):
        if progress:
            progress(min(number * chunk, games) / games)
        yield result


def ignore_progress(_: float) -> None:
    """Do nothing: a progress callback for callers that don't need one."""


def check_seed(seed: int) -> None:
    """Raise ValueError unless a seed is a whole number, 0 or more."""
    check_whole("seed", seed, 0)


def _results(
    sampler: Sampler[Result], games: int, seed: int, chunk: int, executor: Executor | None
) -> Iterator[Result]:
    jobs = enumerate(min(chunk, games - start) for start in range(0, games, chunk))
    if executor is None:
        for number, size in jobs:
            yield _sample(sampler, size, seed, number)
        return
    pending: deque[Future[Result]] = deque()
    try:
        for number, size in jobs:
            pending.append(executor.submit(_sample, sampler, size, seed, number))
            if len(pending) >= _MAX_PENDING_CHUNKS:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


def _sample(sampler: Sampler[Result], size: int, seed: int, number: int) -> Result:
    return sampler(size, np.random.default_rng([seed, number]))


def exit_with_parent() -> None:
    """End this worker process as soon as its parent process has ended; do nothing in a process without a parent.

    Without it an idle worker of a parent that was killed would wait for jobs for ever.
    """
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="exit with parent", daemon=True).start()
