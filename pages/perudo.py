"""The Perudo page: the chance that the bid is true, and the best move."""

import streamlit as st

from boardodds.dashboard.app import frame
from boardodds.dashboard.perudo import answer, edits, inputs, solvers
from boardodds.dashboard.perudo.house_rules import house_rules
from boardodds.dashboard.perudo.views import SETTINGS, VIEWS
from boardodds.dashboard.runtime.compute import sentence_if_impossible
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.page_templates import play_layout
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.table_store import open_table
from boardodds.perudo import Posterior

frame.guard()


def solve_or_warn(setup: edits.PerudoSetup) -> Posterior | None:
    """Return the posterior of the dice given the bids, or show why there is none and return None."""
    try:
        return solvers.posterior(setup.state, setup.models, setup.rules)
    except ValueError as error:
        page_parts.problem(str(error))
        return None


store = open_table(inputs.TABLE, SETTINGS)
shown, mistake = store.state.shown()
setup = store.state.setup(shown)
with page_title("Is that bid true?", setup="Set up"):
    inputs.show_setup(store)
query.show_mistakes([*store.mistakes, mistake])
if mistake:
    inputs.offer_any_higher(store)
top = page_parts.answer_container()
layout = play_layout()
with layout.table:
    inputs.show_round(store, shown)
with top:
    posterior = solve_or_warn(setup)
    if shown.winner is not None:
        st.subheader(f"{setup.player_name(shown.winner)} has won the match", anchor=False)
        st.markdown("Below is the last round.")
    elif posterior:
        st.subheader(answer.headline(setup, posterior), anchor=False)
    # The advice takes longest, so the rest of the page is shown first.
    advice = st.container()
    if posterior:
        show_house_rules(house_rules(setup.rules))
if posterior:
    with layout.hundred:
        answer.hundred(setup, posterior)
    with layout.figures:
        answer.matching_dice(setup, posterior)
    if shown.winner is None:
        with advice, sentence_if_impossible():
            st.markdown(answer.advice(setup, posterior))
page_views.show_views(VIEWS, setup, posterior, store=store)
