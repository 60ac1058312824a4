"""The Orchard page: the trees to tap, and the set-up."""

import streamlit as st

from boardodds.charts.orchard import TREE_NAMES
from boardodds.dashboard.orchard import views
from boardodds.dashboard.orchard.sheet import OrchardSheet
from boardodds.dashboard.orchard.state import DEFINITION, OrchardState
from boardodds.dashboard.ui.board_component import tap_rows
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import show_options
from boardodds.dashboard.ui.play_page import PlayPage, new_game_button, turn_row
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.orchard import Rules
from boardodds.orchard.game import GAME
from boardodds.orchard.rules import (
    MAX_FRUIT,
    MAX_PLAYERS,
    MAX_TREES,
    OPTIMAL,
    POLICY_LABELS,
    PRINTED,
    PRINTED_LABELS,
)
from boardodds.probability.declared_rules import rules_of

_PICKS_HELP = (
    f"The favourite is the first tree, {TREE_NAMES[0]}; after it, any type at random. In order: the first tree first. "
    "Different trees: each fruit of a basket from another one, the fullest first."
)


def _board(store: StateStore[OrchardState]) -> None:
    state = store.state
    *trees, raven = views.tree_rows(state)
    baskets = [views.basket_row(state)] if state.picks_baskets else []
    st.caption(_turn_in_words(state))
    tap_rows([*trees, *baskets, raven], key="orchard_board", store=store)
    turn_row(store, new_game_button)


def _turn_in_words(state: OrchardState) -> str:
    """Return what to tap, and whose turn it is.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> _turn_in_words(read_link({"policy": ["most_left,random_type"], "state": ["9.9.9.9 raven=9 basket=1 next=2"]}))
    'Player 2 picks from any type at random. Tap the fruit that is picked, 1 to go.'
    """
    if state.is_over:
        return "The game is over."
    position, policy = state.position, state.policy[state.position.next - 1]
    player = f"Player {position.next} picks from {POLICY_LABELS[policy]}. " if len(state.policy) > 1 else ""
    return (
        f"{player}Tap {f'the fruit that is picked, {position.basket} to go' if position.basket else 'what is rolled'}."
    )


def _setup(store: StateStore[OrchardState]) -> None:
    state = store.state
    games = {"format_func": PRINTED_LABELS.__getitem__, **store.view("game", state.game)}
    show_options("Game", list(PRINTED), **games)
    _who_picks(store)
    st.text_input(
        "State as text",
        max_chars=state.max_text,
        placeholder=str(state.rules.start),
        help="Fruit left on each tree, then raven steps left. If empty, the game is at its start.",
        **store.view("state", state.text),
    )
    st.markdown("**What is left now**")
    for tree, (left, full) in enumerate(zip(state.position.fruit, state.rules.fruit, strict=True)):
        # Two columns for each pair of trees, so that a phone, which stacks columns, keeps the trees in order.
        if tree % 2 == 0:
            columns = st.columns(2)
        # A tree that never has fruit needs no slider, which Streamlit refuses.
        if full:
            # A slider moves by itself when its range changes, so each range has a slider of its own.
            view = store.view(f"tree {tree + 1} of {full}", left, {"kind": "fruit", "tree": tree})
            columns[tree % 2].slider(TREE_NAMES[tree], 0, full, **view)
    steps = state.rules.raven_steps
    view = store.view(f"raven of {steps}", state.position.raven_steps, {"kind": "raven"})
    st.slider("raven steps left", 0, steps, **view)
    st.markdown("**House rules**")
    trees, full = len(state.rules.fruit), max(state.rules.fruit)
    st.slider("Trees", 1, MAX_TREES, **store.view("trees", trees))
    st.slider("Fruit on each tree", 1, MAX_FRUIT, **store.view("full trees", full))
    show_rules(store, state.rules, [name for name in rules_of(Rules) if name != "fruit"])


def _who_picks(store: StateStore[OrchardState]) -> None:
    """Show the number of players who take turns, and from where each of them picks."""
    policies = store.state.policy
    is_one = len(policies) == 1
    st.slider("Players who pick in turn", 1, MAX_PLAYERS, **store.view("players", len(policies), {"kind": "players"}))
    # What is best beside others who pick differently is not solved.
    options = [policy for policy in POLICY_LABELS if is_one or policy != OPTIMAL]
    for player, policy in enumerate(policies, start=1):
        event = {"kind": "policy", "player": player}
        view = as_index(store.view(f"policy {player} of {min(len(policies), 2)}", policy, event), options)
        label = "The basket picks from" if is_one else f"Player {player} picks from"
        st.selectbox(label, format_func=POLICY_LABELS.__getitem__, help=_PICKS_HELP, **view)


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=OrchardSheet,
    views=views.VIEWS,
    settings={**views.SETTINGS, **OrchardSheet.slider_setting},
    setup=_setup,
    board=_board,
)
