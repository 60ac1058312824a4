"""What changes a Camel Up table: moves on the board, rolls, tickets, presets, a new leg, and taking the last of it back.

All of these are events made on the board, or callbacks of widgets. They rewrite ``session_state.position``, the notation that the
address carries, or leave it as it is and put a sentence into ``session_state.camel_notice``.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import streamlit as st

from boardodds.camel_up import Position, Roll, Rules, Ticket, camel_name, possible_rolls, roll_die
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import adapt_position, next_leg, random_position
from boardodds.dashboard.camel_up.editions import EDITIONS, PRESETS, renamed
from boardodds.dashboard.camel_up.ticket_names import next_tickets, ticket_names
from boardodds.dashboard.ui.undo import remember

NO_TILE = "none"
# what belongs to one leg besides the position, and what it is when a leg begins
_OF_THE_LEG = {"held": [], "gone": [], "own": NO_TILE}
# so long after a change of that the browser may not have heard of it, nor of some before it
_STALE_EVENT_SECONDS = 5.0
_MAX_PENDING_CHANGES = 20


def drawable(position: Position, rules: Rules) -> Position:
    """Return the position, or raise ValueError if it does not fit on the track."""
    for square in [square for square, _ in position.stacks + position.tiles]:
        if square > rules.track:
            raise ValueError(f"square must be 1..{rules.track}, got {square}: the track ends there")
    return position


def is_drawable(position: Position, rules: Rules) -> bool:
    """Return whether the position fits on the track."""
    return all(square <= rules.track for square, _ in position.stacks + position.tiles)


def remember_for_undo(leg: Mapping[str, Any] | None = None) -> None:
    """Add an undo step with the table as last drawn, and with these settings of the leg or, by default, the current ones."""
    state = st.session_state
    table = {"edition": state.camel_edition, "position": str(state.camel_position)}
    remember("camel_history", {**table, **(leg or _leg_now())})


def on_text_changed() -> None:
    """Add an undo step when the visitor types a position."""
    # an event made in haste comes with the text of the table before the last one, which nobody typed
    if not _board_event():
        remember_for_undo()


def on_tickets_changed() -> None:
    """Add an undo step when the visitor chooses tickets or a tile in a widget, unless the change came with a board event."""
    if not _board_event():
        st.session_state.pop("camel_leg_change", None)
        remember_for_undo(st.session_state.get("camel_leg"))


def _board_event() -> Any:
    """Return the board event of this run, if there is one."""
    return st.session_state.get("camel_board", {}).get("edit")


def _discard_stale_inputs(rules: Rules) -> None:
    """Discard stale widget values that arrive with a board event, because an early event carries the previous values.

    Else an event that is refused would bring the table of before the last one back, and any event the tickets.
    """
    before, now = _unacknowledged_changes()
    if _leg_now() in before:
        st.session_state.update(now)
    shown = st.session_state.camel_position
    try:
        text = drawable(Position.parse(st.session_state.get("position", "")), rules)
    except ValueError:
        # typed, and still to be mended
        return
    if text != shown:
        st.session_state.position = str(shown)


def _leg_now() -> dict[str, Any]:
    """Return the settings of the leg besides the position."""
    return {key: st.session_state.get(key, value) for key, value in _OF_THE_LEG.items()}


def _change_leg(now: Mapping[str, Any]) -> None:
    """Change the settings of the leg, and remember the previous ones, which an early event can still carry.

    Of several changes in haste it may come with what was before any of them.
    """
    before = _leg_now()
    if now != before:
        earlier, _ = _unacknowledged_changes()
        st.session_state.update(now)
        st.session_state.camel_leg_change = ([*earlier, before][-_MAX_PENDING_CHANGES:], now, time.monotonic())


def _unacknowledged_changes() -> tuple[list[Mapping[str, Any]], Mapping[str, Any]]:
    """Return the leg's settings before each of the last changes and after them, if the browser may not have received them."""
    earlier, now, since = st.session_state.get("camel_leg_change", ([], {}, 0.0))
    return (earlier, now) if time.monotonic() < since + _STALE_EVENT_SECONDS else ([], {})


def can_undo() -> bool:
    """Return whether there is a change to undo."""
    return bool(st.session_state.get("camel_history"))


def _undo(_rules: Rules) -> None:
    if can_undo():
        table = st.session_state.camel_history.pop()
        _change_leg({key: table.pop(key) for key in _OF_THE_LEG})
        st.session_state.update(table)


def edit_board(rules: Rules) -> None:
    """Apply the event of the board, or of the dice and the buttons below it."""
    edit = _board_event()
    _discard_stale_inputs(rules)
    match edit:
        case {"kind": str(kind)} if kind in _PRESSED:
            _PRESSED[kind](rules)
        case {"kind": "ticket", "camel": str(camel), "coins": int(coins), "mine": bool(mine)}:
            _take_ticket(camel, coins, rules, mine=mine)
        case _:
            change = _change_of(edit, rules)
            if change and _try(lambda position: drawable(change(position), rules)):
                _follow_own_tile(edit)


def _change_of(edit: Any, rules: Rules) -> Callable[[Position], Position] | None:
    """Return the change of position that a board event requests; None for anything else."""
    camels = rules.camels + rules.crazy
    match edit:
        case {"kind": "die", "die": str(die), "on": bool(on)} if len(die) == 1:
            return lambda position: _with_die(position, die, in_pyramid=on)
        case {"kind": "roll", "die": str(die), "face": str(face)}:
            return lambda position: _rolled(position, die, face, rules)
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


def _take_ticket(camel: str, coins: int, rules: Rules, *, mine: bool) -> None:
    """Take the next leg ticket of a camel, for the visitor or another player, if it is still the one that was tapped."""
    leg = _leg_now()
    taken = [*leg["held"], *leg["gone"]]
    following = next_tickets(st.session_state.camel_position, taken, rules)
    if camel not in following:
        return
    if not coins or following[camel] != coins:
        st.session_state.camel_notice = f"this ticket on {camel_name(camel)} has gone"
        return
    named = ticket_names(rules)
    name = next(name for name in named if named[name] == Ticket(camel, coins) and name not in taken)
    key = "held" if mine else "gone"
    remember_for_undo()
    _change_leg({**leg, key: [*leg[key], name]})


def _follow_own_tile(edit: Mapping[str, Any]) -> None:
    """Keep the visitor's own tile theirs when it is moved."""
    if edit["kind"] == "tile_move" and st.session_state.get("own") == str(edit["from"]):
        st.session_state.own = str(edit["to"])


def _with_die(position: Position, die: str, *, in_pyramid: bool) -> Position:
    rest = position.dice.replace(die, "")
    return replace(position, dice=rest + die if in_pyramid else rest)


def faces_of(die: str, rules: Rules) -> Mapping[str, Roll]:
    """Return by face the rolls of a die: numbers, on the grey die with the crazy camel that moves.

    >>> list(faces_of("G", Rules()))
    ['1', '2', '3']
    """
    return {str(roll) if die == GREY_DIE else str(roll.number): roll for roll in possible_rolls(die, rules)}


def _rolled(position: Position, die: str, face: str, rules: Rules) -> Position:
    roll = faces_of(die, rules).get(face) if die in tuple(position.dice) else None
    if roll is None:
        raise ValueError("a roll must be one of a die in the pyramid")
    rolled = roll_die(position, roll, rules)
    if rolled.position is None:
        raise ValueError(f"{roll} takes {camel_name(rolled.moved)} over the line and ends the leg: the race is over")
    return rolled.position


def _randomise(rules: Rules) -> None:
    if _try(lambda _: random_position(rules, np.random.default_rng())):
        _reset_leg_state()


def _start_next_leg(_rules: Rules) -> None:
    if _try(next_leg):
        _reset_leg_state()


def _clear(_rules: Rules) -> None:
    if _try(lambda _: Position((), "")):
        _reset_leg_state()


def load_preset() -> None:
    """Put the chosen preset on the board."""
    # a select box passes on to callbacks what a forged message says, on offer or not
    if preset := PRESETS.get(st.session_state.preset):
        if _try(lambda _: preset.position):
            _reset_leg_state()
        st.session_state.edition = preset.edition
        st.session_state.preset = None


def change_edition() -> None:
    """Replace the camels with those of the chosen edition, and name in a notice those that have no place in it."""
    old, new = st.session_state.camel_edition, st.session_state.edition or next(iter(EDITIONS))
    names = renamed(old, new)
    before = st.session_state.camel_position
    if _try(lambda position: adapt_position(position, EDITIONS[new].rules, names)):
        for key in ("held", "gone"):
            tickets = st.session_state.get(key, [])
            st.session_state[key] = [names[ticket[0]] + ticket[1:] for ticket in tickets if names.get(ticket[:1])]
        leaving = [camel_name(camel) for camel in before.racing if names.get(camel) == ""]
        if leaving:
            st.session_state.camel_notice = (
                f"there is no place for {', '.join(leaving)} in this edition; Undo brings it back"
            )


def _try(change: Callable[[Position], Position]) -> bool:
    """Make a change to the table and return True, or keep it, set a notice that says why, and return False."""
    try:
        changed = change(st.session_state.camel_position)
    except ValueError as error:
        st.session_state.camel_notice = str(error)
        return False
    remember_for_undo()
    st.session_state.position = str(changed)
    return True


def _reset_leg_state() -> None:
    _change_leg(_OF_THE_LEG)


# the buttons below the board
_PRESSED: Mapping[str, Callable[[Rules], None]] = {
    "random": _randomise,
    "new_leg": _start_next_leg,
    "clear": _clear,
    "undo": _undo,
}
