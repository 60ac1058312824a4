"""The page as a link: for a class, for a friend, for a page of one's own; and its chart as a picture."""

import re
from collections.abc import Collection, Mapping
from html import escape
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

_EMBED_HEIGHT = 900
_EMBED = "embed"

_save_button = st.components.v2.component(
    "boardodds.save_chart",
    html="<button type='button'>The first chart as PNG</button><p role='status'></p>",
    css="""
        button { font: inherit; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
                 border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: .4rem .75rem }
        button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color) }
        p { font: inherit; color: var(--st-text-color); margin: .25rem 0 0 }
    """,
    js=Path(__file__).with_name("save_chart.js").read_text(encoding="utf-8"),
)


def address(without: Collection[str] = (), *, embed: bool = False) -> str:
    """The address of the page as it stands, less some of its settings."""
    kept = {name: st.query_params.get_all(name) for name in st.query_params if name not in without}
    query = urlencode(kept | ({_EMBED: ["true"]} if embed else {}), doseq=True)
    return f"{st.context.url or ''}{'?' if query else ''}{query}"


def address_of(settings: Mapping[str, object]) -> str:
    """The address of the page with these settings, all of them told; empty where the page does not know where it is."""
    return f"{st.context.url}?{urlencode(settings, doseq=True)}" if st.context.url else ""


def copy_link(without: Collection[str] = ()) -> None:
    """The address to copy."""
    st.code(address(without), language=None, wrap_lines=True)


def _file_name(title: str) -> str:
    """The words of a title as a file may be called.

    >>> _file_name("Who wins this leg?")
    'who_wins_this_leg'
    """
    return "_".join(re.findall(r"\w+", title.lower()))


def popover(title: str, own: str = "") -> None:
    """The link, the lines that show the page inside another one, and the chart as a picture; drawn when it is opened.

    own: the setting, if any, that others should not be given unless one means to.
    """
    opened = st.popover("Share", icon="🔗", key="share", on_change="rerun")
    if opened.open:
        with opened:
            _ways(title, own)


def _ways(title: str, own: str) -> None:
    has_own = own in st.query_params
    st.markdown(f"**The link**: it holds everything that you have set{f', but for your {own}' if has_own else ''}.")
    copy_link(without=(own,))
    if has_own:
        st.markdown(f"**With your {own}**, to show them:")
        copy_link()
    st.markdown("**In a page of your own**, without menu and margins:")
    source = escape(address(without=(own,), embed=True), quote=True)
    st.code(
        f'<iframe src="{source}" title="{escape(title, quote=True)}" width="100%" height="{_EMBED_HEIGHT}" '
        'style="border:0" loading="lazy"></iframe>',
        language=None,
        wrap_lines=True,
    )
    st.markdown("**As a picture**:")
    _save_button(key="save_chart", data={"name": f"{_file_name(title)}.png"})
