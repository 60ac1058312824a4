"""The controls of the Orchard page: views of the setup, which send events to its store."""

import streamlit as st

from boardodds.charts.orchard import TREE_NAMES
from boardodds.dashboard.orchard.edits import (
    GAMES,
    HOUSE_RULES,
    LINK,
    MAX_TEXT,
    OrchardSetup,
    apply,
    house_rules,
    read_link,
    write_link,
)
from boardodds.dashboard.orchard.labels import POLICIES, POLICY_LABELS
from boardodds.dashboard.orchard.trees import tree_rows, trees_board
from boardodds.dashboard.ui.page_parts import show_options
from boardodds.dashboard.ui.table_store import TableDefinition, TableStore, as_index, quiet

TABLE = TableDefinition("orchard", LINK, read_link, write_link, quiet(apply))
# Up to this size solving takes at most 0.2 seconds, together with the what-ifs.
MAX_BOARDS = 30_000


def show_setup(store: TableStore[OrchardSetup]) -> None:
    """Show the widgets for the game, the policy, the state and the house rules."""
    setup = store.state
    show_options("Game", list(GAMES), **store.view("game", setup.game))
    view = store.view("policy", POLICY_LABELS[setup.policy])
    st.selectbox("The basket picks from", **as_index(view, list(POLICIES)))
    _show_state(store)
    st.markdown("**House rules**")
    for name, value in house_rules(setup.rules).items():
        label, low, high = HOUSE_RULES[name]
        st.slider(label, low, high, **store.view(name, value))


def show_trees(store: TableStore[OrchardSetup]) -> None:
    """Show the trees and the raven's path, which a tap changes."""
    st.markdown("Tap what you roll. For a basket, tap each fruit you pick.")
    trees_board({"rows": tree_rows(store.state.state, store.state.rules)}, key="orchard_board", store=store)


def _show_state(store: TableStore[OrchardSetup]) -> None:
    state, rules = store.state.state, store.state.rules
    st.text_input(
        "State as text",
        max_chars=MAX_TEXT,
        placeholder=str(rules.start),
        help="Fruit left on each tree, then raven steps left. If empty, the game is at its start.",
        **store.view("state", store.state.text),
    )
    st.markdown("**What is left now**")
    for tree, (left, most) in enumerate(zip(state.fruit, rules.fruit, strict=True)):
        # Two columns for each pair of trees, so that a phone, which stacks columns, keeps the trees in order.
        if tree % 2 == 0:
            columns = st.columns(2)
        # A slider moves by itself when its range changes, so each range has a slider of its own.
        view = store.view(f"tree {tree + 1} of {most}", left, {"kind": "fruit", "tree": tree})
        columns[tree % 2].slider(TREE_NAMES[tree], 0, most, **view)
    steps = rules.raven_steps
    view = store.view(f"raven of {steps}", state.raven_steps, {"kind": "raven"})
    st.slider("raven steps left", 0, steps, **view)


def changed_rules(setup: OrchardSetup) -> dict[str, bool]:
    """Return for each house rule in words whether it differs from the printed game.

    >>> [words for words, differs in changed_rules(read_link({"steps": ["5"]})).items() if differs]
    ['raven path (steps): 5']
    """
    usual = house_rules(GAMES[setup.game])
    return {
        f"{HOUSE_RULES[name][0].lower()}: {value}": value != usual[name]
        for name, value in house_rules(setup.rules).items()
    }
