"""A progress bar for long work, which takes turns with all other work on the server."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from boardodds.dashboard.runtime.background import TURNS
from boardodds.dashboard.runtime.rerun import give_way

_DRAW_SECONDS = 0.05
_PATIENCE_SECONDS = 0.3


@contextmanager
def progress(label: str, *, turn: bool = True, long: bool = False) -> Iterator[Callable[[float], None]]:
    """A bar for work that tells its share done, from 0 to 1; nothing is drawn if it never tells and need not wait.

    Each telling is a moment at which the run can be dropped for a newer one, so leaving the view or the page cancels the work.
    Long work takes turns with all other on the server, from its start if ``long`` says so, but for the work that the library
    itself does one at a time: who holds its lock must not wait for a turn, only make room. What runs inside calls the library
    and no cached solver, whose lock may be held by somebody who waits.
    """
    place = st.empty()
    # quick work draws nothing
    drawn = time.monotonic() + _PATIENCE_SECONDS - _DRAW_SECONDS
    done, is_shown = 0.0, False

    def draw(words: str) -> None:
        nonlocal drawn, is_shown
        give_way()
        if time.monotonic() - drawn > _DRAW_SECONDS:
            drawn, is_shown = time.monotonic(), True
            place.progress(min(1.0, done), words)

    def pausing(pause: Callable[[float], None]) -> Callable[[float], None]:
        def tell(share: float) -> None:
            nonlocal done
            done = share
            pause(share)
            draw(label)

        return tell

    def wait() -> None:
        draw(f"{label} (others go first)")

    if turn:
        with TURNS.job(wait, long=long) as pause:
            yield pausing(lambda _: pause())
    else:
        yield pausing(TURNS.aside(wait))
    if is_shown:
        place.empty()
