"""The router of boardodds: run with ``streamlit run app.py``. Each game's entry, boardodds/<game>/game.py, lists its pages."""

# Worker processes import this file under another name, and need neither the pages nor Streamlit.
if __name__ == "__main__":
    from boardodds.dashboard.app import frame

    frame.run()
