"""Results for pages: cached for all sessions, or computed in a worker process while the page shows its progress."""

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.runtime.kept_results import Call
from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.runtime.streamlit_patches import stop_if_superseded
from boardodds.dashboard.runtime.worker_pool import POOL, FullPoolError, Job, Lane

_LOGGER = logging.getLogger(__name__)
SHORT, LONG, HEAVY = Lane
_MAX_ENTRIES = 256
# Wall-clock seconds between two looks at a job, and before the first bar.
_POLL_SECONDS, _DELAY_SECONDS = 0.1, 0.3
# The wall-clock seconds, and the fraction of the work, after which the rest of the time is estimated.
_ESTIMATE_SECONDS, _MIN_ESTIMATED = 1.0, 0.03
# The wall-clock seconds that ``short_only`` allows a job.
_MAX_SHORT_SECONDS = 8.0

Result = TypeVar("Result")
_P = ParamSpec("_P")
# A call that a worker computes, and its lane.
Work = tuple[Call, Lane]


class _Thread(threading.local):
    """What one thread has for itself."""

    # Whether it is within ``short_only``, and where ``compute`` shows its progress within ``progress_place``.
    is_short = False
    place: DeltaGenerator | None = None

    def __init__(self) -> None:
        # By lane, the requests of a run that a newer run of its visitor has ended. Streamlit goes on with the newer run in the
        # same thread, so it finds what both need still running. The end of the thread closes the stacks.
        self.superseded: dict[Lane, ExitStack] = {}


_thread = _Thread()


def keep_results(*, entries: int = _MAX_ENTRIES) -> Callable[[Callable[_P, Result]], Callable[_P, Result]]:
    """Return a decorator that caches a function's results for all sessions, and in a file if they took long.

    Equal calls at the same time share one computation. The results are shared: do not change them. The arguments are hashable.
    The function must not call ``compute``, whose wait can end with the visit of the page that waits. ``entries`` results are
    kept in memory.

    >>> @keep_results()
    ... def double(number: int) -> int:
    ...     return 2 * number
    >>> double(4)
    8
    """

    def decorate(function: Callable[_P, Result]) -> Callable[_P, Result]:
        lock = threading.Lock()
        # By call, a lock, and a list that has the result once it is computed.
        entry = lru_cache(entries)(lambda _call: (threading.Lock(), list[Result]()))

        @wraps(function)
        def look_up(*args: _P.args, **kwargs: _P.kwargs) -> Result:
            call = _call(function, args, kwargs)
            with lock:
                computing, found = entry(call)
            with computing:
                if not found:
                    found.append(POOL.find_or_compute(call))
            return found[0]

        return look_up

    return decorate


class LongWorkError(Exception):
    """Work for a worker process can't be done now; the text says why, as a sentence for the visitor."""


class RefusedWorkError(ValueError):
    """Work that its function refuses, whenever it is asked; the text is the function's."""


@contextmanager
def short_only() -> Iterator[None]:
    """Let ``compute`` in this thread raise LongWorkError instead of starting long work, or waiting long for short work.

    Without a page there is no progress to show, and a crawler that follows a link must not start what takes long.
    """
    _thread.is_short = True
    try:
        yield
    finally:
        _thread.is_short = False


@contextmanager
def progress_place() -> Iterator[None]:
    """Let ``compute`` show its progress here, in a place that is on the page whether or not anything has to be computed.

    A place that is made for a bar moves all parts after it by one; the next run finds the result and moves them back. The browser
    draws parts that move anew, for a moment beside the old ones.
    """
    outer, _thread.place = _thread.place, st.empty()
    try:
        yield
    finally:
        _thread.place = outer


def work(function: Callable[..., Any], *arguments: Any, lane: Lane = SHORT, **options: Any) -> Work:
    """Return a call for ``compute_all``; the parameters are those of ``compute``."""
    return _call(function, arguments, options), lane


def compute(function: Callable[..., Result], *arguments: Any, label: str, lane: Lane = SHORT, **options: Any) -> Result:
    """Return ``function(*arguments, **options)`` from the cache or from a worker process, with a progress bar under a label.

    A newer run of the same visitor ends the wait, and goes on with the same work if it needs that too. Otherwise the work is
    cancelled when nobody waits for it. The result is shared: do not change it.

    Raises LongWorkError if there is no room for the work, if it ends its process twice, and for long work within ``short_only``.
    Raises RefusedWorkError if the function raises ValueError.

    function: a function of the library, by whose name a worker can import it; with a parameter ``progress`` it moves the bar.
    arguments, options: hashable values that can be pickled.
    lane: ``LONG`` for work of more than about half a second, ``HEAVY`` for work that a visitor can make larger than a page needs.
        The work of others in the lane waits behind it.

    >>> compute(divmod, 7, 2, label="Dividing…")
    (3, 1)
    """
    result: Result
    (result,) = compute_all([work(function, *arguments, lane=lane, **options)], label=label)
    return result


def compute_all(works: Sequence[Work], *, label: str) -> list[Any]:
    """Return the results of several calls, as ``compute`` returns one. All are requested at once, and share a progress bar."""
    if _thread.is_short:
        return [_compute_short(call, lane) for call, lane in works]
    for _ in range(2):
        # A worker process can die, perhaps for lack of memory, or take too long. Then the pool has new ones.
        with suppress(BrokenExecutor):
            return _wait_for(works, label)
    raise LongWorkError("The computation was stopped twice. Try again with less work, or later.")


def _call(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> Call:
    return Call(function, arguments, tuple(sorted(options.items())))


def _compute_short(call: Call, lane: Lane) -> Any:
    if lane is not SHORT and not POOL.has_result(call):
        raise LongWorkError(f"{call.function.__name__} would take long")
    with _requested(call, lane) as job:
        try:
            return job.future.result(_MAX_SHORT_SECONDS)[0]
        except (TimeoutError, BrokenExecutor) as error:
            raise LongWorkError(f"{call.function.__name__} has waited long, or its process died") from error


def _wait_for(works: Sequence[Work], label: str) -> list[Any]:
    with ExitStack() as stack:
        requests = {lane: stack.enter_context(ExitStack()) for lane in Lane}
        jobs = [requests[lane].enter_context(_requested(call, lane)) for call, lane in works]
        if pending := [job for job in jobs if not job.future.done()]:
            # The page waits without keeping others from being drawn.
            RENDER_LOCK.leave()
            lanes = {job.lane for job in pending}
            for lane in lanes:
                # What an earlier run left in this lane is in the way now, unless it is the same work.
                _thread.superseded.pop(lane, ExitStack()).close()
            try:
                _show_progress(pending, label)
            except BaseException:
                _thread.superseded.update((lane, requests[lane].pop_all()) for lane in lanes)
                raise
        try:
            return [job.future.result()[0] for job in jobs]
        except ValueError as error:
            raise RefusedWorkError(str(error)) from error


@contextmanager
def _requested(call: Call, lane: Lane) -> Iterator[Job]:
    try:
        job = POOL.request(call, lane)
    except FullPoolError as error:
        raise LongWorkError("Too many computations of other visitors are waiting. Try again in a minute.") from error
    except OSError as error:
        _LOGGER.exception("No computation can be started")
        raise LongWorkError("The server has no room for another computation. Try again later.") from error
    try:
        yield job
    finally:
        POOL.leave(job)


def _show_progress(jobs: Sequence[Job], label: str) -> None:
    """Wait for jobs. Quick work draws no bar. Each step can end this run for a newer one of the same visitor."""
    place, start, is_shown = _thread.place or st.empty(), time.monotonic(), False
    # The seconds and the fraction done when the work was first seen under way: others can have started it before.
    begun: tuple[float, float] | None = None
    while wait([job.future for job in jobs], _POLL_SECONDS).not_done:
        stop_if_superseded()
        seconds = time.monotonic() - start
        if seconds < _DELAY_SECONDS:
            continue
        is_shown, fractions = True, [1.0 if job.future.done() else POOL.fraction(job) for job in jobs]
        done, text = min(1.0, sum(fraction or 0.0 for fraction in fractions) / len(jobs)), label
        if all(fraction is None for fraction in fractions):
            text = f"{label} (waiting for other visitors, {seconds:.0f} s)"
        else:
            begun = begun or (seconds, done)
            waited, progress = seconds - begun[0], done - begun[1]
            if waited > _ESTIMATE_SECONDS and progress > _MIN_ESTIMATED:
                text = f"{label} (about {math.ceil(waited * (1 - done) / progress)} s left)"
        place.progress(done, text)
    if is_shown:
        place.empty()
