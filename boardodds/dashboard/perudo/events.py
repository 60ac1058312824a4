"""The events that change the state of the Perudo page, and its link."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from boardodds.dashboard.perudo.rounds import Hand, before_bids, bidder, dice_by_total, opened_by_who_may, why_illegal
from boardodds.dashboard.perudo.state import BEFORE_BIDS, START, STYLES, PerudoState, read_seats, seats_text
from boardodds.dashboard.ui.game_state import game_definition
from boardodds.dashboard.ui.names import with_name
from boardodds.dashboard.ui.settings import Acts, Event, Query, last_value, read_whole
from boardodds.perudo import ANY_HIGHER_RULES, Bid
from boardodds.perudo.round_state import PALIFICO_DICE, RoundState, check_round, check_state
from boardodds.perudo.rules import MAX_PLAYERS, MIN_PLAYERS
from boardodds.probability.display import plural
from boardodds.probability.validate import check_whole

_PLACES = re.compile(r"[0-9]{1,2}(\.[0-9]{1,2}){0,9}")
# The events that are refused if they do not fit the bids, and those that remove bids as intended.
_NEEDS_BIDS = ("bid", "dudo", "calza")
_REMOVES_BIDS = ("back", "new_round", "dudo", "calza", "new_match")


def _apply(state: PerudoState, event: Event) -> tuple[PerudoState, str]:
    """Return the state after an event, and a sentence if the event cost bids or dice, or ""; refuse an impossible event.

    >>> apply(read_link({}), {"kind": "bid", "quantity": 6, "face": 4, "bids": 2})[0].text
    '5.5.5.5 me=1 hand=12256 bids=3:4x4.4:5x4.1:6x4'
    """
    seats = range(len(state.round.dice))
    if named := with_name(state, event, len(seats)):
        return named, ""
    match event:
        case {"kind": "style", "seat": int(seat), "value": str(style)} if seat in seats:
            if style not in STYLES:
                raise ValueError(f"style must be one of {', '.join(STYLES)}, got {style[:20]!r}")
            return replace(state, styles=(*state.styles[:seat], style, *state.styles[seat + 1 :])), ""
        case {"kind": "ask"} if state.round.bids and state.winner is None:
            return replace(state, asks=event.get("on", True) is True), ""
    return _with_changed_round(state, event)


def _with_changed_round(state: PerudoState, event: Event) -> tuple[PerudoState, str]:
    if event["kind"] not in _CHANGES:
        return state, ""
    round_ = state.round
    hands = {seat: hand for seat, hand in state.hands.items() if seat < len(round_.dice)}
    if round_.viewer is not None:
        hands[round_.viewer - 1] = state.hand
    # What is shown, which the event changes.
    shown = replace(state, position=round_, hands=hands, won=state.winner)
    after, reason = _changed(replace(shown, won=None), event)
    if after == shown:
        return state, ""
    notice = ""
    if round_.bids and not after.entered_round.bids and event["kind"] not in _REMOVES_BIDS:
        notice = f"{reason}The earlier bids no longer fit, so they were removed. To restore them, select Undo"
        if event["kind"] == "players":
            notice = "A new round starts with another number of players. To restore the bids, select Undo"
    return replace(after, position=None if after.position == START else after.position, draft="", asks=False), notice


def _changed(state: PerudoState, event: Event) -> tuple[PerudoState, str]:
    """Return the state with the changed round, and the reason if the rules removed its bids."""
    try:
        changed = _CHANGES[event["kind"]](state, event)
        check_state(changed.entered_round)
    except ValueError:
        if not state.entered_round.bids or event["kind"] in _NEEDS_BIDS:
            raise
        # It may be the bids that cannot stay.
        return _changed(replace(state, position=before_bids(state.entered_round)), event)
    if not (reason := why_illegal(changed.entered_round, state.rules)):
        return changed, ""
    if event["kind"] in _NEEDS_BIDS:
        raise ValueError(reason)
    without = before_bids(changed.entered_round)
    check_round(without, state.rules)
    return replace(changed, position=without), f"{reason}. "


def _with_round(state: PerudoState, **changes: Any) -> PerudoState:
    return replace(state, position=replace(state.entered_round, **changes))


def _seen_with(state: PerudoState, seat: int, hand: Hand) -> PerudoState:
    return replace(_with_round(state, viewer=seat + 1, hand=hand.dice), hands={**state.hands, seat: hand})


def _seen_by(state: PerudoState, seat: int) -> PerudoState:
    """Return the round as seen by a player, with the hand shown before or one that is not confirmed yet."""
    hand = state.hands.get(seat, Hand())
    return _seen_with(state, seat, hand.of_length(state.entered_round.dice[seat], state.rules.sides))


def _with_all_dice(state: PerudoState, dice: tuple[int, ...]) -> PerudoState:
    """Return the round with other numbers of dice; a viewer without dice becomes an onlooker."""
    old = state.entered_round
    onlooking = RoundState(
        dice,
        bids=old.bids,
        palifico=old.palifico and PALIFICO_DICE in dice and state.rules.has_palifico(sum(map(bool, dice))),
        opener=old.opener,
    )
    changed = replace(state, position=opened_by_who_may(onlooking))
    if old.viewer is None or not any(dice[old.viewer - 1 : old.viewer]):
        return changed
    return _seen_by(changed, old.viewer - 1)


def _whole(event: Event, name: str, low: int, high: int) -> int:
    number: Any = event.get(name)
    check_whole(name, number, low, high)
    return int(number)


def _truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, got {value!r:.40}")
    return value


def _seat(state: PerudoState, event: Event, name: str = "seat") -> int:
    return _whole(event, name, 0, len(state.entered_round.dice) - 1)


def _with_players(state: PerudoState, event: Event) -> PerudoState:
    dice = state.entered_round.dice
    if state.entered_round.bids:
        # The bids were made with other numbers of dice in play.
        state = _with_round(state, bids=(), opener=None)
    number = _whole(event, "value", MIN_PLAYERS, MAX_PLAYERS)
    return _with_all_dice(state, (*dice[:number], *[state.rules.starting_dice] * (number - len(dice))))


def _with_viewer(state: PerudoState, event: Event) -> PerudoState:
    is_onlooker = event.get("seat") is None
    return _with_round(state, viewer=None, hand=()) if is_onlooker else _seen_by(state, _seat(state, event))


def _with_dice(state: PerudoState, event: Event) -> PerudoState:
    seat, dice = _seat(state, event), list(state.entered_round.dice)
    # A step and not a number, so that each of several quick clicks counts.
    dice[seat] = min(max(dice[seat] + _whole(event, "by", -1, 1), 0), state.rules.starting_dice)
    # The bids can claim more dice than are left; the check of the round finds this.
    return _with_all_dice(state, tuple(dice))


def _with_total(state: PerudoState, event: Event) -> PerudoState:
    dice = dice_by_total(state.entered_round, state.rules)
    return _with_all_dice(state, dice[_whole(event, "value", min(dice), max(dice))])


def _with_hand(state: PerudoState, event: Event) -> PerudoState:
    viewer, number = state.entered_round.viewer, len(state.entered_round.hand)
    dice, unconfirmed = (sent if isinstance(sent := event.get(name), list) else [] for name in ("hand", "unconfirmed"))
    if viewer is None or len(dice) != number:
        raise ValueError(f"hand must have {plural(number, 'die', 'dice')}, got {len(dice)}")
    for die in dice:
        check_whole("die", die, 1, state.rules.sides)
    for place in unconfirmed:
        check_whole("place", place, 0, number - 1)
    return _seen_with(state, viewer - 1, Hand(tuple(dice), tuple(sorted(set(unconfirmed)))))


def _with_next_bid(state: PerudoState, event: Event) -> PerudoState:
    round_ = state.entered_round
    # A quick second tap arrives when the bid is already made.
    if event.get("bids") != len(round_.bids):
        return state
    bid = Bid(event.get("quantity", 0), event.get("face", 0))
    return _with_round(state, bids=(*round_.bids, (bidder(round_) + 1, bid)))


def _without_last_bid(state: PerudoState, _event: Event) -> PerudoState:
    bids = state.entered_round.bids[:-1]
    return _with_round(state, bids=bids) if bids else replace(state, position=before_bids(state.entered_round))


def _with_new_round(state: PerudoState, event: Event) -> PerudoState:
    if event.get("loser") is not None:
        return _without_die(state, _seat(state, event, "loser"))
    if event.get("winner") is not None:
        return _with_right_calza(state, _seat(state, event, "winner"))
    return _next_round(state)


def _with_call(state: PerudoState, event: Event) -> PerudoState:
    """Return the next round after dudo by the player whose turn it is, or calza by the player of the event's ``seat``."""
    round_, is_calza = state.entered_round, event["kind"] == "calza"
    # A quick second tap arrives when the next round has begun.
    if event.get("bids") != len(round_.bids):
        return state
    is_right = _truth("right", event.get("right"))
    if not round_.bids:
        raise ValueError("there is no bid to call")
    caller = _seat(state, event) if is_calza else bidder(round_)
    if is_calza and (reason := state.why_no_calza(caller)):
        raise ValueError(reason)
    if is_calza and is_right:
        return _with_right_calza(state, caller)
    after = _without_die(state, round_.bids[-1][0] - 1 if is_right else caller)
    return replace(after, calza_callers=after.calza_callers | {caller}) if is_calza else after


def _next_round(state: PerudoState) -> PerudoState:
    """Return the round without bids and with unconfirmed dice; an onlooker who had dice keeps them for a new match."""
    viewer = state.entered_round.viewer
    hands = {seat: hand.all_unconfirmed() for seat, hand in state.hands.items() if viewer in (None, seat + 1)}
    return replace(_with_round(state, bids=(), palifico=False, opener=None), hands=hands)


def _with_right_calza(state: PerudoState, winner: int) -> PerudoState:
    """Return the next round after a right calza, which its caller opens, or the round with the winner of the match."""
    old, most = state.entered_round, state.rules.starting_dice
    if reason := state.why_no_calza():
        raise ValueError(f"a die is won only by calza, and {reason}")
    if not old.dice[winner]:
        raise ValueError(f"winner must be a player with dice, got player {winner + 1}, who has none")
    wins_die = state.rules.calza_wins != "others_lose"
    own, cost = min(old.dice[winner] + wins_die, most), int(not wins_die)
    dice = tuple(own if seat == winner else max(number - cost, 0) for seat, number in enumerate(old.dice))
    if sum(map(bool, dice)) < MIN_PLAYERS:
        return replace(state, won=winner)
    # Only a player with one die opens a palifico round, so a caller who wins no die doesn't open one.
    had = state.palificos | ({winner} if wins_die and old.dice[winner] == PALIFICO_DICE else set())
    opened = _with_round(_with_all_dice(_next_round(state), dice), opener=winner + 1)
    return replace(opened, palificos=had, calza_callers=state.calza_callers | {winner})


def _without_die(state: PerudoState, loser: int) -> PerudoState:
    """Return the next round with one die less for the loser, who opens if still in, or the round with the winner of the match."""
    dice = tuple(number - (seat == loser) for seat, number in enumerate(state.entered_round.dice))
    if dice[loser] < 0:
        raise ValueError(f"loser must be a player with dice, got player {loser + 1}, who has none")
    left = [seat for seat, number in enumerate(dice) if number]
    if len(left) < MIN_PLAYERS:
        return replace(state, won=left[0])
    is_first = dice[loser] == PALIFICO_DICE and loser not in state.palificos
    is_palifico = is_first and state.rules.has_palifico(len(left))
    opener = next((seat for seat in left if seat >= loser), left[0])
    return _with_round(_with_all_dice(_next_round(state), dice), palifico=is_palifico, opener=opener + 1)


def _with_new_match(state: PerudoState, _event: Event) -> PerudoState:
    """Return the first round of a match of the same players, with the viewer or the onlooker who has lost all dice."""
    old, begun = state.entered_round, _next_round(state)
    viewer = next((seat for seat in state.hands if not old.dice[seat]), None) if old.viewer is None else old.viewer - 1
    first = RoundState((state.rules.starting_dice,) * len(old.dice))
    begun = replace(begun, position=first, palificos=frozenset(), calza_callers=frozenset())
    if viewer is None:
        return begun
    return _seen_with(begun, viewer, _seen_by(begun, viewer).hands[viewer].all_unconfirmed())


def _with_palifico(state: PerudoState, event: Event) -> PerudoState:
    changed = replace(state.entered_round, palifico=_truth("palifico", event.get("on")))
    return replace(state, position=opened_by_who_may(changed))


# Each returns the state with its round changed by an event, or raises ValueError.
_CHANGES: Mapping[str, Callable[[PerudoState, Event], PerudoState]] = {
    "players": _with_players,
    "me": _with_viewer,
    "dice": _with_dice,
    "total": _with_total,
    "hand": _with_hand,
    "opener": lambda state, event: _with_round(state, opener=_seat(state, event) + 1),
    "bid": _with_next_bid,
    "back": _without_last_bid,
    "new_round": _with_new_round,
    "dudo": _with_call,
    "calza": _with_call,
    "new_match": _with_new_match,
    "palifico": _with_palifico,
}


def _read_places(text: str) -> list[int]:
    return [read_whole(number) for number in text.split("_") if number]


_CALL: Mapping[str, Callable[[str], Any]] = {"bids": read_whole, "right": {"True": True, "False": False}.__getitem__}
_ACTS: Acts = {
    "bid": {"quantity": read_whole, "face": read_whole, "bids": read_whole},
    "dudo": _CALL,
    "calza": {"seat": read_whole, **_CALL},
    "hand": {"hand": _read_places, "unconfirmed": _read_places},
}
_GAME = game_definition("perudo", PerudoState("any_higher", ANY_HIGHER_RULES, None), _apply, _ACTS)


def read_link(link: Query) -> PerudoState:
    """Return what a link sets up.

    >>> state = read_link({"round": ["4.4 me=1 hand=1224 bids=2:3x4"], "unconfirmed": ["2"], "calza": ["true"]})
    >>> state.hand.unconfirmed, write_link(state)["unconfirmed"], state.rules.calza
    ((1,), ['2'], True)
    >>> state = read_link({"names": ["Ann,,Zoe"], "styles": ["abn"], "won": ["2"]})
    >>> state.names[:4], state.styles[1:4], state.won
    (('Ann', '', 'Zoe', ''), ('bluffs a lot', 'never bluffs', 'as set'), 1)
    """
    state = _GAME.read(link)
    if state.draft:
        state = replace(state, position=BEFORE_BIDS)
    viewer, dice = state.round.viewer, state.round.hand
    # No place has the number 0.
    places = tuple(sorted(read_seats(last_value(link, "unconfirmed", 0)) & set(range(len(dice)))))
    return replace(state, hands={} if viewer is None or not places else {viewer - 1: Hand(dice, places)})


def write_link(state: PerudoState) -> Query:
    """Return the settings of a link to a state, without those at their defaults."""
    first = {"round": state.text, "unconfirmed": seats_text(state.hand.unconfirmed)}
    return {**{name: [text] for name, text in first.items() if text}, **_GAME.write(state)}


DEFINITION = replace(
    _GAME,
    allowed={**_GAME.allowed, "unconfirmed": lambda text: bool(_PLACES.fullmatch(text))},
    read=read_link,
    write=write_link,
)
apply = DEFINITION.apply
