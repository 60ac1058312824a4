"""The limit for the time that a simulation may take."""

import math
import time


class DeadlineError(Exception):
    """Raised when a simulation has taken as long as it may."""


class Deadline:
    """A point in time after which a simulation ends without an answer.

    seconds: wall-clock seconds from now; None for no limit.

    >>> Deadline(None).check()
    >>> Deadline(0.0)
    Traceback (most recent call last):
    ValueError: timeout must be a number of seconds above 0, got 0.0
    """

    def __init__(self, seconds: float | None) -> None:
        if seconds is not None and not 0 < seconds < math.inf:
            raise ValueError(f"timeout must be a number of seconds above 0, got {seconds}")
        self._seconds = seconds
        self._start = time.monotonic()

    def check(self) -> None:
        """Raise DeadlineError if the time is over."""
        if self._seconds is not None and time.monotonic() - self._start > self._seconds:
            raise DeadlineError(f"the simulation did not end within the timeout of {self._seconds:g} seconds")
