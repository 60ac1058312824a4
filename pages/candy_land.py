"""The Candy Land page: the length of a game, and the effect of each rule."""

import streamlit as st

from boardodds.charts.tokens import ACCENTS
from boardodds.dashboard.app import frame
from boardodds.dashboard.candy_land import edits, inputs, rows
from boardodds.dashboard.candy_land.board_picture import show_board
from boardodds.dashboard.candy_land.views import LINK, MAX_WITHIN, VIEWS
from boardodds.dashboard.runtime.compute import sentence_if_impossible
from boardodds.dashboard.ui import page_parts, page_views, query
from boardodds.dashboard.ui.house_rules import show_house_rules
from boardodds.dashboard.ui.hundred import show_dots
from boardodds.dashboard.ui.page_templates import play_layout
from boardodds.dashboard.ui.page_title import page_title
from boardodds.dashboard.ui.settings import one_of
from boardodds.dashboard.ui.table_store import open_table, setting
from boardodds.probability.wording import plural

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
    with sentence_if_impossible():
        try:
            return rows.solve_lengths(setup)
        except ValueError as error:
            page_parts.problem(str(error))
    return None


def show_hundred(lengths: rows.Lengths) -> None:
    """Show a hundred games, split at the turns that the visitor has time for, and the chance that the game is over by then."""
    dots = st.container()
    description = "Turns of all players together." if lengths.players > 1 else None
    within = st.slider("Turns you have time for", 1, MAX_WITHIN, help=description, **setting("within", 40))
    with dots:
        show_dots(lengths.turns, unit="turns", tone=ACCENTS["candy_land"], split=within)
    st.markdown(
        f"**The game is over within {plural(within, 'turn')} {rows.chance_within(lengths, within)} of the time.** Each dot is "
        "one game of a hundred; those that are over by then are filled."
    )


def show_visits(setup: edits.CandySetup, lengths: rows.Lengths) -> None:
    """Show the board with the turns that end on each space."""
    visits = rows.visits_per_game(lengths)
    peak = max(range(len(visits)), key=visits.__getitem__)
    alt = f"The board of {len(visits)} spaces. Turns end most often on space {peak + 1}: {visits[peak]:.2f} per game."
    show_board(setup.rules, visits, alt=alt)
    sentences = (
        "The stronger the colour, the more turns end there.",
        rows.legend(setup.rules),
        "Point to a space, or tap it, for its number.",
    )
    st.caption(" ".join(sentence for sentence in sentences if sentence))


store = open_table(inputs.TABLE, {**LINK, "view": one_of(VIEWS)})
with page_title("How long is a game of Candy Land?", setup="Set up"):
    inputs.show_settings(store)
inputs.show_printing(store)
query.show_mistakes(store.mistakes)
top = page_parts.answer_container()
layout = play_layout()
with top:
    setup = read_or_warn(store.state)
    lengths = solve_or_warn(setup) if setup else None
    if setup and lengths:
        st.subheader(rows.length_headline(setup.players, lengths), anchor=False)
        show_house_rules(inputs.changed_rules(store.state))
        games = rows.sample_size(lengths)
        deck = f"The deck has {plural(setup.rules.deck_size, 'card')}, the board {plural(len(setup.rules.board), 'space')}."
        st.caption(f"{f'From {games:,} simulated games.' if games else 'This average is exact.'} {deck}")
if setup and lengths:
    with layout.hundred:
        show_hundred(lengths)
    with layout.table:
        show_visits(setup, lengths)
    with layout.figures:
        if games:
            st.caption(
                "CI is the 95% confidence interval: on average, 19 of 20 such intervals contain the true value."
                + (
                    " For a narrower one, increase the number of games under *Set up*."
                    if games < max(edits.GAMES)
                    else ""
                )
            )
page_views.show_views(VIEWS, setup, lengths, store=store)
