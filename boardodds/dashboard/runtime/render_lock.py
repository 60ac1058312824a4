"""A fair lock that lets one page be drawn at a time.

Pages that are drawn at the same time would all be finished late, because Streamlit sends nothing while they compete for the
interpreter. So a run of a page holds this lock, and the runs get it in the order of their requests. A run that waits for a worker
process leaves early. Work in the server takes at most a tenth of a second; longer work belongs in a worker (see ``compute``).
"""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class RenderLock:
    """Lets one run of a page draw at a time, in the order of the requests."""

    # The run at the front holds the lock; each has a lock of its own that is released when it reaches the front.
    _runs: deque[threading.Lock] = field(default_factory=deque)
    _guard: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.local = field(default_factory=threading.local)

    @contextmanager
    def run(self) -> Iterator[None]:
        """Wait for the lock and hold it; inside another run of the same thread do nothing."""
        if getattr(self._thread, "run", None):
            yield
            return
        run = self._thread.run = threading.Lock()
        run.acquire()
        with self._guard:
            self._runs.append(run)
            if self._runs[0] is run:
                run.release()
        try:
            run.acquire()
            yield
        finally:
            self._thread.run = None
            self._remove(run)

    def leave(self) -> None:
        """Give the lock to the next run, because this thread's run is going to wait."""
        if run := getattr(self._thread, "run", None):
            self._remove(run)

    def _remove(self, run: threading.Lock) -> None:
        with self._guard:
            if run not in self._runs:
                return
            was_first = self._runs[0] is run
            self._runs.remove(run)
            if was_first and self._runs:
                self._runs[0].release()


RENDER_LOCK = RenderLock()
