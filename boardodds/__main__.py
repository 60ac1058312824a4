"""The command line, ``python -m boardodds`` or ``boardodds``; with the word ``app`` it starts the app."""

import runpy
import sys
from importlib.util import find_spec


def main() -> int:
    """Run the arguments of this process and return its exit status."""
    if sys.argv[1:2] == ["app"]:
        return _run_app()
    try:
        # An interrupt may come during the imports too.
        from boardodds import cli

        return cli.main(sys.argv[1:])
    except KeyboardInterrupt:
        print("boardodds: stopped before the answer was complete", file=sys.stderr)  # noqa: T201
        return 130


def _run_app() -> int:
    """Start the app. Further arguments are Streamlit's, as in ``boardodds app --server.port 8502``."""
    if find_spec("streamlit") is None:
        sys.exit('boardodds: the app needs Streamlit: pip install ".[app]"')
    from boardodds.dashboard.runtime.environment import ROOT

    sys.argv[:2] = ["streamlit", "run", str(ROOT / "app.py")]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
    return 0


# Worker processes may import this module too; they must not run the command.
if __name__ == "__main__":
    sys.exit(main())
