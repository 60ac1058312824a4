"""The program ``boardodds``: the command line, and ``boardodds app``, which starts the app."""

import runpy
import sys
from importlib.util import find_spec

APP = "app"


def run() -> None:
    """Run the command line on this process's arguments, or the app if the first one is ``app``.

    Further arguments of ``app`` are Streamlit's, as in ``boardodds app --server.port 8502``.
    """
    module = "boardodds"
    if sys.argv[1:2] == [APP]:
        if find_spec("streamlit") is None:
            sys.exit('boardodds: the app needs Streamlit: pip install "boardodds[app]"')
        del sys.argv[1]
        module = "boardodds.dashboard"
    # As ``python -m`` does, so that worker processes find the module by its name.
    runpy.run_module(module, run_name="__main__", alter_sys=True)
