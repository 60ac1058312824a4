"""Is that bid true, and what should I do?"""

import streamlit as st

from boardodds.dashboard import house_rules, link, parts, perudo_table, shell, solvers
from boardodds.dashboard.perudo_views import LINK, VIEWS, advice, headline, matching_chart
from boardodds.perudo import Posterior

shell.guard()


def answered(on: perudo_table.Table) -> Posterior | None:
    """What the bids say, or None and a sentence that says why nothing can be said."""
    try:
        return solvers.perudo(on.state, on.model, on.rules)
    except ValueError as problem:
        parts.problem(str(problem))
        return None


shell.title("Is that bid true?")
link.check_link({**perudo_table.LINK, **LINK, "view": link.one_of(VIEWS)})
top = parts.answer()
left, right = st.columns(2, gap="medium")
with left:
    of = perudo_table.choose_round()
with right:
    picture = st.container()
    on = perudo_table.choose_model(of)
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
