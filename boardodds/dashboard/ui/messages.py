"""One sentence in place of what a page can't show."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from boardodds.dashboard.runtime.compute import LongWorkError, RefusedWorkError, progress_place
from boardodds.dashboard.ui.words import as_sentence, escape_markdown

_LOGGER = logging.getLogger(__name__)


def problem(sentence: str) -> None:
    """Show a warning: one sentence on what is wrong with an input."""
    st.warning(escape_markdown(as_sentence(sentence)), icon=":material/warning:")


@contextmanager
def sentence_if_impossible() -> Iterator[None]:
    """Show one sentence in place of the rest of a block whose work can't be done, or that needs a file that can't be used.

    The progress of the block's work stands at its beginning.
    """
    try:
        with progress_place():
            yield
    except LongWorkError as error:
        st.warning(str(error), icon=":material/warning:")
    except RefusedWorkError as error:
        problem(str(error))
    except OSError:
        _LOGGER.exception("A part of a page can't be shown")
        st.warning(
            "This part of the page can't be shown, because the server can't use a file. Try again later.",
            icon=":material/warning:",
        )
