"""The home page: what boardodds is, and a card for each page with its question and a live answer."""

import streamlit as st

from boardodds.dashboard.app import frame
from boardodds.dashboard.app.site import PAGES

frame.guard()

st.title("Odds for the board games you play")
st.markdown(
    "Set up the position on your table and see the odds: **exact** where every case can be counted, otherwise "
    "simulated with **95% confidence intervals**. You can share any page as a link, and each one shows the Python code behind "
    "its numbers."
)
for start in range(0, len(PAGES), 2):
    for column, entry in zip(st.columns(2), PAGES[start : start + 2], strict=False):
        with column.container(border=True, height="stretch"):
            card = entry.card()
            st.subheader(f"{entry.icon} {entry.question}", anchor=False)
            st.caption(entry.title)
            st.image(card.picture, alt=card.alt, width="stretch")
            st.markdown(card.words)
            st.page_link(entry.path, label=f"Open {entry.title}", icon="➡️", query_params=dict(entry.link) or None)
