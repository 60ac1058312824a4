"""Is that bid true, and what should I do?"""

import streamlit as st

from boardodds.dashboard.app import frame, solvers
from boardodds.dashboard.perudo import inputs
from boardodds.dashboard.perudo.views import LINK, VIEWS, advice, headline, matching_chart
from boardodds.dashboard.ui import house_rules, parts, query
from boardodds.perudo import Posterior

frame.guard()


def answered(on: inputs.Table) -> Posterior | None:
    """What the bids say, or None and a sentence that says why nothing can be said."""
    try:
        return solvers.perudo(on.state, on.model, on.rules)
    except ValueError as problem:
        parts.problem(str(problem))
        return None


frame.title("Is that bid true?")
query.check_link({**inputs.LINK, **LINK, "view": query.one_of(VIEWS)})
top = parts.answer()
left, right = st.columns(2, gap="medium")
with left:
    of = inputs.choose_round()
with right:
    picture = st.container()
    on = inputs.choose_model(of)
with top:
    read = answered(on)
    if read:
        st.subheader(headline(on, read), anchor=False)
        st.markdown(advice(on, read))
        house_rules.tell(house_rules.of_perudo(on.rules))
if read:
    with picture:
        matching_chart(on, read)
parts.views(VIEWS, on, read)
