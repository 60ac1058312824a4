"""Will we beat the raven in Orchard, and does it matter what we pick?"""

import streamlit as st

from boardodds.charts.orchard import ending_bars, orchard_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.orchard import inputs, solvers
from boardodds.dashboard.orchard.views import LINK, VIEWS, advice, headline
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.page_title import page_title
from boardodds.orchard import Endings, Odds
from boardodds.orchard.solve import count_boards

frame.guard()


def solved(setup: inputs.OrchardSetup) -> Odds | None:
    """The odds, or None and a sentence that says why there are none."""
    if (boards := count_boards(setup.rules)) > inputs.MOST_BOARDS:
        page_parts.problem(
            f"These house rules have {boards:,} boards to solve, too many for a page: take fewer trees or less fruit"
        )
        return None
    try:
        return solvers.odds(setup.rules, setup.policy, setup.state)
    except ValueError as problem:
        page_parts.problem(str(problem))
        return None


def tell_rolls(ends: Endings) -> None:
    """How long the game still takes, and how it ends."""
    rolls = ends.rolls
    if not rolls.mean:
        st.markdown("The game is over.")
        return
    length = f"{rolls.mean:.0f} more rolls on average; nine games in ten are over within {rolls.quantile(0.9):.0f}"
    st.markdown(f"The game takes {length}.")
    page_parts.chart(
        ending_bars(ends), key="ends_chart", alt=f"Chance to win and to lose by the number of rolls: {length}."
    )


page_title("Will we win?")
query.check_link({**inputs.LINK, **LINK, "view": query.one_of(VIEWS), "fraction": query.switch})
top = page_parts.answer()
left, right = st.columns(2, gap="medium")
with left:
    setup = inputs.choose_table()
with top:
    odds = solved(setup)
    if odds:
        st.subheader(headline(setup, odds), anchor=False)
        if what_to_pick := advice(setup):
            st.markdown(what_to_pick)
if odds:
    with right:
        page_parts.chart(
            orchard_bars(setup.state, setup.rules.fruit, setup.rules.raven_steps),
            key="orchard_chart",
            alt=f"Left: {setup.state}. Chance to win {odds.win:.1%}.",
        )
        if ends := solvers.endings(setup.rules, setup.policy, setup.state):
            tell_rolls(ends)
page_views.show_views(VIEWS, setup, odds)
