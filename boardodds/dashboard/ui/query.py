"""What a link may say. Streamlit drops a value that a widget cannot take without a word; here it is told."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import streamlit as st

from boardodds.dashboard.ui.page_parts import problem

# of every seed that a page asks for
MAX_SEED = 999_999
_SHOWN = 40
# mistakes that are told one by one
_MOST_TOLD = 10
# what may be given more than once
_LISTS = ("held", "gone", "laid", "changes", "kinds")

Allowed = Mapping[str, Callable[[str], bool]]


def one_of(values: Iterable[object]) -> Callable[[str], bool]:
    """Allows the texts of these values."""
    texts = {str(value) for value in values}
    return lambda text: text in texts


def switch(text: str) -> bool:
    """Allow the values of a switch.

    >>> switch("true"), switch("on")
    (True, False)
    """
    return text in ("true", "false")


def whole_number(low: int, high: int) -> Callable[[str], bool]:
    """Allows whole numbers from low to high.

    >>> [whole_number(8, 30)(text) for text in ("8", "31", "8.5", "-8", "９")]
    [True, False, False, False, False]
    """
    return lambda text: text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high


def any_text(_: str) -> bool:
    """Allows everything: the page itself says what is wrong with it."""
    return True


def check_link(allowed: Allowed) -> None:
    """Tells in one sentence each what a link asks for that the page does not have; the rest of it is used.

    Call it before the page's first widget: after that, Streamlit has taken what it drops out of the address.
    """
    mistakes = [mistake for name in st.query_params for mistake in _mistakes(name, allowed.get(name))]
    for mistake in mistakes[:_MOST_TOLD]:
        problem(mistake)
    if more := len(mistakes[_MOST_TOLD:]):
        problem(f"The link has {more:,} more of such mistakes: what they ask for is left out too")


def _mistakes(name: str, is_allowed: Callable[[str], bool] | None) -> Iterator[str]:
    """What is wrong with a setting of the link, which is allowed nothing if the page does not know it."""
    if is_allowed is None:
        yield f"The link has a setting that this page does not know, {_short(name)}: it is left out"
        return
    values = st.query_params.get_all(name)
    if len(values) > 1 and name not in _LISTS:
        yield f"The link gives {name} more than once: only one of them can be used"
    for value in values:
        if not is_allowed(value):
            request = f"asks for {name}={_short(value)}, which is not on offer" if value else f"leaves {name} empty"
            yield f"The link {request}: the default is used"


def _short(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
