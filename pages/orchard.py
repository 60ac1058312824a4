"""Will we beat the raven in Orchard, and does it matter what we pick?"""

import streamlit as st

from boardodds.charts.orchard import orchard_bars
from boardodds.dashboard import link, orchard_table, parts, shell, solvers
from boardodds.dashboard.orchard_views import LINK, VIEWS
from boardodds.orchard import Odds
from boardodds.orchard.solve import count_boards

shell.guard()


def solved(on: orchard_table.Table) -> Odds | None:
    """The odds, or None and a sentence that says why there are none."""
    if (boards := count_boards(on.rules)) > orchard_table.MOST_BOARDS:
        parts.problem(
            f"These house rules have {boards:,} boards to solve, too many for a page: take fewer trees or less fruit"
        )
        return None
    try:
        return solvers.orchard(on.rules, on.policy, on.state)
    except ValueError as problem:
        parts.problem(str(problem))
        return None


shell.title("Will we win?")
link.check_link({**orchard_table.LINK, **LINK, "view": link.one_of(VIEWS), "fraction": link.one_of(["true", "false"])})
top = parts.answer()
left, right = st.columns(2, gap="medium")
with left:
    on = orchard_table.choose_table()
with top:
    odds = solved(on)
    if odds:
        picks = f", if the basket picks from {orchard_table.POLICY_WORDS[on.policy]}" if on.rules.basket_faces else ""
        st.subheader(f"We win {parts.percent(odds.win, 2)} of the time{picks}", anchor=False)
if odds:
    with right:
        parts.chart(
            orchard_bars(on.state, on.rules.fruit, on.rules.raven_steps),
            key="orchard_chart",
            alt=f"Left: {on.state}. Chance to win {odds.win:.1%}.",
        )
        if rolls := solvers.orchard_rolls(on.rules, on.policy, on.state):
            st.markdown(
                f"The game takes {rolls.mean:.0f} more rolls on average; nine games in ten are over within "
                f"{rolls.quantile(0.9):.0f}."
                if rolls.mean
                else "The game is over."
            )
parts.views(VIEWS, on, odds)
