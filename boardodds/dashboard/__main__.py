"""Start the app, in a checkout or installed: ``python -m boardodds.dashboard``, or ``boardodds app``."""

import runpy
import sys

from boardodds.dashboard.ui.dashboards import ROOT

# Worker processes import this module too; they must not start the app.
if __name__ == "__main__":
    sys.argv = ["streamlit", "run", str(ROOT / "app.py"), *sys.argv[1:]]
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
