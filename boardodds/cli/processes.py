"""A pool of worker processes that ends cleanly after a signal."""

import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, InvalidStateError, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from boardodds.cli.stops import STOP_SIGNALS, DeferredStop
from boardodds.probability.parent import exit_with_parent

# Wall-clock seconds between two checks for a signal while a result is awaited.
_POLL_SECONDS = 0.1
# The signals that a terminal sends to all its processes. Not SIGTERM, by which the executor ends the workers of a broken pool.
_TERMINAL_SIGNALS = [signum for signum in STOP_SIGNALS if signum is not signal.SIGTERM]


@contextmanager
def process_pool(workers: int, check: Callable[[], None] = lambda: None) -> Iterator[Executor]:
    """Open an executor with a number of worker processes, which end with it.

    check: called again and again while a result is awaited; an exception that it raises ends the wait.

    A signal that ends this process raises StopError where a result is awaited, or at the end of the block.

    >>> with process_pool(2) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """
    stop = DeferredStop()
    with _block_terminal_signals():
        # This starts multiprocessing's resource tracker.
        pool = ProcessPoolExecutor(workers, get_context("spawn"), _start_worker)
    with stop.recording(), _allow_cancelled_futures(), pool:

        def check_all() -> None:
            stop.check()
            check()

        yield _StoppableExecutor(pool, check_all)


@contextmanager
def _allow_cancelled_futures() -> Iterator[None]:
    """Print no traceback of the executor's thread if a future is cancelled already when a worker dies. A signal does both.

    Later versions of CPython ignore the error themselves: https://github.com/python/cpython/pull/108974.
    """
    usual_hook = threading.excepthook

    def hook(arguments: threading.ExceptHookArgs) -> None:
        if not issubclass(arguments.exc_type, InvalidStateError):
            usual_hook(arguments)

    threading.excepthook = hook
    try:
        yield
    finally:
        threading.excepthook = usual_hook


def _start_worker() -> None:
    # Workers must ignore SIGINT. This covers platforms on which ``_block_terminal_signals`` does nothing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()


class _StoppableExecutor(Executor):
    """An executor whose futures call ``check`` while they are awaited."""

    def __init__(self, pool: Executor, check: Callable[[], None]) -> None:
        self._pool = pool
        self._check = check

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Submit a call to the pool and return its stoppable future."""
        with _block_terminal_signals():
            future = self._pool.submit(fn, *args, **kwargs)
        return _StoppableFuture(future, self._check)


@contextmanager
def _block_terminal_signals() -> Iterator[None]:
    """Block SIGINT and SIGHUP where the platform supports it.

    Processes started meanwhile inherit the block. This process alone handles Ctrl+C or the end of a terminal, and ends them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, _TERMINAL_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class _StoppableFuture:
    """A future whose ``result`` calls ``check`` while it waits."""

    def __init__(self, future: Future[Any], check: Callable[[], None]) -> None:
        self._future = future
        self._check = check
        self.cancel = future.cancel

    def result(self) -> Any:
        """Wait for the result of the call and return it."""
        self._check()
        while wait([self._future], _POLL_SECONDS).not_done:
            self._check()
        # A signal may have ended the worker too; the signal is then the reason to report, not the lost worker.
        self._check()
        return self._future.result()
