"""The page for teachers: the document ``docs/teaching.md``, with links into this site."""

import streamlit as st

from boardodds.dashboard.teaching.parts import read_document
from boardodds.dashboard.ui.settings import StateDefinition
from boardodds.entry.game import Page

PAGE = Page("teachers", "For teachers", "How do you teach with games?")
DEFINITION: StateDefinition[None] = StateDefinition(
    "teachers", {}, lambda _: None, lambda _: {}, lambda state, _: (state, "")
)


def show() -> None:
    """Show the document."""
    st.markdown(read_document("teaching"))
