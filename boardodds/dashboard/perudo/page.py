"""The Perudo page: its board and its set-up, whose widgets are views of the state and send events to its store."""

from functools import lru_cache
from pathlib import Path

import streamlit as st

from boardodds.dashboard.perudo import solvers, views
from boardodds.dashboard.perudo.events import DEFINITION
from boardodds.dashboard.perudo.rounds import highest_likely, openers
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.state import COMPUTER, NAMES, STYLES, PerudoState
from boardodds.dashboard.perudo.table_card import table_card
from boardodds.dashboard.perudo.words import bid_chances, face_name
from boardodds.dashboard.ui import reveal
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.declared_widgets import show_name, show_rule, show_rules
from boardodds.dashboard.ui.panels import show_options
from boardodds.dashboard.ui.play_page import PlayPage
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.dashboard.ui.words import as_sentence
from boardodds.perudo import Rules
from boardodds.perudo.game import GAME
from boardodds.perudo.round_state import PALIFICO_DICE
from boardodds.perudo.rules import MAX_PLAYERS, MIN_PLAYERS, PRINTED, PRINTED_LABELS, RAISE_LABELS
from boardodds.probability.declared_rules import rules_of

_perudo_round = board_component(Path(__file__).parent, "perudo_round")
# The rules without which others have no effect.
_NEEDED = dict.fromkeys(("ace_bids", "aces_stay_wild"), "wild_aces") | {
    "palifico_with_two": "palifico",
    **dict.fromkeys(("calza_by", "calza_wins", "calza_limit"), "calza"),
}
_STYLE_HELP = (
    "Someone who bluffs a lot bids less by the own dice, someone who never bluffs more. *Method* says by how much."
)


def _board(store: StateStore[PerudoState]) -> None:
    """Show the board of the round, below a button that allows any higher raise if the round needs it."""
    if store.state.needs_any_higher:
        event = {"kind": "set", "name": "raise_rule", "value": "any_higher"}
        st.button(f"Raises: {RAISE_LABELS['any_higher']}", on_click=store.dispatch, args=(event,))
    data = round_data(store.state, has_chances=not (reveal.is_hidden() or store.trial))
    _perudo_round(data, key="perudo_round", store=store)


@lru_cache
def round_data(state: PerudoState, *, has_chances: bool = True) -> dict[str, object]:
    """Return the data of the board: dice, bids, and the legal next bids with their chances, given the bids.

    The legal quantities of a face are consecutive, so the data have the lowest one of each face, and a chance for each. In a
    round that is too large to solve, the chances are those from the dice alone.

    has_chances: whether to give the chances; otherwise they are None.
    """
    round_, rules, hand = state.round, state.rules, state.hand
    is_read = has_chances and round_.bids and not solvers.why_too_large(state)
    given_bids = solvers.posterior(round_, rules, model=state.models) if is_read else None
    by_face: dict[int, tuple[int, int, list[float | None]]] = {}
    for bid, chance in bid_chances(state, state.legal, given_bids).items():
        # Rounded, but not to 0 or 1.
        shown = (rounded if 0 < (rounded := round(chance, 3)) < 1 else chance) if has_chances else None
        by_face.setdefault(bid.face, (bid.face, bid.quantity, []))[2].append(shown)
    return {
        "dice": round_.dice,
        "starting": rules.starting_dice,
        "viewer": round_.viewer and round_.viewer - 1,
        "hand": hand.dice,
        "unconfirmed": hand.unconfirmed,
        "faces": [(face_name(face, 1), face_name(face)) for face in range(1, rules.sides + 1)],
        "bids": [(player - 1, bid.quantity, bid.face) for player, bid in round_.bids],
        "bidder": state.bidder,
        "openers": openers(round_),
        "names": NAMES.shown(state.names)[: len(round_.dice)],
        "legal": [by_face[face] for face in sorted(by_face)],
        "likely": 0 if round_.bids else highest_likely(round_, rules).quantity,
        "may_allow_more": rules.raise_rule == "value_or_quantity",
        "winner": state.winner,
        "palifico": round_.palifico,
        "may_be_palifico": (rules.has_palifico(len(round_.players_in)) and PALIFICO_DICE in round_.dice)
        if rules.has_palifico(len(round_.dice))
        else None,
        "asks": state.asks,
        "callers": [seat for seat in range(len(round_.dice)) if rules.calza and not state.why_no_calza(seat)],
        "no_calza": as_sentence(state.why_no_calza()) if rules.calza else None,
        "others_lose": rules.calza_wins == "others_lose",
    }


def _setup(store: StateStore[PerudoState]) -> None:
    state = store.state
    # A tap on a printed game takes its rules.
    games = store.view("game", state.game if state.rules == PRINTED[state.game] else None)
    show_options("Game", list(PRINTED), format_func=PRINTED_LABELS.__getitem__, **games)
    players = store.view("players", len(state.round.dice), {"kind": "players"})
    st.slider("Players", MIN_PLAYERS, MAX_PLAYERS, **players)
    st.markdown("**House rules**")
    for name, rule in rules_of(Rules).items():
        is_off = name in _NEEDED and not getattr(state.rules, _NEEDED[name])
        show_rule(store, rule, getattr(state.rules, name), **({"disabled": True} if is_off else {}))
    st.markdown("**The players**")
    show_rules(store, state, ("model", "random_moves" if state.model == COMPUTER else "sharpness"))
    for seat in range(len(state.round.dice)):
        _show_player(store, seat)
    st.text_input(
        "Round as text",
        max_chars=state.max_text,
        placeholder=str(state.example),
        help="Each player's number of dice, your seat (`me`), your dice (`hand`), and the bids so far, as player:quantity x face "
        "(`bids`). Before the first bid, `opens=2` names the player who opens. `palifico` marks a palifico round.",
        **store.view("round", state.text),
    )


def _show_player(store: StateStore[PerudoState], seat: int) -> None:
    state, is_viewer = store.state, seat + 1 == store.state.round.viewer
    left, right = st.columns(2)
    with left:
        show_name(store, seat, "Your name" if is_viewer else f"Player {seat + 1}")
    if not is_viewer:
        view = store.view(f"style {seat}", state.styles[seat], {"kind": "style", "seat": seat})
        right.selectbox("How they bluff", help=_STYLE_HELP, **as_index(view, STYLES))


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=PerudoSheet,
    views=views.VIEWS,
    settings={**views.SETTINGS, **PerudoSheet.slider_setting},
    setup=_setup,
    board=_board,
    card=lambda state: table_card(state.rules, sum(state.round.dice)),
    # A link must not make its tags say anything but the answer.
    unquoted=("names",),
)
