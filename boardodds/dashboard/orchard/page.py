"""The Orchard page: the trees to tap, and the set-up."""

import streamlit as st

from boardodds.charts.orchard import TREE_FILLS, TREE_NAMES
from boardodds.charts.style import SURFACES
from boardodds.dashboard.orchard import views
from boardodds.dashboard.orchard.sheet import OrchardSheet
from boardodds.dashboard.orchard.state import DEFINITION, OrchardState, roll
from boardodds.dashboard.ui.board_component import TapRow, tap_rows
from boardodds.dashboard.ui.declared_widgets import show_rules
from boardodds.dashboard.ui.panels import show_options
from boardodds.dashboard.ui.play_page import PlayPage, new_game_button, turn_row
from boardodds.dashboard.ui.state_store import StateStore, as_index
from boardodds.orchard import Rules, rules
from boardodds.orchard.game import GAME
from boardodds.orchard.rules import BASKET, RAVEN
from boardodds.probability.declared_rules import rules_of

_PICKS_HELP = (
    f"The favourite is the first tree, {TREE_NAMES[0]}; after it, any type at random. In order: the first tree first. "
    "Different trees: each fruit of a basket from another one, the fullest first."
)


def _board(store: StateStore[OrchardState]) -> None:
    st.caption(_turn_in_words(store.state))
    tap_rows(board_rows(store.state), key="orchard_board", store=store)
    turn_row(store, new_game_button)


def board_rows(state: OrchardState) -> list[TapRow]:
    """Return the rows of the board: what is left on each tree, how much the basket picks, and how far the raven has to go.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> rows = board_rows(read_link({"game": ["my_first_orchard"], "state": ["4.3.4.4 raven=5"]}))
    >>> [(row.name, row.left, row.full) for row in rows][1::4]
    [('pears', 3, 4), ('raven', 5, 6)]
    """
    position = state.position
    rows = []
    for name, fill, left, full in zip(TREE_NAMES, TREE_FILLS, position.fruit, state.rules.fruit, strict=False):
        # A colour with no fruit left can be rolled, but not picked by a basket.
        act = f"Pick {name}" if state.is_rolled or (position.basket and left) else ""
        rows.append(TapRow(name, name, act, roll(name), left, full, fill))
    if state.picks_baskets:
        label = f"{BASKET}: pick {position.basket}" if position.basket else BASKET
        act, picks = "Fill the basket" if state.is_rolled else "", state.rules.basket_picks
        rows.append(TapRow(BASKET, label, act, roll(BASKET), position.basket or picks, picks, "#a9825a", "square"))
    act, left, full = "Move the raven" if state.is_rolled else "", position.raven_steps, state.rules.raven_steps
    raven = TapRow(RAVEN, "raven steps left", act, roll(RAVEN), left, full, SURFACES["note"].css, "square")
    return [*rows, raven]


def _turn_in_words(state: OrchardState) -> str:
    """Return what to tap, and whose turn it is.

    >>> from boardodds.dashboard.orchard.state import read_link
    >>> _turn_in_words(read_link({"policy": ["most_left,random_type"], "state": ["9.9.9.9 raven=9 basket=1 next=2"]}))
    'Player 2 picks from any type at random. Tap the fruit that is picked, 1 to go.'
    """
    if state.is_over:
        return "The game is over."
    number, left, words = state.position.next, state.position.basket, rules.POLICY_LABELS
    player = f"Player {number} picks from {words[state.policy[number - 1]]}. " if len(state.policy) > 1 else ""
    return f"{player}Tap {f'the fruit that is picked, {left} to go' if left else 'what is rolled'}."


def _setup(store: StateStore[OrchardState]) -> None:
    state = store.state
    games = {"format_func": rules.PRINTED_LABELS.__getitem__, **store.view("game", state.game)}
    show_options("Game", list(rules.PRINTED), **games)
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
    st.slider("Trees", 1, rules.MAX_TREES, **store.view("trees", trees))
    st.slider("Fruit on each tree", 1, rules.MAX_FRUIT, **store.view("full trees", full))
    show_rules(store, state.rules, [name for name in rules_of(Rules) if name != "fruit"])


def _who_picks(store: StateStore[OrchardState]) -> None:
    """Show the number of players who take turns, and from where each of them picks."""
    policies = store.state.policy
    is_one = len(policies) == 1
    view = store.view("players", len(policies), {"kind": "players"})
    st.slider("Players who pick in turn", 1, rules.MAX_PLAYERS, **view)
    # What is best beside others who pick differently is not solved.
    options = [policy for policy in rules.POLICY_LABELS if is_one or policy != rules.OPTIMAL]
    for player, policy in enumerate(policies, start=1):
        event = {"kind": "policy", "player": player}
        view = as_index(store.view(f"policy {player} of {min(len(policies), 2)}", policy, event), options)
        label = "The basket picks from" if is_one else f"Player {player} picks from"
        st.selectbox(label, format_func=rules.POLICY_LABELS.__getitem__, help=_PICKS_HELP, **view)


PAGE = PlayPage(
    title=GAME.pages[0].question,
    definition=DEFINITION,
    sheet=OrchardSheet,
    views=views.VIEWS,
    settings={**views.SETTINGS, **OrchardSheet.slider_setting},
    setup=_setup,
    board=_board,
)
