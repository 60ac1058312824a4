"""The command line: ``python -m boardodds``, and ``python -m boardodds app``, which starts the app."""

import signal
import sys

from boardodds import console

# Worker processes import this module too; they must not run the command.
if __name__ == "__main__" and console.is_for_app():
    console.run_app()
elif __name__ == "__main__":
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # During the imports there is nothing to clean up, so an interrupt may end the process at once, without a traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from boardodds.cli import ignore_signals, main, raise_at_first_signal

    raise_at_first_signal()
    code = main()
    ignore_signals()
    sys.exit(code)
