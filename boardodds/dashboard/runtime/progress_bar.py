"""A progress bar for long work, which shares the server with all other long work."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from boardodds.dashboard.runtime.rerun import stop_if_superseded
from boardodds.dashboard.runtime.scheduler import SCHEDULER

_DRAW_SECONDS = 0.05
_DELAY_SECONDS = 0.3


@contextmanager
def progress(label: str, *, queued: bool = True, long: bool = False) -> Iterator[Callable[[float], None]]:
    """Show a progress bar during some work, and yield the function to call with the share that is done, 0 to 1.

    Each call of the function can stop the run for a newer one, so leaving the view or the page cancels the work. Quick work
    draws no bar. The work calls the library and no cached solver, because another run that waits may hold the solver's lock.

    queued: whether the work waits for time slices of the scheduler; not if it holds a lock of the library.
    long: whether the work is known to be long, so that it waits before its first step.
    """
    place = st.empty()
    # quick work draws nothing
    drawn = time.monotonic() + _DELAY_SECONDS - _DRAW_SECONDS
    done, is_shown = 0.0, False

    def draw(words: str) -> None:
        nonlocal drawn, is_shown
        stop_if_superseded()
        if time.monotonic() - drawn > _DRAW_SECONDS:
            drawn, is_shown = time.monotonic(), True
            place.progress(min(1.0, done), words)

    def pausing(pause: Callable[[float], None]) -> Callable[[float], None]:
        def report(share: float) -> None:
            nonlocal done
            done = share
            pause(share)
            draw(label)

        return report

    def wait() -> None:
        draw(f"{label} (others go first)")

    if queued:
        with SCHEDULER.job(wait, long=long) as pause:
            yield pausing(lambda _: pause())
    else:
        yield pausing(SCHEDULER.lock_holder(wait))
    if is_shown:
        place.empty()
