"""Warnings about the settings of a link. Streamlit silently drops a value that a widget cannot take; here the page reports it."""

from collections.abc import Callable, Iterable, Iterator

import streamlit as st

from boardodds.dashboard.ui.messages import problem
from boardodds.dashboard.ui.settings import Allowed, Several
from boardodds.probability.display import plural

_MAX_CHARACTERS = 40
_MAX_WARNINGS = 10
# What other sites add to a link to follow its visitors: campaigns, advertisements, newsletters and social networks.
# fmt: off
_TRACKERS = frozenset((
    "fbclid", "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "srsltid", "msclkid", "twclid", "ttclid", "li_fat_id", "yclid",
    "ysclid", "epik", "sccid", "rdt_cid", "igshid", "igsh", "xmt", "mibextid", "sfnsn", "share_id", "mc_cid", "mc_eid",
    "mkt_tok", "hsctatracking", "_kx", "_openstat", "wickedid", "s_kwcid", "ef_id", "s_cid", "cmpid", "spm", "trk", "_ga",
    "_gl", "ref", "referrer", "ref_src", "ref_url", "source", "si", "feature", "guccounter",
))
# fmt: on
_TRACKER_PREFIXES = ("utm_", "mtm_", "pk_", "gad_", "hsa_", "_hs", "__hs", "vero_", "oly_", "fb_", "guce_")


def link_mistakes(allowed: Allowed) -> list[str]:
    """Return a sentence for each setting of the link that the page cannot use, and remove the unknown ones from the URL.

    Call it before the page's first widget: a widget removes the values that it cannot take. Trackers are unknown settings, but no
    mistake of the visitor.
    """
    mistakes = [mistake for name in st.query_params for mistake in _mistakes(name, allowed.get(name))]
    for name in [name for name in st.query_params if name not in allowed]:
        del st.query_params[name]
    if more := len(mistakes[_MAX_WARNINGS:]):
        return [
            *mistakes[:_MAX_WARNINGS],
            f"The link contains {plural(more, 'more mistake')}, not listed here",
        ]
    return mistakes


def show_mistakes(mistakes: Iterable[str]) -> None:
    """Show a warning for each mistake that is not "". A page calls this above its answer, which can be that of an example."""
    for mistake in filter(None, mistakes):
        problem(mistake)


def _mistakes(name: str, is_allowed: Callable[[str], bool] | None) -> Iterator[str]:
    """Yield a sentence for each mistake in a setting of the link.

    is_allowed: the check of its value; None if the page does not have the setting.
    """
    if is_allowed is None:
        if name.lower() not in _TRACKERS and not name.lower().startswith(_TRACKER_PREFIXES):
            yield f"The link contains an unknown setting, {_shorten(name)}. It was ignored"
        return
    values = st.query_params.get_all(name)
    if len(values) > 1 and not isinstance(is_allowed, Several):
        yield f"The link sets {name} more than once. The page uses only one of the values"
    for value in values:
        if not is_allowed(value):
            mistake = f"sets {name}={_shorten(value)}, which isn't available here" if value else f"leaves {name} empty"
            yield f"The link {mistake}. The page uses the default instead"


def _shorten(text: str) -> str:
    return text if len(text) <= _MAX_CHARACTERS else text[:_MAX_CHARACTERS] + "…"
