"""A page on a projector: with ``present=true`` in its link, the chart fills the window, with its controls in one row below it."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

import streamlit as st

from boardodds.dashboard.ui.settings import Allowed, switch
from boardodds.dashboard.ui.state_store import opened_store

PRESENT = "present"
SETTINGS: Allowed = {PRESENT: switch}


def is_presenting() -> bool:
    """Return whether the open page is shown on a projector."""
    return bool(opened_store().value_of(PRESENT, False))


@contextmanager
def screen() -> Iterator[None]:
    """Draw the parts of a page; on a projector in large type, with the button that ends the presentation below them."""
    with st.container(key=PRESENT) if is_presenting() else nullcontext():
        yield
        if is_presenting():
            show_switch()


def show_switch() -> None:
    """Show the button that starts the presentation, for pages that have one, or the one that ends it."""
    store = opened_store()
    if PRESENT in store.allowed:
        label = "Close" if is_presenting() else "Present on a projector"
        st.button(label, key="present_switch", on_click=_switch)


def _switch() -> None:
    opened_store().choose(PRESENT, False, not is_presenting())
    # A click on a view would rerun only the view.
    st.rerun()
