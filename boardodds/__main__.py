"""The command line: ``python -m boardodds``."""

import signal
import sys
from types import FrameType


def _interrupt(_: int, __: FrameType | None) -> None:
    """Raise KeyboardInterrupt at the first interrupt and ignore later ones, which would disturb the shutdown."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


# Worker processes import this module too; they must not run the command.
if __name__ == "__main__":
    handles_interrupts = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if handles_interrupts:
        # During the imports there is nothing to clean up, so an interrupt may end the process at once, without a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from boardodds.cli import main

    if handles_interrupts:
        signal.signal(signal.SIGINT, _interrupt)
    code = main()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(code)
