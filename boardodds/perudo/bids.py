"""Bids: their notation, which may follow which, and how likely they are to be true."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from boardodds.perudo.rules import (
    ACE,
    HALVED,
    HIGHEST,
    MAX_DICE,
    MAX_PLAYERS,
    MAX_SIDES,
    NEVER,
    STANDARD,
    VALUE_OR_QUANTITY,
    Rules,
)
from boardodds.probability.validate import check_whole

MAX_QUANTITY = MAX_PLAYERS * MAX_DICE


@dataclass(frozen=True, slots=True, order=True)
class Bid:
    """At least ``quantity`` dice of ``face`` among all dice in play, written ``5x4``: five fours.

    Bids sort by quantity, then face. That is the order of lists; what may follow what is ``legal_bids``.

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
        check_whole("quantity", self.quantity, 1, MAX_QUANTITY)
        check_whole("face", self.face, 1, MAX_SIDES)

    @classmethod
    def parse(cls, text: str) -> "Bid":
        """Reads the notation; ``str`` writes it back."""
        match = re.fullmatch(r"([0-9]{1,3})x([0-9]{1,2})", text)
        if not match:
            raise ValueError(f"bid must be a quantity and a face, as in 5x4 for five fours, got {text[:40]!r}")
        return cls(int(match[1]), int(match[2]))

    def __str__(self) -> str:
        return f"{self.quantity}x{self.face}"


def check_hand(hand: Sequence[int], rules: Rules = STANDARD) -> None:
    """Raises ValueError with one sentence if nobody can hold these dice; no dice are an onlooker's hand.

    >>> check_hand((1, 7))
    Traceback (most recent call last):
    ...
    ValueError: hand must be 1..6 on each die, got 7
    """
    if len(hand) > rules.starting_dice:
        raise ValueError(f"hand must hold 0..{rules.starting_dice} dice, got {len(hand)}")
    _check_faces(hand, rules)


def check_bid(bid: Bid, total_dice: int, rules: Rules = STANDARD) -> None:
    """Raises ValueError with one sentence if no round with so many dice in play can come to this bid.

    >>> check_bid(Bid(21, 4), total_dice=20)
    Traceback (most recent call last):
    ...
    ValueError: quantity must be 1..20 with so many dice in play, got 21
    """
    _check_total(total_dice, rules)
    if bid.face > rules.sides:
        raise ValueError(f"face must be 1..{rules.sides} on these dice, got {bid.face}")
    if bid.quantity > total_dice:
        raise ValueError(f"quantity must be 1..{total_dice} with so many dice in play, got {bid.quantity}")


def _check_total(total_dice: int, rules: Rules) -> None:
    check_whole("total_dice", total_dice, 1, rules.max_total_dice)


def legal_bids(
    current: Bid | None,
    total_dice: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    own_dice: int | None = None,
) -> list[Bid]:
    """Every bid that may follow the current one, or open the round if there is none; by quantity, then face.

    total_dice: dice in play, in all hands. palifico: whether this is a palifico round. own_dice: dice of the player who
    bids, which matter in a palifico round whose face a player with one die may change; more than one if not given.

    >>> [str(bid) for bid in legal_bids(Bid(5, 4), total_dice=20)]
    ['3x1', '5x5', '5x6', '6x4']
    >>> [str(bid) for bid in legal_bids(Bid(2, 1), total_dice=20)]
    ['3x1', '5x2', '5x3', '5x4', '5x5', '5x6']
    """
    table = _Table(total_dice, rules, palifico, own_dice)
    table.check_current(current)
    faces = range(1, rules.sides + 1)
    return sorted(Bid(quantity, face) for face in faces for quantity in table.allowed(current, face)[0])


def check_raise(
    current: Bid | None,
    bid: Bid,
    total_dice: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    own_dice: int | None = None,
) -> None:
    """Raises ValueError that names the rule which the bid breaks, if it may not follow the current one.

    The arguments are those of ``legal_bids``.

    >>> check_raise(Bid(5, 4), Bid(5, 3), total_dice=20)
    Traceback (most recent call last):
    ...
    ValueError: face must not be 3 after 5x4: a raise keeps the quantity at a higher face or adds one at the same face
    """
    table = _Table(total_dice, rules, palifico, own_dice)
    table.check_current(current)
    check_bid(bid, total_dice, rules)
    quantities, cause = table.allowed(current, bid.face)
    if bid.quantity in quantities:
        return
    where = f"after {current}" if current else "in the opening bid"
    if not quantities:
        raise ValueError(f"face must not be {bid.face} {where}: {cause}")
    span = f"{quantities[0]}" if len(quantities) == 1 else f"{quantities[0]}..{quantities[-1]}"
    raise ValueError(f"quantity must be {span} on face {bid.face} {where}, got {bid.quantity}: {cause}")


@dataclass(frozen=True, slots=True)
class _Table:
    """What the one who bids knows of the round, apart from the dice."""

    total_dice: int
    rules: Rules
    palifico: bool
    own_dice: int | None

    def __post_init__(self) -> None:
        _check_total(self.total_dice, self.rules)
        most = min(self.rules.starting_dice, self.total_dice)
        if self.own_dice is not None:
            check_whole("own_dice", self.own_dice, 1, most)

    @property
    def wild(self) -> bool:
        return self.rules.are_aces_wild(self.palifico)

    @property
    def is_face_fixed(self) -> bool:
        may_change = self.rules.palifico_one_die_may_change_face and self.own_dice == 1
        return self.palifico and not may_change

    def check_current(self, current: Bid | None) -> None:
        """Raises ValueError if the round cannot have come to the current bid."""
        if current is None:
            return
        check_bid(current, self.total_dice, self.rules)
        if self._are_barred(current.face):
            raise ValueError(f"face must be 2..{self.rules.sides} where aces are never bid, got {current}")

    def allowed(self, current: Bid | None, face: int) -> tuple[range, str]:
        """The quantities in which a face may be bid, which are always a run, and the rule that says so."""
        least, cause = self._least(current, face)
        if least is None:
            return range(0), cause
        if least > self.total_dice:
            return range(0), f"{cause}, and only {self.total_dice} dice are in play"
        exact = current is not None and self.rules.raise_rule == VALUE_OR_QUANTITY
        return range(least, (least if exact else self.total_dice) + 1), cause

    def _least(self, current: Bid | None, face: int) -> tuple[int | None, str]:
        """The least quantity of a face, or None if it may not be bid in any, and why."""
        if self._are_barred(face):
            return None, "aces are never bid under these rules"
        if current is None:
            if self.wild and face == ACE and not self.rules.open_on_aces:
                return None, "a round is not opened on aces under these rules"
            return 1, "a bid names at least one die"
        if self.is_face_fixed and face != current.face:
            return None, "in a palifico round the face stays that of the opening bid"
        if self.wild and self.rules.ace_bids == HALVED and ACE in (face, current.face) and face != current.face:
            return self._least_across_aces(current, face)
        return self._least_ordinary(current, face)

    def _are_barred(self, face: int) -> bool:
        return face == ACE and self.wild and self.rules.ace_bids == NEVER

    def _least_across_aces(self, current: Bid, face: int) -> tuple[int, str]:
        if face == ACE:
            return -(-current.quantity // 2), "a raise to aces takes half the quantity, rounded up"
        return 2 * current.quantity + 1, "a raise from aces takes twice the quantity and one more"

    def _least_ordinary(self, current: Bid, face: int) -> tuple[int | None, str]:
        if self.rules.raise_rule == VALUE_OR_QUANTITY:
            cause = "a raise keeps the quantity at a higher face or adds one at the same face"
            if self._rank(face) < self._rank(current.face):
                return None, cause
        else:
            cause = "a raise names a higher face at the same quantity or any face at a higher one"
        return current.quantity + (self._rank(face) <= self._rank(current.face)), cause

    def _rank(self, face: int) -> int:
        are_aces_high = self.wild and self.rules.ace_bids == HIGHEST
        return self.rules.sides + 1 if are_aces_high and face == ACE else face


def _check_faces(hand: Sequence[int], rules: Rules) -> None:
    for die in hand:
        check_whole("hand", die, 1, rules.sides, "on each die")


def count(hand: Sequence[int], bid: Bid, rules: Rules = STANDARD, *, palifico: bool = False) -> int:
    """The dice of a hand that match a bid.

    >>> count((1, 2, 2, 5, 6), Bid(5, 2)), count((1, 2, 2, 5, 6), Bid(5, 2), palifico=True)
    (3, 2)
    """
    _check_faces(hand, rules)
    matching = rules.matching_faces(bid.face, palifico)
    return sum(die in matching for die in hand)


def bid_fraction(
    bid: Bid,
    hand: Sequence[int],
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    exactly: bool = False,
) -> Fraction:
    """The chance that a bid is true to someone who holds a hand and takes every other die as fair.

    hand: own dice; none for an onlooker. unseen: the dice in play that are not in the hand. exactly: the chance that
    just so many dice match, which is what calza claims.

    >>> bid_fraction(Bid(2, 4), hand=(4,), unseen=1), bid_fraction(Bid(1, 4), hand=(4,), unseen=1, exactly=True)
    (Fraction(1, 3), Fraction(2, 3))
    """
    check_hand(hand, rules)
    most = rules.max_total_dice - len(hand)
    check_whole("unseen", unseen, 0, most, "dice")
    check_bid(bid, len(hand) + unseen, rules)
    needed = bid.quantity - count(hand, bid, rules, palifico=palifico)
    return _binomial(needed, unseen, len(rules.matching_faces(bid.face, palifico)), rules.sides, exactly)


def bid_probability(
    bid: Bid,
    hand: Sequence[int],
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    exactly: bool = False,
) -> float:
    """``bid_fraction`` as the nearest float.

    >>> round(bid_probability(Bid(5, 4), hand=(1, 2, 2, 5, 6), unseen=15), 6)
    0.79076
    """
    return float(bid_fraction(bid, hand, unseen, rules, palifico=palifico, exactly=exactly))


@lru_cache(maxsize=4096)
def _binomial(needed: int, dice: int, matching: int, sides: int, exactly: bool) -> Fraction:
    """The chance that ``needed`` or more of the dice, or exactly so many, show one of ``matching`` faces."""
    counts = (needed,) if exactly else range(max(needed, 0), dice + 1)
    ways = (
        comb(dice, match) * matching**match * (sides - matching) ** (dice - match)
        for match in counts
        if 0 <= match <= dice
    )
    return Fraction(sum(ways), sides**dice)
