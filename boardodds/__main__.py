"""The command line, ``python -m boardodds`` or ``boardodds``; with the word ``app`` it starts the app."""

import runpy
import signal
import sys
from importlib.util import find_spec
from types import FrameType

# By default SIGTERM ends a process at once, before it can end its workers.
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


def main() -> int:
    """Run the arguments of this process and return its exit status."""
    if sys.argv[1:2] == ["app"]:
        return _run_app()
    for signum in _STOP_SIGNALS:
        # A shell makes commands in the background ignore SIGINT; they must not stop.
        if signal.getsignal(signum) is not signal.SIG_IGN:
            signal.signal(signum, _stop)
    try:
        # An interrupt may come during the imports too.
        from boardodds import cli

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt as stop:
        signum = signal.Signals(stop.args[0])
        print(f"boardodds: stopped by {signum.name} before the answer was complete", file=sys.stderr)  # noqa: T201
        return 128 + signum
    finally:
        _ignore_signals()


def _run_app() -> int:
    """Start the app. Further arguments are Streamlit's, as in ``boardodds app --server.port 8502``."""
    if find_spec("streamlit") is None:
        sys.exit('boardodds: the app needs Streamlit: pip install "boardodds[app]"')
    from boardodds.dashboard.ui.dashboards import ROOT

    sys.argv[:2] = ["streamlit", "run", str(ROOT / "app.py")]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
    return 0


def _stop(signum: int, _: FrameType | None) -> None:
    """Raise KeyboardInterrupt with the number of the first signal; later ones would disturb the end of the workers."""
    _ignore_signals()
    raise KeyboardInterrupt(signum)


def _ignore_signals() -> None:
    for signum in _STOP_SIGNALS:
        signal.signal(signum, signal.SIG_IGN)


# Worker processes may import this module too; they must not run the command.
if __name__ == "__main__":
    sys.exit(main())
