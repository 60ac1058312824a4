"""Sharing a page: as a link, as an embedded page, and its picture as an image."""

import re
from collections.abc import Collection, Mapping
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import streamlit as st

from boardodds.dashboard.runtime.environment import base_path, site_url
from boardodds.dashboard.ui.panels import draw_if_open

_EMBED_HEIGHT = 900
_EMBED = "embed"

_BUTTON_STYLE = """
    button { font: inherit; color: var(--st-text-color); background: var(--st-background-color); cursor: pointer;
             border: 1px solid var(--st-border-color); border-radius: var(--st-button-radius); padding: .4rem .75rem }
    button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color) }
    p { font: inherit; color: var(--st-text-color); margin: .25rem 0 0 }
"""


def _script(name: str) -> str:
    return Path(__file__).with_name(name).read_text(encoding="utf-8")


_save_button = st.components.v2.component(
    "boardodds.save_chart",
    html="<button type='button'>Download first picture (PNG)</button><p role='status'></p>",
    css=_BUTTON_STYLE,
    js=_script("save_chart.js"),
)
_send_button = st.components.v2.component(
    "boardodds.send_link",
    html="<button type='button' hidden>Send link</button>",
    css=_BUTTON_STYLE,
    js=_script("send_link.js"),
)


def page_url(without: Collection[str] = (), *, embed: bool = False) -> str:
    """Return the URL of the page with its current settings.

    without: the settings to leave out.
    embed: whether the URL shows the page without menu and margins.
    """
    settings = {name: st.query_params.get_all(name) for name in st.query_params if name not in without}
    query = urlencode(settings | ({_EMBED: ["true"]} if embed else {}), doseq=True)
    return f"{_address()}{'?' if query else ''}{query}"


def url_with_settings(settings: Mapping[str, object]) -> str:
    """Return the URL of the page with exactly these settings; "" if the page does not know its URL."""
    return f"{address}?{urlencode(settings, doseq=True)}" if (address := _address()) else ""


def _address() -> str:
    """Return the address of the page, on the site that the setting names; "" if the page does not know its address."""
    address = st.context.url or ""
    if address and site_url():
        return site_url() + urlsplit(address).path.removeprefix(base_path())
    return address


def show_link(without: Collection[str] = ()) -> None:
    """Show the URL of the page with a copy button.

    without: the settings to leave out.
    """
    st.code(page_url(without), language=None, wrap_lines=True)


def _file_name(title: str) -> str:
    """Return a title as a file name, without an extension.

    >>> _file_name("Who wins this leg?")
    'who_wins_this_leg'
    """
    return "_".join(re.findall(r"\w+", title.lower()))


def popover(title: str, private_setting: str = "") -> None:
    """Show a popover with the link, the HTML that embeds the page, and its first picture as an image.

    The content is drawn when the popover opens.

    private_setting: the setting, if any, that the links leave out unless the visitor chooses to include it.
    """
    part = st.popover("Share", icon=":material/share:", key="share", on_change="rerun", width="content")
    draw_if_open(part, partial(_draw_options, title, private_setting))


def _draw_options(title: str, private_setting: str) -> None:
    is_set = private_setting in st.query_params
    exception = f" (without your {private_setting})" if is_set else ""
    st.markdown(f"**Link** to this page with all your settings{exception}:")
    show_link(without=(private_setting,))
    # On a phone, in the apps that the visitor uses for messages.
    _send_button(key="send_link", data={"title": title, "url": page_url(without=(private_setting,))})
    if is_set:
        st.markdown(f"**Link with your {private_setting}**, to show them:")
        show_link()
    st.markdown("**Embed in a web page** (no menu or margins):")
    source = escape(page_url(without=(private_setting,), embed=True), quote=True)
    st.code(
        f'<iframe src="{source}" title="{escape(title, quote=True)}" width="100%" height="{_EMBED_HEIGHT}" '
        'style="border:0" loading="lazy"></iframe>',
        language=None,
        wrap_lines=True,
    )
    st.markdown("**Image**:")
    _save_button(key="save_chart", data={"name": f"{_file_name(title)}.png"})
