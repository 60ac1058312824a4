"""Perudo in the plainest way: every roll of the unseen dice, raises as the rules word them, best answers by recursion."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from boardodds.perudo import Bid, Call, Move, Rules

# a player's chances of the moves by own die, at each history of bids
ExactStrategy = Mapping[tuple[Bid, ...], Mapping[int, Mapping[Move, Fraction]]]


def brute_chance(bid: Bid, hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool, exactly: bool) -> Fraction:
    """The share of all rolls of the unseen dice in which the bid is true, or exact."""
    rolls = list(product(range(1, rules.sides + 1), repeat=unseen))
    wild = rules.wild_aces and not palifico
    good = 0
    for roll in rolls:
        dice = hand + roll
        shown = dice.count(bid.face)
        if wild and bid.face != 1:
            shown += dice.count(1)
        good += shown == bid.quantity if exactly else shown >= bid.quantity
    return Fraction(good, len(rolls))


def brute_legal(current: Bid | None, total: int, rules: Rules, palifico: bool = False, own_dice: int = 2) -> set[Bid]:
    """Every bid with at most ``total`` dice that the rules allow, tried one by one."""
    every = [Bid(quantity, face) for quantity in range(1, total + 1) for face in range(1, rules.sides + 1)]
    special_aces = rules.wild_aces and not palifico
    if special_aces and rules.ace_bids == "never":
        every = [bid for bid in every if bid.face != 1]
    if current is None:
        return {bid for bid in every if bid.face != 1 or not special_aces or rules.open_on_aces}
    if palifico and not (own_dice == 1 and rules.palifico_one_die_may_change_face):
        every = [bid for bid in every if bid.face == current.face]
    return {bid for bid in every if brute_follows(current, bid, rules, special_aces)}


def brute_follows(current: Bid, bid: Bid, rules: Rules, special_aces: bool) -> bool:
    """Whether a bid may follow the current one, in a round in which both faces may be bid."""
    one_quantity = rules.raise_rule == "value_or_quantity"
    if special_aces and rules.ace_bids == "halved" and current.face != 1 and bid.face == 1:
        half = current.quantity / 2
        return half <= bid.quantity < half + 1 if one_quantity else half <= bid.quantity
    if special_aces and rules.ace_bids == "halved" and current.face == 1 and bid.face != 1:
        least = current.quantity + current.quantity + 1
        return bid.quantity == least if one_quantity else bid.quantity >= least
    order = list(range(1, rules.sides + 1))
    if special_aces and rules.ace_bids == "highest":
        order = [*order[1:], 1]
    is_higher_face = order.index(bid.face) > order.index(current.face)
    if bid.quantity == current.quantity:
        return is_higher_face
    if one_quantity:
        return bid.face == current.face and bid.quantity == current.quantity + 1
    return bid.quantity > current.quantity


def best_answer(strategy: ExactStrategy, answers: int, rules: Rules) -> Fraction:
    """The most that player ``answers`` (0 first, 1 second) can win on average in the one-die game against the other's
    strategy, +1 for a win and -1 for a loss.

    Every own die answers for itself: at each turn it knows how likely each die of the opponent would have bid so.
    """

    def value(history: tuple[Bid, ...], own: int, weights: dict[int, Fraction]) -> Fraction:
        """weights: the chance that the opponent has each die and has bid as in the history."""
        bids = brute_legal(history[-1] if history else None, 2, rules)
        if len(history) % 2 == answers:
            options = [value((*history, bid), own, weights) for bid in bids]
            # the caller of dudo gets what the bidder does not
            return max([*options, -bidder_result(history[-1], own, weights, rules)] if history else options)
        total = Fraction(0)
        moves: list[Move] = [*bids, Call.DUDO]
        for move in moves:
            chances = {other: strategy[history][other].get(move, Fraction(0)) for other in weights}
            after = {other: weight * chances[other] for other, weight in weights.items() if chances[other]}
            if after and isinstance(move, Bid):
                total += value((*history, move), own, after)
            elif after:
                total += bidder_result(history[-1], own, after, rules)
        return total

    dice = range(1, rules.sides + 1)
    even = {other: Fraction(1, rules.sides) for other in dice}
    return sum((value((), own, even) for own in dice), start=Fraction(0)) / rules.sides


def bidder_result(bid: Bid, own: int, weights: dict[int, Fraction], rules: Rules) -> Fraction:
    """What dudo brings the one who bid, by the weights of the other die: +1 if the bid is true and -1 if not."""
    result = Fraction(0)
    for other, weight in weights.items():
        shown = [own, other].count(bid.face)
        if rules.wild_aces and bid.face != 1:
            shown += [own, other].count(1)
        result += weight if shown >= bid.quantity else -weight
    return result
