"""The address of the site: only the environment or the server's own socket can name it, not a request."""

import os
import re
from functools import cache

import streamlit as st

SETTING = "BOARDODDS_URL"
_ADDRESS = re.compile(r"https?://([\w.-]+|\[[0-9A-Fa-f:.]+\])(:\d+)?(/[\w./~-]*)?", re.ASCII)


@cache
def site_url() -> str:
    """Return the address of the site in the setting, such as ``https://example.org/odds``; "" without the setting.

    Raises ValueError if it is no address.
    """
    url = os.environ.get(SETTING, "")
    if url and not _ADDRESS.fullmatch(url):
        raise ValueError(f"{SETTING} must be an address such as https://odds.example, got {url!r}")
    return url.rstrip("/")


def base_path() -> str:
    """Return the path under which the site is served, such as ``/odds``; usually ""."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""
