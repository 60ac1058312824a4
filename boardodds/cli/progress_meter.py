"""Progress of long work, told in words."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

_TERMINAL_SECONDS, _LOG_SECONDS = 1.0, 5.0
_WIDTH = 40


class Meter:
    """Tells how far work is and how long it will still take: on one line of a terminal, else a line now and then.

    >>> import sys
    >>> seconds = iter([0.0, 4.0, 20.0])
    >>> meter = Meter(sys.stdout, clock=lambda: next(seconds))
    >>> meter(0.1)
    >>> meter(0.25)
    25%, about 60 s to go
    """

    def __init__(self, stream: TextIO | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._start = self._told = clock()
        self._on_terminal = stream is not None and stream.isatty()
        self._wrote = False

    def __call__(self, share: float) -> None:
        """Hears the share of the work that is done, and tells it if the last time is long enough ago."""
        now = self._clock()
        if not share or now - self._told < (_TERMINAL_SECONDS if self._on_terminal else _LOG_SECONDS):
            return
        left = (now - self._start) * (1 - share) / share
        words = f"{share:.0%}, about {left:.0f} s to go"
        self._tell(f"\r{words:{_WIDTH}}" if self._on_terminal else f"{words}\n")
        self._told, self._wrote = now, True

    def close(self) -> None:
        """Clears the line of a terminal."""
        if self._wrote and self._on_terminal:
            self._tell(f"\r{'':{_WIDTH}}\r")

    def _tell(self, words: str) -> None:
        """Writes, if there is where to: progress that cannot be told must not cost the answer."""
        with suppress(OSError):
            if self._stream is not None:
                self._stream.write(words)
                self._stream.flush()
