"""Worker processes for long work, so that the server's own process is free to draw pages.

Python runs one thread at a time: a long computation in the server would slow every page down. The pool computes it in another
process. A job is a call of a function with its arguments. Equal requests share one job, which goes on while one of them waits and
is cancelled when the last one has left. The results of finished jobs are the cache, of limited size.

There are two lanes with their own processes, for short and for long jobs, so that a job of one second does not wait for a
tournament of one minute. The operating system gives long jobs less priority.

Each job has a slot in two arrays that the server shares with its workers: the worker writes the fraction done, and a flag asks
it to stop. A worker that dies breaks the executor of its lane, which is then replaced.
"""

import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import partial
from multiprocessing import get_context
from threading import RLock
from typing import Any

import numpy as np

from boardodds.dashboard.runtime.worker_process import QUEUED, run_job, start_worker

# The results in the cache.
MAX_BYTES = 64_000_000
# The jobs that wait or run at the same time.
MAX_JOBS = 256
# The number of processes for long jobs; each takes 60 to 200 MB.
LONG_WORKERS = int(os.environ.get("BOARDODDS_LONG_WORKERS", "1"))


class Lane(Enum):
    """A kind of jobs with processes of its own; the value is the niceness of the processes.

    With a niceness of 2 for short jobs, which share a core with the server, the 95th percentile of a hundred visitors' answers
    was 0.14 to 0.25 seconds; with 10 it was 0.10 to 0.15. The server leaves a third of the core to the workers even then.
    """

    SHORT = 10
    LONG = 19


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function that other processes can import; equal calls share one job.

    options: the keyword arguments in the order of their names.
    """

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(eq=False, slots=True)
class Job:
    """A call in a lane.

    waiting: the number of requests that wait for the result.
    slot: the place in the shared arrays, until the job has ended.
    nbytes: the size of the result.
    """

    call: Call
    lane: Lane
    slot: int
    future: "Future[tuple[Any, int]]" = field(default_factory=Future)
    executor: ProcessPoolExecutor | None = None
    waiting: int = 0
    nbytes: int = 0


@dataclass(eq=False, slots=True)
class WorkerPool:
    """The jobs of a server.

    >>> pool = WorkerPool()
    >>> job = pool.request(Call(divmod, (7, 2)), Lane.SHORT)
    >>> job.future.result(60)[0]
    (3, 1)
    >>> pool.stop()
    """

    long_workers: int = LONG_WORKERS
    max_bytes: int = MAX_BYTES
    _context: Any = field(default_factory=lambda: get_context("spawn"))
    _fractions: Any = None
    _cancelled: Any = None
    _free_slots: list[int] = field(default_factory=lambda: list(range(MAX_JOBS)))
    _executors: dict[Lane, ProcessPoolExecutor] = field(default_factory=dict)
    # The least recently requested job first.
    _jobs: dict[Call, Job] = field(default_factory=dict)
    _lock: Any = field(default_factory=RLock)

    def request(self, call: Call, lane: Lane) -> Job:
        """Return the job of a call, which may have ended, and count one more request that waits for it.

        Call ``leave`` once for each request. Raises ValueError if there are too many jobs.
        """
        with self._lock:
            job = self._jobs.pop(call, None) or self._new_job(call, lane)
            # To the end of the order, as the most recently requested. A new job can end as soon as it is started.
            self._jobs[call] = job
            job.waiting += 1
            if job.executor is None:
                self._start(job)
            return job

    def leave(self, job: Job) -> None:
        """Count one request less, and cancel the job if none waits for it."""
        with self._lock:
            job.waiting -= 1
            if job.waiting or job.future.done():
                return
            self._cancelled[job.slot] = 1
            if self._jobs.get(job.call) is job:
                del self._jobs[job.call]
        job.future.cancel()

    def fraction(self, job: Job) -> float | None:
        """Return the fraction done of a job, or None while it is queued."""
        fraction = float(self._fractions[job.slot])
        return None if fraction == QUEUED else fraction

    @property
    def is_full(self) -> bool:
        """Whether a new job would be refused."""
        return not self._free_slots

    def has_result(self, call: Call) -> bool:
        """Return whether the result of a call is in the cache."""
        with self._lock:
            return call in self._jobs and self._jobs[call].future.done()

    def forget(self, call: Call) -> None:
        """Drop the result of a call from the cache."""
        with self._lock:
            if call in self._jobs and self._jobs[call].future.done():
                del self._jobs[call]

    def replace_broken(self, job: Job) -> None:
        """Have new processes for a job's lane, because one of its processes died."""
        with self._lock:
            if self._executors.get(job.lane) is job.executor:
                del self._executors[job.lane]
        if job.executor:
            job.executor.shutdown(wait=False)

    def stop(self) -> None:
        """Cancel all jobs and end the processes."""
        with self._lock:
            for job in self._jobs.values():
                self._cancelled[job.slot] = 1
            executors = list(self._executors.values())
            self._executors.clear()
        for executor in executors:
            executor.shutdown(cancel_futures=True)

    def _new_job(self, call: Call, lane: Lane) -> Job:
        if self.is_full:
            raise ValueError("too many long computations are waiting: try again in a moment")
        if self._fractions is None:
            self._fractions = self._context.Array("d", MAX_JOBS, lock=False)
            self._cancelled = self._context.Array("b", MAX_JOBS, lock=False)
        job = Job(call, lane, self._free_slots.pop())
        self._fractions[job.slot], self._cancelled[job.slot] = QUEUED, 0
        return job

    def _start(self, job: Job) -> None:
        try:
            self._submit(job)
        except BrokenExecutor:
            self.replace_broken(job)
            self._submit(job)
        # Without the job, which refers to the future: only a collection of cycles would free both.
        job.future.add_done_callback(partial(self._finish, job.call, job.slot))

    def _submit(self, job: Job) -> None:
        call, job.executor = job.call, self._executor(job.lane)
        job.future = job.executor.submit(run_job, job.slot, call.function, call.arguments, dict(call.options))

    def _executor(self, lane: Lane) -> ProcessPoolExecutor:
        if lane not in self._executors:
            workers = self.long_workers if lane is Lane.LONG else 1
            shared = (self._fractions, self._cancelled, lane.value)
            self._executors[lane] = ProcessPoolExecutor(workers, self._context, start_worker, shared)
        return self._executors[lane]

    def _finish(self, call: Call, slot: int, future: "Future[tuple[Any, int]]") -> None:
        """Keep the result of a job that succeeded, within the size of the cache, and forget one that failed."""
        failed = future.cancelled() or future.exception() is not None
        nbytes = 0
        if not failed:
            result, nbytes = future.result()
            make_read_only(result)
        with self._lock:
            self._free_slots.append(slot)
            job = self._jobs.get(call)
            if job and job.future is future:
                job.nbytes = nbytes
                if failed:
                    del self._jobs[call]
            ended = [other for other in self._jobs.values() if other.future.done()]
            size = sum(other.nbytes for other in ended)
            for other in ended[:-1]:
                if size <= self.max_bytes:
                    break
                size -= other.nbytes
                del self._jobs[other.call]


def make_read_only(value: Any) -> None:
    """Make all arrays of a result read-only, because all visitors share it.

    >>> result = {"counts": np.array([1, 2])}
    >>> make_read_only(result)
    >>> result["counts"].flags.writeable
    False
    """
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, dict):
        make_read_only(list(value.values()))
    elif isinstance(value, list | tuple):
        for part in value:
            make_read_only(part)
    elif is_dataclass(value):
        for each in fields(value):
            make_read_only(getattr(value, each.name))


POOL = WorkerPool()
