"""The Candy Land page: the length of a game, and the effect of each rule."""

import streamlit as st

from boardodds.charts.candy_land import board, max_disc_visits
from boardodds.dashboard.app import frame
from boardodds.dashboard.candy_land import edits, inputs, rows
from boardodds.dashboard.candy_land.views import LINK, VIEWS
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of
from boardodds.dashboard.ui.table_store import open_table

frame.guard()


def read_or_warn(settings: edits.CandySettings) -> edits.CandySetup | None:
    """Return the setup, or show what is wrong with the custom board and return None."""
    try:
        return settings.setup()
    except ValueError as error:
        page_parts.problem(str(error))
        return None


def solve_or_warn(setup: edits.CandySetup) -> rows.Lengths | None:
    """Return the distribution of game lengths, or show why there is none and return None."""
    try:
        return rows.solve_lengths(setup)
    except ValueError as error:
        page_parts.problem(str(error))
        return None


store = open_table(inputs.TABLE, {**LINK, "view": one_of(VIEWS)})
page_title("How long is a game of Candy Land?")
query.show_mistakes(store.mistakes)
top = page_parts.answer_container()
left, right = st.columns(2, gap="medium")
with left:
    inputs.show_settings(store)
    setup = read_or_warn(store.state)
with top:
    lengths = solve_or_warn(setup) if setup else None
    if setup and lengths:
        number = "one" if setup.players == 1 else setup.players
        st.subheader(f"A {number}-player game takes {rows.mean_text(lengths)}", anchor=False)
        games = rows.sample_size(lengths)
        st.caption(
            f"From {games:,} simulated games. CI is the 95% confidence interval: on average, 19 of 20 such intervals contain the "
            "true mean."
            + (
                " For a narrower one, increase the number of games under *Simulation*."
                if games < max(edits.GAMES)
                else ""
            )
            if games
            else "This average is exact."
        )
if setup and lengths:
    with right:
        visits = rows.visits_per_game(lengths)
        peak = max(range(len(visits)), key=visits.__getitem__)
        page_parts.chart(
            board(setup.rules, visits),
            key="board_chart",
            alt=f"The board of {len(visits)} spaces. Turns end most often on space {peak + 1}: {visits[peak]:.3f} per game.",
        )
        st.caption(
            "The larger the disc, the more turns end on that space; the largest stand for "
            f"{max_disc_visits(visits):.2f} or more turns per game. {rows.legend(setup.rules)}".rstrip()
        )
    with left:
        st.markdown(rows.summarize(lengths))
page_views.show_views(VIEWS, setup, lengths, store=store)
