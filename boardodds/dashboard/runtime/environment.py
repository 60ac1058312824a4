"""What surrounds the server: the address of the site, which no request can name, its folders, and the files that it can open."""

import logging
import os
import re
import sys
from functools import cache
from pathlib import Path

import streamlit as st

_PACKAGE = Path(__file__).resolve().parents[2]
# The folder of app.py, pages/, static/ and .streamlit/: the checkout, or a folder of the installed package.
ROOT = installed if (installed := _PACKAGE / "site").is_dir() else _PACKAGE.parent
_LOGGER = logging.getLogger(__name__)
SETTING = "BOARDODDS_URL"
_ADDRESS = re.compile(r"https?://([\w.-]+|\[[0-9A-Fa-f:.]+\])(:\d+)?(/[\w./~-]*)?", re.ASCII)
# A visitor who has left keeps three files open until Streamlit drops the session, of which it keeps 128; an open page needs five.
_ENOUGH_FILES = 2_048


@cache
def site_url() -> str:
    """Return the address of the site in the setting, "" without it. Raises ValueError if it is no address."""
    url = os.environ.get(SETTING, "")
    if url and not _ADDRESS.fullmatch(url):
        raise ValueError(f"{SETTING} must be an address such as https://odds.example, got {url!r}")
    return url.rstrip("/")


def page_script(url_path: str) -> Path:
    return ROOT / "pages" / f"{url_path}.py"


def results_folder() -> Path | None:
    """Return the folder for results, usually in the user's folder for caches; None with the setting "off" or ""."""
    setting = os.environ.get("BOARDODDS_RESULTS")
    if setting is not None:
        return None if setting in ("", "off") else Path(setting)
    caches = os.environ.get("XDG_CACHE_HOME")
    try:
        return Path(caches or Path.home() / ".cache", "boardodds")
    except RuntimeError:
        # The user has no home.
        return None


def results_bytes() -> int:
    """Return the largest size of that folder in bytes, which is in the setting in megabytes."""
    return _number("BOARDODDS_RESULTS_MB", 500) * 1_000_000


def long_workers() -> int:
    """Return the number of processes for long work, which is in a setting."""
    return _number("BOARDODDS_LONG_WORKERS", 1)


def _number(setting: str, default: int) -> int:
    text = os.environ.get(setting, str(default))
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise ValueError(f"{setting} must be a whole number from 1, got {text!r}")
    return int(text)


def base_path() -> str:
    """Return the path under which the site is served, such as ``/odds``; usually ""."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""


def allow_open_files() -> None:
    """Raise the limit of open files for this process as far as the system allows; log a sentence if that is not enough."""
    # Windows has no such limit, and no module for it.
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= _ENOUGH_FILES:
        return
    soft = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(_ENOUGH_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft < _ENOUGH_FILES:
        _LOGGER.warning(
            "This process can open only %d files, with which it stops answering after some %d visits: raise the hard limit to %d",
            *(soft, soft // 3, _ENOUGH_FILES),
        )
