"""The views of a page: tabs of which only the open one is computed."""

from collections.abc import Callable, Mapping
from typing import Any

import streamlit as st

from boardodds.dashboard.runtime.render_queue import RENDER_QUEUE


def show_views(views: Mapping[str, Callable[..., None]], *arguments: Any) -> None:
    """Show views as tabs and compute only the open one; show a placeholder if any of ``arguments`` is None.

    The tabs are a fragment, so using them reruns only the tabs. In an embedded page everything reruns, because the link at the
    top must match the current settings.

    views: by the label of the tab, the function that draws the view.
    arguments: passed to that function.
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
                if any(argument is None for argument in arguments):
                    st.caption("There is something to see here as soon as there is an answer above.")
                else:
                    view(*arguments)
