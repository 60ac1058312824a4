"""The controls of the Candy Land page: views of the settings, which send events to their store."""

from collections.abc import Sequence

import streamlit as st

from boardodds.candy_land.rules import DECKS, MAX_PLAYERS
from boardodds.dashboard.candy_land.edits import (
    BOARDS,
    DECK_SIZES,
    GAMES,
    LINK,
    MAX_TEXTS,
    OWN,
    CandySettings,
    apply,
    read_link,
    write_link,
)
from boardodds.dashboard.candy_land.labels import DOUBLES, LICORICE, SPECIALS
from boardodds.dashboard.ui.page_parts import show_options
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.dashboard.ui.table_store import TableDefinition, TableStore

TABLE = TableDefinition("candy_land", LINK, read_link, write_link, apply)
_BOARD_HELP = (
    "`post`: the board and the rules of the blog post. `Scheffer`: the board of the printed Markov chain, where the last "
    "space wins. `newer`: licorice costs one turn, 64 cards. `own`: your own spaces."
)


def show_settings(store: TableStore[CandySettings]) -> None:
    """Show the controls."""
    settings = store.state
    _choose(store, "Board", [*BOARDS, OWN], "board", _BOARD_HELP)
    if settings.board == OWN:
        _show_custom_board(store)
    _show_rules(store)
    st.slider("Players", 1, MAX_PLAYERS, **store.view("players", settings.players))
    with st.popover("Simulation", icon="🎲"):
        st.select_slider("Games", GAMES, **store.view("played", settings.played))
        st.number_input("Seed", 0, MAX_SEED, **store.view("seed", settings.seed))


def _choose(store: TableStore[CandySettings], label: str, options: Sequence[str], name: str, description: str) -> None:
    view = store.view(name, getattr(store.state, name))
    show_options(label, options, help=description, **view)


def _show_rules(store: TableStore[CandySettings]) -> None:
    _choose(
        store,
        "Licorice",
        list(LICORICE),
        "licorice",
        "`stuck` until your colour is drawn, which then moves you; `lose a turn`: the next one; or `off`.",
    )
    _choose(
        store,
        "Specials",
        list(SPECIALS),
        "specials",
        "`removed`: cards and spaces, as the post does it, so that every later space moves up; `cards off`: the board is "
        "left alone; `forward only`: a card that leads back is ignored.",
    )
    st.toggle("Shortcuts", **store.view("shortcuts", store.state.shortcuts))
    _choose(
        store,
        "Deck",
        DECKS,
        "deck",
        "`real`: drawn without putting back, shuffled again when it runs out; `reshuffled` before every draw, which can be "
        "solved exactly.",
    )
    with st.popover("House rules", icon="🛠️"):
        _choose(
            store,
            "Doubles",
            list(DOUBLES),
            "doubles",
            "`first counts too`: licorice and shortcuts on the first of the two colours count as well, as in the post; "
            "`end only`, as in the rulebook.",
        )
        _choose(
            store,
            "Cards",
            list(DECK_SIZES),
            "cards",
            "66: eight singles and two doubles of each colour and six specials. 64: six singles, four doubles (orange and "
            "green three). 44: no source says which; five singles, red and purple two doubles, the others one.",
        )
        st.toggle("The last space wins", **store.view("last", store.state.last))


def _show_custom_board(store: TableStore[CandySettings]) -> None:
    settings = store.state
    st.text_area(
        "Spaces",
        max_chars=MAX_TEXTS["spaces"],
        help="From the first to the last: R P Y B O G, and specials by name in brackets.",
        **store.view("spaces", settings.spaces),
    )
    st.text_input("Shortcuts, from > to", max_chars=MAX_TEXTS["jumps"], **store.view("jumps", settings.jumps))
    st.text_input("Licorice", max_chars=MAX_TEXTS["sticky"], **store.view("sticky", settings.sticky))
