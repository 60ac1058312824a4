"""Worker processes for long work, so that the server's own process is free to draw pages.

Python runs one thread at a time: a long computation in the server would slow every page down. A job is a call of a function.
Equal requests share one job, which goes on while one of them waits and is cancelled when the last one has left. The results of
finished jobs are the cache, of limited size. They are also kept in files (see ``kept_results``); a result from a file is a
finished job for which no process was started.

There are three lanes with their own processes and slots, for short, long and heavy jobs, so that a job of one second does not
wait for matches of one minute. The operating system gives longer jobs less priority.

Each job has a slot in arrays that the server shares with its workers: the worker writes the fraction done, and a flag asks it
to stop. A worker that dies breaks the executor of its lane, which is then replaced. One whose job takes too long ends itself.
"""

import time
from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import partial
from multiprocessing import get_context
from threading import RLock
from typing import Any

import numpy as np

from boardodds.dashboard.runtime.environment import long_workers, results_bytes, results_folder
from boardodds.dashboard.runtime.kept_results import SCALARS, Call, KeptResults
from boardodds.dashboard.runtime.worker_process import QUEUED, run_job, start_worker

# The results in the cache.
MAX_BYTES = 64_000_000
# The jobs of a lane that wait or run at the same time. A page can need fourteen, in a class 45 pages at once.
MAX_JOBS = 1_000
# Wall-clock seconds after which a job is ended: ten times those of the slowest one that a page allows, alone on a core of a Xeon,
# which is as many games of Candy Land as have three billion turns.
MAX_SECONDS = 7_000.0
# Processor seconds up to which a result of the server's own process is not kept in a file.
_QUICK_SECONDS = 0.02
# The slot of a job that no process computes.
_NO_SLOT = -1
# Writes the results of the server's own process, so that no page waits for a disk.
_writer = ThreadPoolExecutor(1, "result writer")
# The number of processes for heavy jobs; each takes 60 to 200 MB.
LONG_WORKERS = long_workers()
# A result and its size in bytes.
_Result = Future[tuple[Any, int]]


class Lane(Enum):
    """A kind of jobs with processes of its own; the value is the niceness of the processes.

    A page needs short jobs, up to about half a second, and long ones, of seconds. Heavy ones are as large as a visitor asks for.

    With a niceness of 2 for short jobs, which share a core with the server, the 95th percentile of a hundred visitors' answers
    was 0.14 to 0.25 seconds; with 10 it was 0.10 to 0.15. The server leaves a third of the core to the workers even then.
    """

    SHORT = 10
    LONG = 15
    HEAVY = 19


class FullPoolError(Exception):
    """All slots of a lane are taken."""


@dataclass(eq=False, slots=True)
class Job:
    """A call that is computed for all who wait.

    waiting: the number of requests that wait for the result.
    slot: the place in the shared arrays, until the job has ended; ``_NO_SLOT`` if its result was in a file.
    nbytes: the size of the result, once it is in the cache.
    """

    call: Call
    lane: Lane
    slot: int
    future: _Result
    waiting: int = 0
    nbytes: int = 0


@dataclass(eq=False, slots=True)
class WorkerPool:
    """The jobs of a server."""

    results: KeptResults = field(default_factory=KeptResults)
    max_bytes: int = MAX_BYTES
    max_seconds: float = MAX_SECONDS
    _context: Any = field(default_factory=lambda: get_context("spawn"))
    _fractions: Any = None
    _cancelled: Any = None
    _free_slots: dict[Lane, list[int]] = field(
        default_factory=lambda: {lane: [*range(n * MAX_JOBS, (n + 1) * MAX_JOBS)] for n, lane in enumerate(Lane)}
    )
    _executors: dict[Lane, ProcessPoolExecutor] = field(default_factory=dict)
    # The least recently requested job first.
    _jobs: dict[Call, Job] = field(default_factory=dict)
    _lock: Any = field(default_factory=RLock)

    def request(self, call: Call, lane: Lane) -> Job:
        """Return the job of a call, which may have ended, and count one more request, which ends with a call of ``leave``.

        Raises FullPoolError if the lane has too many jobs, OSError if the system refuses a process.
        """
        self._read_file(call, lane)
        with self._lock:
            job = self._jobs.pop(call, None)
            if job and not _has_failed(job.future):
                # To the end of the order, as the most recently requested.
                self._jobs[call] = job
            else:
                job = self._start(call, lane)
            job.waiting += 1
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

    def has_result(self, call: Call) -> bool:
        """Return whether the result of a call is in the cache or in a file."""
        self._read_file(call, Lane.SHORT)
        with self._lock:
            return call in self._jobs and self._jobs[call].future.done()

    def find_or_compute(self, call: Call) -> Any:
        """Return the result of a call from a file, or compute it in this thread and keep it in a file if that took long."""
        key = self.results.key(call)
        if key and (found := self.results.read(key)):
            return found[0]
        start = time.thread_time()
        result = call.run()
        _make_read_only(result)
        if key and time.thread_time() - start > _QUICK_SECONDS:
            _writer.submit(self.results.write, key, result)
        return result

    def stop(self) -> None:
        """Cancel all jobs and end the processes."""
        with self._lock:
            for job in self._jobs.values():
                if not job.future.done():
                    self._cancelled[job.slot] = 1
            executors = list(self._executors.values())
            self._executors.clear()
        for executor in executors:
            # Before Python 3.14, only a private attribute has them.
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            # A stopped process never ends by itself, and Python waits for it.
            for process in processes:
                process.kill()

    def _read_file(self, call: Call, lane: Lane) -> None:
        """Make a finished job of a result that is not in the cache but in a file."""
        key = None if call in self._jobs else self.results.key(call)
        if key and (found := self.results.read(key)):
            job = Job(call, lane, _NO_SLOT, Future(), nbytes=found[1])
            job.future.set_result(found)
            with self._lock:
                self._jobs.setdefault(call, job)
                self._limit_size()

    def _start(self, call: Call, lane: Lane) -> Job:
        if not self._free_slots[lane]:
            raise FullPoolError(f"{MAX_JOBS} computations are waiting")
        if self._fractions is None:
            size = MAX_JOBS * len(Lane)
            self._fractions, self._cancelled = (self._context.Array(kind, size, lock=False) for kind in "db")
        slot = self._free_slots[lane].pop()
        self._fractions[slot], self._cancelled[slot] = QUEUED, 0
        try:
            job = Job(call, lane, slot, self._submit(call, lane, slot))
        except OSError:
            self._executors.pop(lane, None)
            self._free_slots[lane].append(slot)
            raise
        # A job can end as soon as it is started.
        self._jobs[call] = job
        # Without the job, which refers to the future: only a collection of cycles would free both.
        job.future.add_done_callback(partial(self._finish, call, lane, slot))
        return job

    def _submit(self, call: Call, lane: Lane, slot: int) -> _Result:
        work = slot, call, self.results, self.results.key(call)
        try:
            return self._executor(lane).submit(run_job, *work)
        except BrokenExecutor:
            # One of its processes has died.
            del self._executors[lane]
            return self._executor(lane).submit(run_job, *work)

    def _executor(self, lane: Lane) -> ProcessPoolExecutor:
        if lane not in self._executors:
            workers = LONG_WORKERS if lane is Lane.HEAVY else 1
            shared = self._fractions, self._cancelled, lane.value, self.max_seconds
            self._executors[lane] = ProcessPoolExecutor(workers, self._context, start_worker, shared)
        return self._executors[lane]

    def _finish(self, call: Call, lane: Lane, slot: int, future: _Result) -> None:
        """Keep the result of a job that succeeded, within the size of the cache, and forget one that failed."""
        result, nbytes = (None, 0) if _has_failed(future) else future.result()
        _make_read_only(result)
        with self._lock:
            self._free_slots[lane].append(slot)
            job = self._jobs.get(call)
            if job and job.future is future:
                job.nbytes = nbytes
                if not nbytes:
                    del self._jobs[call]
            self._limit_size()

    def _limit_size(self) -> None:
        ended = [job for job in self._jobs.values() if job.future.done()]
        size = sum(job.nbytes for job in ended)
        for job in ended[:-1]:
            if size <= self.max_bytes:
                break
            size -= job.nbytes
            del self._jobs[job.call]


def _has_failed(future: _Result) -> bool:
    return future.done() and (future.cancelled() or future.exception() is not None)


def _make_read_only(value: Any) -> None:
    """Make all arrays of a result read-only, because all visitors share it."""
    parts: Iterable[Any] = ()
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
    elif isinstance(value, dict):
        parts = value.values()
    elif isinstance(value, list | tuple):
        parts = value
    elif is_dataclass(value):
        parts = [getattr(value, each.name) for each in fields(value)]
    # Most parts are in long rows of numbers.
    if not set(map(type, parts)) <= SCALARS:
        for part in parts:
            _make_read_only(part)


POOL = WorkerPool(KeptResults(results_folder(), results_bytes()))
