"""What people do to the round of the Perudo page: each wish rewrites the text that the address carries."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from boardodds.dashboard.parts import problem
from boardodds.limits import as_whole, check_flag, check_whole
from boardodds.perudo import Bid, Rules
from boardodds.perudo.round_state import MIN_PLAYERS, PALIFICO_DICE, RoundState, check_round

MOST_PLAYERS = 6
# the hand of the explanation that the page follows, and the bid that it answers
START = "5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4"
# in the session: the drawing of the round, and the round whose dice are those of the one before
DRAWING = "perudo_round"
OLD_DICE = "perudo old dice"
# dice in the places where they were tapped
_PLACES = "perudo places"
_REFUSED = "perudo refused"
# what a person does to have bids off the table
_TAKES_BIDS = ("back", "new_round")

Wish = Mapping[str, Any]
Change = Callable[[RoundState, Rules, Wish], RoundState]


def places(state: RoundState) -> tuple[int, ...]:
    """The viewer's dice in the places where they were tapped; the round itself keeps them in ascending order."""
    tapped: tuple[int, ...] = st.session_state.get(_PLACES, ())
    return tapped if tuple(sorted(tapped)) == state.hand else state.hand


def bidder(state: RoundState) -> int:
    """Who bids next; before the first bid who is said to open, or the viewer, or the first who may."""
    if state.turn is not None:
        return state.turn
    may = openers(state)
    said: int = st.session_state.get(_opener_key(state.dice), state.viewer)
    return said if said in may else may[0]


def openers(state: RoundState) -> list[int]:
    """The seats of those who may open: in a palifico round, who has come down to one die."""
    return [seat for seat, dice in enumerate(state.dice) if dice == PALIFICO_DICE or (dice and not state.palifico)]


def _opener_key(dice: tuple[int, ...]) -> str:
    """Where the session keeps who opens a round of so many dice."""
    return f"perudo opener of {dice}"


def edit_round(state: RoundState, rules: Rules) -> None:
    """Does what the person did on the drawing: writes the changed round, without bids that it no longer allows."""
    wish = st.session_state[DRAWING].get("edit")
    kind = wish.get("kind") if isinstance(wish, dict) else None
    # a forged message can be anything
    if not isinstance(kind, str) or kind not in _CHANGES:
        return
    try:
        changed, why = _changed(state, rules, _CHANGES[kind], wish)
    except ValueError as error:
        changed, why = state, ""
        st.session_state[_REFUSED] = str(error)
    if state.bids and not changed.bids and kind not in _TAKES_BIDS:
        st.session_state[_REFUSED] = (
            f"{why}The bids made before are off the table: the browser's Back brings them again"
        )
    # also where nothing changed: a wish that was sent in haste brings the text of the round before the last one; the round that
    # the page begins with needs no words
    st.session_state["round"] = "" if str(changed) == START else str(changed)


def _changed(state: RoundState, rules: Rules, change: Change, wish: Wish) -> tuple[RoundState, str]:
    """The changed round, and why its bids are gone, if the rules say so."""
    try:
        changed = change(state, rules, wish)
    except ValueError:
        if not state.bids or change is _with_next_bid:
            raise
        # it may be the bids that cannot stay
        return _changed(replace(state, bids=()), rules, change, wish)
    try:
        check_round(changed, rules)
    except ValueError as error:
        without = replace(changed, bids=())
        check_round(without, rules)
        return without, f"{error}. "
    return changed, ""


def _whole(wish: Wish, name: str, low: int, high: int) -> int:
    """A whole number that a wish names."""
    number = as_whole(name, wish.get(name))
    check_whole(name, number, low, high)
    return number


def _seat(state: RoundState, wish: Wish, name: str = "seat") -> int:
    return _whole(wish, name, 0, len(state.dice) - 1)


def _with_players(state: RoundState, rules: Rules, wish: Wish) -> RoundState:
    players = _whole(wish, "players", MIN_PLAYERS, MOST_PLAYERS)
    dice = (*state.dice[:players], *(rules.starting_dice for _ in range(players - len(state.dice))))
    viewer = state.viewer if state.viewer is not None and state.viewer < players else None
    bids = state.bids if all(player < players for player, _ in state.bids) else ()
    return RoundState(dice, viewer, state.hand if viewer is not None else (), bids, palifico=state.palifico)


def _with_viewer(state: RoundState, _rules: Rules, wish: Wish) -> RoundState:
    if wish.get("seat") is None:
        return replace(state, viewer=None, hand=())
    seat = _seat(state, wish)
    return replace(state, viewer=seat, hand=_hand_of(state, state.dice[seat]))


def _hand_of(state: RoundState, dice: int) -> tuple[int, ...]:
    """The hand, cut short or filled up with its last die, to so many dice."""
    held = places(state)
    hand = (*held[:dice], *(held[-1:] or (2,)) * max(0, dice - len(held)))
    st.session_state[_PLACES] = hand
    return hand


def _with_dice(state: RoundState, rules: Rules, wish: Wish) -> RoundState:
    changed, number = _seat(state, wish), _whole(wish, "dice", 0, rules.starting_dice)
    dice = tuple(number if seat == changed else held for seat, held in enumerate(state.dice))
    # the bids may name more dice than are left, which the round's own check tells
    return _left_with(state, dice, _bids_of_those_in(state, dice), palifico=state.palifico)


def _left_with(
    state: RoundState, dice: tuple[int, ...], bids: tuple[tuple[int, Bid], ...], *, palifico: bool
) -> RoundState:
    """The round once the players have so many dice; who has none left looks on."""
    if state.viewer is None or not dice[state.viewer]:
        return RoundState(dice, bids=bids, palifico=palifico)
    return RoundState(dice, state.viewer, _hand_of(state, dice[state.viewer]), bids, palifico=palifico)


def _bids_of_those_in(state: RoundState, dice: tuple[int, ...]) -> tuple[tuple[int, Bid], ...]:
    """The bids, or none where somebody who is out has bid, or was passed over and now is not."""
    return state.bids if [bool(n) for n in dice] == [bool(n) for n in state.dice] else ()


def _with_hand(state: RoundState, rules: Rules, wish: Wish) -> RoundState:
    tapped = wish.get("hand")
    dice = tapped if isinstance(tapped, list) else []
    if len(dice) != len(state.hand):
        raise ValueError(f"hand must hold {len(state.hand)} dice, got {len(dice)}")
    for die in dice:
        check_whole("die", die, 1, rules.sides)
    st.session_state[_PLACES] = tuple(dice)
    return replace(state, hand=tuple(dice))


def _with_opener(state: RoundState, _rules: Rules, wish: Wish) -> RoundState:
    st.session_state[_opener_key(state.dice)] = _seat(state, wish)
    return state


def _with_next_bid(state: RoundState, rules: Rules, wish: Wish) -> RoundState:
    # a second tap in haste comes when the bid is made already
    if wish.get("bids") != len(state.bids):
        return state
    bid = Bid(wish.get("quantity", 0), wish.get("face", 0))
    changed = replace(state, bids=(*state.bids, (bidder(state), bid)))
    # one that may not follow is refused, and the bids before it stay
    check_round(changed, rules)
    return changed


def _without_last_bid(state: RoundState, _rules: Rules, _wish: Wish) -> RoundState:
    if not state.bids:
        return state
    # who opened opens still
    st.session_state[_opener_key(state.dice)] = state.bids[0][0]
    return replace(state, bids=state.bids[:-1])


def _with_new_round(state: RoundState, rules: Rules, wish: Wish) -> RoundState:
    """The next round: who lost a die opens it, or the next one who has any, and it is a palifico if one die is left there."""
    if wish.get("loser") is None:
        changed = replace(state, bids=(), palifico=False)
    else:
        changed = _without_die(state, rules, _seat(state, wish, "loser"))
    st.session_state[OLD_DICE] = str(changed)
    return changed


def _without_die(state: RoundState, rules: Rules, loser: int) -> RoundState:
    dice = tuple(number - (seat == loser) for seat, number in enumerate(state.dice))
    left = [seat for seat, number in enumerate(dice) if number]
    if len(left) < MIN_PLAYERS:
        raise ValueError(f"the match is over: only player {left[0] + 1} has dice left")
    is_palifico = rules.palifico and dice[loser] == PALIFICO_DICE and len(left) > MIN_PLAYERS
    changed = _left_with(state, dice, (), palifico=is_palifico)
    st.session_state[_opener_key(dice)] = next((seat for seat in left if seat >= loser), left[0])
    return changed


def _with_palifico(state: RoundState, _rules: Rules, wish: Wish) -> RoundState:
    check_flag("palifico", wish.get("on"))
    return replace(state, palifico=wish["on"])


_CHANGES: Mapping[str, Change] = {
    "players": _with_players,
    "me": _with_viewer,
    "dice": _with_dice,
    "hand": _with_hand,
    "opener": _with_opener,
    "bid": _with_next_bid,
    "back": _without_last_bid,
    "new_round": _with_new_round,
    "palifico": _with_palifico,
}


def tell_refused() -> None:
    """Says once why the last change was not made, or what it cost."""
    if refused := st.session_state.pop(_REFUSED, None):
        problem(refused)
