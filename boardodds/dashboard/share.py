"""The page as a link: for a class, for a friend, for a page of one's own."""

from collections.abc import Collection
from urllib.parse import urlencode

import streamlit as st


def address(without: Collection[str] = ()) -> str:
    """The address of the page as it stands, less some of its settings."""
    kept = {name: st.query_params.get_all(name) for name in st.query_params if name not in without}
    query = urlencode(kept, doseq=True)
    return f"{st.context.url or ''}{'?' if query else ''}{query}"


def copy_link(without: Collection[str] = ()) -> None:
    """The address to copy."""
    st.code(address(without), language=None, wrap_lines=True)
