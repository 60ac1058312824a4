"""Parts that every page uses: a chart with a text alternative, the answer, a choice, the Python panel, a warning."""

from collections.abc import Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.ui.page_text import as_sentence, escape_markdown

_PLAIN = {"displayModeBar": False, "scrollZoom": False}


def chart(figure: Any, *, key: str, alt: str) -> None:
    """A Plotly figure in the page's width; ``alt`` says in words what it shows."""
    st.plotly_chart(figure, width="stretch", key=key, config=_PLAIN, alt=alt)


def answer() -> DeltaGenerator:
    """The place of the page's answer, which a phone keeps in sight."""
    return st.container(key="answer")


def choose(label: str, options: Sequence[str], *, key: str, default: str | None = None, **more: Any) -> str:
    """One of a few options in a row, in the address under its key; the default is the first option."""
    default = default or options[0]
    # an empty value in a link clears even a control that requires one
    chosen = st.segmented_control(
        label,
        options,
        default=default,
        required=True,
        key=key,
        bind="query-params",
        persist_state="page",
        wrap=True,
        **more,
    )
    return chosen or default


def python_panel(lines: str) -> None:
    """The lines of Python that give the page's answer in a notebook."""
    st.markdown("**In Python**")
    # not coloured as a language: Streamlit's colours for that have too little contrast
    st.code(lines, language=None, wrap_lines=True)


def formula(tex: str) -> None:
    """A short formula on a line of its own, which no box has to scroll; a long one is ``st.latex``, which scrolls on a phone."""
    st.markdown(rf"$\displaystyle {tex}$")


def problem(sentence: str) -> None:
    """Tells in one sentence what is wrong with an input."""
    st.warning(escape_markdown(as_sentence(sentence)), icon="⚠️")
