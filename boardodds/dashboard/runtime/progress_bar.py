"""A progress bar for long work, which shares the server with all other long work."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from boardodds.dashboard.runtime.rerun import stop_if_superseded
from boardodds.dashboard.runtime.scheduler import SCHEDULER

# The minimum wall-clock time between two drawings, and the time before the first one.
_DRAW_SECONDS = 0.05
_DELAY_SECONDS = 0.3


@contextmanager
def progress(label: str, *, queued: bool = True, long: bool = False) -> Iterator[Callable[[float], None]]:
    """Show a progress bar during some work, and yield the function that reports the fraction done, 0 to 1.

    Each report can stop the run for a newer one, so leaving the view or the page cancels the work. Quick work draws no bar. The
    work must call the library and no cached solver: a waiting run can hold the lock of the solver's cache.

    queued: whether the work waits for time slices of the scheduler; False for work that holds a lock of the library.
    long: whether the work is known to be long, so that it waits before its first step.
    """
    place = st.empty()
    # The first drawing is delayed, so that quick work draws nothing.
    last_drawn = time.monotonic() + _DELAY_SECONDS - _DRAW_SECONDS
    fraction, is_shown = 0.0, False

    def draw(text: str) -> None:
        nonlocal last_drawn, is_shown
        stop_if_superseded()
        if time.monotonic() - last_drawn > _DRAW_SECONDS:
            last_drawn, is_shown = time.monotonic(), True
            place.progress(min(1.0, fraction), text)

    def reporter(pause: Callable[[float], None]) -> Callable[[float], None]:
        def report(done: float) -> None:
            nonlocal fraction
            fraction = done
            pause(done)
            draw(label)

        return report

    def wait() -> None:
        draw(f"{label} (others go first)")

    if queued:
        with SCHEDULER.job(wait, long=long) as pause:
            yield reporter(lambda _: pause())
    else:
        yield reporter(SCHEDULER.lock_holder(wait))
    if is_shown:
        place.empty()
