"""The layouts of pages: what stands where, wide and on a phone."""

from typing import NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator


class PlayLayout(NamedTuple):
    """The containers of a page with a table, below its answer.

    On a wide page the table stands at the left, and the hundred with the figures below it at the right. On a phone the hundred
    comes first, then the table, then the figures.

    hundred: for the hundred.
    table: for the board, the dice, and the widgets that are used with every move.
    figures: for the figures behind the hundred.
    """

    hundred: DeltaGenerator
    table: DeltaGenerator
    figures: DeltaGenerator


def play_layout() -> PlayLayout:
    """Add the containers of a play page to the page and return them."""
    with st.container(key="play"):
        return PlayLayout(*(st.container(key=f"play_{name}") for name in PlayLayout._fields))
