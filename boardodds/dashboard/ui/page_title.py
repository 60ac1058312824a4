"""The title of a page, with its share button."""

import streamlit as st

from boardodds.dashboard.ui import share


def page_title(title: str, *, private_setting: str = "") -> None:
    """Show the page's title and its share button; in a page embedded in another site, only a small heading that links here.

    private_setting: the setting, if any, that is left out of a shared link unless the visitor chooses to include it.
    """
    if st.context.is_embedded:
        st.markdown(f"##### {title} · [boardodds]({share.page_url(without=('embed', 'embed_options'))})")
        return
    with st.container(horizontal=True, horizontal_alignment="distribute", vertical_alignment="center"):
        st.title(title, width="content")
        share.popover(title, private_setting)
