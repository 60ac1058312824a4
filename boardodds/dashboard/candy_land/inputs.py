"""The controls of the Candy Land page: views of the settings, which send events to their store."""

from collections.abc import Sequence

import streamlit as st

from boardodds.candy_land import BOX_2014, BOX_PEPPERMINT_PASS
from boardodds.candy_land.rules import COLORS, MAX_COPIES, MAX_PLAYERS
from boardodds.dashboard.candy_land.edits import (
    BOARDS,
    GAMES,
    LINK,
    MAX_TEXTS,
    CandySettings,
    apply,
    read_link,
    write_link,
)
from boardodds.dashboard.candy_land.labels import (
    CUSTOM,
    DECK,
    DOUBLES,
    HASBRO_2014,
    LICORICE,
    OCCUPIED,
    PEPPERMINT_PASS,
    RAINBOW_TRAIL,
    SPECIALS,
)
from boardodds.dashboard.ui.page_parts import show_options
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.dashboard.ui.table_store import TableDefinition, TableStore, quiet

TABLE = TableDefinition("candy_land", LINK, read_link, write_link, quiet(apply))
# The rules that a board brings, by their name in a link.
_RULE_LABELS = {
    "licorice": "licorice",
    "specials": "picture cards",
    "shortcuts": "shortcuts",
    "deck": "deck",
    "double_cards": "double cards",
    "occupied_space": "occupied spaces",
    "singles": "numbers of single cards",
    "doubles": "numbers of double cards",
    "special_copies": "copies of each picture card",
    "last": "the last space wins",
}
_BOARD_HELP = (
    f"`{RAINBOW_TRAIL}`: the board and the rules of *Adventures in Candy Land* (2021). `{HASBRO_2014}`: the box with "
    f"{BOX_2014.deck_size} cards. `{PEPPERMINT_PASS}`: the box with {BOX_PEPPERMINT_PASS.deck_size} cards, whose longer shortcut "
    "has that name. `Scheffer`: the board of a published Markov chain. `custom`: your own spaces. You can change the rules and "
    "the cards of each under *Set up*."
)


def show_printing(store: TableStore[CandySettings]) -> None:
    """Show the choice of the printing."""
    _choose(store, "On your box or board", [*BOARDS, CUSTOM], "board", _BOARD_HELP)


def show_settings(store: TableStore[CandySettings]) -> None:
    """Show the widgets for a custom board, the rules, the players, the cards and the simulation."""
    settings = store.state
    if settings.board == CUSTOM:
        _show_custom_board(store)
    st.slider("Players", 1, MAX_PLAYERS, **store.view("players", settings.players))
    _show_rules(store)
    _show_cards(store)
    st.markdown("**Simulation**")
    st.select_slider("Simulated games", GAMES, **store.view("played", settings.played))
    st.number_input("Seed", 0, MAX_SEED, **store.view("seed", settings.seed))


def changed_rules(settings: CandySettings) -> dict[str, bool]:
    """Return for each rule in words whether it differs from the rules that the board brings.

    >>> from boardodds.dashboard.candy_land.edits import read_link
    >>> changed = changed_rules(read_link({"licorice": ["no effect"], "shortcuts": ["false"]}))
    >>> [words for words, differs in changed.items() if differs]
    ['licorice: no effect', 'shortcuts: off']
    """
    usual = apply(settings, {"kind": "set", "name": "board", "value": settings.board})
    return {
        f"{label}: {_value_in_words(getattr(settings, name))}": getattr(settings, name) != getattr(usual, name)
        for name, label in _RULE_LABELS.items()
    }


def _value_in_words(value: str | int) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else str(value)


def _choose(store: TableStore[CandySettings], label: str, options: Sequence[str], name: str, description: str) -> None:
    view = store.view(name, getattr(store.state, name))
    show_options(label, options, help=description, **view)


def _show_rules(store: TableStore[CandySettings]) -> None:
    _choose(
        store,
        "Licorice",
        list(LICORICE),
        "licorice",
        "`stuck until its colour`: you stay until you draw that space's colour, and that card moves you.",
    )
    _choose(
        store,
        "Picture cards",
        list(SPECIALS),
        "specials",
        "`no cards or spaces`: the board is shorter (the blog post's version). Shortcuts and licorice keep their numbers, not "
        "their spaces. `only forward`: cards that would move you back are ignored.",
    )
    st.toggle("Shortcuts", **store.view("shortcuts", store.state.shortcuts))
    _choose(
        store,
        "Deck",
        list(DECK),
        "deck",
        "A deck that is shuffled before every draw can be solved exactly.",
    )
    _choose(
        store,
        "Double cards",
        list(DOUBLES),
        "double_cards",
        "`both spaces count`: licorice on the first of the two spaces stops you and a shortcut there is taken, as in the blog "
        "post. In the rulebook only the second space counts.",
    )
    _choose(
        store,
        "Occupied spaces",
        list(OCCUPIED),
        "occupied_space",
        "For single and double cards. Picture spaces and the ends of shortcuts are always shared.",
    )
    st.toggle("The last space wins", **store.view("last", store.state.last))


def _show_custom_board(store: TableStore[CandySettings]) -> None:
    settings = store.state
    st.text_area(
        "Spaces",
        max_chars=MAX_TEXTS["spaces"],
        help="From first to last: R P Y B O G for the colours, picture spaces by name in brackets, as in [Jolly].",
        **store.view("spaces", settings.spaces),
    )
    st.text_input("Shortcuts, from > to", max_chars=MAX_TEXTS["jumps"], **store.view("jumps", settings.jumps))
    st.text_input(
        "Licorice spaces",
        max_chars=MAX_TEXTS["sticky"],
        help="Their numbers, counted from 1.",
        **store.view("sticky", settings.sticky),
    )


def _show_cards(store: TableStore[CandySettings]) -> None:
    """Show the number of cards of each kind."""
    st.markdown("**Cards in the deck**")
    for name, kind in (("singles", "Single"), ("doubles", "Double")):
        counts = getattr(store.state, name).split(",")
        with st.container(horizontal=True, gap="small"):
            for (color, word), count in zip(COLORS.items(), counts, strict=True):
                view = store.view(f"{name} {color}", int(count), {"kind": "set", "name": name, "color": color})
                st.number_input(f"{kind} {word}", 0, MAX_COPIES, width=130, **view)
    st.number_input(
        "Copies of each picture card", 0, MAX_COPIES, **store.view("special_copies", store.state.special_copies)
    )
