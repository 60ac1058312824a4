"""Games on several processes of this machine, and what an interrupt does to them."""

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from types import FrameType
from typing import Any

_MOMENT_SECONDS = 0.1
# what asks this process to end; without being heard, the second would leave the others behind
_ENDINGS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """An executor of that many processes, which are ended afterwards.

    KeyboardInterrupt is raised where a result is awaited, or at the end.

    >>> with processes(2) as pool:
    ...     pool.submit(abs, -3).result()
    3
    """
    interrupt = _Interrupt()
    # where interrupts cannot be held back
    ignore = (signal.SIGINT, signal.SIG_IGN)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), signal.signal, ignore)
    with interrupt.remembered(), pool:
        yield _Processes(pool, interrupt)


class _Interrupt:
    """Remembers that there was an interrupt, until it is raised where the executor can be left.

    Raised in the midst of the executor's work it would leave a lock taken for ever; while the processes are being ended, it
    would leave them behind.
    """

    def __init__(self) -> None:
        self._is_heard = False

    @contextmanager
    def remembered(self) -> Iterator[None]:
        """Hears interrupts for a while, unless this process is not to hear them, and raises what came at its end."""
        before = {signum: signal.getsignal(signum) for signum in _ENDINGS}
        # None: of another language, which could not be put back
        heard = [signum for signum in _ENDINGS if before[signum] not in (signal.SIG_IGN, None)]
        for signum in heard:
            signal.signal(signum, self._hear)
        try:
            yield
        finally:
            for signum in heard:
                signal.signal(signum, before[signum])
        self.check()

    def check(self) -> None:
        """Raises KeyboardInterrupt if there was one."""
        if self._is_heard:
            raise KeyboardInterrupt

    def _hear(self, _: int, __: FrameType | None) -> None:
        # no lock, as an Event has: this runs amid the work of the same thread
        self._is_heard = True


class _Processes(Executor):
    """An executor whose results are waited for until there is an interrupt."""

    def __init__(self, pool: Executor, interrupt: _Interrupt) -> None:
        self._pool = pool
        self._interrupt = interrupt

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """A future of the pool, but for its waiting."""
        with _held_back():
            future = self._pool.submit(fn, *args, **kwargs)
        return _Awaited(future, self._interrupt)


@contextmanager
def _held_back() -> Iterator[None]:
    """Lets interrupts wait, where the system can. What is begun meanwhile never hears them: a worker would say so at length."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Awaited:
    def __init__(self, future: Future[Any], interrupt: _Interrupt) -> None:
        self._future = future
        self._interrupt = interrupt
        self.cancel = future.cancel

    def result(self) -> Any:
        self._interrupt.check()
        while wait([self._future], _MOMENT_SECONDS).not_done:
            self._interrupt.check()
        # what ends this process may have ended the one at work too
        self._interrupt.check()
        return self._future.result()
