"""The controls of the Candy Land page: views of the settings, which send events to their store."""

from collections.abc import Sequence

import streamlit as st

from boardodds.candy_land.rules import COLORS, DECKS, MAX_PLAYERS
from boardodds.dashboard.candy_land.edits import (
    BOARDS,
    DECK_SIZES,
    GAMES,
    LINK,
    MAX_TEXTS,
    CandySettings,
    apply,
    read_link,
    write_link,
)
from boardodds.dashboard.candy_land.labels import CUSTOM, DOUBLES, LICORICE, SPECIALS
from boardodds.dashboard.ui.page_parts import show_options
from boardodds.dashboard.ui.page_text import join_words
from boardodds.dashboard.ui.settings import MAX_SEED
from boardodds.dashboard.ui.table_store import TableDefinition, TableStore

TABLE = TableDefinition("candy_land", LINK, read_link, write_link, apply)
# The rules that a board brings, by their name in a link.
_RULE_LABELS = {
    "licorice": "licorice",
    "specials": "picture cards",
    "shortcuts": "shortcuts",
    "deck": "deck",
    "doubles": "double cards",
    "cards": "cards",
    "last": "the last space wins",
}
_BOARD_HELP = (
    "`blog post`: the board and the rules of *Adventures in Candy Land* (2021). `Scheffer`: the board of a published Markov "
    "chain, where the last space wins. `newer printing`: licorice costs one turn, and the deck has 64 cards. `custom`: your own "
    "spaces."
)


def show_settings(store: TableStore[CandySettings]) -> None:
    """Show the widgets for the board, the rules, the players and the simulation."""
    settings = store.state
    _choose(store, "Board", [*BOARDS, CUSTOM], "board", _BOARD_HELP)
    if settings.board == CUSTOM:
        _show_custom_board(store)
    st.slider("Players", 1, MAX_PLAYERS, **store.view("players", settings.players))
    _show_rules(store)
    st.markdown("**Simulation**")
    st.select_slider("Simulated games", GAMES, **store.view("played", settings.played))
    st.number_input("Seed", 0, MAX_SEED, **store.view("seed", settings.seed))


def changed_rules(settings: CandySettings) -> dict[str, bool]:
    """Return for each rule in words whether it differs from the rules that the board brings.

    >>> from boardodds.dashboard.candy_land.edits import read_link
    >>> changed = changed_rules(read_link({"licorice": ["off"], "shortcuts": ["false"]}))
    >>> [words for words, differs in changed.items() if differs]
    ['licorice: off', 'shortcuts: off']
    """
    usual = apply(settings, {"kind": "set", "name": "board", "value": settings.board})
    return {
        f"{label}: {_value_in_words(getattr(settings, name))}": getattr(settings, name) != getattr(usual, name)
        for name, label in _RULE_LABELS.items()
    }


def _value_in_words(value: str | bool) -> str:
    return value if isinstance(value, str) else "on" if value else "off"


def _choose(store: TableStore[CandySettings], label: str, options: Sequence[str], name: str, description: str) -> None:
    view = store.view(name, getattr(store.state, name))
    show_options(label, options, help=description, **view)


def _show_rules(store: TableStore[CandySettings]) -> None:
    _choose(
        store,
        "Licorice",
        list(LICORICE),
        "licorice",
        "On a licorice space, `stuck`: you stay until you draw that space's colour, and that card moves you. `lose a turn`: you "
        "miss your next turn. `off`: no effect.",
    )
    _choose(
        store,
        "Picture cards",
        list(SPECIALS),
        "specials",
        "`removed`: the cards and their spaces are taken out, so the board is shorter (the blog post's version). `cards off`: "
        "only the cards are taken out. `forward only`: cards that would move you back are ignored.",
    )
    st.toggle("Shortcuts", **store.view("shortcuts", store.state.shortcuts))
    _choose(
        store,
        "Deck",
        DECKS,
        "deck",
        "`real`: drawn without replacement and shuffled when it runs out. `reshuffled`: shuffled before every draw, which can "
        "be solved exactly.",
    )
    _choose(
        store,
        "Double cards",
        list(DOUBLES),
        "doubles",
        "`first counts too`: licorice on the first of the two spaces stops you and a shortcut there is taken, as in the "
        "blog post. `end only`: only the second space counts, as in the rulebook.",
    )
    _choose(
        store,
        "Printed deck",
        list(DECK_SIZES),
        "cards",
        " ".join(f"{size} cards: {_describe_deck(**deck)}." for size, deck in DECK_SIZES.items())
        + " The rest are picture cards. No known source lists the deck of 44; this is our assumption.",
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


def _describe_deck(singles: Sequence[int], doubles: Sequence[int]) -> str:
    """Return the single and the double cards of a deck in words.

    >>> _describe_deck((8,) * 6, (2,) * 6)
    '8 single cards of each colour; 2 double cards of each colour'
    >>> _describe_deck((5,) * 6, (2, 2, 1, 1, 1, 1))
    '5 single cards of each colour; 2 double cards of red and purple, 1 of yellow, blue, orange and green'
    """
    return f"{_count_by_color(singles, 'single cards')}; {_count_by_color(doubles, 'double cards')}"


def _count_by_color(counts: Sequence[int], name: str) -> str:
    colors: dict[int, list[str]] = {}
    for color, count in zip(COLORS.values(), counts, strict=True):
        colors.setdefault(count, []).append(color)
    if len(colors) == 1:
        return f"{counts[0]} {name} of each colour"
    parts = [f"{count} of {join_words(group)}" for count, group in colors.items()]
    return ", ".join([parts[0].replace(" of ", f" {name} of ", 1), *parts[1:]])
