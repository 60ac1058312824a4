"""What the widgets of the Perudo page do to the round: each writes the changed round into the text that the address carries."""

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from boardodds.dashboard.parts import problem
from boardodds.perudo import Bid, Rules
from boardodds.perudo.round_state import MIN_PLAYERS, PALIFICO_DICE, RoundState, check_round

# the hand of the explanation that the page follows, and the bid that it answers
START = "5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4"
NOBODY = "nobody"
# in the session: who is said to have lost a die, the round whose dice are those of the one before, dice as they were clicked
LOSER = "perudo loser"
OLD_DICE = "perudo old dice"
_ROWS = "perudo rows"
_REFUSED = "perudo refused"


def rows(state: RoundState) -> tuple[int, ...]:
    """The viewer's dice in the rows where they were clicked; the round itself keeps them in ascending order."""
    clicked: tuple[int, ...] = st.session_state.get(_ROWS, ())
    return clicked if tuple(sorted(clicked)) == state.hand else state.hand


def in_play(state: RoundState) -> list[int]:
    """The seats of the players who have dice."""
    return [seat for seat, dice in enumerate(state.dice) if dice]


def opener_key(dice: tuple[int, ...]) -> str:
    """Where the session keeps who opens a round of so many dice."""
    return f"perudo opener of {dice}"


Change = Callable[[RoundState, Rules], RoundState]


def edit(state: RoundState, rules: Rules, change: Change) -> None:
    """Writes the changed round into the text that the address carries, without bids that it no longer allows."""
    why = ""
    try:
        changed = change(state, rules)
        try:
            check_round(changed, rules)
        except ValueError as error:
            why = f"{error}. "
            changed = replace(changed, bids=())
            check_round(changed, rules)
    except ValueError as error:
        st.session_state[_REFUSED] = str(error)
        return
    if state.bids and not changed.bids and change not in (without_last_bid, with_new_round):
        st.session_state[_REFUSED] = (
            f"{why}The bids made before are off the table: the browser's Back brings them again"
        )
    # the round that the page begins with needs no words
    st.session_state["round"] = "" if str(changed) == START else str(changed)


def with_players(state: RoundState, rules: Rules) -> RoundState:
    players = st.session_state["perudo players"]
    dice = (*state.dice[:players], *(rules.starting_dice for _ in range(players - len(state.dice))))
    viewer = state.viewer if state.viewer is not None and state.viewer < players else None
    bids = state.bids if all(player < players for player, _ in state.bids) else ()
    return RoundState(dice, viewer, state.hand if viewer is not None else (), bids, palifico=state.palifico)


def with_viewer(state: RoundState, _rules: Rules) -> RoundState:
    chosen = st.session_state["perudo me"]
    if chosen == NOBODY:
        return replace(state, viewer=None, hand=())
    seat = int(chosen) - 1
    if not 0 <= seat < len(state.dice):
        raise ValueError(f"you must be player 1..{len(state.dice)}, got {chosen}")
    return replace(state, viewer=seat, hand=_hand_of(state, state.dice[seat]))


def _hand_of(state: RoundState, dice: int) -> tuple[int, ...]:
    """The hand, cut short or filled up with its last die, to so many dice."""
    held = rows(state)
    hand = (*held[:dice], *(held[-1:] or (2,)) * max(0, dice - len(held)))
    st.session_state[_ROWS] = hand
    return hand


def with_dice(state: RoundState, _rules: Rules) -> RoundState:
    dice = tuple(int(st.session_state[f"perudo dice {seat}"]) for seat in range(len(state.dice)))
    # the bids may name more dice than are left, which the round's own check tells
    return _left_with(state, dice, _bids_of_those_in(state, dice), palifico=state.palifico)


def _left_with(
    state: RoundState, dice: tuple[int, ...], bids: tuple[tuple[int, Bid], ...], *, palifico: bool
) -> RoundState:
    """The round once the players have so many dice; who has none left looks on."""
    if state.viewer is None or not dice[state.viewer]:
        return RoundState(dice, palifico=palifico)
    return RoundState(dice, state.viewer, _hand_of(state, dice[state.viewer]), bids, palifico=palifico)


def _bids_of_those_in(state: RoundState, dice: tuple[int, ...]) -> tuple[tuple[int, Bid], ...]:
    """The bids, or none where somebody who is out has bid, or was passed over and now is not."""
    return state.bids if [bool(n) for n in dice] == [bool(n) for n in state.dice] else ()


def with_hand(state: RoundState, rules: Rules) -> RoundState:
    # a pill that is pressed again is none: the die stays what it was
    keys = [f"perudo die {place} of {rules.sides}" for place in range(len(state.hand))]
    hand = tuple(st.session_state[key] or die for key, die in zip(keys, rows(state), strict=True))
    changed = replace(state, hand=hand)
    st.session_state[_ROWS] = hand
    return changed


def with_next_bid(state: RoundState, _rules: Rules) -> RoundState:
    bidder = state.turn if state.turn is not None else int(st.session_state[opener_key(state.dice)])
    # a forged message can bring any text here, which is then read as a bid
    return replace(state, bids=(*state.bids, (bidder, Bid.parse(str(st.session_state["perudo next"])))))


def without_last_bid(state: RoundState, _rules: Rules) -> RoundState:
    # who opened opens still
    st.session_state[opener_key(state.dice)] = state.bids[0][0]
    return replace(state, bids=state.bids[:-1])


def with_new_round(state: RoundState, rules: Rules) -> RoundState:
    """The next round: who lost a die opens it, or the next one who has any, and it is a palifico if one die is left there."""
    chosen = st.session_state[LOSER]
    if chosen is None or chosen == NOBODY:
        changed = replace(state, bids=(), palifico=False)
    else:
        changed = _without_die(state, rules, int(chosen) - 1)
    st.session_state[OLD_DICE] = str(changed)
    return changed


def _without_die(state: RoundState, rules: Rules, loser: int) -> RoundState:
    dice = tuple(number - (seat == loser) for seat, number in enumerate(state.dice))
    left = [seat for seat, number in enumerate(dice) if number]
    if len(left) < MIN_PLAYERS:
        raise ValueError(f"the match is over: only player {left[0] + 1} has dice left")
    is_palifico = rules.palifico and dice[loser] == PALIFICO_DICE and len(left) > MIN_PLAYERS
    changed = _left_with(state, dice, (), palifico=is_palifico)
    st.session_state[opener_key(dice)] = next((seat for seat in left if seat >= loser), left[0])
    return changed


def with_palifico(state: RoundState, _rules: Rules) -> RoundState:
    return replace(state, palifico=st.session_state["perudo palifico"])


def tell_refused() -> None:
    """Says once why the last change was not made, or what it cost."""
    if refused := st.session_state.pop(_REFUSED, None):
        problem(refused)
