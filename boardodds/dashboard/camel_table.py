"""The table of Camel Up that its pages share: edition and house rules, the board, its notation, dice and presets.

The position's notation is the one state: the board, the dice and the presets all rewrite that text, and the address carries it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from boardodds.camel_up import (
    FIRST_EDITION,
    SECOND_EDITION,
    Position,
    Roll,
    Rules,
    camel_name,
    check,
    possible_rolls,
    roll_die,
    rolls_left,
)
from boardodds.camel_up.position import MAX_TEXT
from boardodds.camel_up.published import CAMEL_CALCULATOR, NUMBERED, SCENARIOS
from boardodds.camel_up.setup import next_leg, random_position, under_rules
from boardodds.charts.camel_up import FILL, ink
from boardodds.dashboard.camel_board import camel_board
from boardodds.dashboard.link import Allowed, any_text, one_of, whole_number
from boardodds.dashboard.parts import choose, problem

_UNDO_STEPS = 50


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition on offer: its rules and the position shown when a link names none."""

    rules: Rules
    start: Position


EDITIONS = {
    "first": Edition(FIRST_EDITION, CAMEL_CALCULATOR[0].position),
    "second": Edition(SECOND_EDITION, Position.parse("1:BRPG 2:Y 14:w 15:k")),
    "numbered": Edition(NUMBERED, SCENARIOS[-1].position),
}
TRACKS = (8, 30)
HIGHEST_FACES = (2, 3, 4)
LINK: Allowed = {
    "edition": one_of(EDITIONS),
    "stacking": one_of(["true", "false"]),
    "priority": one_of(["true", "false"]),
    "track": whole_number(*TRACKS),
    "highest": one_of(HIGHEST_FACES),
    "position": any_text,
}


@dataclass(frozen=True, slots=True)
class Preset:
    edition: str
    position: Position


PRESETS = {
    **{f"First post: {row.name.lower()}": Preset("first", row.position) for row in CAMEL_CALCULATOR},
    **{f"Second post: {row.name.lower()}": Preset("numbered", row.position) for row in SCENARIOS},
    "Second edition, first leg": Preset("second", EDITIONS["second"].start),
    "Six camels in one stack": Preset("numbered", Position.parse("1:012345")),
}


@dataclass(frozen=True, slots=True)
class Table:
    """What lies on the table. problem: why no leg can be run from it, if so."""

    position: Position
    rules: Rules
    problem: str | None


def choose_rules() -> Rules:
    """The edition and the house rules, with their widgets; both live in the address."""
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    with left:
        edition = choose("Edition", list(EDITIONS), key="edition", on_change=_change_edition)
    st.session_state.camel_edition = edition
    rules = EDITIONS[edition].rules
    with right.popover("House rules", icon="🛠️", width="stretch"):
        stacking = st.toggle("Camels carry those above them", value=True, key="stacking", bind="query-params")
        track = st.slider("Squares to the finish", *TRACKS, value=rules.track, key="track", bind="query-params")
        highest = st.select_slider(
            "Highest number on a die", HIGHEST_FACES, value=3, key="highest", bind="query-params"
        )
        priority = True
        if rules.crazy:
            priority = st.toggle(
                "A crazy camel that alone carries riders, or stands on the other, moves first",
                value=True,
                key="priority",
                bind="query-params",
            )
    return replace(rules, stacking=stacking, track=track, faces=tuple(range(1, highest + 1)), crazy_priority=priority)


def board(rules: Rules) -> Table:
    """The board with everything that changes it; returns what lies on it."""
    start = EDITIONS[st.session_state.camel_edition].start
    preset = st.empty()
    # before the text input of this run exists, the address still speaks for it
    text = st.session_state.get("position", st.query_params.get("position", str(start)))
    position, mistake = _read(text, rules, start)
    st.session_state.camel_position = position
    preset.selectbox(
        "Load a position",
        list(PRESETS),
        index=None,
        key="preset",
        placeholder="the posts' positions, second edition …",
        on_change=_load_preset,
    )
    camel_board(board_data(position, rules), key="camel_board", on_edit=lambda: _edit(rules))
    if refused := st.session_state.pop("camel_refused", None):
        problem(refused)
    _dice(position)
    st.text_input(
        "Position as text",
        value=str(start),
        max_chars=MAX_TEXT,
        key="position",
        bind="query-params",
        on_change=_remember_for_undo,
        help="Squares with their camels from the bottom up, the dice in the pyramid, and tiles: `o` oasis, `m` mirage. "
        "For example `1:BWOG 2:Y dice=BWOGY tiles=5o.8m`.",
    )
    if mistake:
        problem(f"{mistake}. The board shows the last position that could be read")
    _buttons(position, rules)
    return Table(position, rules, _unplayable(position, rules))


def board_data(position: Position, rules: Rules) -> dict[str, object]:
    """What the board component draws."""
    others = "".join(camel for camel in position.camels if camel not in rules.camels + rules.crazy)
    return {
        "track": rules.track,
        "stacks": [[square, camels] for square, camels in position.stacks],
        "tiles": [[square, kind] for square, kind in position.tiles],
        "camels": [
            {
                "id": camel,
                "name": camel_name(camel),
                "fill": FILL.get(camel, "#888888"),
                "ink": ink(camel),
                "crazy": camel.islower(),
            }
            for camel in rules.camels + rules.crazy + others
        ],
        "first_tile_square": rules.first_tile_square,
    }


def rules_in_python(rules: Rules) -> str:
    """The expression that gives these rules in a notebook."""
    named = {FIRST_EDITION: "camel_up.FIRST_EDITION", SECOND_EDITION: "camel_up.SECOND_EDITION"}
    return named.get(rules, f"camel_up.{rules!r}")


def _read(text: str, rules: Rules, start: Position) -> tuple[Position, str | None]:
    """The position of a text; if it cannot be drawn, the last one that could, and what is wrong."""
    try:
        position = Position.parse(text)
        _check_drawable(position, rules)
    except ValueError as error:
        last = st.session_state.get("camel_position", start)
        return (last if _is_drawable(last, rules) else start), str(error)
    return position, None


def _check_drawable(position: Position, rules: Rules) -> None:
    for square in [square for square, _ in position.stacks + position.tiles]:
        if square > rules.track:
            raise ValueError(f"square must be 1..{rules.track}, got {square}: the track ends there")


def _is_drawable(position: Position, rules: Rules) -> bool:
    return all(square <= rules.track for square, _ in position.stacks + position.tiles)


def _unplayable(position: Position, rules: Rules) -> str | None:
    try:
        check(position, rules)
    except ValueError as error:
        return str(error)
    return None


def _dice(position: Position) -> None:
    """The dice in the pyramid as pills."""
    st.session_state.dice = list(position.dice)
    st.pills(
        "Dice still in the pyramid",
        list(position.all_dice),
        selection_mode="multi",
        format_func=camel_name,
        key="dice",
        wrap=True,
        on_change=_change_dice,
    )


def _roll(position: Position, rules: Rules) -> None:
    """The rolls that may come next; the board plays the one that is chosen."""
    can_roll = _unplayable(position, rules) is None and rolls_left(position, rules) > 0
    with st.popover("Roll", icon="🎲", disabled=not can_roll):
        rolls = {str(roll): roll for roll in possible_rolls(position.dice, rules)} if can_roll else {}
        st.session_state.rolled = None
        st.pills(
            "Which camel and number? The board plays it.",
            list(rolls),
            key="rolled",
            wrap=True,
            on_change=_play_roll,
            args=(rolls, rules),
        )


def _buttons(position: Position, rules: Rules) -> None:
    with st.container(horizontal=True):
        _roll(position, rules)
        st.button("Random", icon="🔀", on_click=_randomise, args=(rules,))
        st.button("New leg", icon="⏭️", on_click=_start_next_leg, help="All dice back into the pyramid, tiles home")
        st.button("Undo", icon="↩️", on_click=_undo, disabled=not st.session_state.get("camel_history"))


def _set_position(position: Position) -> None:
    _remember_for_undo()
    st.session_state.position = str(position)


def _remember_for_undo() -> None:
    history = st.session_state.setdefault("camel_history", [])
    history.append((st.session_state.camel_edition, str(st.session_state.camel_position)))
    del history[:-_UNDO_STEPS]


def _undo() -> None:
    edition, text = st.session_state.camel_history.pop()
    st.session_state.edition = edition
    st.session_state.position = text


def _try(change: Callable[[Position], Position]) -> None:
    """Makes a change to the board, or keeps the board and says why not."""
    try:
        _set_position(change(st.session_state.camel_position))
    except ValueError as error:
        st.session_state.camel_refused = str(error)


def _edit(rules: Rules) -> None:
    """What the person did on the board: {kind, camel, square, level, tile, from, to} as the component sends it."""
    edit = st.session_state.camel_board.get("edit") or {}
    changes: dict[str, Callable[[Position], Position]] = {
        "camel": lambda position: position.with_camel(edit["camel"], int(edit["square"]), edit["level"]),
        "camel_off": lambda position: position.without_camel(edit["camel"]),
        "tile": lambda position: position.with_tile(int(edit["square"]), edit["tile"]),
        "tile_move": lambda position: _move_tile(position, int(edit["from"]), int(edit["to"])),
        "tile_off": lambda position: position.without_tile(int(edit["square"])),
    }
    if edit.get("kind") in changes:
        _try(lambda position: _checked(changes[edit["kind"]](position), rules))


def _checked(position: Position, rules: Rules) -> Position:
    _check_drawable(position, rules)
    return position


def _move_tile(position: Position, square: int, to: int) -> Position:
    return position.without_tile(square).with_tile(to, dict(position.tiles)[square])


def _change_dice() -> None:
    _try(lambda position: replace(position, dice="".join(st.session_state.dice)))


def _play_roll(rolls: dict[str, Roll], rules: Rules) -> None:
    def play(position: Position) -> Position:
        roll = rolls[st.session_state.rolled]
        rolled = roll_die(position, roll, rules)
        if rolled.position is None:
            raise ValueError(
                f"{roll} takes {camel_name(rolled.moved)} over the line and ends the leg: the race is over"
            )
        return rolled.position

    if st.session_state.rolled:
        _try(play)


def _randomise(rules: Rules) -> None:
    _try(lambda _: random_position(rules, np.random.default_rng()))


def _start_next_leg() -> None:
    _try(next_leg)


def _load_preset() -> None:
    if name := st.session_state.preset:
        _set_position(PRESETS[name].position)
        st.session_state.edition = PRESETS[name].edition
        st.session_state.preset = None


def _change_edition() -> None:
    old = EDITIONS[st.session_state.camel_edition].rules
    new = EDITIONS[st.session_state.edition or "first"].rules
    _try(lambda position: under_rules(position, old, new))
