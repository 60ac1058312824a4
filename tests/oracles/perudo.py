"""A brute-force Perudo: every roll of the unseen dice, every bid tried by the rules, best answers by recursion."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product

from boardodds.perudo import Bid, Call, Move, Rules

# The probability of each move, by the history of bids and the own die.
ExactStrategy = Mapping[tuple[Bid, ...], Mapping[int, Mapping[Move, Fraction]]]


def brute_chance(bid: Bid, hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool, exactly: bool) -> Fraction:
    """Return the proportion of all rolls of the unseen dice in which the bid is true, or exact."""
    rolls = list(product(range(1, rules.sides + 1), repeat=unseen))
    wild = rules.wild_aces and not palifico
    hits = 0
    for roll in rolls:
        dice = hand + roll
        shown = dice.count(bid.face)
        if wild and bid.face != 1:
            shown += dice.count(1)
        hits += shown == bid.quantity if exactly else shown >= bid.quantity
    return Fraction(hits, len(rolls))


def brute_legal(current: Bid | None, total: int, rules: Rules, palifico: bool = False, own_dice: int = 2) -> set[Bid]:
    """Return every legal bid of at most ``total`` dice, by trying each one."""
    bids = [Bid(quantity, face) for quantity in range(1, total + 1) for face in range(1, rules.sides + 1)]
    special_aces = rules.wild_aces and not palifico
    if special_aces and rules.ace_bids == "never":
        bids = [bid for bid in bids if bid.face != 1]
    if current is None:
        return {bid for bid in bids if bid.face != 1 or not special_aces or rules.open_on_aces}
    if palifico and not (own_dice == 1 and rules.palifico_one_die_may_change_face):
        bids = [bid for bid in bids if bid.face == current.face]
    return {bid for bid in bids if brute_follows(current, bid, rules, special_aces)}


def brute_follows(current: Bid, bid: Bid, rules: Rules, special_aces: bool) -> bool:
    """Return whether a bid may follow the current bid, in a round in which both faces may be bid."""
    is_quantity_fixed = rules.raise_rule == "value_or_quantity"
    if special_aces and rules.ace_bids == "halved" and current.face != 1 and bid.face == 1:
        half = current.quantity / 2
        return half <= bid.quantity < half + 1 if is_quantity_fixed else half <= bid.quantity
    if special_aces and rules.ace_bids == "halved" and current.face == 1 and bid.face != 1:
        minimum = current.quantity + current.quantity + 1
        return bid.quantity == minimum if is_quantity_fixed else bid.quantity >= minimum
    order = list(range(1, rules.sides + 1))
    if special_aces and rules.ace_bids == "highest":
        order = [*order[1:], 1]
    is_higher_face = order.index(bid.face) > order.index(current.face)
    if bid.quantity == current.quantity:
        return is_higher_face
    if is_quantity_fixed:
        return bid.face == current.face and bid.quantity == current.quantity + 1
    return bid.quantity > current.quantity


def best_answer(strategy: ExactStrategy, player: int, rules: Rules) -> Fraction:
    """Return a player's highest expected payoff in the one-die game against the opponent's strategy.

    The payoff is +1 for a win and -1 for a loss. The best answer is found separately for each own die, from the probability
    that the opponent has each die and has made the bids so far.

    player: 0 for the first player, 1 for the second.
    """

    def value(history: tuple[Bid, ...], own_die: int, weights: dict[int, Fraction]) -> Fraction:
        """Return the highest expected payoff after a history, times the sum of the weights.

        weights: the probability that the opponent has each die and has made its bids in the history.
        """
        bids = brute_legal(history[-1] if history else None, 2, rules)
        if len(history) % 2 == player:
            options = [value((*history, bid), own_die, weights) for bid in bids]
            # The caller's payoff is minus the bidder's.
            return max([*options, -bidder_result(history[-1], own_die, weights, rules)] if history else options)
        total = Fraction(0)
        moves: list[Move] = [*bids, Call.DUDO]
        for move in moves:
            chances = {other_die: strategy[history][other_die].get(move, Fraction(0)) for other_die in weights}
            after = {
                other_die: weight * chances[other_die] for other_die, weight in weights.items() if chances[other_die]
            }
            if after and isinstance(move, Bid):
                total += value((*history, move), own_die, after)
            elif after:
                total += bidder_result(history[-1], own_die, after, rules)
        return total

    dice = range(1, rules.sides + 1)
    uniform = {other_die: Fraction(1, rules.sides) for other_die in dice}
    return sum((value((), own_die, uniform) for own_die in dice), start=Fraction(0)) / rules.sides


def bidder_result(bid: Bid, own_die: int, weights: dict[int, Fraction], rules: Rules) -> Fraction:
    """Return the bidder's payoff after dudo, weighted over the other player's die: +1 if the bid is true, -1 if not."""
    result = Fraction(0)
    for other_die, weight in weights.items():
        shown = [own_die, other_die].count(bid.face)
        if rules.wild_aces and bid.face != 1:
            shown += [own_die, other_die].count(1)
        result += weight if shown >= bid.quantity else -weight
    return result
