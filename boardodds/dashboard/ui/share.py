"""Sharing a page: its link, its QR code, and the page embedded in another one."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from html import escape
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import streamlit as st

from boardodds.dashboard.runtime.environment import base_path, site_url
from boardodds.dashboard.ui import present
from boardodds.dashboard.ui.class_numbers import CLASS
from boardodds.dashboard.ui.panels import draw_if_open
from boardodds.dashboard.ui.words import escape_markdown

_EMBED_HEIGHT = 900

_FILE = Path(__file__).with_name("share_link.js")
_buttons = st.components.v2.component(
    "boardodds.share_link",
    html=(
        "<div class='buttons'><button type='button'>Copy link</button><button type='button' hidden>Share…</button>"
        "<button type='button'>QR code for the class</button></div><dialog aria-label='QR code of the page'></dialog>"
        "<input readonly aria-label='Link to this page'><p role='status'></p>"
    ),
    css=_FILE.with_suffix(".css").read_text(encoding="utf-8"),
    js=_FILE.read_text(encoding="utf-8"),
)


def page_url(without: Collection[str] = (), *, embed: bool = False) -> str:
    """Return the URL of the page with its settings but some; with ``embed`` it shows the page without menu and margins."""
    settings = {name: st.query_params.get_all(name) for name in st.query_params if name not in without}
    query = urlencode(settings | ({"embed": ["true"]} if embed else {}), doseq=True)
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


def site_address() -> str:
    """Return the address of the site, without a slash at its end; "" if the page does not know it."""
    return _address().rpartition("/")[0]


def popover(
    title: str, private_setting: str, finding: Callable[[], str] = str, draw_more: Callable[[], None] = lambda: None
) -> None:
    """Show a popover with the link to the page; one tap further, its QR code and the HTML that embeds the page.

    The content is drawn when the popover opens.

    private_setting: how the settings begin that the link leaves out, with the numbers of the class, unless the visitor chooses to
        include them.
    finding: returns the answer to the link, which a chat shows as its title; "" if there is none.
    draw_more: draws what else the page has to share.
    """

    def draw_options() -> None:
        shown_title = finding() or title
        st.markdown(f"**{escape_markdown(shown_title)}**")
        private = [name for name in st.query_params if name.startswith((private_setting, CLASS))]
        without = [] if private and st.toggle(f"With your {private_setting}", key="share_private") else private
        url = page_url(without)
        present.show_switch()
        _buttons(key="share_link", data={"title": shown_title, "url": url, "code": code_svg(url)})
        warn_if_local(url)
        draw_more()
        more = st.expander("QR code, embed", key="share_more", on_change="rerun")
        draw_if_open(more, partial(_draw_more, title, without))

    part = st.popover("Share", icon=":material/share:", key="share", on_change="rerun", width="content")
    draw_if_open(part, draw_options)


def _draw_more(title: str, without: Collection[str]) -> None:
    if code := code_svg(page_url(without)):
        st.image(code, width=240)
    else:
        st.caption("The link is too long for a QR code.")
    st.markdown("**Embed in a web page** (no menu or margins):")
    source = f'<iframe src="{escape(page_url(without, embed=True))}" title="{escape(title)}" width="100%"'
    look = f'height="{_EMBED_HEIGHT}" style="border:0" loading="lazy"></iframe>'
    st.code(f"{source} {look}", language=None, wrap_lines=True)


def warn_if_local(url: str) -> None:
    """Say so if no other computer or phone can open an address."""
    host = urlsplit(url).hostname or ""
    with suppress(ValueError):
        host = "localhost" if ip_address(host).is_loopback else host
    if host == "localhost":
        st.caption(
            "Only this computer can open the link: its address is this computer's name for itself. Open the page under the "
            "computer's name or address in your network, or set `BOARDODDS_URL`."
        )


def code_svg(url: str) -> str:
    """Return the QR code of a URL as SVG that takes any size; "" if the URL is too long.

    >>> code_svg("https://odds.example/")[:4], code_svg("https://odds.example/" + 3_000 * "a")
    ('<svg', '')
    """
    # Imported here, because most visitors need no code.
    import segno

    try:
        code = segno.make_qr(url, error="l", boost_error=False)
    except segno.DataOverflowError:
        return ""
    # Dark on light in both themes, since some phones read nothing else.
    return code.svg_inline(scale=4, border=4, dark="black", light="white", omitsize=True)
