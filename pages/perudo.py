"""The Perudo page: the chance that the bid is true, and the best move."""

import streamlit as st

from boardodds.dashboard.app import frame
from boardodds.dashboard.perudo import inputs, solvers
from boardodds.dashboard.perudo.house_rules import house_rules
from boardodds.dashboard.perudo.views import LINK, VIEWS, advice, headline, matching_chart
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of
from boardodds.perudo import Posterior

frame.guard()


def solve_or_warn(setup: inputs.PerudoSetup) -> Posterior | None:
    """Return the posterior of the dice given the bids, or show why there is none and return None."""
    try:
        return solvers.posterior(setup.state, setup.model, setup.rules)
    except ValueError as error:
        page_parts.problem(str(error))
        return None


page_title("Is that bid true?")
query.check_link({**inputs.LINK, **LINK, "view": one_of(VIEWS)})
top = page_parts.answer_container()
left, right = st.columns(2, gap="medium")
with left:
    round_setup = inputs.choose_round()
with right:
    picture = st.container()
    setup = inputs.choose_model(round_setup)
with top:
    posterior = solve_or_warn(setup)
    if posterior:
        st.subheader(headline(setup, posterior), anchor=False)
        st.markdown(advice(setup, posterior))
        show_house_rules(house_rules(setup.rules))
if posterior:
    with picture:
        matching_chart(setup, posterior)
page_views.show_views(VIEWS, setup, posterior)
