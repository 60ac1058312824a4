"""The page for teachers: the document ``docs/teaching.md`` with its pictures, and links into this site."""

import re

import streamlit as st

from boardodds.dashboard.runtime.environment import ROOT
from boardodds.dashboard.teaching.parts import picture, read_document
from boardodds.dashboard.ui import room
from boardodds.dashboard.ui.settings import StateDefinition
from boardodds.entry.game import Page

PAGE = Page("teachers", "For teachers", "How do you teach with games?")
DEFINITION: StateDefinition[None] = StateDefinition(
    "teachers", {}, lambda _: None, lambda _: {}, lambda state, _: (state, "")
)


def show() -> None:
    """Show the document, with each picture in its place."""
    room.keep()
    text, *pictures = re.split(r"!\[(.*)\]\((.*)\)\n", read_document("teaching"))
    st.markdown(text)
    for alt, path, text in zip(*[iter(pictures)] * 3, strict=True):
        picture((ROOT / "docs" / path).read_text(encoding="utf-8"), alt).show()
        st.markdown(text)
