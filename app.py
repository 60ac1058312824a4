"""The router of boardodds: run with ``streamlit run app.py``. The list of pages is boardodds/dashboard/site.py."""

from boardodds.dashboard import shell

shell.run()
