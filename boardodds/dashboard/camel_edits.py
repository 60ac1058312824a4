"""What changes a Camel Up table: moves on the board, rolls, presets, a new leg, and taking the last of it back.

All of these are callbacks of widgets. They rewrite ``session_state.position``, the notation that the address carries, or leave it
as it is and put a sentence into ``session_state.camel_refused``.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from boardodds.camel_up import Position, Roll, Rules, camel_name, roll_die
from boardodds.camel_up.setup import next_leg, random_position, under_rules
from boardodds.dashboard.camel_editions import EDITIONS, PRESETS, renamed

UNDO_STEPS = 50
NO_TILE = "none"
# what belongs to one leg besides the position, and what it is when a leg begins
_OF_THE_LEG = {"held": [], "gone": [], "own": NO_TILE}


def drawable(position: Position, rules: Rules) -> Position:
    """The position, or a ValueError if it does not fit on the track."""
    for square in [square for square, _ in position.stacks + position.tiles]:
        if square > rules.track:
            raise ValueError(f"square must be 1..{rules.track}, got {square}: the track ends there")
    return position


def is_drawable(position: Position, rules: Rules) -> bool:
    """Whether the position fits on the track."""
    return all(square <= rules.track for square, _ in position.stacks + position.tiles)


def remember_for_undo() -> None:
    """Keeps the table as it was drawn last, to go back to."""
    state = st.session_state
    table = {"edition": state.camel_edition, "position": str(state.camel_position)}
    table |= {key: state.get(key, value) for key, value in _OF_THE_LEG.items()}
    history = state.setdefault("camel_history", [])
    history.append(table)
    del history[:-UNDO_STEPS]


def undo() -> None:
    """Takes the last change back."""
    st.session_state.update(st.session_state.camel_history.pop())


def edit_board(rules: Rules) -> None:
    """Does what the person did on the board."""
    edit = st.session_state.camel_board.get("edit")
    change = _change_of(edit, rules.camels + rules.crazy)
    if change and _try(lambda position: drawable(change(position), rules)):
        _follow_own_tile(edit)


def _change_of(edit: Any, camels: str) -> Callable[[Position], Position] | None:
    """The change that an event of the board component asks for; None for what is no event of it."""
    match edit:
        case {"kind": "camel", "camel": str(camel), "square": int(square), "level": int() | None as level}:
            known = len(camel) == 1 and camel in camels
            return (lambda position: position.with_camel(camel, square, level)) if known else None
        case {"kind": "camel_off", "camel": str(camel)} if len(camel) == 1:
            return lambda position: position.without_camel(camel)
        case {"kind": "tile", "square": int(square), "tile": str(kind)}:
            return lambda position: position.with_tile(square, kind)
        case {"kind": "tile_move", "from": int(square), "to": int(to)}:
            return lambda position: _move_tile(position, square, to)
        case {"kind": "tile_off", "square": int(square)}:
            return lambda position: position.without_tile(square)
    return None


def _move_tile(position: Position, square: int, to: int) -> Position:
    kind = dict(position.tiles).get(square)
    return position.without_tile(square).with_tile(to, kind) if kind else position


def _follow_own_tile(edit: Mapping[str, Any]) -> None:
    """The person's own tile stays theirs when it is moved."""
    if edit["kind"] == "tile_move" and st.session_state.get("own") == str(edit["from"]):
        st.session_state.own = str(edit["to"])


def change_dice() -> None:
    """Puts the dice into the pyramid that are chosen."""
    _try(lambda position: replace(position, dice="".join(st.session_state.dice)))


def play_roll(key: str, rolls: Mapping[str, Roll], rules: Rules) -> None:
    """Plays the roll that is chosen in the widget ``key``."""

    def play(position: Position) -> Position:
        roll = rolls[st.session_state[key]]
        rolled = roll_die(position, roll, rules)
        if rolled.position is None:
            raise ValueError(
                f"{roll} takes {camel_name(rolled.moved)} over the line and ends the leg: the race is over"
            )
        return rolled.position

    if st.session_state[key]:
        _try(play)


def randomise(rules: Rules) -> None:
    """Puts a random position on the board."""
    if _try(lambda _: random_position(rules, np.random.default_rng())):
        _tickets_go_home()


def start_next_leg() -> None:
    """Ends the leg: dice back into the pyramid, tiles and tickets home."""
    if _try(next_leg):
        _tickets_go_home()


def clear() -> None:
    """Takes everything off the board."""
    if _try(lambda _: Position((), "")):
        _tickets_go_home()


def load_preset() -> None:
    """Puts the chosen preset on the board."""
    # a select box passes on to callbacks what a forged message says, on offer or not
    if preset := PRESETS.get(st.session_state.preset):
        if _try(lambda _: preset.position):
            _tickets_go_home()
        st.session_state.edition = preset.edition
        st.session_state.preset = None


def change_edition() -> None:
    """Puts the camels of the chosen edition where those of the old one stand, and says who has no place in it."""
    old, new = st.session_state.camel_edition, st.session_state.edition or next(iter(EDITIONS))
    names = renamed(old, new)
    before = st.session_state.camel_position
    if _try(lambda position: under_rules(position, EDITIONS[new].rules, names)):
        for key in ("held", "gone"):
            tickets = st.session_state.get(key, [])
            st.session_state[key] = [names[ticket[0]] + ticket[1:] for ticket in tickets if names.get(ticket[:1])]
        leaving = [camel_name(camel) for camel in before.racing if names.get(camel) == ""]
        if leaving:
            st.session_state.camel_refused = (
                f"there is no place for {', '.join(leaving)} in this edition; Undo brings it back"
            )


def _try(change: Callable[[Position], Position]) -> bool:
    """Makes a change to the table, or keeps it and says why not; whether it was made."""
    try:
        changed = change(st.session_state.camel_position)
    except ValueError as error:
        st.session_state.camel_refused = str(error)
        return False
    remember_for_undo()
    st.session_state.position = str(changed)
    return True


def _tickets_go_home() -> None:
    st.session_state.update(_OF_THE_LEG)
