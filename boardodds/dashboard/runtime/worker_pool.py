"""Worker processes for long work, so that the server's own process is free to draw pages.

Python runs one thread at a time: a long computation in the server would slow every page down. The pool computes it in another
process. A job is a call of a function with its arguments. Equal requests share one job, which goes on while one of them waits and
is cancelled when the last one has left. The results of finished jobs are the cache, of limited size. They are also kept in files
(see ``kept_results``); a result from a file is a finished job for which no process was started.

There are three lanes with their own processes and slots, for short, long and heavy jobs, so that a job of one second does not
wait for matches of one minute. The operating system gives longer jobs less priority.

Each job has a slot in arrays that the server shares with its workers: the worker writes the fraction done, and a flag asks it
to stop. A worker that dies breaks the executor of its lane, which is then replaced. One whose job takes too long ends itself.
"""

import logging
import time
from collections.abc import Callable, Collection
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from functools import partial
from multiprocessing import get_context
from threading import RLock
from typing import Any

import numpy as np

from boardodds.dashboard.runtime.environment import long_workers, results_bytes, results_folder
from boardodds.dashboard.runtime.kept_results import SCALARS, KeptResults
from boardodds.dashboard.runtime.worker_process import QUEUED, run_job, start_worker

_LOGGER = logging.getLogger(__name__)
# The results in the cache.
MAX_BYTES = 64_000_000
# The jobs of a lane that wait or run at the same time. A page can need fourteen, in a class 45 pages at once.
MAX_JOBS = 1_000
# Wall-clock seconds after which a job is ended: ten times those of the slowest one that a page allows, alone on a core of a Xeon,
# which is as many games of Candy Land as have three billion turns.
MAX_SECONDS = 7_000.0
# Processor seconds up to which a result of the server's own process is not kept in a file.
_QUICK_SECONDS = 0.02
# Writes the results of the server's own process, so that no page waits for a disk.
_writer = ThreadPoolExecutor(1, "result writer")
# The number of processes for heavy jobs; each takes 60 to 200 MB.
LONG_WORKERS = long_workers()


class Lane(Enum):
    """A kind of jobs with processes of its own; the value is the niceness of the processes.

    A page needs short jobs, up to about half a second, and long ones, of seconds. Heavy ones are as large as a visitor asks for.

    With a niceness of 2 for short jobs, which share a core with the server, the 95th percentile of a hundred visitors' answers
    was 0.14 to 0.25 seconds; with 10 it was 0.10 to 0.15. The server leaves a third of the core to the workers even then.
    """

    SHORT = 10
    LONG = 15
    HEAVY = 19


_NO_SLOT = -1


class FullPoolError(Exception):
    """All slots of a lane are taken."""


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
    slot: the place in the shared arrays, until the job has ended; ``_NO_SLOT`` if its result was in a file.
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

    results: KeptResults = field(default_factory=KeptResults)
    long_workers: int = LONG_WORKERS
    max_bytes: int = MAX_BYTES
    max_seconds: float = MAX_SECONDS
    _context: Any = field(default_factory=lambda: get_context("spawn"))
    _fractions: Any = None
    _cancelled: Any = None
    _free_slots: dict[Lane, list[int]] = field(default_factory=lambda: {lane: list(_slots(lane)) for lane in Lane})
    _executors: dict[Lane, ProcessPoolExecutor] = field(default_factory=dict)
    # The least recently requested job first.
    _jobs: dict[Call, Job] = field(default_factory=dict)
    _lock: Any = field(default_factory=RLock)

    def request(self, call: Call, lane: Lane) -> Job:
        """Return the job of a call, which may have ended, and count one more request that waits for it.

        Call ``leave`` once for each request. Raises FullPoolError if the lane has too many jobs, OSError if the system refuses a
        process.
        """
        self._read_file(call, lane)
        with self._lock:
            job = self._jobs.pop(call, None) or self._new_job(call, lane)
            # To the end of the order, as the most recently requested. A new job can end as soon as it is started.
            self._jobs[call] = job
            job.waiting += 1
            if job.executor is None and job.slot != _NO_SLOT:
                try:
                    self._start(job)
                except OSError:
                    del self._jobs[call]
                    self._executors.pop(lane, None)
                    self._free_slots[lane].append(job.slot)
                    raise
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

    def is_full(self, lane: Lane) -> bool:
        """Return whether a new job of a lane would be refused."""
        return not self._free_slots[lane]

    def has_result(self, call: Call) -> bool:
        """Return whether the result of a call is in the cache or in a file."""
        self._read_file(call, Lane.SHORT)
        with self._lock:
            return call in self._jobs and self._jobs[call].future.done()

    def find_or_compute(self, call: Call) -> Any:
        """Return the result of a call from a file, or compute it in this thread and keep it in a file if that took long."""
        key = self._key(call)
        if key and (found := self.results.read(key)):
            return found[0]
        start = time.thread_time()
        result = call.function(*call.arguments, **dict(call.options))
        make_read_only(result)
        if key and time.thread_time() - start > _QUICK_SECONDS:
            _writer.submit(self.results.write, key, result)
        return result

    def replace_broken(self, job: Job) -> None:
        """Give up the processes of a job's lane, because one of them died; the next job starts new ones."""
        with self._lock:
            if self._executors.get(job.lane) is job.executor:
                del self._executors[job.lane]
            if self._jobs.get(job.call) is job:
                del self._jobs[job.call]
        if job.executor:
            job.executor.shutdown(wait=False)

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
        key = None if call in self._jobs else self._key(call)
        found = self.results.read(key) if key else None
        if found:
            job = Job(call, lane, _NO_SLOT, nbytes=found[1])
            job.future.set_result(found)
            with self._lock:
                self._jobs.setdefault(call, job)
                self._limit_size()

    def _key(self, call: Call) -> str | None:
        return self.results.key(call.function, call.arguments, call.options)

    def _new_job(self, call: Call, lane: Lane) -> Job:
        if self.is_full(lane):
            raise FullPoolError(f"{MAX_JOBS} computations are waiting")
        if self._fractions is None:
            size = MAX_JOBS * len(Lane)
            self._fractions, self._cancelled = (self._context.Array(kind, size, lock=False) for kind in "db")
        job = Job(call, lane, self._free_slots[lane].pop())
        self._fractions[job.slot], self._cancelled[job.slot] = QUEUED, 0
        return job

    def _start(self, job: Job) -> None:
        try:
            self._submit(job)
        except BrokenExecutor:
            self.replace_broken(job)
            self._submit(job)
        # Without the job, which refers to the future: only a collection of cycles would free both.
        job.future.add_done_callback(partial(self._finish, job.call, job.lane, job.slot))

    def _submit(self, job: Job) -> None:
        call, job.executor = job.call, self._executor(job.lane)
        key = self._key(call)
        keep = partial(self.results.write, key) if key else None
        job.future = job.executor.submit(run_job, job.slot, call.function, call.arguments, dict(call.options), keep)

    def _executor(self, lane: Lane) -> ProcessPoolExecutor:
        if lane not in self._executors:
            workers = self.long_workers if lane is Lane.HEAVY else 1
            shared = (self._fractions, self._cancelled, lane.value, self.max_seconds)
            self._executors[lane] = ProcessPoolExecutor(workers, self._context, start_worker, shared)
        return self._executors[lane]

    def _finish(self, call: Call, lane: Lane, slot: int, future: "Future[tuple[Any, int]]") -> None:
        """Keep the result of a job that succeeded, within the size of the cache, and forget one that failed."""
        failed = future.cancelled() or future.exception() is not None
        nbytes = 0
        if not failed:
            result, nbytes = future.result()
            make_read_only(result)
        with self._lock:
            self._free_slots[lane].append(slot)
            job = self._jobs.get(call)
            if job and job.future is future:
                job.nbytes = nbytes
                if failed:
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


def _slots(lane: Lane) -> range:
    first = MAX_JOBS * list(Lane).index(lane)
    return range(first, first + MAX_JOBS)


def make_read_only(value: Any) -> None:
    """Make all arrays of a result read-only, because all visitors share it.

    >>> result = {"counts": np.array([1, 2])}
    >>> make_read_only(result)
    >>> result["counts"].flags.writeable
    False
    """
    if isinstance(value, np.ndarray):
        value.flags.writeable = False
        return
    parts: Collection[Any] = ()
    if isinstance(value, dict):
        parts = value.values()
    elif isinstance(value, list | tuple):
        parts = value
    elif is_dataclass(value):
        parts = [getattr(value, each.name) for each in fields(value)]
    # Most parts are in long rows of numbers.
    if not set(map(type, parts)) <= SCALARS:
        for part in parts:
            if type(part) not in SCALARS:
                make_read_only(part)


POOL = WorkerPool(KeptResults(results_folder(), results_bytes()))
