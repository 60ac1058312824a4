"""One limit for the whole server: pages are drawn one after the other, and long work goes on where nobody waits.

Python runs one thread at a time. Pages drawn side by side would all be ready late, and together, as Streamlit sends nothing while
they push each other aside. So they stand in line. What a slider asks for is short; work that is not leaves the line and goes on
while nobody stands there, or by a turn now and then, one such work at a time and round about. So sliders stay alive however many
press "long run".
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import inf

# what is not long, of the processor: by the clock, whatever is short would be long as soon as others are at work
FREE_SECONDS = 0.08
# who is at the front for so long by the clock, perhaps waiting for the long work itself, does not keep it from going on
SLOW_SECONDS = 0.05
# and does not hold up the line any longer after so long
OVERDUE_SECONDS = 0.15
# long work that has waited for so long has a turn even if the line is never empty
PATIENCE_SECONDS = 2.0
# a turn is at least so long, as handing over costs something too
TURN_SECONDS = 0.1
# how often who waits for a turn looks up, which is when Streamlit can drop the run
_LOOK_SECONDS = 0.1
# how often who stands in line looks at the front if nobody comes or goes
_GLANCE_SECONDS = 0.5


@dataclass(eq=False, slots=True)
class _Run:
    """A page, or part of one, being drawn.

    called: released when it comes to the front of the line. front_since: of the clock. free_until: of its processor time.
    """

    called: threading.Lock = field(default_factory=threading.Lock)
    front_since: float = inf
    free_until: float = 0.0


@dataclass(eq=False, slots=True)
class Turns:
    """Lets one page be drawn at a time, in the order in which they came, and one long job go on beside.

    >>> turns = Turns()
    >>> with turns.run(), turns.job(lambda: None) as pause:
    ...     pause()  # between two steps; this job is not long yet
    ...     turns.working
    0
    """

    working: int = 0
    _line: deque[_Run] = field(default_factory=deque)
    _waiting: list[object] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)
    _changed: threading.Condition = field(init=False)
    _here: threading.local = field(default_factory=threading.local)

    def __post_init__(self) -> None:
        self._changed = threading.Condition(self._lock)

    @contextmanager
    def run(self) -> Iterator[None]:
        """The drawing of a page, or of part of one if that is not part of a run already; waits in line for it."""
        if self._this_run():
            yield
            return
        run = self._here.run = self._join()
        try:
            self._stand(run)
            run.free_until = time.thread_time() + FREE_SECONDS
            yield
        finally:
            self._here.run = None
            self._leave(run)

    @contextmanager
    def job(self, wait: Callable[[], None]) -> Iterator[Callable[[], None]]:
        """Some work of a run; what it yields is called between steps, and leaves the line and waits if the work is long.

        wait: called every tenth of a second while others work; what it raises ends the wait.
        """
        run = self._this_run()
        free_until = run.free_until if run else time.thread_time() + FREE_SECONDS
        granted_until = turn_ends = 0.0
        holds = False

        def pause() -> None:
            nonlocal granted_until, turn_ends, holds
            if not holds and time.thread_time() < free_until:
                return
            if holds and self._may_go_on(granted_until, turn_ends):
                return
            if holds:
                holds = False
                self._give_back()
            elif run:
                self._leave(run)
            was_patient = self._take(wait)
            turn_ends = time.monotonic() + TURN_SECONDS
            granted_until = 0.0 if was_patient else turn_ends
            holds = True

        try:
            yield pause
        finally:
            if holds:
                self._give_back()

    def _this_run(self) -> _Run | None:
        """The run in whose thread this is called."""
        return getattr(self._here, "run", None)

    def _join(self) -> _Run:
        run = _Run()
        run.called.acquire()
        with self._lock:
            self._line.append(run)
            if self._line[0] is run:
                self._call(run)
        return run

    def _stand(self, run: _Run) -> None:
        """Waits in line until the run is at its front."""
        while not run.called.acquire(timeout=self._pass_overdue(run)):
            pass

    def _pass_overdue(self, run: _Run) -> float:
        """Takes from the front who has been there too long; the seconds until this run should look again."""
        with self._lock:
            if not self._line or (front := self._line[0]) is run:
                return 0.0
            left = front.front_since + OVERDUE_SECONDS - time.monotonic()
            if left <= 0:
                self._leave(front)
                return _GLANCE_SECONDS
            is_next = len(self._line) > 1 and self._line[1] is run
            return left if is_next else _GLANCE_SECONDS

    def _leave(self, run: _Run) -> None:
        """Lets the next in line to the front, if that is where the run still is."""
        with self._lock:
            if not self._line or self._line[0] is not run:
                return
            self._line.popleft()
            if self._line:
                self._call(self._line[0])
            else:
                self._changed.notify_all()

    def _call(self, run: _Run) -> None:
        run.front_since = time.monotonic()
        run.called.release()

    def _is_clear(self) -> bool:
        """Whether nobody stands in line who would be held up by long work."""
        with self._lock:
            return not self._line or time.monotonic() > self._line[0].front_since + SLOW_SECONDS

    def _may_go_on(self, granted_until: float, turn_ends: float) -> bool:
        """Whether long work keeps its turn."""
        now = time.monotonic()
        return now < granted_until or (self._is_clear() and (now < turn_ends or not self._waiting))

    def _take(self, wait: Callable[[], None]) -> bool:
        """Waits for a turn; whether it came without patience running out."""
        ticket, patient_until = object(), time.monotonic() + PATIENCE_SECONDS
        with self._changed:
            self._waiting.append(ticket)
        try:
            while not self._is_turn_of(ticket, patient_until):
                wait()
        finally:
            with self._changed:
                self._waiting.remove(ticket)
                self._changed.notify_all()
        return time.monotonic() < patient_until

    def _is_turn_of(self, ticket: object, patient_until: float) -> bool:
        """Waits a little for the turn and takes it if it comes."""

        def comes() -> bool:
            is_next = not self.working and self._waiting[0] is ticket
            return is_next and (self._is_clear() or time.monotonic() >= patient_until)

        with self._changed:
            mine = self._changed.wait_for(comes, _LOOK_SECONDS)
            self.working += mine
            return mine

    def _give_back(self) -> None:
        with self._changed:
            self.working -= 1
            self._changed.notify_all()


TURNS = Turns()
