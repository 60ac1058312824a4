"""Parts that every page uses: a chart with an alternative text, the answer, a choice, the Python panel, a warning."""

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from boardodds.dashboard.ui.page_text import as_sentence, escape_markdown

_CHART_CONFIG = {"displayModeBar": False, "scrollZoom": False}


def chart(figure: Any, *, key: str, alt: str, finding: str = "", method: str = "") -> None:
    """Show a Plotly figure at the width of the page.

    alt: the alternative text, for screen readers.
    finding: what the chart shows, as a sentence above it.
    method: the origin of its figures, below it.
    """
    if finding:
        st.markdown(f"#### {finding}")
    st.plotly_chart(figure, width="stretch", key=key, config=_CHART_CONFIG, alt=alt)
    if method:
        st.caption(method)


def all_figures(draw: Callable[[], None], *, key: str, label: str = "All figures") -> None:
    """Show a closed section for the table behind a chart and its download; its content is drawn only when it is open."""
    section = st.expander(label, key=key, on_change="rerun")
    if section.open:
        with section:
            draw()


def answer_container() -> DeltaGenerator:
    """Return the container of the page's answer, which stays in view on a phone."""
    return st.container(key="answer")


def choose(label: str, options: Sequence[str], *, key: str, default: str | None = None, **more: Any) -> str:
    """Show a few options in a row and return the chosen one, which the URL stores under its key.

    default: the first option, unless another is given.
    more: further arguments of ``st.segmented_control``.
    """
    default = default or options[0]
    # An empty value in a link clears even a control that requires a value.
    return (
        show_options(label, options, value=default, key=key, bind="query-params", persist_state="page", **more)
        or default
    )


def show_options(label: str, options: Sequence[str], *, value: str, **more: Any) -> Any:
    """Show a few options in a row, of which one is chosen, and return it.

    value: the chosen option at first.
    more: further arguments of ``st.segmented_control``, such as those of a view of a table.
    """
    return st.segmented_control(label, options, default=value, required=True, wrap=True, **more)


def python_panel(lines: str) -> None:
    """Show the lines of Python that compute the page's answer in a notebook."""
    st.markdown("**In Python**")
    # Streamlit's colours for a language have too little contrast.
    st.code(lines, language=None, wrap_lines=True)


def formula(tex: str) -> None:
    """Show a short formula on a line of its own.

    A formula that is wider than a phone needs ``st.latex``, which scrolls.
    """
    st.markdown(rf"$\displaystyle {tex}$")


def problem(sentence: str) -> None:
    """Show a warning: one sentence on what is wrong with an input."""
    st.warning(escape_markdown(as_sentence(sentence)), icon=":material/warning:")
