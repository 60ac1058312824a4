"""House rules: a line next to the answer, so that a shared link shows that its rules differ from the edition's."""

from collections.abc import Mapping

import streamlit as st


def show_house_rules(differences: Mapping[str, bool]) -> None:
    """Show a line with the house rules of a page, if there are any.

    differences: for the words of each rule, whether the page's rules differ from the edition's in it.
    """
    if names := [name for name, differs in differences.items() if differs]:
        st.caption(f"House rules: {', '.join(names)}.")
