"""The views of a page: tabs of which only the open one is computed."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from boardodds.dashboard.runtime.compute import sentence_if_impossible
from boardodds.dashboard.runtime.render_lock import RENDER_LOCK
from boardodds.dashboard.ui.table_store import TableStore, as_default

Views = Mapping[str, Callable[..., None]]
# The tabs of a page without a table.
_BOUND = {"key": "view", "bind": "query-params"}


def show_views(views: Views, *arguments: Any, store: TableStore[Any] | None = None) -> None:
    """Show views as tabs and compute only the open one; show a placeholder if any of ``arguments`` is None.

    The tabs are a fragment, so using them reruns only the tabs. In an embedded page everything reruns, because the link at the
    top must match the current settings.

    views: by the label of the tab, the function that draws the view.
    arguments: passed to that function.
    store: the store of the page's table, if it has one.
    """
    draw = _draw_views if st.context.is_embedded else _draw_views_alone
    draw(views, store, arguments)


def _draw_views(views: Views, store: TableStore[Any] | None, arguments: Sequence[Any]) -> None:
    with RENDER_LOCK.run():
        if store:
            store.write_url()
        _draw_open_view(views, as_default(store.setting("view", next(iter(views)))) if store else _BOUND, arguments)


_draw_views_alone = st.fragment(_draw_views)


def _draw_open_view(views: Views, widget: Mapping[str, Any], arguments: Sequence[Any]) -> None:
    tabs = st.tabs(list(views), **{"on_change": "rerun", **widget})
    for tab, view in zip(tabs, views.values(), strict=True):
        if tab.open:
            with tab, sentence_if_impossible():
                if any(argument is None for argument in arguments):
                    st.caption("No results yet. Fix the problem shown above.")
                else:
                    view(*arguments)
