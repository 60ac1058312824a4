"""The library on the command line: ``python -m boardodds``."""

import signal
import sys
from types import FrameType


def _interrupt(_: int, __: FrameType | None) -> None:
    """Hears the first interrupt alone: another one, while this process ends, would only change how."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


# worker processes import this module too, and need none of what it runs
if __name__ == "__main__":
    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears:
        # while there is nothing to be left in order, an interrupt ends it without a word
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from boardodds.cli import main

    if hears:
        signal.signal(signal.SIGINT, _interrupt)
    code = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)
