"""Bids and calls, and hands: their notation, and the legal raises."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache

from boardodds.perudo.rules import ACE, MAX_DICE, MAX_PLAYERS, MAX_SIDES, MIN_PLAYERS, STANDARD, Rules
from boardodds.probability.display import plural
from boardodds.probability.validate import as_plain, check_kind, check_whole, make_plain, of_text

MAX_QUANTITY = MAX_PLAYERS * MAX_DICE
_RAISE_REASONS = {
    "value_or_quantity": "a raise keeps the quantity at a higher face or adds one at the same face",
    "any_higher": "a raise names a higher face at the same quantity or any face at a higher one",
    "reset_quantity": "a raise names a higher quantity of the same face or any quantity of a higher face",
    "face_never_falls": "a raise names a higher face, a higher quantity or both, and neither falls",
    "quantity_rises": "a raise names a higher quantity of any face",
}
# The faces of dice, or their notation; see ``as_hand``.
HandLike = Sequence[int] | str
_HAND = re.compile(r"[0-9]{0,40}|[0-9]{1,6}(,[0-9]{1,6})*,?")


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """At least ``quantity`` (1 to 100) dice of ``face`` (1 to 20) among all dice in play, written ``5x4``: five fours.

    Bids sort by quantity, then face. This order is for lists only: ``legal_bids`` has the bids that may follow a bid.

    >>> str(Bid(quantity=5, face=4)), Bid.parse("3x1").face
    ('5x4', 1)
    >>> Bid.parse("five fours")
    Traceback (most recent call last):
    ...
    ValueError: bid must be a quantity and a face, as in 5x4 for five fours, got 'five fours'
    """

    quantity: int
    face: int

    def __post_init__(self) -> None:
        make_plain(self)
        check_whole("quantity", self.quantity, 1, MAX_QUANTITY)
        check_whole("face", self.face, 1, MAX_SIDES)

    @classmethod
    def parse(cls, text: str) -> "Bid":
        """Read the notation that ``str`` writes."""
        match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,2})", text)
        if not match:
            raise ValueError(f"bid must be a quantity and a face, as in 5x4 for five fours, got {text[:40]!r}")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.quantity}x{self.face}"


# The bids that code makes itself: each is checked when it is first made.
bid_of = cache(Bid)


class Call(StrEnum):
    """A call on the current bid instead of a raise: that it is false (dudo), or exact (calza)."""

    DUDO = "dudo"
    CALZA = "calza"


Move = Bid | Call


def as_hand(hand: HandLike) -> tuple[int, ...]:
    """Return the faces of a hand: of a sequence, or of a text as in 12256 or 1,2,2,5,6; a single die of 10 has a comma.

    >>> as_hand("12256") == as_hand("1,2,2,5,6") == as_hand([1, 2, 2, 5, 6]), as_hand("12,")
    (True, (12,))
    """
    if isinstance(hand, str):
        if not _HAND.fullmatch(hand):
            raise ValueError(f"hand must be dice, as in 12256 or 1,2,2,5,6, got {hand[:40]!r}")
        return tuple(map(int, hand.removesuffix(",").split(",") if "," in hand else hand))
    if not isinstance(hand, Iterable):
        raise ValueError(f"hand must be the faces of dice, as in 12256 in quotes or (1, 2, 2, 5, 6), got {hand!r:.40}")
    faces: tuple[int, ...] = as_plain(tuple(hand))
    return faces


def hand_text(hand: Sequence[int]) -> str:
    """Return the notation of a hand that ``as_hand`` reads.

    >>> hand_text((1, 2, 2, 5, 6)), hand_text((2, 12)), hand_text((12,))
    ('12256', '2,12', '12,')
    """
    if max(hand, default=0) < 10:
        return "".join(map(str, hand))
    return ",".join(map(str, hand)) + "," * (len(hand) == 1)


def check_faces(hand: HandLike, rules: Rules) -> tuple[int, ...]:
    """Return the faces of a hand. Raises ValueError for a face that the dice don't have."""
    faces = as_hand(hand)
    check_kind(Rules, "rules", rules)
    for die in faces:
        check_whole("hand", die, 0)
        if not 1 <= die <= rules.sides:
            raise ValueError(f"hand must be 1..{rules.sides} on each die, got {die}")
    return faces


def check_hand(hand: HandLike, rules: Rules = STANDARD) -> None:
    """Raise ValueError if no player can have these dice.

    hand: the faces of the dice; empty for an onlooker.

    >>> check_hand((1, 7))
    Traceback (most recent call last):
    ...
    ValueError: hand must be 1..6 on each die, got 7
    """
    if (dice := len(check_faces(hand, rules))) > rules.starting_dice:
        raise ValueError(f"hand must have 0..{rules.starting_dice} dice, got {dice}")


def check_bid(bid: Bid | str, total_dice: int, rules: Rules = STANDARD) -> Bid:
    """Return a bid, or that of a text. Raises ValueError if its face, or its quantity, is too high for these dice.

    total_dice: the number of dice in play, in all hands.

    >>> check_bid(Bid(21, 4), total_dice=20)
    Traceback (most recent call last):
    ...
    ValueError: quantity must be 1..20 with 20 dice in play, got 21
    """
    bid = of_text(Bid, "bid", bid)
    check_whole("total_dice", total_dice, 1, rules.max_total_dice)
    _check_dice(bid, total_dice, rules)
    return bid


def _check_dice(bid: Bid, total_dice: int, rules: Rules) -> None:
    if bid.face > rules.sides:
        raise ValueError(f"face must be 1..{rules.sides} on these dice, got {bid.face}")
    if bid.quantity > total_dice:
        dice = plural(total_dice, "die", "dice")
        raise ValueError(f"quantity must be 1..{total_dice} with {dice} in play, got {bid.quantity}")


def legal_bids(
    current: Bid | str | None,
    total_dice: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    own_dice: int | None = None,
    players: int = MIN_PLAYERS,
) -> list[Bid]:
    """Return every bid that may follow the current bid, by quantity, then face.

    current: the bid to be answered; None for the opening bid.
    total_dice: the number of dice in play, in all hands.
    palifico: whether this is a palifico round.
    own_dice: the number of dice of the player who bids. It matters only if the rules let a player with one die change the face
        of a palifico round. None means more than one die.
    players: the number of players in. It matters only to the opening bid, if the rules set its lowest quantity by it.

    >>> [str(bid) for bid in legal_bids(Bid(5, 4), total_dice=20)]
    ['3x1', '5x5', '5x6', '6x4']
    >>> [str(bid) for bid in legal_bids(Bid(2, 1), total_dice=20)]
    ['3x1', '5x2', '5x3', '5x4', '5x5', '5x6']
    """
    current = None if current is None else of_text(Bid, "current", current)
    return list(_legal_bids(current, total_dice, rules, palifico, own_dice, players))


# Cached because a page needs the raises of one bid several times.
@lru_cache(maxsize=256, typed=True)
def _legal_bids(
    current: Bid | None, total_dice: int, rules: Rules, palifico: bool, own_dice: int | None, players: int
) -> tuple[Bid, ...]:
    lowest = lowest_quantities(current, total_dice, rules, palifico, own_dice, players).items()
    if current is not None and rules.raise_rule == "value_or_quantity":
        return tuple(sorted(bid_of(quantity, face) for face, quantity in lowest))
    quantities = range(1, total_dice + 1)
    return tuple([bid_of(quantity, face) for quantity in quantities for face, least in lowest if least <= quantity])


def lowest_quantities(
    current: Bid | None, total_dice: int, rules: Rules, palifico: bool, own_dice: int | None, players: int = MIN_PLAYERS
) -> dict[int, int]:
    """Return the lowest quantity of each face that may follow the current bid; the arguments are those of ``legal_bids``."""
    _check_current(current, total_dice, rules, palifico, own_dice)
    lowest = {
        face: _lowest_quantity(current, face, rules, palifico, own_dice == 1, players)[0]
        for face in range(1, rules.sides + 1)
    }
    return {face: quantity for face, quantity in lowest.items() if quantity is not None and quantity <= total_dice}


def why_unsolvable(total_dice: int, rules: Rules) -> str:
    """Return why a round of two players can't be solved; "" if it can.

    Its bids can repeat, a bid does not tell whether aces are wild, or the player to move may call calza.
    """
    if rules.wild_aces and not rules.aces_stay_wild and rules.ace_bids != "never":
        return "aces_stay_wild must be True for a round to be solved, got False"
    if rules.has_calza(MIN_PLAYERS):
        return f"calza_by must be bystander for a round to be solved, got {rules.calza_by}"
    return rules.why_endless(total_dice)


def legal_raises(total_dice: int, rules: Rules) -> dict[Bid | None, list[Bid]]:
    """Return the bids that may follow each bid that can be made, or None for the opening, in an ordinary round of two players.

    Every bid comes after all that may follow it. Raises ValueError as ``why_unsolvable`` says.

    >>> [str(bid) for bid in legal_raises(2, STANDARD)][::4]
    ['2x1', '2x5', '2x3', 'None']
    """
    if reason := why_unsolvable(total_dice, rules):
        raise ValueError(reason)
    raises: dict[Bid | None, list[Bid]] = {}

    def visit(current: Bid | None) -> None:
        following = legal_bids(current, total_dice, rules)
        for bid in following:
            if bid not in raises:
                visit(bid)
        raises[current] = following

    visit(None)
    return raises


def check_raise(
    current: Bid | str | None,
    bid: Bid | str,
    total_dice: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    own_dice: int | None = None,
    players: int = MIN_PLAYERS,
) -> None:
    """Raise ValueError that names the broken rule if the bid may not follow the current bid.

    The arguments are those of ``legal_bids``.

    >>> check_raise(Bid(5, 4), Bid(5, 3), total_dice=20)
    Traceback (most recent call last):
    ...
    ValueError: face must not be 3 after 5x4: a raise keeps the quantity at a higher face or adds one at the same face
    """
    current, bid = None if current is None else of_text(Bid, "current", current), of_text(Bid, "bid", bid)
    _check_current(current, total_dice, rules, palifico, own_dice)
    _check_dice(bid, total_dice, rules)
    lowest, reason = _lowest_quantity(current, bid.face, rules, palifico, own_dice == 1, players)
    highest = lowest if current and rules.raise_rule == "value_or_quantity" else total_dice
    if lowest is not None and highest is not None and lowest <= bid.quantity <= highest:
        return
    situation = f"after {current}" if current else "in the opening bid"
    if lowest is None or lowest > total_dice:
        few = f", with only {plural(total_dice, 'die', 'dice')} in play" if lowest else ""
        raise ValueError(f"face must not be {bid.face} {situation}: {reason}{few}")
    span = f"{lowest}" if lowest == highest else f"{lowest}..{highest}"
    raise ValueError(f"quantity must be {span} on face {bid.face} {situation}, got {bid.quantity}: {reason}")


def _check_current(current: Bid | None, total_dice: int, rules: Rules, palifico: bool, own_dice: int | None) -> None:
    """Raise ValueError if no round can reach the current bid; the arguments are those of ``legal_bids``."""
    check_kind(Rules, "rules", rules)
    check_whole("total_dice", total_dice, 1, rules.max_total_dice)
    if own_dice is not None:
        check_whole("own_dice", own_dice, 1, min(rules.starting_dice, total_dice))
    if current is not None:
        _check_dice(current, total_dice, rules)
        if current.face == ACE and _are_aces_never_bid(rules, palifico):
            raise ValueError(f"face must be 2..{rules.sides} where aces are never bid, got {current}")


def _are_aces_never_bid(rules: Rules, palifico: bool) -> bool:
    return rules.ace_bids == "never" and rules.are_aces_special(palifico)


# The rounds of a slider differ in their numbers of dice only, which change nothing here.
@lru_cache(maxsize=4096)
def _lowest_quantity(
    current: Bid | None, face: int, rules: Rules, palifico: bool, has_one_die: bool, players: int
) -> tuple[int | None, str]:
    """Return the lowest quantity in which a face may be bid, and the rule behind it; None if the face may not be bid.

    The legal quantities of a face are consecutive under every rule.

    has_one_die: whether the player who bids has one die.
    """
    if face == ACE and _are_aces_never_bid(rules, palifico):
        return None, "aces are never bid under these rules"
    if current is None:
        if face == ACE and rules.are_aces_special(palifico) and not rules.open_on_aces:
            return None, "a round is not opened on aces under these rules"
        lowest = rules.lowest_opening(players)
        few = "at least one die" if lowest == 1 else "at least as many dice as there are players in"
        return lowest, f"an opening bid names {few}"
    if face == current.face or ACE not in (face, current.face) or not rules.are_aces_halved(palifico):
        return _lowest_ordinary(current, face, rules, palifico, has_one_die)
    if face == ACE:
        more = " and one more" if rules.ace_bids == "halved_plus_one" else ""
        return rules.lowest_aces(current.quantity), f"a raise to aces takes half the quantity, rounded up{more}"
    return 2 * current.quantity + 1, "a raise from aces takes twice the quantity and one more"


def _lowest_ordinary(
    current: Bid, face: int, rules: Rules, palifico: bool, has_one_die: bool
) -> tuple[int | None, str]:
    """Return the same for a raise in which no aces are halved."""
    if face != current.face and palifico and not (rules.change_face and has_one_die):
        return None, "in a palifico round the face stays that of the opening bid"
    is_high = rules.ace_bids == "highest" and rules.are_aces_special(palifico)
    ranks = [rules.sides + 1 if is_high and each == ACE else each for each in (current.face, face)]
    reason = _RAISE_REASONS[rules.raise_rule]
    if rules.raise_rule == "quantity_rises":
        return current.quantity + 1, reason
    if ranks[1] < ranks[0] and rules.raise_rule != "any_higher":
        return None, reason
    if ranks[1] > ranks[0] and rules.raise_rule == "reset_quantity":
        return 1, reason
    return current.quantity + (ranks[1] <= ranks[0]), reason
