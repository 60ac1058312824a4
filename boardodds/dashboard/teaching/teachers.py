"""The page for teachers: the document ``docs/teaching.md``, with links into this site."""

import re

import streamlit as st

from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.dashboard.ui.settings import StateDefinition
from boardodds.entry.game import Page

PAGE = Page("teachers", "For teachers", "How do you teach with games?")
DEFINITION: StateDefinition[None] = StateDefinition(
    "teachers", {}, lambda _: None, lambda _: {}, lambda state, _: (state, "")
)


def show() -> None:
    """Show the document without its title."""
    _, _, text = (ROOT / "docs" / "teaching.md").read_text(encoding="utf-8").partition("\n")
    # The pages are next to this one; the other documents are not on the site.
    text = text.replace("](http://localhost:8501/", "](./")
    st.markdown(re.sub(r"\[(\w+)\]\([^)]*\.md\)", r"\1", text))
