"""The program ``boardodds``: the command line, and ``boardodds app``, which starts the app."""

import runpy
import sys
from importlib.util import find_spec

APP = "app"


def run() -> None:
    """Run ``python -m boardodds`` on this process's arguments."""
    _run_module("boardodds")


def is_for_app() -> bool:
    """Return whether the first argument of this process is ``app``."""
    return sys.argv[1:2] == [APP]


def run_app() -> None:
    """Start the app. Further arguments are Streamlit's, as in ``boardodds app --server.port 8502``."""
    if find_spec("streamlit") is None:
        sys.exit('boardodds: the app needs Streamlit: pip install "boardodds[app]"')
    del sys.argv[1]
    _run_module("boardodds.dashboard")


def _run_module(name: str) -> None:
    # As ``python -m`` does, so that worker processes find the module by its name.
    runpy.run_module(name, run_name="__main__", alter_sys=True)
