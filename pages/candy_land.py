"""How long is a game of Candy Land, and what does each rule cost?"""

import streamlit as st

from boardodds.charts.candy_land import board, most_shown
from boardodds.dashboard.app import frame
from boardodds.dashboard.candy_land import inputs, rows
from boardodds.dashboard.candy_land.views import LINK, VIEWS
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.page_title import page_title
from boardodds.probability.estimate import estimate_of

frame.guard()


def answered(setup: inputs.CandySetup) -> rows.Lengths | None:
    """The answer, or None and a sentence that says why there is none."""
    try:
        return rows.lengths(setup)
    except ValueError as problem:
        page_parts.problem(str(problem))
        return None


page_title("How long is Candy Land?")
query.check_link({**inputs.LINK, **LINK, "view": query.one_of(VIEWS)})
top = page_parts.answer()
left, right = st.columns(2, gap="medium")
with left:
    setup = inputs.choose_table()
with top:
    found = answered(setup) if setup else None
    if setup and found:
        who, whose = ("one player", "") if setup.players == 1 else (f"{setup.players} players", " of all together")
        st.subheader(f"A game of {who} takes {estimate_of(found.mean_turns):.3f} turns{whose}", anchor=False)
        simulated = rows.games_of(found)
        st.caption(
            f"On average over {simulated:,} simulated games. Of twenty such intervals (CI) nineteen hold the true mean; more "
            "games, under *Simulation*, make it narrower."
            if simulated
            else "On average, solved exactly."
        )
if setup and found:
    with right:
        visits = rows.visits_per_game(found)
        often = max(range(len(visits)), key=visits.__getitem__)
        page_parts.chart(
            board(setup.rules, visits),
            key="board_chart",
            alt=f"The board of {len(visits)} spaces, each as large as it is often visited; most turns end on space {often + 1}.",
        )
        st.caption(
            f"The larger its disc, the more turns end on a space; the largest stands for {most_shown(visits):.2f} a game "
            "and more. "
            "★ special, ✖ licorice, arrows are shortcuts."
        )
    with left:
        st.markdown(rows.in_short(found))
page_views.show_views(VIEWS, setup, found)
