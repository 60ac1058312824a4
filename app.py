"""The router of boardodds: run with ``streamlit run app.py``. The list of pages is boardodds/dashboard/app/site.py."""

from boardodds.dashboard.app import frame

frame.run()
