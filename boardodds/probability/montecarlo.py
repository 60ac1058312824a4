"""Runs a sampler in seeded chunks, on this thread or on any executor.

Every chunk has a seed of its own that follows from the run's seed and the chunk's number, and results come back in
the order of the chunks. So the same seed gives the same games, whatever runs them and however many run at once.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import TypeVar

import numpy as np

from boardodds.probability.validate import check_whole

Result = TypeVar("Result")
Sampler = Callable[[int, np.random.Generator], Result]
Progress = Callable[[float], None]

MAX_GAMES = 10_000_000_000
# chunks handed to an executor before the first is back: enough for any machine, few enough for any memory
_AHEAD = 512


def run_chunks(
    sampler: Sampler[Result],
    games: int,
    seed: int,
    *,
    chunk: int,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Iterator[Result]:
    """Yields ``sampler(size, rng)`` for chunks of ``chunk`` games, the last one smaller if they do not divide.

    sampler: for an executor of other processes it must be picklable: a function of a module, or an object of a class
    of one.
    progress: called with the share of the games done, from 0 to 1; what it raises ends the run.

    >>> sum(run_chunks(lambda size, rng: int(rng.integers(1, 7, size).sum()), 1000, seed=1, chunk=300)) / 1000
    3.612
    """
    check_seed(seed)
    check_whole("games", games, 1, MAX_GAMES)
    check_whole("chunk", chunk, 1)
    done = 0
    for size, result in _results(sampler, games, seed, chunk, executor):
        done += size
        if progress:
            progress(done / games)
        yield result


def nobody_listens(_: float) -> None:
    """The progress of work that nobody asked to be told of."""


def part_of(progress: Progress, number: int, parts: int) -> Progress:
    """The progress of one of several pieces of work as that of all.

    >>> shares = []
    >>> part_of(shares.append, 1, 4)(0.5)
    >>> shares
    [0.375]
    """
    return lambda share: progress((number + share) / parts)


def check_seed(seed: int) -> None:
    """Raises ValueError for a seed that cannot be."""
    check_whole("seed", seed, 0)


def _results(
    sampler: Sampler[Result], games: int, seed: int, chunk: int, executor: Executor | None
) -> Iterator[tuple[int, Result]]:
    jobs = ((min(chunk, games - start), number) for number, start in enumerate(range(0, games, chunk)))
    if executor is None:
        for size, number in jobs:
            yield size, _sample(sampler, size, seed, number)
        return
    waiting: deque[tuple[int, Future[Result]]] = deque()
    try:
        for size, number in jobs:
            waiting.append((size, executor.submit(_sample, sampler, size, seed, number)))
            if len(waiting) >= _AHEAD:
                first, future = waiting.popleft()
                yield first, future.result()
        while waiting:
            first, future = waiting.popleft()
            yield first, future.result()
    finally:
        for _, future in waiting:
            future.cancel()


def _sample(sampler: Sampler[Result], size: int, seed: int, number: int) -> Result:
    return sampler(size, np.random.default_rng([seed, number]))
