"""The controls of the Camel Up pages: the board and widgets are views of the table, which send events to its store."""

from pathlib import Path

import streamlit as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Rules, Ticket, camel_name, rolls_left
from boardodds.camel_up.position import MAX_TEXT, MIRAGE, OASIS
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.terms import terms_of, with_article
from boardodds.dashboard.camel_up.camel_table import NO_TILE, CamelSetup, CamelTable
from boardodds.dashboard.camel_up.dice import dice_data, paint
from boardodds.dashboard.camel_up.editions import EDITIONS, PRESETS
from boardodds.dashboard.camel_up.edits import apply_with_notice
from boardodds.dashboard.camel_up.race_bets import show_race_bets
from boardodds.dashboard.camel_up.table_link import (
    HIGHEST_FACES,
    LINK,
    TRACKS,
    link_mistakes,
    read_link,
    write_link,
)
from boardodds.dashboard.camel_up.ticket_names import ticket_names
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.page_parts import show_options
from boardodds.dashboard.ui.table_store import TableDefinition, TableStore, as_default, as_index
from boardodds.probability.wording import plural

TABLE = TableDefinition("camel_up", LINK, read_link, write_link, apply_with_notice, link_mistakes)
camel_board = board_component(
    Path(__file__).parent,
    "camel_layout",
    "camel_pieces",
    "camel_drawing",
    "camel_selection",
    "camel_fan",
    "camel_dice",
    "camel_editions",
    "camel_keys",
    "camel_controls",
    "camel_board",
)


def show_setup(store: TableStore[CamelTable], setup: CamelSetup) -> None:
    """Show the widgets for the edition, the house rules, published positions, and the position as text."""
    table = store.state
    numbers = EDITIONS["numbered"].seats
    show_options(
        "Edition",
        list(EDITIONS),
        format_func=lambda name: (
            EDITIONS[name].label or f"Camels {numbers[0]} to {numbers[-1]} (rules of the first edition)"
        ),
        **store.view("edition", table.edition),
    )
    st.selectbox(
        "Load a position",
        placeholder="published positions, second edition …",
        **as_index(store.view("preset", None, {"kind": "preset"}), list(PRESETS)),
    )
    _show_position_text(store, setup)
    st.markdown("**House rules**")
    st.toggle("Camels carry those above them", **store.view("stacking", table.stacking))
    st.slider("Squares to the finish", *TRACKS, **store.view("track", table.track))
    st.select_slider("Highest number on a die", HIGHEST_FACES, **store.view("highest", table.highest))
    if table.rules.crazy:
        st.toggle(
            "The grey die moves the crazy camel that carries racing camels",
            help="If only one crazy camel carries racing camels, that one moves, whichever the grey die shows. If one stands "
            "directly on the other, the upper one moves. If camels don't carry others, neither rule applies.",
            **store.view("priority", table.priority),
        )


def _show_position_text(store: TableStore[CamelTable], setup: CamelSetup) -> None:
    crazy, tiles = setup.rules.crazy, terms_of(setup.rules).tiles
    st.text_input(
        "Position as text",
        max_chars=MAX_TEXT,
        help="Squares with their camels from the bottom up, the dice in the pyramid, and the tiles. For example, "
        f"`{EDITIONS[store.state.edition].start} tiles=5o.8m` has {with_article(tiles[OASIS])} (`o`) on square 5 and "
        f"{with_article(tiles[MIRAGE])} (`m`) on square 8."
        + (f" `{'` and `'.join(crazy)}` are the crazy camels, `{GREY_DIE}` is their grey die." if crazy else ""),
        **store.view("position", store.state.text),
    )


def show_board(store: TableStore[CamelTable], setup: CamelSetup) -> None:
    """Show the board with the dice, and the tickets that are taken."""
    camel_board(board_data(store.state, setup), key="camel_board", store=store)
    with st.container(horizontal=True):
        with st.popover("Edit tickets and tile", icon=":material/confirmation_number:"):
            _show_tickets(store)
        show_race_bets(store)


def _show_tickets(store: TableStore[CamelTable]) -> None:
    """Show the widgets for the betting tickets that are taken and for the visitor's tile."""
    table = store.state
    terms = terms_of(table.rules)
    # The options are those of the edition: a ticket whose camel has left the board comes back with it.
    tickets = ticket_names(table.rules)
    options = list(tickets)
    for label, name, available in (
        ("Your betting tickets", "held", options),
        ("Tickets others have taken", "gone", [ticket for ticket in options if ticket not in table.held]),
    ):
        view = store.view(name, list(getattr(table, name)))
        st.multiselect(
            label,
            available,
            placeholder="none",
            select_all=False,
            format_func=lambda name: _ticket_in_words(name, tickets[name]),
            help=f"In the rulebook: {terms.ticket}.",
            **as_default(view),
        )
    st.selectbox(
        "Square of your tile",
        help=f"In the rulebook: {terms.tile}.",
        **as_index(store.view("own", table.own), [NO_TILE, *table.tiles]),
    )


def _ticket_in_words(name: str, ticket: Ticket) -> str:
    """Return a ticket in words.

    >>> _ticket_in_words("G2'", Ticket("G", 2))
    'green, 2 coins (second ticket)'
    """
    second = " (second ticket)" if name != str(ticket) else ""
    return f"{camel_name(ticket.camel)}, {plural(ticket.coins, 'coin')}{second}"


def board_data(table: CamelTable, setup: CamelSetup) -> dict[str, object]:
    """Return the data of the board component: the pieces on the board, and the dice, tickets and buttons below it."""
    position, rules = setup.position, setup.rules
    others = "".join(camel for camel in position.camels if camel not in rules.camels + rules.crazy)
    return {
        "track": rules.track,
        "stacks": [[square, camels] for square, camels in position.stacks],
        "tiles": [[square, kind] for square, kind in position.tiles],
        "camels": [{**paint(camel), "crazy": camel.islower()} for camel in rules.camels + rules.crazy + others],
        "first_tile_square": rules.first_tile_square,
        "tile_names": terms_of(rules).tiles,
        "dice": dice_data(setup),
        "edition": table.edition,
        "editions": [{"id": name, "name": edition.label} for name, edition in EDITIONS.items() if edition.label],
        "can_roll": setup.problem is None and not table.finish and rolls_left(position, rules) > 0,
        "own": table.own_square,
        "is_leg_over": table.is_leg_over,
        "finish": table.finish,
        "tickets": [{**paint(camel), "next": coins} for camel, coins in setup.holdings.next_tickets],
        "held": _list_tickets(table.held),
        "gone": _list_tickets(table.gone),
    }


def _list_tickets(names: tuple[str, ...]) -> str:
    return ", ".join(f"{name[0]} {name[1:]}" for name in names)


def rules_in_python(rules: Rules) -> str:
    """Return the expression that gives these rules in a notebook."""
    named = {FIRST_EDITION: "camel_up.FIRST_EDITION", SECOND_EDITION: "camel_up.SECOND_EDITION"}
    return named.get(rules, f"camel_up.{rules!r}")
