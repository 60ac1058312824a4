"""The leg page and the race page."""

from dataclasses import replace

import streamlit as st

from boardodds.camel_up.bets import MAX_PILE_CARDS
from boardodds.camel_up.game import GAME
from boardodds.camel_up.race import SIMULATED_GAMES, is_race_solvable
from boardodds.camel_up.race_solver import count_moves
from boardodds.camel_up.rules import MAX_TRACK
from boardodds.dashboard.camel_up import leg_views, race_views, solvers
from boardodds.dashboard.camel_up.board import show_board, show_setup
from boardodds.dashboard.camel_up.events import DEFINITION
from boardodds.dashboard.camel_up.sheet import LegSheet, RaceSheet
from boardodds.dashboard.camel_up.state import CamelState
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.settings import whole_number
from boardodds.dashboard.ui.state_store import StateStore


def _show_race_setup(store: StateStore[CamelState]) -> None:
    """Show the set-up, above it a switch that solves the race exactly, if that takes long."""
    state, position, rules = store.state, store.state.position, store.state.rules
    if not state.finish and is_race_solvable(position, rules) and not solvers.is_race_quick(position, rules):
        moves = count_moves(len(position.racing), rules.track, rules.faces)
        st.toggle(
            "Solve exactly (takes a few seconds)",
            help=f"Goes through {moves:,} moves, but only the first time with these rules. Otherwise {SIMULATED_GAMES:,} races "
            "are simulated.",
            **store.view("exact", state.exact),
        )
    show_setup(store)


LEG_PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=LegSheet,
    views=leg_views.VIEWS,
    settings={**leg_views.SETTINGS, "if_square": whole_number(1, MAX_TRACK)},
    setup=show_setup,
    board=show_board,
)
RACE_PAGE = replace(
    LEG_PAGE,
    title=GAME.pages[1].question,
    sheet=RaceSheet,
    views=race_views.VIEWS,
    settings={"if_winner_laid": whole_number(0, MAX_PILE_CARDS)},
    setup=_show_race_setup,
)
