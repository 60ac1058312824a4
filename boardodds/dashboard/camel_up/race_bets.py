"""The controls for race bets."""

import streamlit as st

from boardodds.camel_up.actions import LAST, WINNER
from boardodds.camel_up.race_bets import MAX_PILE_CARDS
from boardodds.camel_up.terms import terms_of
from boardodds.dashboard.camel_up.camel_table import CamelTable
from boardodds.dashboard.camel_up.purse import bets_on
from boardodds.dashboard.ui.table_store import TableStore, as_default

# By pile, what its cards are bet on.
_BET_ON = {WINNER: "overall winner", LAST: "overall loser"}


def show_race_bets(store: TableStore[CamelTable]) -> None:
    """Show a popover for the race bets: the cards on each pile, and those of the visitor."""
    table = store.state
    card, camels = terms_of(table.rules).race_card, list(table.rules.camels)
    popover = st.popover("Race bets so far", icon=":material/flag:", key="race_bets")
    for pile, end in _BET_ON.items():
        name = f"{pile}_laid"
        popover.number_input(
            f"Cards on the {end}, yours included",
            0,
            MAX_PILE_CARDS,
            help=f"In the rulebook, each card is a {card}.",
            **store.view(name, getattr(table, name)),
        )
        popover.multiselect(
            f"Your cards on the {end}",
            camels,
            placeholder="none",
            select_all=False,
            help="A card that you add goes on top of the pile.",
            **as_default(store.view(f"{pile}_bets", [bet[0] for bet in bets_on(table, pile)])),
        )
    popover.multiselect(
        "Your cards on a pile that you don't remember",
        camels,
        placeholder="none",
        select_all=False,
        help=f"These {card}s are no longer in your hand, and they are not paid at the end.",
        **as_default(store.view("laid", list(table.laid))),
    )
