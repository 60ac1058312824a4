"""The controls of the Orchard page: views of the setup, which send events to its store."""

import streamlit as st

from boardodds.charts.orchard import RAVEN, TREE_NAMES, TREES
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
from boardodds.dashboard.ui.page_parts import problem, show_options
from boardodds.dashboard.ui.table_store import UNDO, TableDefinition, TableStore, as_index

TABLE = TableDefinition("orchard", LINK, read_link, write_link, apply)
# Up to this size solving takes at most 0.2 seconds, together with the what-ifs.
MAX_BOARDS = 30_000


def show_setup(store: TableStore[OrchardSetup]) -> None:
    """Show the controls."""
    setup = store.state
    show_options("Game", list(GAMES), **store.view("game", setup.game))
    with st.popover("House rules", icon="🛠️"):
        for name, value in house_rules(setup.rules).items():
            label, low, high = HOUSE_RULES[name]
            st.slider(label, low, high, **store.view(name, value))
    view = store.view("policy", POLICY_LABELS[setup.policy])
    st.selectbox("The basket picks from", **as_index(view, list(POLICIES)))
    _show_rolls(store)
    _show_state(store)


def _show_rolls(store: TableStore[OrchardSetup]) -> None:
    st.markdown(
        "What did you roll? For a basket, tap each fruit you pick",
        help="Each tap takes one fruit or one raven step away.",
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        for face in (*TREES[: len(store.state.rules.fruit)], RAVEN):
            st.button(face, key=f"roll {face}", on_click=store.dispatch, args=({"kind": "roll", "face": face},))
        undo_help = "Reverts the last change"
        st.button("Undo", disabled=not store.can_undo, on_click=store.dispatch, args=({"kind": UNDO},), help=undo_help)
    if notice := store.take_notice():
        st.toast(notice)


def _show_state(store: TableStore[OrchardSetup]) -> None:
    state, rules = store.state.state, store.state.rules
    st.markdown("**What is left now**")
    for tree, (left, most) in enumerate(zip(state.fruit, rules.fruit, strict=True)):
        # Two columns for each pair of trees, so that a phone, which stacks columns, keeps the trees in order.
        if tree % 2 == 0:
            columns = st.columns(2)
        label = f"{TREES[tree]} {TREE_NAMES[tree]}"
        # A slider moves by itself when its range changes, so each range has a slider of its own.
        view = store.view(f"tree {tree + 1} of {most}", left, {"kind": "fruit", "tree": tree})
        columns[tree % 2].slider(label, 0, most, **view)
    steps = rules.raven_steps
    view = store.view(f"raven of {steps}", state.raven_steps, {"kind": "raven"})
    st.slider(f"{RAVEN} raven steps left", 0, steps, **view)
    st.text_input(
        "State as text",
        max_chars=MAX_TEXT,
        placeholder=str(rules.start),
        help="Fruit left on each tree, then raven steps left. If empty, the game is at its start.",
        **store.view("state", store.state.text),
    )
    if store.state.mistake:
        problem(store.state.mistake)
