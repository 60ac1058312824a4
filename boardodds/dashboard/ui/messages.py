"""Sentences about what is wrong: in place of what a page can't show, and above the answer to a link with mistakes."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import streamlit as st

from boardodds.dashboard.runtime.compute import LongWorkError, RefusedWorkError, progress_place
from boardodds.dashboard.ui.settings import Allowed, Several
from boardodds.dashboard.ui.words import as_sentence, escape_markdown
from boardodds.probability.display import plural

_LOGGER = logging.getLogger(__name__)
_ICON = ":material/warning:"
_MAX_CHARACTERS, _MAX_MISTAKES = 40, 10
# What other sites add to a link to follow its visitors: campaigns, advertisements, newsletters and social networks.
_TRACKERS = """
fbclid gclid gclsrc dclid gbraid wbraid srsltid msclkid twclid ttclid li_fat_id yclid ysclid epik sccid rdt_cid igshid igsh xmt
mibextid sfnsn share_id mc_cid mc_eid mkt_tok hsctatracking _kx _openstat wickedid s_kwcid ef_id s_cid cmpid spm trk _ga _gl ref
referrer ref_src ref_url source si feature guccounter
"""
_TRACKER_PREFIXES = ("utm_", "mtm_", "pk_", "gad_", "hsa_", "_hs", "__hs", "vero_", "oly_", "fb_", "guce_")


def problem(sentence: str) -> None:
    """Show a warning: one sentence on what is wrong with an input."""
    st.warning(escape_markdown(as_sentence(sentence)), icon=_ICON)


def show_mistakes(mistakes: Iterable[str]) -> None:
    """Show a warning for each mistake that is not "". A page calls this above its answer, which can be that of an example."""
    for mistake in filter(None, mistakes):
        problem(mistake)


@contextmanager
def sentence_if_impossible() -> Iterator[None]:
    """Show one sentence in place of the rest of a block whose work can't be done, or that needs a file that can't be used.

    The progress of the block's work stands at its beginning.
    """
    try:
        with progress_place():
            yield
    except LongWorkError as error:
        st.warning(str(error), icon=_ICON)
    except RefusedWorkError as error:
        problem(str(error))
    except OSError:
        _LOGGER.exception("A part of a page can't be shown")
        problem("This part of the page can't be shown, because the server can't use a file. Try again later.")


def link_mistakes(allowed: Allowed) -> list[str]:
    """Return a sentence for each setting of the link that the page cannot use, and remove the unknown ones from the URL.

    Streamlit silently drops a value that a widget cannot take: call it before the page's first widget. Trackers are unknown
    settings, but no mistake of the visitor.
    """
    mistakes = [mistake for name in st.query_params for mistake in _mistakes(name, allowed.get(name))]
    for name in [name for name in st.query_params if name not in allowed]:
        del st.query_params[name]
    if more := len(mistakes[_MAX_MISTAKES:]):
        mistakes[_MAX_MISTAKES:] = [f"The link contains {plural(more, 'more mistake')}, not listed here"]
    return mistakes


def _mistakes(name: str, is_allowed: Callable[[str], bool] | None) -> Iterator[str]:
    if is_allowed is None:
        if name.lower() not in _TRACKERS.split() and not name.lower().startswith(_TRACKER_PREFIXES):
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
