"""The views of a page: tabs of which only the open one is computed."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from boardodds.dashboard.runtime.render_queue import RENDER_QUEUE


def show_views(views: Mapping[str, Callable[..., None]], *arguments: Any) -> None:
    """Views as tabs, of which only the open one is worked out, from what is ``given``; nothing can be if any of it is None.

    Who opens another one, or moves something in it, waits for the views alone: the rest of the page stays as it is. Inside
    another page the rest holds the link that leads here as it stands, so all of it is drawn.
    """
    draw = _draw_views if st.context.is_embedded else _draw_views_alone
    draw(views, *arguments)


def _draw_views(views: Mapping[str, Callable[..., None]], *arguments: Any) -> None:
    with RENDER_QUEUE.run():
        _draw_open_view(views, *arguments)


_draw_views_alone = st.fragment(_draw_views)


def _draw_open_view(views: Mapping[str, Callable[..., None]], *arguments: Any) -> None:
    tabs = st.tabs(list(views), key="view", bind="query-params", on_change="rerun")
    for tab, view in zip(tabs, views.values(), strict=True):
        if tab.open:
            with tab:
                if any(each is None for each in arguments):
                    st.caption("There is something to see here as soon as there is an answer above.")
                else:
                    view(*arguments)
