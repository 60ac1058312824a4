"""Every move of a turn with the chance that it stands, best first."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from boardodds.perudo.bids import Bid, bid_fraction, check_hand, legal_bids
from boardodds.perudo.rules import STANDARD, Rules


class Call(StrEnum):
    """What may be called on a bid in the place of a raise: that it is false (dudo), or exact (calza)."""

    DUDO = "dudo"
    CALZA = "calza"


Move = Bid | Call


def parse_move(text: str) -> Move:
    """Reads a move: ``dudo``, ``calza`` or a bid as in ``5x4``; ``str`` writes it back.

    >>> parse_move("5x4"), str(parse_move("dudo"))
    (Bid(quantity=5, face=4), 'dudo')
    >>> parse_move("pass")
    Traceback (most recent call last):
    ...
    ValueError: move must be dudo, calza or a bid as in 5x4, got 'pass'
    """
    if text in tuple(Call):
        return Call(text)
    if "x" not in text:
        raise ValueError(f"move must be dudo, calza or a bid as in 5x4, got {text[:40]!r}")
    return Bid.parse(text)


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move and the chance that it stands: that the bid is true, that the current bid is false (dudo) or exact
    (calza)."""

    move: Move
    fraction: Fraction

    @property
    def probability(self) -> float:
        return float(self.fraction)


def rank_moves(
    current: Bid | None,
    hand: Sequence[int],
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
) -> list[RankedMove]:
    """Every legal move, the one that is likeliest to stand first; every unseen die is taken as fair.

    current: the bid to be answered, or None to open. hand: own dice, at least one. unseen: dice in play outside it.
    Moves of exactly the same chance stand in this order: dudo, which takes a die at once, calza, then bids by quantity
    and face.

    >>> ranked = rank_moves(Bid(5, 4), hand=(1, 2, 2, 5, 6), unseen=15)
    >>> [f"{each.move} {each.probability:.3f}" for each in ranked]
    ['5x5 0.921', '5x6 0.921', '3x1 0.740', '6x4 0.596', 'dudo 0.209']
    """
    hand = tuple(hand)
    check_hand(hand, rules)
    if not hand:
        raise ValueError(f"hand must hold 1..{rules.starting_dice} dice to move, got 0")

    def chance(bid: Bid, exactly: bool = False) -> Fraction:
        return bid_fraction(bid, hand, unseen, rules, palifico=palifico, exactly=exactly)

    ranked: list[RankedMove] = []
    if current is not None:
        ranked.append(RankedMove(Call.DUDO, 1 - chance(current)))
        if rules.calza:
            ranked.append(RankedMove(Call.CALZA, chance(current, exactly=True)))
    bids = legal_bids(current, len(hand) + unseen, rules, palifico=palifico, own_dice=len(hand))
    ranked += [RankedMove(bid, chance(bid)) for bid in bids]
    # the sort is stable: what ties stays in the order above
    return sorted(ranked, key=lambda each: each.fraction, reverse=True)
