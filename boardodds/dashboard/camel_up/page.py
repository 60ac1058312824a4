"""The leg page: its board with the table, and the set-up, which the race page has too."""

from functools import partial
from pathlib import Path
from secrets import randbits
from typing import Any

import streamlit as st

from boardodds.camel_up import Rules, camel_name
from boardodds.camel_up.game import GAME
from boardodds.camel_up.leg import explain_grey_rolls
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.rules import GREY_DIE, MIRAGE, OASIS, PRINTED, PRINTED_LABELS, tile_names, with_article
from boardodds.charts.camel_up import fill, ink
from boardodds.dashboard.camel_up import leg_views
from boardodds.dashboard.camel_up.events import DEFINITION, PRESETS, faces_of
from boardodds.dashboard.camel_up.sheet import SETTINGS, LegSheet
from boardodds.dashboard.camel_up.state import EDITIONS, MAX_COINS, MAX_PLAYERS, PILES, TRACKS, CamelState
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.declared_widgets import show_names, show_rules
from boardodds.dashboard.ui.panels import draw_if_open, show_options
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.probability.declared_rules import rules_of

_camel_board = board_component(
    Path(__file__).parent,
    "camel_layout",
    "camel_pieces",
    "camel_drawing",
    "camel_selection",
    "camel_fan",
    "camel_ledger",
    "camel_table",
    "camel_editions",
    "camel_keys",
    "camel_board",
)
_LABELS = {**PRINTED_LABELS, "numbered": "Camels 0 to 5 (first edition)"}


def show_setup(store: StateStore[CamelState]) -> None:
    """Show the widgets for the edition, the players, the position, what is already played, and the house rules."""
    state = store.state
    show_options("Edition", list(EDITIONS), format_func=_LABELS.__getitem__, **store.view("edition", state.edition))
    st.number_input("Players", 1, MAX_PLAYERS, **store.view("players", state.players))
    show_names(store, state.players - 1)
    draw_if_open(st.expander("Coins", key="coins", on_change="rerun"), partial(_show_coins, store))
    with st.container(horizontal=True):
        for label, kind in (("Random position", "random"), ("Clear board", "clear"), ("Start next leg", "new_leg")):
            st.button(label, key=kind, on_click=_start, args=(store, kind))
    st.selectbox(
        "Load a position",
        placeholder="published positions, second edition …",
        **as_index(store.view("preset", None, {"kind": "preset"}), list(PRESETS)),
    )
    crazy, tiles = state.rules.crazy, tile_names(state.rules)
    st.text_input(
        "Position as text",
        max_chars=MAX_TEXT,
        help="Squares with their camels from the bottom up, the dice in the pyramid, and the tiles. For example, "
        f"`{EDITIONS[state.edition].start} tiles=5o.8m` has {with_article(tiles[OASIS])} (`o`) on square 5 and "
        f"{with_article(tiles[MIRAGE])} (`m`) on square 8."
        + "".join(f" `{camel}` is the {camel_name(camel)} camel." for camel in crazy)
        + (f" `{GREY_DIE}` is the {camel_name(GREY_DIE)} die." if crazy else ""),
        **store.view("position", state.text),
    )
    st.markdown("**House rules**")
    track, *others = EDITIONS[state.edition].rule_names
    st.slider(rules_of(Rules)[track].label, *TRACKS, **store.view(track, state.rules.track))
    show_rules(store, state.rules, others)
    die = state.rules.dice[0]
    st.caption(
        "Tap a number to enter a roll, a letter to take its die out of the pyramid or to put it back. Tap a ticket, a card or a "
        "tile that lies in front of the wrong player to correct it. On a keyboard, "
        f"{die} and {state.rules.faces[0]} roll {camel_name(die)} {state.rules.faces[0]}, Ctrl+Z undoes."
    )


def _start(store: StateStore[CamelState], kind: str) -> None:
    store.dispatch({"kind": kind, "seed": randbits(32)})
    # On a phone the popover covers the board.
    st.session_state["setup"] = False


def _show_coins(store: StateStore[CamelState]) -> None:
    """Show each player's coins from earlier legs, for a race that is followed from its middle on."""
    for player in range(store.state.players):
        view = store.view(f"coins {player}", store.state.purse(player), {"kind": "coins", "player": player})
        st.number_input(f"{store.state.player_name(player)}, before this leg", 0, MAX_COINS, **view)


def board_data(state: CamelState) -> dict[str, object]:
    """Return the data of the board: its pieces, and the table of dice, tickets and race bets below it."""
    position, rules = state.position, state.rules
    others = "".join(camel for camel in position.camels if camel not in rules.camels + rules.crazy)
    return {
        "track": rules.track,
        "stacks": [[square, camels] for square, camels in position.stacks],
        "tiles": [[square, kind] for square, kind in position.tiles],
        "camels": [{**_paint(camel), "crazy": camel.islower()} for camel in rules.camels + rules.crazy + others],
        "first_tile_square": rules.first_tile_square,
        "tile_names": tile_names(rules),
        "dice": _dice_data(state),
        "edition": state.edition,
        "editions": list(PRINTED),
        "can_roll": not (state.problem or state.is_leg_over),
        "is_leg_over": state.is_leg_over,
        "finish": state.finish,
        "turn": state.turn,
        "players": [state.player_name(player) for player in range(state.players)],
        **{name: [str(piece) for piece in getattr(state, name)] for name in ("tickets", "owners", *PILES, "partners")},
        "available": [other.player for other in state.available(state.turn)] if not state.is_leg_over else [],
    }


def _paint(camel: str) -> dict[str, str]:
    # Camels that run backwards, and their die, are known by their colour alone.
    letter = "" if camel.islower() else camel
    return {"id": camel, "name": camel_name(camel), "letter": letter, "fill": fill(camel), "ink": ink(camel)}


def _dice_data(state: CamelState) -> list[dict[str, Any]]:
    """Return the rows of the table: the dice in the order of the edition, which does not change when camels move.

    Each has in ``places`` by face the camel and the square where it is placed during the set-up, and in ``rolled`` the face of a
    used die, "" if it is not known; a racing camel's the coins of the next ``ticket``, None for one that is not in the race.
    """
    position, rules = state.position, state.rules
    others = "".join(die for die in position.all_dice if die not in rules.dice)
    tickets = dict(state.next_tickets)
    rolled = {(roll.camel, roll.number) for roll in state.rolled}
    dice: list[dict[str, Any]] = []
    for die in others + rules.dice:
        faces = faces_of(die, rules)
        if die == GREY_DIE and rules.lone_crazy:
            # Whichever the grey die shows, the one on the board moves.
            faces = {face: roll for face, roll in faces.items() if roll.camel in position.camels} or faces
        # A racing camel starts on the square of its number, a crazy camel that many squares before the finish line.
        places = {
            face: [roll.camel, rules.track + 1 - roll.number if die == GREY_DIE else roll.number]
            for face, roll in faces.items()
        }
        shown = next((face for face, roll in faces.items() if (roll.camel, roll.number) in rolled), "")
        data = {**_paint(die), "in": die in position.dice, "faces": list(faces), "places": places, "rolled": shown}
        dice.append(data | ({"moves": _grey_moves(state)} if die == GREY_DIE else {"ticket": tickets.get(die)}))
    return dice


def _grey_moves(state: CamelState) -> dict[str, str]:
    """Return by face of the grey die a clause on the crazy camel that moves; empty if it cannot be rolled."""
    if state.problem or GREY_DIE not in state.position.dice:
        return {}
    return {
        face: f"the {camel_name(mover)} camel moved, because {reason.value}"
        for face, (mover, reason) in explain_grey_rolls(state.position, state.rules).items()
    }


LEG_PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=LegSheet,
    views=leg_views.VIEWS,
    settings={**SETTINGS, **leg_views.SETTINGS, **LegSheet.slider_setting},
    setup=show_setup,
    board=lambda store: _camel_board(board_data(store.state), key="camel_board", store=store),
    unquoted=("names",),
)
