"""Which leg tickets are gone, which the person holds, and whose tile lies on the board."""

import re

import streamlit as st

from boardodds.camel_up import Position, RaceBets, Rules
from boardodds.camel_up.race_bets import MAX_LAID
from boardodds.dashboard.camel_up.editions import EDITIONS
from boardodds.dashboard.camel_up.edits import NO_TILE, told_by_hand
from boardodds.dashboard.camel_up.solvers import Holdings
from boardodds.dashboard.camel_up.ticket_names import next_tickets, ticket_names
from boardodds.dashboard.ui.page_parts import problem
from boardodds.dashboard.ui.query import Allowed, one_of, whole_number


def choose_holdings(position: Position, rules: Rules) -> Holdings:
    """The widgets for all that; they live in the address."""
    names = {name: ticket for name, ticket in ticket_names(rules).items() if ticket.camel in position.racing}
    # the options are those of the edition: a ticket whose camel has left the board comes back with it
    options = list(ticket_names(rules))
    held = _tickets("Your leg tickets", options, "held", "this edition does not have")
    left = [name for name in options if name not in held]
    gone = _tickets("Tickets others have taken", left, "gone", "you hold, or this edition does not have")
    own = _choose_own_tile(position)
    st.session_state.camel_leg = {"held": held, "gone": gone, "own": own}
    return Holdings(
        held=tuple(names[name] for name in held if name in names),
        next_tickets=tuple(next_tickets(position, [*held, *gone], rules).items()),
        own_tile=None if own == NO_TILE else int(own),
    )


def _tickets(label: str, options: list[str], key: str, why_not: str) -> list[str]:
    linked = [] if key in st.session_state else filter(_TICKETS, st.query_params.get_all(key))
    if wrong := [name for name in linked if name not in options]:
        problem(f"The link has {key}={', '.join(wrong)}, which {why_not}: it is left out")
    return st.multiselect(
        label,
        options,
        key=key,
        bind="query-params",
        on_change=told_by_hand,
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
        # the tile has gone home or was taken off the board
        st.session_state.own = NO_TILE
    own = st.selectbox(
        "Your tile on the board",
        [NO_TILE, *tiles],
        key="own",
        bind="query-params",
        on_change=told_by_hand,
        persist_state="page",
    )
    return own if own in tiles else NO_TILE


def choose_race_bets(position: Position, rules: Rules) -> RaceBets:
    """The widgets for the race bets; they live in the address."""
    winner, last, cards = st.columns(3)
    laid = {
        key: column.number_input(label, 0, MAX_LAID, 0, key=key, bind="query-params", persist_state="page")
        for column, label, key in (
            (winner, "Cards on the winner pile", "winner_laid"),
            (last, "Cards on the last pile", "last_laid"),
        )
    }
    gone = cards.multiselect(
        "Race cards you have laid",
        # the cards of the edition, for the reason that its tickets are
        list(rules.camels),
        key="laid",
        bind="query-params",
        persist_state="page",
        placeholder="none",
        select_all=False,
    )
    hand = "".join(camel for camel in position.racing if camel not in gone)
    return RaceBets(int(laid["winner_laid"]), int(laid["last_laid"]), hand)


def _is_tile(text: str) -> bool:
    return text == NO_TILE or re.fullmatch(r"[0-9]{1,3}", text) is not None


_TICKETS = one_of(name for edition in EDITIONS.values() for name in ticket_names(edition.rules))
LINK: Allowed = {"held": _TICKETS, "gone": _TICKETS, "own": _is_tile}
_CARDS = one_of(camel for edition in EDITIONS.values() for camel in edition.rules.camels)
RACE_LINK: Allowed = {
    "winner_laid": whole_number(0, MAX_LAID),
    "last_laid": whole_number(0, MAX_LAID),
    "laid": _CARDS,
}
