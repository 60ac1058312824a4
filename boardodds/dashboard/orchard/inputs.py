"""The orchard that the page asks about: its rules and the state, as widgets whose values live in the address."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from boardodds.charts.orchard import TREE_NAMES, TREES
from boardodds.dashboard.orchard.labels import POLICIES
from boardodds.dashboard.ui.page_parts import choose, problem
from boardodds.dashboard.ui.query import Allowed, any_text, one_of, whole_number
from boardodds.dashboard.ui.undo import remember
from boardodds.orchard import MY_FIRST_ORCHARD, MY_FIRST_ORCHARD_FIVE, ORCHARD, ORCHARD_NINE, Rules, State
from boardodds.orchard.boards import MOST_LEFT
from boardodds.orchard.rules import MAX_FACES, MAX_FRUIT, MAX_PICKS, MAX_RAVEN, check_state, is_possible

GAMES = {
    "Orchard": ORCHARD,
    "Orchard, raven in 9": ORCHARD_NINE,
    "My First": MY_FIRST_ORCHARD,
    "My First, raven in 5": MY_FIRST_ORCHARD_FIVE,
}
POLICY_WORDS = {policy: words for words, policy in POLICIES.items()}
_SHOWN = "orchard shown"
_BEFORE = "orchard before"
_RAVEN = "🐦‍⬛"
MOST_TREES = 6
# a tenth or two of a second of solving at most, with the what-ifs
MOST_BOARDS = 30_000
LINK: Allowed = {
    "game": one_of(GAMES),
    "policy": one_of(POLICIES),
    "trees": whole_number(1, MOST_TREES),
    "fruit": whole_number(1, MAX_FRUIT),
    "steps": whole_number(1, MAX_RAVEN),
    "picks": whole_number(0, MAX_PICKS),
    "baskets": whole_number(0, MAX_FACES),
    "ravens": whole_number(0, MAX_FACES),
    "state": any_text,
}

_HOUSE = {
    "trees": ("Trees", 1, MOST_TREES),
    "fruit": ("Fruit on a tree", 1, MAX_FRUIT),
    "steps": ("Steps of the raven", 1, MAX_RAVEN),
    "picks": ("Fruit that a basket picks", 0, MAX_PICKS),
    "baskets": ("Baskets on the die", 0, MAX_FACES),
    "ravens": ("Ravens on the die", 0, MAX_FACES),
}


@dataclass(frozen=True, slots=True)
class OrchardSetup:
    """The rules, the state now, and what the basket picks."""

    rules: Rules
    state: State
    policy: str


def choose_table() -> OrchardSetup:
    """Draw all the widgets and return the setup."""
    game = choose("Game", list(GAMES), key="game", on_change=_take_preset)
    rules = _house_rules(GAMES[game])
    usual = list(POLICIES.values()).index(MOST_LEFT)
    chosen = st.selectbox("The basket picks from", POLICIES, usual, key="policy", bind="query-params")
    return OrchardSetup(rules, _choose_state(rules), POLICIES[chosen])


def _choose_state(rules: Rules) -> State:
    """Draw the widgets for what is left, and return the state: a text that the link stores, and sliders that rewrite it."""
    text = st.session_state.get("state", st.query_params.get("state", ""))
    state, mistake = _read(text, rules)
    _take_off(rules)
    st.markdown("**What is left now**")
    # a slider whose range changes moves by itself, so each range has a slider of its own
    keys = [f"tree{tree + 1} of {most}" for tree, most in enumerate(rules.fruit)]
    raven = f"raven of {rules.raven_steps}"
    st.session_state.update(dict(zip(keys, state.fruit, strict=True)) | {raven: state.raven_steps})
    rules_given = (keys, raven, rules)
    # the defaults spare Streamlit a walk through the whole session, which it takes to learn what a slider without one holds
    for tree, most in enumerate(rules.fruit):
        if tree % 2 == 0:
            columns = st.columns(2)
        label = f"{TREES[tree]} {TREE_NAMES[tree]}"
        columns[tree % 2].slider(label, 0, most, most, key=keys[tree], on_change=_write_state, args=rules_given)
    label, steps = f"{_RAVEN} steps the raven still needs", rules.raven_steps
    st.slider(label, 0, steps, steps, key=raven, on_change=_write_state, args=rules_given)
    st.text_input(
        "State as text",
        key="state",
        bind="query-params",
        max_chars=60,
        placeholder=str(rules.start),
        help="Fruit left by tree and the raven's steps. Empty means the start of the game.",
    )
    if mistake:
        problem(mistake)
    return state


def _take_off(rules: Rules) -> None:
    """Draw the buttons for the result of the die, which take off one piece of fruit or one raven step, and Undo."""
    key = f"came up of {len(rules.fruit)}"
    st.session_state[key] = None
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.pills(
            "What came up? After a basket: what you pick",
            [*TREES[: len(rules.fruit)], _RAVEN],
            key=key,
            required=True,
            on_change=_take_one,
            args=(key, rules),
            help="One less of it is left. Of what a basket picks, tap one after the other.",
        )
        undo_help = "Takes back the last change of what is left"
        st.button("Undo", disabled=not st.session_state.get(_BEFORE), on_click=_undo, args=(rules,), help=undo_help)


def _take_one(key: str, rules: Rules) -> None:
    chosen = st.session_state[key]
    now, _ = _read(st.session_state.get("state", ""), rules)
    if chosen is None:
        return
    if now.is_won or now.is_lost:
        st.toast("The game is over.")
        return
    left = dict(zip(TREES, now.fruit, strict=False)) | {_RAVEN: now.raven_steps}
    if not left.get(chosen):
        st.toast(f"There is nothing left to pick of {chosen}: the roll changes nothing.")
        return
    *fruit, raven = (many - (name == chosen) for name, many in left.items())
    st.session_state.state = str(State(tuple(fruit), raven))


def _undo(rules: Rules) -> None:
    state, mistake = _read(st.session_state.get("state", ""), rules)
    before = st.session_state.get(_BEFORE)
    # a text that cannot be read is itself the last change
    if before and not mistake:
        state = st.session_state[_SHOWN] = before.pop()
    _put(state, rules)


def _put(state: State, rules: Rules) -> None:
    # the start needs no words
    st.session_state.state = "" if state == rules.start else str(state)


def _read(text: str, rules: Rules) -> tuple[State, str | None]:
    """Return the state of a text, or the start for an empty text; for an invalid text the last valid state, and the error."""
    try:
        state = State.parse(text.strip()) if text.strip() else rules.start
        check_state(state, rules)
    except ValueError as error:
        last = st.session_state.get(_SHOWN)
        if last and is_possible(last, rules):
            return last, f"{error}. The trees show the last state that could be read"
        return rules.start, f"{error}. The trees show the start of the game"
    _show(state)
    return state, None


def _show(state: State) -> None:
    """Store the state as the one shown, and add the previous one to the undo history."""
    last = st.session_state.get(_SHOWN)
    if last and last != state:
        remember(_BEFORE, last)
    st.session_state[_SHOWN] = state


def _write_state(keys: list[str], raven: str, rules: Rules) -> None:
    # a slider that appears in a hurried run may report where it stands as a move
    _put(State(tuple(st.session_state[key] for key in keys), st.session_state[raven]), rules)


def _house_rules(preset: Rules) -> Rules:
    chosen = {}
    with st.popover("House rules", icon="🛠️"):
        for key, (label, low, high) in _HOUSE.items():
            value = _settings(preset)[key]
            chosen[key] = st.slider(
                label, low, high, value, key=key, bind="query-params", on_change=_keep_what_fits, args=(preset,)
            )
    return _with_settings(preset, chosen)


def _with_settings(preset: Rules, chosen: Mapping[str, int]) -> Rules:
    return replace(
        preset,
        fruit=(chosen["fruit"],) * chosen["trees"],
        raven_steps=chosen["steps"],
        basket_picks=chosen["picks"],
        basket_faces=chosen["baskets"],
        raven_faces=chosen["ravens"],
    )


def _settings(rules: Rules) -> dict[str, int]:
    """Return the values of the house-rule sliders for some rules."""
    return {
        "trees": len(rules.fruit),
        "fruit": rules.fruit[0],
        "steps": rules.raven_steps,
        "picks": rules.basket_picks,
        "baskets": rules.basket_faces,
        "ravens": rules.raven_faces,
    }


def _take_preset() -> None:
    """Set the house-rule sliders to the rules of the selected game."""
    preset = GAMES[st.session_state.game or next(iter(GAMES))]
    st.session_state.update(_settings(preset))
    _keep_what_fits(preset)


def _keep_what_fits(preset: Rules) -> None:
    """Keep the state after a change of the rules if they allow it, with at most their raven steps; else restart the game.

    What was before it has other trees, and is not gone back to.
    """
    rules = _with_settings(preset, {key: st.session_state[key] for key in _HOUSE})
    st.session_state.update({_BEFORE: [], _SHOWN: None})
    try:
        before = State.parse(st.session_state.state)
        now = replace(before, raven_steps=min(before.raven_steps, rules.raven_steps))
        check_state(now, rules)
    except ValueError:
        st.session_state.state = ""
    else:
        st.session_state.state = str(now)
