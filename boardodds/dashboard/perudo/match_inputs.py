"""The players of whole matches on the Perudo page, and the widgets for the number of matches."""

from collections.abc import Mapping

import streamlit as st

from boardodds.dashboard.ui.settings import MAX_SEED, Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_store import setting
from boardodds.perudo import PolicyBidder
from boardodds.perudo.agents import BLUFFER, CONSTANT_AGENT, NAIVE_AGENT, THRESHOLD_AGENT, Agent

SEATS = 6
# The computer players that estimators and the reader expect.
COMPUTER = PolicyBidder(slip=0.01)
# Six equal players, whose policy the estimators know, or several kinds of players, whose policies they don't know.
LINEUPS: Mapping[str, tuple[Agent, ...]] = {
    "naive": (NAIVE_AGENT,) * SEATS,
    "mixed": (NAIVE_AGENT, CONSTANT_AGENT, THRESHOLD_AGENT, BLUFFER, BLUFFER, NAIVE_AGENT),
}
_MATCHES = (200, 500, 2_000, 5_000)
LINK: Allowed = {"matches": one_of(_MATCHES), "seed": whole_number(0, MAX_SEED)}


def choose_matches() -> tuple[int, int]:
    """Draw the widgets for the number of matches and the seed, and return both."""
    left, right = st.columns(2)
    matches = left.select_slider("Matches", _MATCHES, **setting("matches", 500))
    seed = right.number_input("Seed", 0, MAX_SEED, **setting("seed", 1))
    return matches, int(seed)
