"""The signals that stop the command line, and the exception that carries one to the end of the command."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# By default the last two end a process at once, before it can end its workers. Windows has no SIGHUP.
STOP_SIGNALS = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in signal.Signals.__members__
)


class StopError(KeyboardInterrupt):
    """Raised in the main thread by a signal that stops the command.

    It is a KeyboardInterrupt, so that only ``main`` catches it.
    """

    def __init__(self, signum: signal.Signals) -> None:
        super().__init__(f"stopped by {signum.name} before the answer was complete")
        self.exit_code = 128 + signum


class DeferredStop:
    """A record of a signal, for which StopError is raised later at a point where an executor can stop.

    An error raised inside the executor could leave a lock held for ever; raised during shutdown, it could leave worker processes
    running.
    """

    def __init__(self) -> None:
        self._signum: signal.Signals | None = None

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record signals instead of raising them, and raise StopError at the end if there was one.

        A signal that this process ignores stays ignored. Outside the main thread, which alone gets signals, this does nothing.
        """
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        handlers = {signum: signal.getsignal(signum) for signum in STOP_SIGNALS}
        # None means a handler that was not installed from Python; it could not be restored.
        replaced = [signum for signum in STOP_SIGNALS if handlers[signum] not in (signal.SIG_IGN, None)]
        for signum in replaced:
            signal.signal(signum, self._record)
        try:
            yield
        finally:
            for signum in replaced:
                signal.signal(signum, handlers[signum])
        self.check()

    def check(self) -> None:
        """Raise StopError if a signal was recorded."""
        if self._signum is not None:
            raise StopError(self._signum)

    def _record(self, signum: int, _: FrameType | None) -> None:
        # A plain attribute, not an Event: the handler interrupts this same thread, which may hold the Event's lock.
        self._signum = self._signum or signal.Signals(signum)


def raise_at_first_signal() -> None:
    """Raise StopError at the first signal that stops the command, and ignore later ones, which would disturb the shutdown.

    A signal that this process ignores stays ignored, as SIGHUP after ``nohup``.
    """
    for signum in STOP_SIGNALS:
        if signal.getsignal(signum) is not signal.SIG_IGN:
            signal.signal(signum, _raise_stop)


def ignore_signals() -> None:
    """Ignore the signals that stop the command, because it is ending."""
    for signum in STOP_SIGNALS:
        signal.signal(signum, signal.SIG_IGN)


def _raise_stop(signum: int, _: FrameType | None) -> None:
    ignore_signals()
    raise StopError(signal.Signals(signum))
