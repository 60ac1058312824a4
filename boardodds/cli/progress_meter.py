"""The progress of long work as text, with the time left."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

# Wall-clock seconds between two reports, on a terminal and elsewhere.
_TERMINAL_SECONDS, _LOG_SECONDS = 1.0, 5.0
_LINE_WIDTH = 40


class Meter:
    """A progress callback that writes the fraction done and the estimated time left.

    On a terminal it rewrites one line every second; elsewhere it adds a line every five seconds.

    stream: where to write; None writes nothing.
    clock: returns the time in seconds.

    >>> import sys
    >>> seconds = iter([0.0, 4.0, 20.0])
    >>> meter = Meter(sys.stdout, clock=lambda: next(seconds))
    >>> meter(0.1)
    >>> meter(0.25)
    25%, about 60 s to go
    """

    def __init__(self, stream: TextIO | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._start = self._last_report = clock()
        self._is_terminal = stream is not None and stream.isatty()
        self._has_written = False

    def __call__(self, share: float) -> None:
        """Write the progress, unless the last report was too recent.

        share: the fraction of the work that is done, from 0 to 1.
        """
        now = self._clock()
        if not share or now - self._last_report < (_TERMINAL_SECONDS if self._is_terminal else _LOG_SECONDS):
            return
        seconds_left = (now - self._start) * (1 - share) / share
        text = f"{share:.0%}, about {seconds_left:.0f} s to go"
        self._write(f"\r{text:{_LINE_WIDTH}}" if self._is_terminal else f"{text}\n")
        self._last_report, self._has_written = now, True

    def close(self) -> None:
        """Clear the line on a terminal."""
        if self._has_written and self._is_terminal:
            self._write(f"\r{'':{_LINE_WIDTH}}\r")

    def _write(self, text: str) -> None:
        """Write to the stream; an error is ignored, because the answer matters more than its progress."""
        with suppress(OSError):
            if self._stream is not None:
                self._stream.write(text)
                self._stream.flush()
