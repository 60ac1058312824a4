"""A scheduler that runs one long job at a time on the whole server, so that pages still answer quickly.

Pages are drawn one after the other (see ``render_queue``). A long job leaves that queue and runs while the queue is idle, or in
time slices once it has waited long enough. The longer it has worked, the longer it defers to jobs that arrive later.
"""

import time
from bisect import insort
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

from boardodds.dashboard.runtime import render_queue
from boardodds.dashboard.runtime.render_queue import RENDER_QUEUE, RenderQueue

# the wall-clock time after which a waiting job gets time slices although the queue is never idle
MAX_WAIT_SECONDS = 2.0
# for each second of its own work, a job defers to jobs that arrive within this number of seconds
DEFER_PER_SECOND = 4.0
# the longest time for which a job defers to others
MAX_DEFER_SECONDS = 5.0
# the shortest time slice, because switching between jobs has a cost
MIN_SLICE_SECONDS = 0.1
# for each second of its own work, a job that holds a lock waits at most this number of seconds for an idle queue; the job that
# has the time slice may be waiting for the lock
LOCK_HOLDER_WAIT_PER_SECOND = 4.0
# the time between two checks of a waiting job, at which Streamlit can stop its run
_POLL_SECONDS = 0.1


@dataclass(eq=False, slots=True)
class _Job:
    """A job in its thread.

    began, free_until: processor time of the thread.
    wait_until, due, slice_ends: wall-clock time.
    """

    began: float
    free_until: float
    wait_until: float = inf
    due: float = 0.0
    slice_ends: float = 0.0
    holds: bool = False


@dataclass(eq=False, slots=True)
class JobScheduler:
    """Runs one long job at a time, beside the queue of pages that are drawn.

    >>> scheduler = JobScheduler(RenderQueue())
    >>> with scheduler.job(lambda: None) as pause:
    ...     pause()  # between two steps; this job is not long yet
    ...     scheduler.working
    0
    """

    queue: RenderQueue
    working: int = 0
    _waiting: list[_Job] = field(default_factory=list)

    @contextmanager
    def job(self, wait: Callable[[], None], *, long: bool = False) -> Iterator[Callable[[], None]]:
        """Run a job and yield the function to call between its steps, which leaves the queue and waits once the job is long.

        wait: called ten times a second while other jobs run; an exception that it raises ends the wait.
        long: whether the job is known to be long, so that it waits before its first step.
        """
        run, now = self.queue.current_run, time.thread_time()
        free_until = run.free_until if run else now + render_queue.FREE_SECONDS
        job = _Job(now, 0.0 if long else free_until)

        def pause() -> None:
            if job.holds:
                if self._may_continue(job):
                    return
                self._release(job)
            elif time.thread_time() < job.free_until:
                return
            else:
                self.queue.leave()
            self._acquire(job, wait)

        try:
            if long:
                pause()
            yield pause
        finally:
            if job.holds:
                self._release(job)

    def lock_holder(self, wait: Callable[[], None]) -> Callable[[float], None]:
        """Return the function to call between the steps of a job that holds a lock.

        The job with the time slice may be waiting for the lock, so the lock's holder must not wait for a time slice: that would
        be a deadlock. It leaves the queue once it waits or is long, continues while the queue is idle, and takes a time slice
        beside it after a wait in proportion to its own work.

        The function takes the share of the work that is done, which is 0 while the job waits for the lock. wait: as for ``job``.
        """
        run, since = self.queue.current_run, time.thread_time()
        slice_ends = run.free_until if run else since + render_queue.FREE_SECONDS

        def pause(share: float) -> None:
            nonlocal since, slice_ends
            if share and time.thread_time() < slice_ends:
                return
            self.queue.leave()
            seconds = min(LOCK_HOLDER_WAIT_PER_SECOND * (time.thread_time() - since), MAX_WAIT_SECONDS)
            if not self._wait_until_idle(seconds, wait):
                since = time.thread_time()
                slice_ends = since + MIN_SLICE_SECONDS

        return pause

    def _wait_until_idle(self, seconds: float, wait: Callable[[], None]) -> bool:
        """Wait until the queue is idle, at most for some seconds; return whether it is."""
        wait_until = time.monotonic() + seconds
        while not self._is_idle_within(min(seconds, _POLL_SECONDS)):
            seconds = wait_until - time.monotonic()
            if seconds <= 0:
                return False
            wait()
        return True

    def _is_idle_within(self, seconds: float) -> bool:
        with self.queue.changed:
            return self.queue.changed.wait_for(self.queue.is_idle, seconds)

    def _may_continue(self, job: _Job) -> bool:
        """Return whether the running job keeps its time slice."""
        now = time.monotonic()
        has_waited = now >= job.wait_until
        is_over = now >= job.slice_ends
        if self.queue.is_idle() or (has_waited and not is_over):
            return not (is_over and self._waiting)
        return False

    def _acquire(self, job: _Job, wait: Callable[[], None]) -> None:
        """Wait for a time slice."""
        now, worked = time.monotonic(), time.thread_time() - job.began
        job.wait_until = min(job.wait_until, now + MAX_WAIT_SECONDS)
        job.due = now + min(DEFER_PER_SECOND * worked, MAX_DEFER_SECONDS)
        with self.queue.changed:
            insort(self._waiting, job, key=_due)
        try:
            while not self._acquire_slice(job):
                wait()
        finally:
            with self.queue.changed:
                self._waiting.remove(job)
                self.queue.changed.notify_all()
        job.slice_ends = time.monotonic() + MIN_SLICE_SECONDS

    def _acquire_slice(self, job: _Job) -> bool:
        """Wait a moment for a time slice; return whether the job has got one."""

        def is_free() -> bool:
            is_next = not self.working and self._waiting[0] is job
            return is_next and (self.queue.is_idle() or time.monotonic() >= job.wait_until)

        with self.queue.changed:
            job.holds = self.queue.changed.wait_for(is_free, _POLL_SECONDS)
            self.working += job.holds
            return job.holds

    def _release(self, job: _Job) -> None:
        with self.queue.changed:
            job.holds = False
            self.working -= 1
            self.queue.changed.notify_all()


def _due(job: _Job) -> float:
    return job.due


SCHEDULER = JobScheduler(RENDER_QUEUE)
