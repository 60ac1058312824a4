"""The widgets for leg tickets, the visitor's own tile, and race bets."""

import re

import streamlit as st

from boardodds.camel_up import Position, RaceBets, Rules
from boardodds.camel_up.race_bets import MAX_PILE_CARDS
from boardodds.dashboard.camel_up.editions import EDITIONS
from boardodds.dashboard.camel_up.edits import NO_TILE, on_tickets_changed
from boardodds.dashboard.camel_up.solvers import Holdings
from boardodds.dashboard.camel_up.ticket_names import next_tickets, ticket_names
from boardodds.dashboard.ui.page_parts import problem
from boardodds.dashboard.ui.settings import Allowed, one_of, whole_number


def choose_holdings(position: Position, rules: Rules) -> Holdings:
    """Show the widgets for leg tickets and the visitor's tile, which the URL stores, and return what they contain."""
    tickets = {name: ticket for name, ticket in ticket_names(rules).items() if ticket.camel in position.racing}
    # The options are all tickets of the edition, so that a ticket whose camel leaves the board is restored with the camel.
    options = list(ticket_names(rules))
    held = _choose_tickets("Your leg tickets", options, "held", "this edition does not have")
    available = [name for name in options if name not in held]
    taken = _choose_tickets("Tickets others have taken", available, "gone", "you hold, or this edition does not have")
    own_tile = _choose_own_tile(position)
    st.session_state.camel_leg = {"held": held, "gone": taken, "own": own_tile}
    return Holdings(
        held=tuple(tickets[name] for name in held if name in tickets),
        next_tickets=tuple(next_tickets(position, [*held, *taken], rules).items()),
        own_tile=None if own_tile == NO_TILE else int(own_tile),
    )


def _choose_tickets(label: str, options: list[str], key: str, reason: str) -> list[str]:
    """Show a widget for tickets and return their names, with a warning if the link has tickets that are no options.

    reason: the end of the sentence "The link has a ticket, which ...".
    """
    linked = [] if key in st.session_state else filter(_is_ticket, st.query_params.get_all(key))
    if wrong := [name for name in linked if name not in options]:
        problem(f"The link has {key}={', '.join(wrong)}, which {reason}: it is left out")
    return st.multiselect(
        label,
        options,
        key=key,
        bind="query-params",
        on_change=on_tickets_changed,
        placeholder="none",
        persist_state="page",
        select_all=False,
    )


def _choose_own_tile(position: Position) -> str:
    tiles = [str(square) for square, _ in position.tiles]
    linked = st.query_params.get("own", NO_TILE)
    if "own" not in st.session_state and _is_tile(linked) and linked not in [NO_TILE, *tiles]:
        problem(f"The link says that your tile lies on {linked}, where no tile lies: it is left out")
    if st.session_state.get("own", NO_TILE) not in [NO_TILE, *tiles]:
        # The tile was returned after the leg or taken off the board.
        st.session_state.own = NO_TILE
    own_tile = st.selectbox(
        "Your tile on the board",
        [NO_TILE, *tiles],
        key="own",
        bind="query-params",
        on_change=on_tickets_changed,
        persist_state="page",
    )
    return own_tile if own_tile in tiles else NO_TILE


def choose_race_bets(position: Position, rules: Rules) -> RaceBets:
    """Show the widgets for the race bets, which the URL stores, and return the bets."""
    winner, last, cards = st.columns(3)
    pile_sizes = {
        key: column.number_input(label, 0, MAX_PILE_CARDS, 0, key=key, bind="query-params", persist_state="page")
        for column, label, key in (
            (winner, "Cards on the winner pile", "winner_laid"),
            (last, "Cards on the last pile", "last_laid"),
        )
    }
    played = cards.multiselect(
        "Race cards you have laid",
        # As with tickets, the options are all cards of the edition.
        list(rules.camels),
        key="laid",
        bind="query-params",
        persist_state="page",
        placeholder="none",
        select_all=False,
    )
    hand = "".join(camel for camel in position.racing if camel not in played)
    return RaceBets(int(pile_sizes["winner_laid"]), int(pile_sizes["last_laid"]), hand)


def _is_tile(text: str) -> bool:
    return text == NO_TILE or re.fullmatch(r"[0-9]{1,3}", text) is not None


_is_ticket = one_of(name for edition in EDITIONS.values() for name in ticket_names(edition.rules))
LINK: Allowed = {"held": _is_ticket, "gone": _is_ticket, "own": _is_tile}
_is_card = one_of(camel for edition in EDITIONS.values() for camel in edition.rules.camels)
RACE_LINK: Allowed = {
    "winner_laid": whole_number(0, MAX_PILE_CARDS),
    "last_laid": whole_number(0, MAX_PILE_CARDS),
    "laid": _is_card,
}
