"""The title of a page, with its share button."""

import streamlit as st

from boardodds.dashboard.ui import share


def page_title(words: str, *, own: str = "") -> None:
    """Show the page's title and its share button; when embedded in another site, only a small heading that links here.

    own: the setting, if any, that is left out of a shared link unless the visitor chooses to include it.
    """
    if st.context.is_embedded:
        st.markdown(f"##### {words} · [boardodds]({share.address(without=('embed', 'embed_options'))})")
        return
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(words, width="content")
        share.popover(words, own)
