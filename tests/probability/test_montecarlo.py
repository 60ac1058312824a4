"""Chunks of simulated games: their sizes, their seeds and their progress, without and with an executor."""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from boardodds.probability.montecarlo import run_chunks


def roll(size: int, rng: np.random.Generator) -> tuple[int, list[int]]:
    return size, rng.integers(1, 7, 3).tolist()


class ImmediateExecutor(Executor):
    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.parametrize(
    ("games", "chunk", "sizes"),
    [(10, 3, [3, 3, 3, 1]), (9, 3, [3, 3, 3]), (3, 3, [3]), (2, 3, [2]), (1, 1, [1]), (2, 1, [1, 1])],
)
def test_chunks_have_their_sizes_seeds_and_progress(games: int, chunk: int, sizes: list[int]) -> None:
    expected = [roll(size, np.random.default_rng([5, number])) for number, size in enumerate(sizes)]
    with ThreadPoolExecutor(2) as threads:
        for executor in (None, threads, ImmediateExecutor()):
            shares: list[float] = []
            results = run_chunks(roll, games, 5, chunk=chunk, executor=executor, progress=shares.append)
            assert list(results) == expected
            assert shares == [float(done) / games for done in np.cumsum(sizes)]


def test_no_more_chunks_are_pending_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardodds.probability.montecarlo._MAX_PENDING_CHUNKS", 3)
    executor = ImmediateExecutor()
    calls = [executor.calls for _ in run_chunks(roll, 6, 1, chunk=1, executor=executor)]
    # The first result is awaited as soon as three chunks are pending.
    assert calls == [3, 4, 5, 6, 6, 6]


class BusyExecutor(Executor):
    def __init__(self) -> None:
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.futures.append(Future())
        if len(self.futures) == 1:
            self.futures[0].set_result(fn(*args, **kwargs))
        return self.futures[-1]


def test_pending_chunks_are_cancelled_if_the_run_ends_early() -> None:
    def interrupt(_: float) -> None:
        raise TimeoutError

    executor = BusyExecutor()
    with pytest.raises(TimeoutError):
        list(run_chunks(roll, 3, 1, chunk=1, executor=executor, progress=interrupt))
    assert [future.cancelled() for future in executor.futures] == [False, True, True]
