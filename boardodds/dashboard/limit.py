"""One limit for the whole server: long work takes turns, so that sliders stay alive however many press "long run".

Python runs one thread at a time, so more long runs at once would not be faster, only slower for everybody else. The first
quarter second of any work is free: that is what a slider asks for. What takes longer goes on by turns, one at a time and round
about.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

# of the processor: by the clock, whatever is short would be long as soon as others are at work
FREE_SECONDS = 0.25
# a turn is at least so long, as handing over costs something too
TURN_SECONDS = 0.1
# how often who waits looks up, which is when Streamlit can drop the run
_LOOK_SECONDS = 0.1


@dataclass(eq=False, slots=True)
class Turns:
    """Lets one long job work at a time, those that wait in the order in which they came.

    >>> turns = Turns()
    >>> with turns.job(lambda: None) as pause:
    ...     pause()  # between two steps; this job is not long yet
    ...     turns.working
    0
    """

    working: int = 0
    _waiting: list[object] = field(default_factory=list)
    _changed: threading.Condition = field(default_factory=threading.Condition)

    @contextmanager
    def job(self, wait: Callable[[], None]) -> Iterator[Callable[[], None]]:
        """Some work; what it yields is called between steps, and waits for a turn if the work is long.

        wait: called every tenth of a second while others work; what it raises ends the wait.
        """
        free_until, turn_ends, holds = time.thread_time() + FREE_SECONDS, 0.0, False

        def pause() -> None:
            nonlocal turn_ends, holds
            if not holds and time.thread_time() < free_until:
                return
            if holds and (time.monotonic() < turn_ends or not self._waiting):
                return
            if holds:
                holds = False
                self._give_back()
            self._take(wait)
            turn_ends, holds = time.monotonic() + TURN_SECONDS, True

        try:
            yield pause
        finally:
            if holds:
                self._give_back()

    def _take(self, wait: Callable[[], None]) -> None:
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
        try:
            while not self._is_turn_of(ticket):
                wait()
        finally:
            with self._changed:
                self._waiting.remove(ticket)
                self._changed.notify_all()

    def _is_turn_of(self, ticket: object) -> bool:
        """Waits a little for the turn and takes it if it comes."""
        with self._changed:
            mine = self._changed.wait_for(lambda: not self.working and self._waiting[0] is ticket, _LOOK_SECONDS)
            self.working += mine
            return mine

    def _give_back(self) -> None:
        with self._changed:
            self.working -= 1
            self._changed.notify_all()


TURNS = Turns()
