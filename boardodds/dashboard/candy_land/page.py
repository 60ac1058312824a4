"""The Candy Land page: the board of the game in progress, and the set-up."""

from functools import partial

import streamlit as st

from boardodds.candy_land import BOX_136, BOX_2014, BOX_PEPPERMINT_PASS, Rules, State
from boardodds.candy_land.game import GAME
from boardodds.candy_land.rules import COLORS, DRAW_AGAIN, FORWARD_ONLY, MAX_COPIES, MAX_PLAYERS, PRINTED_LABELS
from boardodds.dashboard.candy_land import board
from boardodds.dashboard.candy_land.sheet import CandySheet
from boardodds.dashboard.candy_land.state import BOARDS, CUSTOM, DEFINITION, GAMES, CandyState
from boardodds.dashboard.candy_land.views import VIEWS
from boardodds.dashboard.candy_land.what_if import SETTINGS
from boardodds.dashboard.ui.declared_widgets import show_names, show_rule, show_rules
from boardodds.dashboard.ui.messages import problem
from boardodds.dashboard.ui.panels import draw_if_open, show_options
from boardodds.dashboard.ui.play_page import PlayPage, new_game_button, turn_row
from boardodds.dashboard.ui.state_store import StateStore, as_default
from boardodds.probability.declared_rules import rule_text, rules_of

_BOARD_NOTES = {
    "classic": "The board and the rules of *Adventures in Candy Land* (2021).",
    "box_2014": f"The box with {BOX_2014.deck_size} cards.",
    "box_peppermint_pass": f"The box with {BOX_PEPPERMINT_PASS.deck_size} cards, whose longer shortcut has that name.",
    "box_136": f"A box with {BOX_136.deck_size} cards, whose list is in a public program.",
    "scheffer": "The board of a published Markov chain.",
    CUSTOM: "Your own spaces.",
}


def _setup(store: StateStore[CandyState]) -> None:
    """Show the widgets for the printed game or a custom board, the players, the rules, the cards and the simulation."""
    state = store.state
    show_options(
        "On your box or board",
        list(BOARDS),
        format_func=lambda game: PRINTED_LABELS.get(game, game),
        **store.view("game", state.game),
    )
    st.caption(_BOARD_NOTES[state.game])
    is_custom, declared = state.game == CUSTOM or bool(state.drafts), rules_of(Rules)
    for name, length in state.typed.items() if is_custom else ():
        show = st.text_area if name == "spaces" else st.text_input
        text = state.drafts.get(name, rule_text(state.rules, name))
        show(declared[name].label, max_chars=length, help=declared[name].help, **store.view(name, text))
        _show_mistake(state, name)
    st.text_input(
        "Game in progress, as text",
        max_chars=state.max_text,
        placeholder=str(State.start(2)),
        help="Each player's space, in the order of play: 0 at the start, or `home`. Then the player who is `next`, those who are "
        "`stuck` and miss a turn, and the cards `drawn` since the last shuffle. If empty, the game is at its start.",
        **store.view("state", state.text),
    )
    _show_mistake(state, "state")
    st.slider("Players", 1, MAX_PLAYERS, **store.view("players", state.players))
    show_names(store, state.players)
    more = {"help": "Turns of all players together."} if state.players > 1 else {}
    show_rule(store, rules_of(CandyState)["within"], state.within, **more)
    show_rules(store, state, ["seconds"])
    show_rules(store, state.rules, ["licorice_rule", "pictures_free", "specials"])
    if state.rules.specials in (FORWARD_ONLY, DRAW_AGAIN) and state.players > 1:
        rule, names = rules_of(Rules)["spared"], state.shown_names
        # A link can spare players whom the game does not have.
        spared = [player for player in state.rules.spared if player <= state.players]
        st.pills(
            rule.label,
            range(1, state.players + 1),
            selection_mode="multi",
            format_func=lambda player: names[player - 1],
            help=rule.help,
            **as_default(store.view("spared", spared)),
        )
    if not is_custom:
        st.toggle("Shortcuts", **store.view("shortcuts", bool(state.rules.shortcuts)))
    others = ["plays_until", "cards_to_choose", "deck", "double_cards", "occupied_space", "ending"]
    show_rules(store, state.rules, others)
    # Closed for most visitors: Streamlit copies the session for each of its twelve inputs.
    section = st.expander("Cards in the deck", key="deck_cards", on_change="rerun")
    draw_if_open(section, partial(_setup_deck, store))
    st.markdown("**Simulation**")
    st.select_slider("Simulated games", GAMES, **store.view("games", state.games))
    show_rules(store, state, ["seed"])


def _setup_deck(store: StateStore[CandyState]) -> None:
    rules = store.state.rules
    for name, kind in (("singles", "Single"), ("doubles", "Double")):
        with st.container(horizontal=True, gap="small"):
            for (color, word), count in zip(COLORS.items(), getattr(rules, name), strict=True):
                view = store.view(f"{name} {color}", count, {"kind": "set", "name": name, "color": color})
                st.number_input(f"{kind} {word}", 0, MAX_COPIES, width=130, **view)
    show_rules(store, rules, ["special_copies"])


def _show_mistake(state: CandyState, name: str) -> None:
    if name in state.wrong:
        problem(state.wrong[name])


def _board(store: StateStore[CandyState]) -> None:
    board.candy_board(board.board_data(store.state), key="candy_board", store=store)
    turn_row(store, new_game_button)


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=CandySheet,
    views=VIEWS,
    settings={**SETTINGS, **CandySheet.slider_setting},
    setup=_setup,
    board=_board,
    unquoted=("names",),
)
