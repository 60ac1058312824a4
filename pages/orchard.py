"""The Orchard page: the chance of beating the raven, and whether it matters which fruit to pick."""

import streamlit as st

from boardodds.charts.orchard import ending_bars
from boardodds.dashboard.app import frame
from boardodds.dashboard.orchard import edits, inputs, solvers
from boardodds.dashboard.orchard.cards import outcomes
from boardodds.dashboard.orchard.views import LINK, VIEWS, advice, headline
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.hundred import show_hundred
from boardodds.dashboard.ui.page_templates import play_layout
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of
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
    page_parts.chart(
        ending_bars(game_endings),
        key="ends_chart",
        alt=f"Chance of winning and of losing with each roll: {length}.",
        finding=f"The game takes {length}",
        method="Chance that the game ends at each roll, counted exactly.",
    )


store = open_table(inputs.TABLE, {**LINK, "view": one_of(VIEWS)})
setup = store.state
with page_title("Will we beat the raven?", setup="Set up"):
    inputs.show_setup(store)
query.show_mistakes([*store.mistakes, setup.mistake])
top = page_parts.answer_container()
layout = play_layout()
with layout.table:
    inputs.show_trees(store)
with top:
    odds = solve_or_warn(setup)
    if odds:
        st.subheader(headline(setup, odds), anchor=False)
        show_house_rules(inputs.changed_rules(setup))
        if advice_text := advice(setup):
            st.markdown(advice_text)
if odds:
    with layout.hundred:
        show_hundred(outcomes(odds.win), key="orchard")
    with layout.figures:
        if game_endings := solvers.endings(setup.rules, setup.policy, setup.state):
            show_rolls_left(game_endings)
page_views.show_views(VIEWS, setup, odds, store=store)
