"""The controls of the Perudo page: the board and widgets are views of the table, which send events to its store."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import streamlit as st

from boardodds.dashboard.perudo.edits import (
    LINK,
    MAX_SHARPNESS,
    MAX_TEXT,
    MODELS,
    SIDES,
    SLIPS,
    PerudoTable,
    apply,
    read_link,
    write_link,
)
from boardodds.dashboard.perudo.labels import RAISES
from boardodds.dashboard.perudo.players import BLUFF_FACTOR, MAX_NAME, MAX_PLAYERS_SHOWN, STYLES, player_name, style_of
from boardodds.dashboard.perudo.round_events import ShownRound, bidder, openers
from boardodds.dashboard.ui.board_component import board_component
from boardodds.dashboard.ui.labels import label_of
from boardodds.dashboard.ui.page_parts import show_options
from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.dashboard.ui.table_store import TableDefinition, TableStore, as_index
from boardodds.perudo import ACE_BIDS, Bid, Rules, legal_bids
from boardodds.perudo.bidders import HUMAN, HUMAN_ERROR, chances_of_at_least
from boardodds.perudo.round_state import RoundState, why_no_calza
from boardodds.perudo.rules import ANY_HIGHER

TABLE = TableDefinition("perudo", LINK, read_link, write_link, apply)
perudo_round = board_component(Path(__file__).parent, "perudo_round")
_STYLE_HELP = (
    f"Someone who bluffs a lot bids less by the own dice: the sharpness is divided by {BLUFF_FACTOR}, or random moves are "
    f"{BLUFF_FACTOR} times as frequent. For someone who never bluffs, it is the other way round."
)
FITTED = (
    f"Sharpness {HUMAN.sharpness:g} is fitted to perfect play with two to four dice: its chances that opening bids are true are "
    f"{100 * HUMAN_ERROR:.1f} percentage points off on average."
)
_ANY_HIGHER = label_of(ANY_HIGHER, RAISES)
_ALLOW_ANY_HIGHER = {"kind": "set", "name": "raises", "value": _ANY_HIGHER}
_FACES = {1: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}


def show_round(store: TableStore[PerudoTable], shown: ShownRound) -> None:
    """Show the board of the round."""
    perudo_round(round_data(shown, store.state.names), key="perudo_round", store=store)


def offer_any_higher(store: TableStore[PerudoTable]) -> None:
    """Show a button that allows any higher raise, if the round needs it."""
    if store.state.needs_any_higher:
        st.button(f"Raises: {_ANY_HIGHER}", on_click=store.dispatch, args=(_ALLOW_ANY_HIGHER,))


def show_setup(store: TableStore[PerudoTable]) -> None:
    """Show the widgets for the house rules, the model of the others' bids, and the round as text."""
    st.markdown("**House rules**")
    _show_rules(store)
    st.markdown("**The other players**")
    _show_model(store)
    _show_players(store)
    st.text_input(
        "Round as text",
        max_chars=MAX_TEXT,
        placeholder=str(store.state.example),
        help="Each player's number of dice, your seat (`me`), your dice (`hand`), and the bids so far, as player:quantity x face "
        "(`bids`). Before the first bid, `opens=2` names the player who opens. `palifico` marks a palifico round.",
        **store.view("round", store.state.text),
    )


def _show_players(store: TableStore[PerudoTable]) -> None:
    """Show the widgets for the name of each player, and for how often the others bluff."""
    table = store.state
    state = table.shown()[0].state
    for seat in range(len(state.dice)):
        left, right = st.columns(2)
        name = table.names.split(",")[seat : seat + 1] or [""]
        left.text_input(
            "Your name" if seat == state.viewer else f"Player {seat + 1}",
            placeholder=f"player {seat + 1}",
            max_chars=MAX_NAME,
            **store.view(f"name {seat}", name[0], {"kind": "name", "seat": seat}),
        )
        if seat != state.viewer:
            style = style_of(table.styles, seat)
            view = as_index(store.view(f"style {seat}", style, {"kind": "style", "seat": seat}), STYLES)
            right.selectbox("How they bluff", help=_STYLE_HELP, **view)


def _show_model(store: TableStore[PerudoTable]) -> None:
    table = store.state
    _choose(
        store,
        "How the others bid",
        MODELS,
        "model",
        "What a bid reveals depends on how people bid. `logit`: the less likely a move is to cost them a die, the more often "
        "they make it. `computer`: always the most probable move, apart from occasional random moves.",
    )
    if table.model == MODELS[1]:
        st.select_slider("Random moves (%)", SLIPS, **store.view("slip", table.slip))
    else:
        st.slider(
            "Sharpness",
            0,
            MAX_SHARPNESS,
            help="0: all legal moves are equally likely, so bids reveal nothing. The higher the number, the more often players "
            f"make the moves that look safest to them. {FITTED}",
            **store.view("sharpness", table.sharpness),
        )


def _choose(
    store: TableStore[PerudoTable],
    label: str,
    options: Sequence[str],
    name: str,
    description: str,
    *,
    disabled: bool = False,
) -> None:
    view = store.view(name, getattr(store.state, name))
    show_options(label, options, help=description, disabled=disabled, **view)


def _show_rules(store: TableStore[PerudoTable]) -> None:
    table = store.state
    st.toggle("Aces are wild", **store.view("wild", table.wild))
    _choose(
        store,
        "Bids on aces",
        ACE_BIDS,
        "aces",
        "For wild aces. `halved`: a raise to aces takes half the quantity, rounded up; a raise from aces takes twice the "
        "quantity and one more. `lowest` or `highest`: as an ordinary face of that rank. `never`: no bids on aces.",
        disabled=not table.wild,
    )
    _choose(
        store,
        "Raises",
        list(RAISES),
        "raises",
        "`value or quantity`: a higher face at the same quantity, or one more of the same face. `any higher`: also any face "
        "at any higher quantity. *Bids on aces* can set other quantities for aces.",
    )
    st.slider("Sides of each die", *SIDES, **store.view("sides", table.sides))
    st.toggle("Rounds may open on aces", **store.view("open_aces", table.open_aces))
    st.toggle("Players may call calza", **store.view("calza", table.calza))
    st.toggle("In palifico, a player with one die may change the face", **store.view("change_face", table.change_face))


def bid_in_words(bid: Bid) -> str:
    """Return a bid in words.

    >>> bid_in_words(Bid(5, 6)), bid_in_words(Bid(1, 1))
    ('5 sixes', '1 ace')
    """
    face = _FACES.get(bid.face, f"{bid.face}")
    plural = "es" if face.endswith("x") else "s"
    return f"{bid.quantity} {face}{plural if bid.quantity > 1 else ''}"


def face_names(face: int) -> str:
    """Return the plural name of a face, as in "fours"."""
    return bid_in_words(Bid(2, face)).partition(" ")[2]


def round_data(shown: ShownRound, names: str = "") -> dict[str, object]:
    """Return the data of the board: dice, bids, and the legal next bids with their chances from the dice alone.

    The legal quantities of a face are consecutive, so the data have the lowest one of each face, and a chance for each.
    """
    state, rules = shown.state, shown.rules
    next_bidder = bidder(state)
    likely = likely_bids(state, rules)
    legal: dict[int, list[Bid]] = {}
    own_dice = state.dice[next_bidder]
    for bid in legal_bids(state.current, state.total_dice, rules, palifico=state.palifico, own_dice=own_dice):
        legal.setdefault(bid.face, []).append(bid)
    return {
        "dice": state.dice,
        "starting": rules.starting_dice,
        "most_players": MAX_PLAYERS_SHOWN,
        "viewer": state.viewer,
        "hand": shown.hand.dice,
        "untold": shown.hand.unconfirmed,
        "faces": [
            (bid_in_words(Bid(1, face)).partition(" ")[2], face_names(face)) for face in range(1, rules.sides + 1)
        ],
        "bids": [(player, bid.quantity, bid.face) for player, bid in state.bids],
        "bidder": next_bidder,
        "openers": openers(state),
        "names": [player_name(names, seat) for seat in range(len(state.dice))],
        "legal": [
            (face, bids[0].quantity, [_short(likely[bid]) for bid in bids]) for face, bids in sorted(legal.items())
        ],
        "likely": highest_likely(state, rules).quantity if state.current is None else 0,
        "may_allow_more": state.current is not None and rules.raise_rule != ANY_HIGHER,
        "winner": shown.winner,
        "palifico": state.palifico,
        "has_palifico": rules.palifico,
        "callers": [seat for seat in range(len(state.dice)) if not why_no_calza(state, rules, seat)],
        "no_calza": as_sentence(why_no_calza(state, rules)) if rules.calza else None,
    }


def _short(chance: float) -> float:
    """Round a chance to three places, but keep one that would round to 0 or 1."""
    rounded = round(chance, 3)
    return rounded if 0 < rounded < 1 else chance


def likely_bids(state: RoundState, rules: Rules) -> Mapping[Bid, float]:
    """Return the chance of each bid, legal or not, from the dice alone as the viewer sees them."""
    return _likely(state.hand, state.total_dice - len(state.hand), rules, state.palifico)


@lru_cache(maxsize=256)
def _likely(hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool) -> Mapping[Bid, float]:
    chances: dict[Bid, float] = {}
    for face in range(1, rules.sides + 1):
        held = sum(die in rules.matching_faces(face, palifico) for die in hand)
        others = [float(chance) for chance in chances_of_at_least(face, unseen, rules, palifico)]
        for quantity in range(1, len(hand) + unseen + 1):
            # The number of unseen dice that must match.
            needed = max(quantity - held, 0)
            chances[Bid(quantity, face)] = others[needed] if needed <= unseen else 0.0
    return chances


# Cached because the headline, the chart and the views use it too, and it goes through every opening.
@lru_cache(maxsize=256)
def highest_likely(state: RoundState, rules: Rules) -> Bid:
    """Return the highest opening that is true at least half of the time from the dice alone, or else the lowest opening."""
    likely = likely_bids(state, rules)
    openings = legal_bids(None, state.total_dice, rules, palifico=state.palifico)
    return next((bid for bid in reversed(openings) if likely[bid] >= 0.5), openings[0])
