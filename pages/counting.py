"""How can a computer count what no one can list? A tree of dice, the boards that stand in for it, and a recurrence."""

import streamlit as st

from boardodds.dashboard import link, shell
from boardodds.dashboard.counting_views import LINK, VIEWS

shell.guard()

shell.title("Count without listing")
link.check_link({**LINK, "view": link.one_of(VIEWS)})
tabs = st.tabs(list(VIEWS), key="view", bind="query-params", on_change="rerun")
for tab, view in zip(tabs, VIEWS.values(), strict=True):
    if tab.open:
        with tab:
            view()
