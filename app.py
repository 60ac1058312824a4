"""The router of boardodds: run with ``streamlit run app.py``. Each game's entry, boardodds/<game>/game.py, lists its pages.

Streamlit imports this file as ``app`` to start the server, and runs it as a script for each answer to a visitor. Worker processes
import it under another name, and need neither.
"""

if __name__ == "__main__":
    from boardodds.dashboard.app import frame

    frame.run()
elif __name__ == "app":
    import streamlit as st
    from starlette.middleware import Middleware

    from boardodds.dashboard.app import server

    middleware = [Middleware(server.MessageLimit), Middleware(server.LinkTags)]
    app = st.App("app.py", routes=server.routes(), middleware=middleware, lifespan=server.lifespan)
