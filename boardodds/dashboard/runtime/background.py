"""One limit for the whole server: long work goes on where nobody waits, so that sliders stay alive however many press "long run".

Pages are drawn one after the other: see ``line``. Long work leaves that line and goes on while nobody stands there, or by turns
if it has waited for some time, one such work at a time. The longer it has worked, the longer it lets others go first.
"""

import time
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

from boardodds.dashboard.runtime import render_queue
from boardodds.dashboard.runtime.render_queue import LINE, Line

# long work that began to wait so long ago has its turns even if the line is never empty
PATIENCE_SECONDS = 2.0
# for each second that it has worked, long work lets others go first that come within so many seconds
DEFER_SECONDS = 4.0
# but never those that come later than this
MOST_DEFER_SECONDS = 5.0
# a turn is at least so long, as handing over costs something too
TURN_SECONDS = 0.1
# work that somebody with a turn may be waiting for lets others go first for so many seconds for each that it works, before it
# has a turn beside them
ASIDE_SECONDS = 4.0
# how often who waits looks up, which is when Streamlit can drop the run
_LOOK_SECONDS = 0.1


@dataclass(eq=False, slots=True)
class _Job:
    """Work in its thread. began, free_until: of the thread's processor time; patient_until, due, turn_ends: of the clock."""

    began: float
    free_until: float
    patient_until: float = inf
    due: float = 0.0
    turn_ends: float = 0.0
    holds: bool = False


@dataclass(eq=False, slots=True)
class Turns:
    """Lets one long job work at a time, beside the line of pages being drawn.

    >>> turns = Turns(Line())
    >>> with turns.job(lambda: None) as pause:
    ...     pause()  # between two steps; this job is not long yet
    ...     turns.working
    0
    """

    queue: Line
    working: int = 0
    _waiting: list[_Job] = field(default_factory=list)

    @contextmanager
    def job(self, wait: Callable[[], None], *, long: bool = False) -> Iterator[Callable[[], None]]:
        """Some work of a run; what it yields is called between steps, and leaves the line and waits if the work is long.

        wait: called every tenth of a second while others work; what it raises ends the wait. long: whether it is long for sure,
        so that it waits at once.
        """
        run, now = self.queue.this_run, time.thread_time()
        free_until = run.free_until if run else now + render_queue.FREE_SECONDS
        job = _Job(now, 0.0 if long else free_until)

        def pause() -> None:
            if job.holds:
                if self._may_go_on(job):
                    return
                self._give_back(job)
            elif time.thread_time() < job.free_until:
                return
            else:
                self.queue.step_aside()
            self._take(job, wait)

        try:
            if long:
                pause()
            yield pause
        finally:
            if job.holds:
                self._give_back(job)

    def aside(self, wait: Callable[[], None]) -> Callable[[float], None]:
        """For work that holds a lock, which somebody with a turn may be waiting for, so that it must not wait for one itself.

        What this gives is called between its steps with the share done, which is 0 while it waits for the lock. Once the work
        waits or is long it leaves the line and goes on while nobody stands there, and beside them, for a turn, after as much
        patience as its work has cost. wait: as for a job.
        """
        run, since = self.queue.this_run, time.thread_time()
        turn_ends = run.free_until if run else since + render_queue.FREE_SECONDS

        def pause(share: float) -> None:
            nonlocal since, turn_ends
            if share and time.thread_time() < turn_ends:
                return
            self.queue.step_aside()
            patience = min(ASIDE_SECONDS * (time.thread_time() - since), PATIENCE_SECONDS)
            if not self._clears(patience, wait):
                since = time.thread_time()
                turn_ends = since + TURN_SECONDS

        return pause

    def _clears(self, patience: float, wait: Callable[[], None]) -> bool:
        """Waits until nobody stands in line, but not for more seconds than these; whether that is so."""
        patient_until = time.monotonic() + patience
        while not self._clears_within(min(patience, _LOOK_SECONDS)):
            patience = patient_until - time.monotonic()
            if patience <= 0:
                return False
            wait()
        return True

    def _clears_within(self, seconds: float) -> bool:
        with self.queue.changed:
            return self.queue.changed.wait_for(self.queue.is_clear, seconds)

    def _may_go_on(self, job: _Job) -> bool:
        """Whether the job at work keeps its turn."""
        now = time.monotonic()
        has_waited = now >= job.patient_until
        is_over = now >= job.turn_ends
        if self.queue.is_clear() or (has_waited and not is_over):
            return not (is_over and self._waiting)
        return False

    def _take(self, job: _Job, wait: Callable[[], None]) -> None:
        """Waits for a turn."""
        now, worked = time.monotonic(), time.thread_time() - job.began
        job.patient_until = min(job.patient_until, now + PATIENCE_SECONDS)
        job.due = now + min(DEFER_SECONDS * worked, MOST_DEFER_SECONDS)
        with self.queue.changed:
            insort(self._waiting, job, key=_due)
        try:
            while not self._is_turn_of(job):
                wait()
        finally:
            with self.queue.changed:
                self._waiting.remove(job)
                self.queue.changed.notify_all()
        job.turn_ends = time.monotonic() + TURN_SECONDS

    def _is_turn_of(self, job: _Job) -> bool:
        """Waits a little for the turn and takes it if it comes."""

        def comes() -> bool:
            is_next = not self.working and self._waiting[0] is job
            return is_next and (self.queue.is_clear() or time.monotonic() >= job.patient_until)

        with self.queue.changed:
            job.holds = self.queue.changed.wait_for(comes, _LOOK_SECONDS)
            self.working += job.holds
            return job.holds

    def _give_back(self, job: _Job) -> None:
        with self.queue.changed:
            job.holds = False
            self.working -= 1
            self.queue.changed.notify_all()


def _due(job: _Job) -> float:
    return job.due


TURNS = Turns(LINE)
