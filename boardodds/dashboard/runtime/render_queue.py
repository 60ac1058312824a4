"""A queue that lets one page be drawn at a time.

Python runs one thread at a time. Pages that are drawn at the same time would all be finished late, because Streamlit sends
nothing while they compete for the interpreter. So they are drawn one after the other, in the order of their requests. Most pages
take little time; work that takes long leaves the queue (see ``scheduler``).
"""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

# the processor time, in seconds, up to which work is not long; by the wall clock short work would be long on a busy machine
FREE_SECONDS = 0.08
# the wall-clock time after which the run at the front, which may wait for long work, no longer holds up the others
OVERDUE_SECONDS = 0.15
# the longest time between two looks at the front
_POLL_SECONDS = 0.5


@dataclass(eq=False, slots=True)
class Run:
    """The drawing of a page or of a part of one.

    admitted: a lock that is released when the run reaches the front of the queue.
    front_since: the wall-clock time at which it reached the front.
    free_until: the processor time of its thread at which its work becomes long.
    """

    admitted: threading.Lock = field(default_factory=threading.Lock)
    front_since: float = inf
    free_until: float = 0.0


@dataclass(eq=False, slots=True)
class RenderQueue:
    """Lets one page be drawn at a time.

    changed: notified when the queue becomes empty.

    >>> queue = RenderQueue()
    >>> with queue.run():
    ...     queue.is_idle()
    False
    >>> queue.is_idle()
    True
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    _runs: deque[Run] = field(default_factory=deque)
    _thread: threading.local = field(default_factory=threading.local)

    @contextmanager
    def run(self) -> Iterator[None]:
        """Wait for the front of the queue and hold it; inside another run of the same thread do nothing."""
        if self.current_run:
            yield
            return
        run = self._thread.run = self._enqueue()
        try:
            self._wait(run)
            run.free_until = time.thread_time() + FREE_SECONDS
            yield
        finally:
            self._thread.run = None
            self._remove(run)

    @property
    def current_run(self) -> Run | None:
        """The run of this thread."""
        return getattr(self._thread, "run", None)

    def leave(self) -> None:
        """Take the run of this thread out of the queue, because its work is long."""
        if run := self.current_run:
            self._remove(run)

    def is_idle(self) -> bool:
        """Return whether no run in the queue would be held up by long work."""
        with self.changed:
            return not self._runs or time.monotonic() > self._runs[0].front_since + OVERDUE_SECONDS

    def _enqueue(self) -> Run:
        run = Run()
        run.admitted.acquire()
        with self.changed:
            self._runs.append(run)
            if self._runs[0] is run:
                _admit(run)
        return run

    def _wait(self, run: Run) -> None:
        """Wait until the run is at the front."""
        while not run.admitted.acquire(timeout=self._remove_overdue(run)):
            pass

    def _remove_overdue(self, run: Run) -> float:
        """Remove the front run if it is overdue; return the seconds until this run should look again."""
        with self.changed:
            if not self._runs or (front := self._runs[0]) is run:
                return 0.0
            left = front.front_since + OVERDUE_SECONDS - time.monotonic()
            if left <= 0:
                self._remove(front)
                return _POLL_SECONDS
            is_next = len(self._runs) > 1 and self._runs[1] is run
            return left if is_next else _POLL_SECONDS

    def _remove(self, run: Run) -> None:
        """Admit the next run, if this one is still at the front."""
        with self.changed:
            if not self._runs or self._runs[0] is not run:
                return
            self._runs.popleft()
            if self._runs:
                _admit(self._runs[0])
            else:
                self.changed.notify_all()


def _admit(run: Run) -> None:
    run.front_since = time.monotonic()
    run.admitted.release()


RENDER_QUEUE = RenderQueue()
