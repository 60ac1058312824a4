"""The router of boardodds: run with ``streamlit run app.py``. Each game's entry, boardodds/<game>/game.py, lists its pages."""

from boardodds.dashboard.app import frame

frame.run()
