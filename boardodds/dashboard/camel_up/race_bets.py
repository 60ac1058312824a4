"""The controls for race bets, on the page of the race."""

import streamlit as st

from boardodds.camel_up import Position, RaceBets, Rules
from boardodds.camel_up.race_bets import MAX_PILE_CARDS
from boardodds.camel_up.terms import terms_of
from boardodds.dashboard.camel_up.editions import EDITIONS
from boardodds.dashboard.ui.settings import Allowed, one_of, whole_number
from boardodds.dashboard.ui.table_store import as_default, setting

LINK: Allowed = {
    "winner_laid": whole_number(0, MAX_PILE_CARDS),
    "last_laid": whole_number(0, MAX_PILE_CARDS),
    "laid": one_of(camel for edition in EDITIONS.values() for camel in edition.rules.camels),
}


def choose_race_bets(position: Position, rules: Rules) -> RaceBets:
    """Show a popover for the race bets, which the URL stores, and return the bets."""
    popover = st.popover("Race bets so far", icon=":material/flag:", key="race_bets")
    card = terms_of(rules).race_card
    pile_sizes = {
        key: popover.number_input(
            label, 0, MAX_PILE_CARDS, help=f"Each {card} on this pile counts, yours included.", **setting(key, 0)
        )
        for label, key in (
            ("Cards bet on the overall winner", "winner_laid"),
            ("Cards bet on the overall loser", "last_laid"),
        )
    }
    played = popover.multiselect(
        "Cards you have already played",
        # As with tickets, the options are all cards of the edition, and a link can have those of another one.
        list(rules.camels),
        placeholder="none",
        select_all=False,
        help=f"Your hand has one {card} for each camel, until you play it.",
        **as_default(setting("laid", [], adapt=lambda cards: [card for card in cards if card in rules.camels])),
    )
    hand = "".join(camel for camel in position.racing if camel not in played)
    return RaceBets(int(pile_sizes["winner_laid"]), int(pile_sizes["last_laid"]), hand)
