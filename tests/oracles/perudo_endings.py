"""The best answer to a strategy in a round between two players, by plain recursion over the bids with fractions.

It shares only the rules of bidding with the solver. A strategy is a function of the bids and the hand.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from boardodds.perudo import Bid, Call, Rules, legal_bids
from boardodds.perudo.bids import Move

Strategy = Callable[[Sequence[Bid], Sequence[int]], Mapping[Move, float | Fraction]]


def best_answer(dice: tuple[int, int], rules: Rules, strategy: Strategy, player: int) -> Fraction:
    """Return the expected wins minus losses of a player who knows the other's strategy.

    dice: the dice of the opener, and of the other player.
    player: 0 for the opener.
    """
    faces = range(1, rules.sides + 1)
    mine = list(product(faces, repeat=dice[player]))
    theirs = list(product(faces, repeat=dice[1 - player]))
    total = Fraction(0)
    for hand in mine:
        weights = {other: Fraction(1, len(theirs)) for other in theirs}
        total += _play(dice, rules, strategy, player, hand, [], weights) / len(mine)
    return total


def _play(
    dice: tuple[int, int],
    rules: Rules,
    strategy: Strategy,
    player: int,
    hand: tuple[int, ...],
    bids: list[Bid],
    weights: dict[tuple[int, ...], Fraction],
) -> Fraction:
    """Return the payoff of the rest of the round, summed over the other's hands with their weights."""
    raises = legal_bids(bids[-1] if bids else None, sum(dice), rules)
    if len(bids) % 2 == player:
        results = [_play(dice, rules, strategy, player, hand, [*bids, bid], weights) for bid in raises]
        if bids:
            lost = (-weight * _truth(bids[-1], hand + other, rules) for other, weight in weights.items())
            results.append(sum(lost, Fraction(0)))
        return max(results)
    moves = {other: strategy(bids, other) for other, weight in weights.items() if weight}
    result = Fraction(0)
    if bids:
        for other, weight in weights.items():
            if weight:
                result += weight * Fraction(moves[other].get(Call.DUDO, 0.0)) * _truth(bids[-1], hand + other, rules)
    for bid in raises:
        later = {other: weights[other] * Fraction(chances.get(bid, 0.0)) for other, chances in moves.items()}
        if any(later.values()):
            result += _play(dice, rules, strategy, player, hand, [*bids, bid], later)
    return result


def _truth(bid: Bid, dice: Sequence[int], rules: Rules) -> int:
    return 1 if sum(die in rules.matching_faces(bid.face) for die in dice) >= bid.quantity else -1
