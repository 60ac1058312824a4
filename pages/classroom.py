"""How fast does luck even out, and how often does an interval hold the truth?"""

import streamlit as st

from boardodds.dashboard import link, shell
from boardodds.dashboard.classroom_views import LINK, VIEWS, choose_example

shell.guard()

shell.title("How fast does luck even out?")
link.check_link({**LINK, "view": link.one_of(VIEWS)})
key, seed = choose_example()
tabs = st.tabs(list(VIEWS), key="view", bind="query-params", on_change="rerun")
for tab, view in zip(tabs, VIEWS.values(), strict=True):
    if tab.open:
        with tab:
            view(key, seed)
