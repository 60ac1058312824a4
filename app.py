"""The router of boardodds: run it with ``streamlit run app.py``. Each game's boardodds/<game>/game.py lists its pages."""

from boardodds.dashboard.app import frame

frame.run()
