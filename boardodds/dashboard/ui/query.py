"""Checks of a link's settings. Streamlit silently drops a value that a widget cannot take; here the page reports it."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import streamlit as st

from boardodds.dashboard.ui.page_parts import problem

# The highest seed on every page.
MAX_SEED = 999_999
_MAX_CHARACTERS = 40
_MAX_WARNINGS = 10
# The settings that a link may give more than once.
_LISTS = ("held", "gone", "laid", "changes", "kinds")

# For each setting of a page, the check of its value.
Allowed = Mapping[str, Callable[[str], bool]]


def one_of(values: Iterable[object]) -> Callable[[str], bool]:
    """Return a check that allows the texts of these values."""
    texts = {str(value) for value in values}
    return lambda text: text in texts


def switch(text: str) -> bool:
    """Return whether a text is a value of a switch.

    >>> switch("true"), switch("on")
    (True, False)
    """
    return text in ("true", "false")


def whole_number(low: int, high: int) -> Callable[[str], bool]:
    """Return a check that allows the whole numbers from low to high, both included.

    >>> [whole_number(8, 30)(text) for text in ("8", "31", "8.5", "-8", "９")]
    [True, False, False, False, False]
    """
    return lambda text: text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high


def any_text(_: str) -> bool:
    """Return True for any text, for settings that the page itself checks."""
    return True


def check_link(allowed: Allowed) -> None:
    """Show a warning for each setting of the link that the page cannot use; the other settings are used.

    Call it before the page's first widget: a widget removes the values that it cannot take from the URL.
    """
    mistakes = [mistake for name in st.query_params for mistake in _mistakes(name, allowed.get(name))]
    for mistake in mistakes[:_MAX_WARNINGS]:
        problem(mistake)
    if more := len(mistakes[_MAX_WARNINGS:]):
        problem(f"The link has {more:,} more of such mistakes: what they ask for is left out too")


def _mistakes(name: str, is_allowed: Callable[[str], bool] | None) -> Iterator[str]:
    """Yield a sentence for each mistake in a setting of the link.

    is_allowed: the check of its value; None if the page does not have the setting.
    """
    if is_allowed is None:
        yield f"The link has a setting that this page does not know, {_shorten(name)}: it is left out"
        return
    values = st.query_params.get_all(name)
    if len(values) > 1 and name not in _LISTS:
        yield f"The link gives {name} more than once: only one of them can be used"
    for value in values:
        if not is_allowed(value):
            request = f"asks for {name}={_shorten(value)}, which is not on offer" if value else f"leaves {name} empty"
            yield f"The link {request}: the default is used"


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS] + "…"
