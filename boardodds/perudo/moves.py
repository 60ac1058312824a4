"""Moves, and the chance that each legal move is right, best first."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from boardodds.perudo.bids import Bid, HandLike, as_hand, bid_fraction, check_hand, legal_bids
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.validate import as_plain, check_whole


class Call(StrEnum):
    """A call on the current bid instead of a raise: that it is false (dudo), or exact (calza)."""

    DUDO = "dudo"
    CALZA = "calza"


Move = Bid | Call


@dataclass(frozen=True, slots=True)
class RankedMove:
    """A move and the chance that it is right.

    A bid is right if it is true, dudo if the current bid is false, and calza if the current bid is exact.
    """

    move: Move
    fraction: Fraction

    @property
    def probability(self) -> float:
        return float(self.fraction)


def rank_moves(
    current: Bid | None,
    hand: HandLike,
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
) -> list[RankedMove]:
    """Return every legal move of the player to move, the one that is most likely to be right first; unseen dice are fair.

    Moves with exactly the same chance are in this order: dudo, which takes a die at once, then bids by quantity and face.

    current: the bid to be answered; None for the opening bid.
    hand: the faces of the own dice, at least one.
    unseen: the number of dice in play outside the hand.
    palifico: whether this is a palifico round.

    >>> ranked = rank_moves(Bid(5, 4), hand=(1, 2, 2, 5, 6), unseen=15)
    >>> [f"{move.move} {move.probability:.3f}" for move in ranked]
    ['5x5 0.921', '5x6 0.921', '3x1 0.740', '6x4 0.596', 'dudo 0.209']
    """
    check_hand(hand, rules)
    hand, unseen = as_hand(hand), as_plain(unseen)
    check_whole("unseen", unseen, 0)
    if not hand:
        raise ValueError(f"hand must have 1..{rules.starting_dice} dice to move, got 0")

    def chance(bid: Bid) -> Fraction:
        return bid_fraction(bid, hand, unseen, rules, palifico=palifico)

    ranked: list[RankedMove] = []
    if current is not None:
        ranked.append(RankedMove(Call.DUDO, 1 - chance(current)))
    bids = legal_bids(current, len(hand) + unseen, rules, palifico=palifico, own_dice=len(hand))
    ranked += [RankedMove(bid, chance(bid)) for bid in bids]
    # The sort is stable, so ties stay in the order above.
    return sorted(ranked, key=lambda move: move.fraction, reverse=True)
