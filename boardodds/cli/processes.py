"""A pool of worker processes that ends cleanly after an interrupt."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from types import FrameType
from typing import Any

from boardodds.probability.parent import exit_with_parent

# Wall-clock seconds between two checks for an interrupt while a result is awaited.
_POLL_SECONDS = 0.1
# The signals that end this process. By default SIGTERM ends it at once and leaves the workers running.
_TERMINATION_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def process_pool(workers: int) -> Iterator[Executor]:
    """Open an executor with a number of worker processes, which end with it.

    An interrupt raises KeyboardInterrupt where a result is awaited, or at the end of the block.

    >>> with process_pool(2) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """
    interrupt = _DeferredInterrupt()
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _start_worker)
    with interrupt.recording(), pool:
        yield _InterruptibleExecutor(pool, interrupt)


def _start_worker() -> None:
    # Workers must ignore SIGINT. This covers platforms on which ``_block_interrupts`` does nothing.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    exit_with_parent()


class _DeferredInterrupt:
    """A record of an interrupt, which is raised later at a point where the executor can stop.

    An interrupt raised inside the executor could leave a lock held for ever; raised during shutdown, it could leave worker
    processes running.
    """

    def __init__(self) -> None:
        self._is_pending = False

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record signals instead of raising them, and raise KeyboardInterrupt at the end if there was one.

        A signal that this process ignores stays ignored.
        """
        handlers = {signum: signal.getsignal(signum) for signum in _TERMINATION_SIGNALS}
        # None means a handler that was not installed from Python; it could not be restored.
        replaced = [signum for signum in _TERMINATION_SIGNALS if handlers[signum] not in (signal.SIG_IGN, None)]
        for signum in replaced:
            signal.signal(signum, self._record)
        try:
            yield
        finally:
            for signum in replaced:
                signal.signal(signum, handlers[signum])
        self.check()

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal was recorded."""
        if self._is_pending:
            raise KeyboardInterrupt

    def _record(self, _: int, __: FrameType | None) -> None:
        # A plain flag, not an Event: the handler interrupts this same thread, which may hold the Event's lock.
        self._is_pending = True


class _InterruptibleExecutor(Executor):
    """An executor whose futures raise a recorded interrupt while they are awaited."""

    def __init__(self, pool: Executor, interrupt: _DeferredInterrupt) -> None:
        self._pool = pool
        self._interrupt = interrupt

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Submit a call to the pool and return its interruptible future."""
        with _block_interrupts():
            future = self._pool.submit(fn, *args, **kwargs)
        return _InterruptibleFuture(future, self._interrupt)


@contextmanager
def _block_interrupts() -> Iterator[None]:
    """Block SIGINT where the platform supports it.

    Processes started meanwhile inherit the block, so that workers print no tracebacks on Ctrl+C.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


class _InterruptibleFuture:
    """A future whose ``result`` raises KeyboardInterrupt after an interrupt."""

    def __init__(self, future: Future[Any], interrupt: _DeferredInterrupt) -> None:
        self._future = future
        self._interrupt = interrupt
        self.cancel = future.cancel

    def result(self) -> Any:
        """Wait for the result of the call and return it."""
        self._interrupt.check()
        while wait([self._future], _POLL_SECONDS).not_done:
            self._interrupt.check()
        # The signal may have ended the worker too; the interrupt is then the reason to report, not the lost worker.
        self._interrupt.check()
        return self._future.result()
