"""The title of a page, with its set-up and its share button in the same row."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.ui import query, share
from boardodds.dashboard.ui.settings import Allowed


def page_title(
    title: str, *, private_setting: str = "", setup: str = "", allowed: Allowed | None = None
) -> DeltaGenerator:
    """Show the page's title and its share button; in a page embedded in another site, a small heading that links here.

    Returns the popover for everything that is chosen once per game (edition, house rules, examples, text); with an empty
    ``setup``, an empty container.

    private_setting: the setting, if any, that is left out of a shared link unless the visitor chooses to include it.
    setup: the label of the popover, such as "Set up".
    allowed: the settings that a link may have; what is wrong with a link stands below the title. A page with a table shows the
        mistakes of its store instead.
    """
    # Before the links to this page: they have no unknown settings.
    mistakes = [] if allowed is None else query.link_mistakes(allowed)
    with st.container(horizontal=True, vertical_alignment="center", key="title_row"):
        if st.context.is_embedded:
            st.markdown(f"##### {title} · [boardodds]({share.page_url(without=('embed', 'embed_options'))})")
        else:
            st.title(title)
        popover = st.popover(setup, icon=":material/tune:", key="setup", width="content") if setup else st.empty()
        if not st.context.is_embedded:
            share.popover(title, private_setting)
    query.show_mistakes(mistakes)
    return popover
