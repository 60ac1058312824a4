"""The Orchard page: the chance of beating the raven, and whether it matters which fruit to pick."""

import streamlit as st

from boardodds.charts.orchard import ending_bars, orchard_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.orchard import edits, inputs, solvers
from boardodds.dashboard.orchard.views import LINK, VIEWS, advice, headline, state_in_words
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.page_text import percent
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of, switch
from boardodds.dashboard.ui.table_store import open_table
from boardodds.orchard import Endings, Odds
from boardodds.orchard.solve import count_boards

frame.guard()


def solve_or_warn(setup: edits.OrchardSetup) -> Odds | None:
    """Return the odds, or show why there are none and return None."""
    if (board_count := count_boards(setup.rules)) > inputs.MAX_BOARDS:
        page_parts.problem(
            f"These house rules are too large to solve here: the fruit can be left in {board_count:,} ways, and the limit is "
            f"{inputs.MAX_BOARDS:,}. Use fewer trees or less fruit"
        )
        return None
    try:
        return solvers.odds(setup.rules, setup.policy, setup.state)
    except ValueError as error:
        page_parts.problem(str(error))
        return None


def show_rolls_left(game_endings: Endings) -> None:
    """Show how many rolls are left, and the chance of each ending."""
    rolls = game_endings.rolls
    if not rolls.mean:
        st.markdown("The game is over.")
        return
    length = f"{rolls.mean:.1f} more rolls on average; at least 90% of games are over within {rolls.quantile(0.9):.0f}"
    st.markdown(f"The game takes {length}.")
    page_parts.chart(
        ending_bars(game_endings), key="ends_chart", alt=f"Chance of winning and of losing with each roll: {length}."
    )


store = open_table(inputs.TABLE, {**LINK, "view": one_of(VIEWS), "fraction": switch})
setup = store.state
page_title("Will we beat the raven?")
query.show_mistakes(store.mistakes)
top = page_parts.answer_container()
left, right = st.columns(2, gap="medium")
with left:
    inputs.show_setup(store)
with top:
    odds = solve_or_warn(setup)
    if odds:
        st.subheader(headline(setup, odds), anchor=False)
        if advice_text := advice(setup):
            st.markdown(advice_text)
if odds:
    with right:
        page_parts.chart(
            orchard_bars(setup.state, setup.rules.fruit, setup.rules.raven_steps),
            key="orchard_chart",
            alt=f"Chance of winning: {percent(odds.win)}. Left: {state_in_words(setup.state)}.",
        )
        if game_endings := solvers.endings(setup.rules, setup.policy, setup.state):
            show_rolls_left(game_endings)
page_views.show_views(VIEWS, setup, odds, store=store)
