"""Pages are drawn one after the other.

Python runs one thread at a time. Pages drawn side by side would all be ready late, and together, as Streamlit sends nothing while
they push each other aside. So they stand in line, in the order in which they were asked for. What a slider asks for is short, and
work that is not leaves the line: see ``limit``.
"""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

# what is not long, of the processor: by the clock, whatever is short would be long as soon as others are at work
FREE_SECONDS = 0.08
# who is at the front for so long by the clock, perhaps waiting for long work, holds up neither the line nor that work any longer
OVERDUE_SECONDS = 0.15
# how often who stands in line looks at the front if nobody comes or goes
_GLANCE_SECONDS = 0.5


@dataclass(eq=False, slots=True)
class Run:
    """A page, or part of one, being drawn.

    called: released when it comes to the front of the line. front_since: of the clock. free_until: of its processor time.
    """

    called: threading.Lock = field(default_factory=threading.Lock)
    front_since: float = inf
    free_until: float = 0.0


@dataclass(eq=False, slots=True)
class Line:
    """Lets one page be drawn at a time.

    changed: notified when nobody stands in line any more.

    >>> line = Line()
    >>> with line.run():
    ...     line.is_clear()
    False
    >>> line.is_clear()
    True
    """

    changed: threading.Condition = field(default_factory=threading.Condition)
    _runs: deque[Run] = field(default_factory=deque)
    _here: threading.local = field(default_factory=threading.local)

    @contextmanager
    def run(self) -> Iterator[None]:
        """The drawing of a page, or of part of one if that is not part of a run already; waits in line for it."""
        if self.this_run:
            yield
            return
        run = self._here.run = self._join()
        try:
            self._stand(run)
            run.free_until = time.thread_time() + FREE_SECONDS
            yield
        finally:
            self._here.run = None
            self._leave(run)

    @property
    def this_run(self) -> Run | None:
        """The run in whose thread this is asked."""
        return getattr(self._here, "run", None)

    def step_aside(self) -> None:
        """Leaves the line, with work that is long."""
        if run := self.this_run:
            self._leave(run)

    def is_clear(self) -> bool:
        """Whether nobody stands in line who would be held up by long work."""
        with self.changed:
            return not self._runs or time.monotonic() > self._runs[0].front_since + OVERDUE_SECONDS

    def _join(self) -> Run:
        run = Run()
        run.called.acquire()
        with self.changed:
            self._runs.append(run)
            if self._runs[0] is run:
                _call(run)
        return run

    def _stand(self, run: Run) -> None:
        """Waits until the run is at the front."""
        while not run.called.acquire(timeout=self._pass_overdue(run)):
            pass

    def _pass_overdue(self, run: Run) -> float:
        """Takes from the front who has been there too long; the seconds until this run should look again."""
        with self.changed:
            if not self._runs or (front := self._runs[0]) is run:
                return 0.0
            left = front.front_since + OVERDUE_SECONDS - time.monotonic()
            if left <= 0:
                self._leave(front)
                return _GLANCE_SECONDS
            is_next = len(self._runs) > 1 and self._runs[1] is run
            return left if is_next else _GLANCE_SECONDS

    def _leave(self, run: Run) -> None:
        """Lets the next one to the front, if that is where the run still is."""
        with self.changed:
            if not self._runs or self._runs[0] is not run:
                return
            self._runs.popleft()
            if self._runs:
                _call(self._runs[0])
            else:
                self.changed.notify_all()


def _call(run: Run) -> None:
    run.front_since = time.monotonic()
    run.called.release()


LINE = Line()
