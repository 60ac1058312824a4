"""A brute-force Perudo: every roll of the unseen dice, every bid tried by the rules."""

from fractions import Fraction
from itertools import product

from boardodds.perudo import Bid, Rules


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
    if palifico and not (own_dice == 1 and rules.change_face):
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
