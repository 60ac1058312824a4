"""The chances of bids and moves from the dice alone: unseen dice are fair, whatever has been bid."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from boardodds.perudo.bids import Bid, Call, HandLike, Move, as_hand, check_bid, check_faces, check_hand, legal_bids
from boardodds.perudo.rules import MIN_PLAYERS, STANDARD, Rules
from boardodds.probability.results import Result, Results
from boardodds.probability.validate import as_plain, check_whole, of_text


def count(bid: Bid | str, hand: HandLike, rules: Rules = STANDARD, *, palifico: bool = False) -> int:
    """Return the number of dice in a hand that match a bid.

    >>> count(Bid(5, 2), (1, 2, 2, 5, 6)), count("5x2", "12256", palifico=True)
    (3, 2)
    """
    matching = rules.matching_faces(of_text(Bid, "bid", bid).face, palifico)
    return sum(die in matching for die in check_faces(hand, rules))


def bid_fraction(
    bid: Bid | str,
    hand: HandLike,
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    exactly: bool = False,
) -> Fraction:
    """Return the chance that a bid is true, as a player with a hand sees it; all other dice are fair.

    hand: the faces of the own dice; empty for an onlooker.
    unseen: the number of dice in play outside the hand.
    palifico: whether this is a palifico round.
    exactly: whether to return the chance that the bid is exact, as calza claims.

    >>> bid_fraction(Bid(2, 4), hand=(4,), unseen=1), bid_fraction(Bid(1, 4), hand=(4,), unseen=1, exactly=True)
    (Fraction(1, 3), Fraction(2, 3))
    """
    check_hand(hand, rules)
    hand, unseen = as_hand(hand), as_plain(unseen)
    check_whole("unseen", unseen, 0, rules.max_total_dice - len(hand), "dice")
    bid = check_bid(bid, len(hand) + unseen, rules)
    needed = bid.quantity - count(bid, hand, rules, palifico=palifico)
    return _binomial(needed, unseen, len(rules.matching_faces(bid.face, palifico)), rules.sides, exactly)


def bid_probability(
    bid: Bid | str,
    hand: HandLike,
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    exactly: bool = False,
) -> float:
    """Return ``bid_fraction`` as the nearest float.

    >>> round(bid_probability(Bid(5, 4), hand=(1, 2, 2, 5, 6), unseen=15), 6)
    0.79076
    """
    return float(bid_fraction(bid, hand, unseen, rules, palifico=palifico, exactly=exactly))


@lru_cache(maxsize=4096)
def _binomial(needed: int, dice: int, matching: int, sides: int, exactly: bool) -> Fraction:
    """Return the chance that at least, or exactly, ``needed`` of the dice show one of ``matching`` faces."""
    counts = range(max(needed, 0), min(needed, dice) + 1 if exactly else dice + 1)
    ways = sum(comb(dice, match) * matching**match * (sides - matching) ** (dice - match) for match in counts)
    return Fraction(ways, sides**dice)


@lru_cache(maxsize=512)
def chances_of_at_least(face: int, unseen: int, rules: Rules, palifico: bool) -> tuple[Fraction, ...]:
    """Return the chance that at least 0, 1, ..., ``unseen`` + 1 of the unseen dice match a bid on a face."""
    matching = len(rules.matching_faces(face, palifico))
    return tuple([_binomial(number, unseen, matching, rules.sides, False) for number in range(unseen + 2)])


@dataclass(frozen=True, slots=True)
class DiceLost(Result):
    """The dice that the player who calls a bid, the bidder and each other player lose on average."""

    _MEASURES = ("doubter", "bidder", "others")

    doubter: Fraction
    bidder: Fraction
    others: Fraction


def dice_lost(
    bid: Bid | str, hand: HandLike, unseen: int, rules: Rules = STANDARD, *, palifico: bool = False
) -> DiceLost:
    """Return the dice lost where a wrong call costs the difference, as in the game Bluff (F.X. Schmid, 1993).

    A false bid costs the bidder as many dice as are missing, a bid exceeded the doubter as many as there are more, and an exact
    bid everybody but the bidder one die. Dice that a player no longer has count too.

    hand, unseen, palifico: as in ``bid_fraction``.

    >>> lost = dice_lost(Bid(5, 4), hand=(1, 2, 2, 5, 6), unseen=15)
    >>> [round(float(dice), 3) for dice in (lost.doubter, lost.bidder, lost.others)]
    [1.505, 0.31, 0.195]
    """
    bid = of_text(Bid, "bid", bid)
    exact = bid_fraction(bid, hand, unseen, rules, palifico=palifico, exactly=True)
    missing = bid.quantity - count(bid, hand, rules, palifico=palifico)
    matching = len(rules.matching_faces(bid.face, palifico))
    chances = [_binomial(number, unseen, matching, rules.sides, True) for number in range(unseen + 1)]
    more = sum((chance * max(number - missing, 0) for number, chance in enumerate(chances)), Fraction(0))
    less = sum((chance * max(missing - number, 0) for number, chance in enumerate(chances)), Fraction(0))
    return DiceLost(more + exact, less, exact)


@dataclass(frozen=True, slots=True)
class RankedMove(Result):
    """A move and the chance that it is right: that a bid is true, or the current one false (dudo) or exact (calza)."""

    _MEASURES = ("stands=fraction",)
    _OF = "move"

    move: Move
    fraction: Fraction

    @property
    def probability(self) -> float:
        return float(self.fraction)


def rank_moves(
    current: Bid | str | None,
    hand: HandLike,
    unseen: int,
    rules: Rules = STANDARD,
    *,
    palifico: bool = False,
    players: int = MIN_PLAYERS,
) -> Results[RankedMove]:
    """Return every legal move of the player to move, the one that is most likely to be right first; unseen dice are fair.

    Moves with exactly the same chance are in this order: dudo, which takes a die at once, then bids by quantity and face.

    current: the bid to be answered; None for the opening bid.
    hand, unseen, palifico: as in ``bid_fraction``; an onlooker looks at the moves of a player with several dice.
    players: the number of players in, for the opening bid; see ``legal_bids``.

    >>> ranked = rank_moves(Bid(5, 4), hand=(1, 2, 2, 5, 6), unseen=15)
    >>> [f"{move.move} {move.probability:.3f}" for move in ranked]
    ['5x5 0.921', '5x6 0.921', '3x1 0.740', '6x4 0.596', 'dudo 0.209']
    """
    check_hand(hand, rules)
    hand, unseen = as_hand(hand), as_plain(unseen)
    check_whole("unseen", unseen, 0)
    current = None if current is None else of_text(Bid, "current", current)
    total, own_dice = len(hand) + unseen, len(hand) or None
    bids = legal_bids(current, total, rules, palifico=palifico, own_dice=own_dice, players=players)
    rules = rules.after([current.face] if current else ())
    matching = {face: rules.matching_faces(face, palifico) for face in range(1, rules.sides + 1)}
    held = {face: sum(map(hand.count, faces)) for face, faces in matching.items()}

    # ``bid_fraction`` without its checks, which take most of its time and would be the same for every bid.
    def chance(bid: Bid) -> Fraction:
        return _binomial(bid.quantity - held[bid.face], unseen, len(matching[bid.face]), rules.sides, False)

    ranked = [] if current is None else [RankedMove(Call.DUDO, 1 - chance(current))]
    ranked += [RankedMove(bid, chance(bid)) for bid in bids]
    # The sort is stable, so ties stay in the order above. Fractions are slow to compare, so only those with equal floats are.
    return Results(sorted(ranked, key=lambda move: (move.probability, move.fraction), reverse=True))
