"""The round on the Perudo page: how events change it, what the rules allow of it, and the chances of its bids."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from boardodds.dashboard.ui.settings import Event
from boardodds.perudo import Bid, Rules, legal_bids
from boardodds.perudo.bidders import chances_of_at_least
from boardodds.perudo.round_state import MIN_PLAYERS, PALIFICO_DICE, RoundState, check_round, why_no_calza
from boardodds.perudo.rules import MAX_PLAYERS
from boardodds.probability.display import plural
from boardodds.probability.validate import check_whole

# The events that make no sense without the bids, and those that remove bids as intended.
_NEEDS_BIDS = ("bid", "dudo", "calza")
_REMOVES_BIDS = ("back", "new_round", "dudo", "calza", "new_match")


@dataclass(frozen=True, slots=True)
class Hand:
    """A player's dice in the places where they were tapped; the notation of a round has them in ascending order.

    unconfirmed: the places of dice that nobody has entered: those of the round before, or made up for a new hand.

    >>> Hand((6, 6, 1)).of_length(2, sides=6), Hand((4,)).of_length(3, sides=6)
    (Hand(dice=(6, 6), unconfirmed=()), Hand(dice=(4, 3, 4), unconfirmed=(1, 2)))
    """

    dice: tuple[int, ...] = ()
    unconfirmed: tuple[int, ...] = ()

    def of_length(self, dice: int, sides: int) -> "Hand":
        """Return the hand cut to a number of dice, or filled up with unconfirmed dice; no face is above the number of sides."""
        kept = tuple(min(die, sides) for die in self.dice[:dice])
        new_places = range(len(kept), dice)
        unconfirmed = (*(place for place in self.unconfirmed if place < dice), *new_places)
        return Hand((*kept, *(min(2 + place, sides) for place in new_places)), unconfirmed)

    def all_unconfirmed(self) -> "Hand":
        """Return the same dice, all unconfirmed, for a new round; in ascending order, as a link of the round before has them."""
        return Hand(tuple(sorted(self.dice)), tuple(range(len(self.dice))))


@dataclass(frozen=True, slots=True)
class ShownRound:
    """What is shown: the round, the rules, and the hands of it by seat.

    had_palifico: the seats of players who won a die back when they had one; they get no second palifico round.
    winner: the seat of the player who has won the match, if the round was its last one.
    """

    state: RoundState
    rules: Rules
    hands: Mapping[int, Hand]
    had_palifico: frozenset[int] = frozenset()
    winner: int | None = None

    @property
    def hand(self) -> Hand:
        """The viewer's hand; an empty one for an onlooker."""
        return Hand() if self.state.viewer is None else self.hands[self.state.viewer]

    def with_hand(self, seat: int, hand: Hand) -> "ShownRound":
        """Return the round as seen by a player with this hand."""
        state = replace(self.state, viewer=seat, hand=hand.dice)
        return replace(self, state=state, hands={**self.hands, seat: hand})

    def with_viewer(self, seat: int) -> "ShownRound":
        """Return the round as seen by a player, with the hand shown before or one that is not confirmed yet."""
        return self.with_hand(seat, self.hands.get(seat, Hand()).of_length(self.state.dice[seat], self.rules.sides))

    def with_dice(self, dice: tuple[int, ...]) -> "ShownRound":
        """Return the round with other numbers of dice; a viewer without dice becomes an onlooker."""
        old = self.state
        onlooking = RoundState(
            dice,
            bids=old.bids,
            palifico=old.palifico and PALIFICO_DICE in dice and sum(map(bool, dice)) > MIN_PLAYERS,
            opener=old.opener if _is_in(dice, old.opener) else None,
        )
        shown = replace(self, state=_opened_by_who_may(onlooking))
        return shown.with_viewer(old.viewer) if old.viewer is not None and _is_in(dice, old.viewer) else shown


Change = Callable[[ShownRound, Event], ShownRound]


@lru_cache(maxsize=256)
def why_illegal(state: RoundState, rules: Rules) -> str:
    """Return why the rules do not allow a round; "" if they do."""
    try:
        check_round(state, rules)
    except ValueError as error:
        return str(error)
    return ""


def possible(state: RoundState, rules: Rules) -> tuple[RoundState, str]:
    """Return the round; if the rules do not allow it, the one before the first illegal bid, and the reason."""
    reason = why_illegal(state, rules)
    if not reason:
        return state, ""
    if not state.bids:
        return _fit(state, rules), reason
    before, earlier = possible(replace(state, bids=state.bids[:-1]), rules)
    return before, earlier or reason


def _fit(state: RoundState, rules: Rules) -> RoundState:
    """Return a round without bids that the rules allow, with fewer dice and lower faces where needed."""
    dice = tuple(min(number, rules.starting_dice) for number in state.dice)
    hand = tuple(min(die, rules.sides) for die in state.hand)[: rules.starting_dice]
    fitting = RoundState(dice, state.viewer, hand, palifico=state.palifico)
    return replace(fitting, palifico=False) if why_illegal(fitting, rules) else fitting


def _check(state: RoundState, rules: Rules) -> None:
    if reason := why_illegal(state, rules):
        raise ValueError(reason)


def _is_in(dice: tuple[int, ...], seat: int | None) -> bool:
    return seat is not None and seat < len(dice) and bool(dice[seat])


def bidder(state: RoundState) -> int:
    """Return the seat that bids next. If the opener is unknown, it is the viewer if allowed, else the first allowed seat."""
    if (turn := state.turn) is not None:
        return turn
    may = openers(state)
    return state.viewer if state.viewer in may else may[0]


def openers(state: RoundState) -> list[int]:
    """Return the seats that are allowed to open: in a palifico round those with one die."""
    return [seat for seat, dice in enumerate(state.dice) if dice == PALIFICO_DICE or (dice and not state.palifico)]


def _opened_by_who_may(state: RoundState) -> RoundState:
    return state if state.opener in openers(state) else replace(state, opener=None)


def _before_bids(state: RoundState) -> RoundState:
    """Return the round before its first bid, with the same opener if the round allows it."""
    return _opened_by_who_may(replace(state, bids=(), opener=state.bids[0][0])) if state.bids else state


@lru_cache(maxsize=256)
def chances_of_bids(hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool) -> Mapping[Bid, Fraction]:
    """Return the chance of each bid, legal or not, from the dice alone."""
    chances = {}
    for face in range(1, rules.sides + 1):
        held = sum(map(hand.count, rules.matching_faces(face, palifico)))
        others = chances_of_at_least(face, unseen, rules, palifico)
        for quantity in range(1, len(hand) + unseen + 1):
            # The number of unseen dice that must match is at most one more than there are.
            chances[Bid(quantity, face)] = others[min(max(quantity - held, 0), unseen + 1)]
    return chances


@lru_cache(maxsize=256)
def highest_likely(state: RoundState, rules: Rules) -> Bid:
    """Return the highest opening that is true at least half of the time from the dice alone, or else the lowest opening."""
    chances = chances_of_bids(state.hand, state.total_dice - len(state.hand), rules, state.palifico)
    openings = legal_bids(None, state.total_dice, rules, palifico=state.palifico)
    return next((bid for bid in reversed(openings) if chances[bid] >= 0.5), openings[0])


def change_round(shown: ShownRound, event: Event) -> tuple[ShownRound, str]:
    """Return the round after an event, and a sentence if the event cost its bids; for an unknown event the same round.

    Raises ValueError if the event is not possible.
    """
    change = _CHANGES.get(event["kind"])
    if change is None:
        return shown, ""
    changed, reason = _changed(replace(shown, winner=None), change, event)
    if not shown.state.bids or changed.state.bids or event["kind"] in _REMOVES_BIDS:
        return changed, ""
    if event["kind"] == "players":
        return changed, "A new round starts with another number of players. To restore the bids, select Undo"
    return changed, f"{reason}The earlier bids no longer fit, so they were removed. To restore them, select Undo"


def _changed(shown: ShownRound, change: Change, event: Event) -> tuple[ShownRound, str]:
    """Return the changed round, and the reason if the rules removed its bids."""
    try:
        changed = change(shown, event)
    except ValueError:
        if not shown.state.bids or event["kind"] in _NEEDS_BIDS:
            raise
        # It may be the bids that cannot stay.
        return _changed(replace(shown, state=_before_bids(shown.state)), change, event)
    if reason := why_illegal(changed.state, shown.rules):
        without = replace(changed, state=_before_bids(changed.state))
        _check(without.state, shown.rules)
        return without, f"{reason}. "
    return changed, ""


def _whole(event: Event, name: str, low: int, high: int) -> int:
    number: Any = event.get(name)
    check_whole(name, number, low, high)
    return int(number)


def _truth(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, got {value!r:.40}")
    return value


def _seat(shown: ShownRound, event: Event, name: str = "seat") -> int:
    return _whole(event, name, 0, len(shown.state.dice) - 1)


def _with_players(shown: ShownRound, event: Event) -> ShownRound:
    dice = shown.state.dice
    if shown.state.bids:
        # The bids were made with other numbers of dice in play.
        shown = replace(shown, state=replace(shown.state, bids=(), opener=None))
    players = _whole(event, "value", MIN_PLAYERS, MAX_PLAYERS)
    return shown.with_dice((*dice[:players], *(shown.rules.starting_dice for _ in range(players - len(dice)))))


def _with_viewer(shown: ShownRound, event: Event) -> ShownRound:
    if event.get("seat") is None:
        return replace(shown, state=replace(shown.state, viewer=None, hand=()))
    return shown.with_viewer(_seat(shown, event))


def _with_dice(shown: ShownRound, event: Event) -> ShownRound:
    seat, dice = _seat(shown, event), list(shown.state.dice)
    # A step and not a number, so that each of several quick clicks counts.
    dice[seat] = min(max(dice[seat] + _whole(event, "by", -1, 1), 0), shown.rules.starting_dice)
    # The bids can claim more dice than are left; the check of the round finds this.
    return shown.with_dice(tuple(dice))


def _with_total(shown: ShownRound, event: Event) -> ShownRound:
    dice = dice_by_total(shown.state, shown.rules)
    return shown.with_dice(dice[_whole(event, "value", min(dice), max(dice))])


def dice_by_total(state: RoundState, rules: Rules) -> Mapping[int, tuple[int, ...]]:
    """Return the players' dice by the number in play, in ascending order, with the same players, viewer's hand and bids.

    The others who are in take turns to give or to get a die: first the player with the most or the fewest.
    """
    seats, now = _seats_to_change(state), state.total_dice
    fixed, found = now - sum(state.dice[seat] for seat in seats), {now: state.dice}
    fewest = max([fixed + len(seats), *(bid.quantity for _, bid in state.bids)])
    for step, last in ((-1, fewest), (1, fixed + rules.starting_dice * len(seats))):
        dice = list(state.dice)
        for total in range(now + step, last + step, step):
            dice[min(seats, key=lambda seat: step * dice[seat])] += step
            found[total] = tuple(dice)
    return dict(sorted(found.items()))


def _seats_to_change(state: RoundState) -> list[int]:
    """Return the seats that can have other numbers of dice: not the viewer's, nor that of who opens a palifico round."""
    opener = (state.bids[0][0] if state.bids else bidder(state)) if state.palifico else None
    return [seat for seat, dice in enumerate(state.dice) if dice and seat not in (state.viewer, opener)]


def _with_hand(shown: ShownRound, event: Event) -> ShownRound:
    viewer, number = shown.state.viewer, len(shown.state.hand)
    sent = (event.get(name) for name in ("hand", "unconfirmed"))
    dice, unconfirmed = (each if isinstance(each, list) else [] for each in sent)
    if viewer is None or len(dice) != number:
        raise ValueError(f"hand must have {plural(number, 'die', 'dice')}, got {len(dice)}")
    for die in dice:
        check_whole("die", die, 1, shown.rules.sides)
    for place in unconfirmed:
        check_whole("place", place, 0, number - 1)
    return shown.with_hand(viewer, Hand(tuple(dice), tuple(sorted(set(unconfirmed)))))


def _with_opener(shown: ShownRound, event: Event) -> ShownRound:
    return replace(shown, state=replace(shown.state, opener=_seat(shown, event)))


def _with_next_bid(shown: ShownRound, event: Event) -> ShownRound:
    state = shown.state
    # A quick second tap arrives when the bid is already made.
    if event.get("bids") != len(state.bids):
        return shown
    bid = Bid(event.get("quantity", 0), event.get("face", 0))
    changed = replace(state, bids=(*state.bids, (bidder(state), bid)))
    # One that may not follow is refused, and the bids before it stay.
    _check(changed, shown.rules)
    return replace(shown, state=changed)


def _without_last_bid(shown: ShownRound, _event: Event) -> ShownRound:
    state = shown.state
    return replace(shown, state=replace(state, bids=state.bids[:-1]) if state.bids[1:] else _before_bids(state))


def _with_new_round(shown: ShownRound, event: Event) -> ShownRound:
    if event.get("loser") is not None:
        return _without_die(shown, _seat(shown, event, "loser"))
    return _next_round(shown) if event.get("winner") is None else _with_die_won(shown, _seat(shown, event, "winner"))


def _with_call(shown: ShownRound, event: Event) -> ShownRound:
    """Return the next round after dudo by the player whose turn it is, or calza by another player, the event's ``seat``."""
    state, is_calza = shown.state, event["kind"] == "calza"
    # A quick second tap arrives when the next round has begun.
    if event.get("bids") != len(state.bids):
        return shown
    is_right = _truth("right", event.get("right"))
    if not state.bids:
        raise ValueError("there is no bid to call")
    caller = _seat(shown, event) if is_calza else bidder(state)
    if is_calza and (reason := why_no_calza(state, shown.rules, caller)):
        raise ValueError(reason)
    if is_right:
        return _with_die_won(shown, caller) if is_calza else _without_die(shown, state.bids[-1][0])
    return _without_die(shown, caller)


def _next_round(shown: ShownRound) -> ShownRound:
    """Return the round without bids and with unconfirmed dice; an onlooker who had dice keeps them for a new match."""
    hands = {seat: hand.all_unconfirmed() for seat, hand in shown.hands.items() if shown.state.viewer in (None, seat)}
    return replace(shown, state=replace(shown.state, bids=(), palifico=False, opener=None), hands=hands)


def _with_die_won(shown: ShownRound, winner: int) -> ShownRound:
    """Return the next round with one die more for the winner of calza, who opens; nobody gets more dice than at the start."""
    if reason := why_no_calza(shown.state, shown.rules):
        raise ValueError(f"a die is won only by calza, and {reason}")
    old = shown.state.dice
    if not old[winner]:
        raise ValueError(f"winner must be a player with dice, got player {winner + 1}, who has none")
    most = shown.rules.starting_dice
    begun = _next_round(shown).with_dice(tuple(min(dice + (seat == winner), most) for seat, dice in enumerate(old)))
    had = shown.had_palifico | ({winner} if old[winner] == PALIFICO_DICE else set())
    return replace(begun, state=replace(begun.state, opener=winner), had_palifico=had)


def _without_die(shown: ShownRound, loser: int) -> ShownRound:
    """Return the next round with one die less for the loser, who opens if still in, or the round with the winner of the match.

    It is a palifico round if the loser has one die left for the first time.
    """
    dice = tuple(number - (seat == loser) for seat, number in enumerate(shown.state.dice))
    if dice[loser] < 0:
        raise ValueError(f"loser must be a player with dice, got player {loser + 1}, who has none")
    left = [seat for seat, number in enumerate(dice) if number]
    if len(left) < MIN_PLAYERS:
        return replace(shown, winner=left[0])
    begun = _next_round(shown).with_dice(dice)
    is_first = dice[loser] == PALIFICO_DICE and loser not in shown.had_palifico
    is_palifico = shown.rules.palifico and is_first and len(left) > MIN_PLAYERS
    opener = next((seat for seat in left if seat >= loser), left[0])
    return replace(begun, state=replace(begun.state, palifico=is_palifico, opener=opener))


def _with_new_match(shown: ShownRound, _event: Event) -> ShownRound:
    """Return the first round of a match of the same players, with the viewer or the onlooker who has lost all dice."""
    dice = (shown.rules.starting_dice,) * len(shown.state.dice)
    out = (seat for seat in shown.hands if not shown.state.dice[seat])
    viewer = next(out, None) if shown.state.viewer is None else shown.state.viewer
    begun = replace(_next_round(shown), state=RoundState(dice), had_palifico=frozenset())
    if viewer is None:
        return begun
    return begun.with_hand(viewer, begun.with_viewer(viewer).hand.all_unconfirmed())


def _with_palifico(shown: ShownRound, event: Event) -> ShownRound:
    return replace(shown, state=_opened_by_who_may(replace(shown.state, palifico=_truth("palifico", event.get("on")))))


_CHANGES: Mapping[str, Change] = {
    "players": _with_players,
    "me": _with_viewer,
    "dice": _with_dice,
    "total": _with_total,
    "hand": _with_hand,
    "opener": _with_opener,
    "bid": _with_next_bid,
    "back": _without_last_bid,
    "new_round": _with_new_round,
    "dudo": _with_call,
    "calza": _with_call,
    "new_match": _with_new_match,
    "palifico": _with_palifico,
}
