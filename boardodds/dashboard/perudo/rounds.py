"""The round on the Perudo page: what the rules allow of it, who bids next, and the chances of its bids."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from boardodds.perudo import Bid, Rules, legal_bids
from boardodds.perudo.bids import bid_of
from boardodds.perudo.chances import chances_of_at_least
from boardodds.perudo.round_state import PALIFICO_DICE, RoundState, check_round


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
    if not (reason := why_illegal(state, rules)):
        return state, ""
    if state.bids:
        before, earlier = possible(replace(state, bids=state.bids[:-1]), rules)
        return before, earlier or reason
    # With fewer dice and lower faces where needed.
    dice = tuple(min(number, rules.starting_dice) for number in state.dice)
    hand = tuple(min(die, rules.sides) for die in state.hand)[: rules.starting_dice]
    fitting = RoundState(dice, state.viewer, hand, palifico=state.palifico)
    return replace(fitting, palifico=False) if why_illegal(fitting, rules) else fitting, reason


def bidder(state: RoundState) -> int:
    """Return the seat that bids next. If the opener is unknown, it is the viewer if allowed, else the first allowed seat."""
    if (turn := state.turn) is not None:
        return turn - 1
    may = openers(state)
    return state.viewer - 1 if state.viewer and state.viewer - 1 in may else may[0]


def openers(state: RoundState) -> list[int]:
    """Return the seats that are allowed to open: in a palifico round those with one die."""
    return [seat for seat, dice in enumerate(state.dice) if dice == PALIFICO_DICE or (dice and not state.palifico)]


def opened_by_who_may(state: RoundState) -> RoundState:
    """Return the round without an opener who is not allowed to open."""
    return state if state.opener and state.opener - 1 in openers(state) else replace(state, opener=None)


def before_bids(state: RoundState) -> RoundState:
    """Return the round before its first bid, with the same opener if the round allows it."""
    return opened_by_who_may(replace(state, bids=(), opener=state.bids[0][0])) if state.bids else state


@lru_cache(maxsize=256)
def chances_of_bids(hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool) -> Mapping[Bid, Fraction]:
    """Return the chance of each bid, legal or not, from the dice alone."""
    chances = {}
    for face in range(1, rules.sides + 1):
        held = sum(map(hand.count, rules.matching_faces(face, palifico)))
        others = chances_of_at_least(face, unseen, rules, palifico)
        for quantity in range(1, len(hand) + unseen + 1):
            # The number of unseen dice that must match is at most one more than there are.
            chances[bid_of(quantity, face)] = others[min(max(quantity - held, 0), unseen + 1)]
    return chances


@lru_cache(maxsize=256)
def highest_likely(state: RoundState, rules: Rules) -> Bid:
    """Return the highest opening that is true at least half of the time from the dice alone, or else the lowest opening."""
    chances = chances_of_bids(state.hand, state.total_dice - len(state.hand), rules, state.palifico)
    openings = legal_bids(None, state.total_dice, rules, palifico=state.palifico, players=len(state.players_in))
    return next((bid for bid in reversed(openings) if chances[bid] >= 0.5), openings[0])


def dice_by_total(state: RoundState, rules: Rules) -> Mapping[int, tuple[int, ...]]:
    """Return the players' dice by the number in play, in ascending order, with the same players, viewer's hand and bids.

    The others who are in take turns to give or to get a die: first the player with the most or the fewest.
    """
    # The player who opens a palifico round keeps one die.
    opener = (state.bids[0][0] if state.bids else bidder(state) + 1) if state.palifico else None
    seats = [player - 1 for player in state.players_in if player not in (state.viewer, opener)]
    now = state.total_dice
    fixed, found = now - sum(state.dice[seat] for seat in seats), {now: state.dice}
    fewest = max([fixed + len(seats), *(bid.quantity for _, bid in state.bids)])
    for step, last in ((-1, fewest), (1, fixed + rules.starting_dice * len(seats))):
        dice = list(state.dice)
        for total in range(now + step, last + step, step):
            dice[min(seats, key=lambda seat: step * dice[seat])] += step
            found[total] = tuple(dice)
    return dict(sorted(found.items()))
