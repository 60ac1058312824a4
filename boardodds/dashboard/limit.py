"""One limit for the whole server: expensive work takes turns, so that sliders stay alive however many press "long run".

Python runs one thread at a time, so more long runs at once would not be faster, only slower for everybody else. A long run gives
its turn back every tenth of a second or so; next comes whoever has worked least so far. So short work goes first and long runs
share what is left.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

# a turn is at least so long, as handing over costs something too
TURN_SECONDS = 0.1
# how often who waits looks up, which is when Streamlit can drop the run
_LOOK_SECONDS = 0.1


@dataclass(eq=False, slots=True)
class Job:
    """Some work of one run of a page: the seconds that it has worked, and when its turn began."""

    worked: float = 0.0
    began: float = 0.0


@dataclass(eq=False, slots=True)
class Turns:
    """Lets one job work at a time, the one that has worked least first.

    >>> turns = Turns()
    >>> with turns.job(lambda: None) as may_pause:
    ...     turns.working
    1
    >>> turns.working
    0
    """

    working: int = 0
    _waiting: list[Job] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    @contextmanager
    def job(self, wait: Callable[[], None]) -> Iterator[Callable[[], None]]:
        """Waits for its turn and works; what it yields is called between steps, and lets others work if it is their turn.

        wait: called every tenth of a second while others work; what it raises ends the wait.
        """
        job = Job()
        self._take(job, wait)
        holds = True

        def pause() -> None:
            nonlocal holds
            if time.monotonic() - job.began < TURN_SECONDS or not self._waiting:
                return
            self._give_back(job)
            holds = False
            self._take(job, wait)
            holds = True

        try:
            yield pause
        finally:
            if holds:
                self._give_back(job)

    def _take(self, job: Job, wait: Callable[[], None]) -> None:
        with self._changed:
            self._waiting.append(job)
        try:
            while not self._is_my_turn(job):
                wait()
        finally:
            with self._changed:
                self._waiting.remove(job)
                self._changed.notify_all()

    def _is_my_turn(self, job: Job) -> bool:
        """Waits a little for the turn and takes it if it comes."""
        with self._changed:
            mine = self._changed.wait_for(
                lambda: not self.working and min(self._waiting, key=lambda each: each.worked) is job, _LOOK_SECONDS
            )
            if mine:
                self.working += 1
                job.began = time.monotonic()
            return mine

    def _give_back(self, job: Job) -> None:
        with self._changed:
            job.worked += time.monotonic() - job.began
            self.working -= 1
            self._changed.notify_all()


TURNS = Turns()
