"""A brute-force Perudo: every roll of the unseen dice, every bid tried by the rules."""

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product

from boardodds.perudo import ACE_BIDS, RAISE_RULES, Bid, Rules


def brute_chance(bid: Bid, hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool, exactly: bool) -> Fraction:
    rolls = list(product(range(1, rules.sides + 1), repeat=unseen))
    wild = rules.wild_aces and not rules.are_aces_tame and not palifico
    hits = 0
    for roll in rolls:
        dice = hand + roll
        shown = dice.count(bid.face)
        if wild and bid.face != 1:
            shown += dice.count(1)
        hits += shown == bid.quantity if exactly else shown >= bid.quantity
    return Fraction(hits, len(rolls))


def brute_lost(bid: Bid, hand: tuple[int, ...], unseen: int, rules: Rules, palifico: bool) -> tuple[Fraction, ...]:
    """Return the mean dice that the doubter, the bidder and each other player lose, where a wrong call costs the difference."""
    rolls = list(product(range(1, rules.sides + 1), repeat=unseen))
    doubter = bidder = others = 0
    for roll in rolls:
        shown = sum(die == bid.face or (die == 1 and rules.wild_aces and not palifico) for die in hand + roll)
        if shown < bid.quantity:
            bidder += bid.quantity - shown
        elif shown > bid.quantity:
            doubter += shown - bid.quantity
        else:
            doubter, others = doubter + 1, others + 1
    return Fraction(doubter, len(rolls)), Fraction(bidder, len(rolls)), Fraction(others, len(rolls))


def brute_callers(dice: tuple[int, ...], bidder: int, palifico: bool, rules: Rules, called: set[int]) -> set[int]:
    seats = [seat for seat, number in enumerate(dice) if number]
    may = {seat for seat in seats if seat != bidder and not (rules.calza_limit == "once" and seat in called)}
    if rules.calza_by == "bystander":
        may.discard((seats * 2)[seats.index(bidder) + 1])
        may = may if len(seats) > 2 else set()
    return may if rules.calza and not palifico else set()


def dice_after_calza(dice: tuple[int, ...], caller: int, right: bool, rules: Rules) -> tuple[int, ...]:
    after = list(dice)
    if not right:
        after[caller] -= 1
    elif rules.calza_wins == "own_die":
        after[caller] = min(after[caller] + 1, rules.starting_dice)
    else:
        after = [number if seat == caller or not number else number - 1 for seat, number in enumerate(dice)]
    return tuple(after)


def rules_then(rules: Rules, bids: Iterable[Bid]) -> Rules:
    """Return the rules after some bids of a round, which can have ended that aces are wild."""
    if not rules.aces_stay_wild and any(bid.face == 1 for bid in bids):
        return replace(rules, are_aces_tame=rules.wild_aces)
    return rules


def brute_legal(
    current: Bid | None, total: int, rules: Rules, palifico: bool = False, own_dice: int = 2, players: int = 2
) -> set[Bid]:
    bids = [Bid(quantity, face) for quantity in range(1, total + 1) for face in range(1, rules.sides + 1)]
    special_aces = rules.wild_aces and not palifico
    if special_aces and rules.ace_bids == "never":
        bids = [bid for bid in bids if bid.face != 1]
    if current is None and rules.opening_bid == "players":
        bids = [bid for bid in bids if bid.quantity >= players]
    if current is None:
        return {bid for bid in bids if bid.face != 1 or not special_aces or rules.open_on_aces}
    if palifico and not (own_dice == 1 and rules.change_face):
        bids = [bid for bid in bids if bid.face == current.face]
    return {bid for bid in bids if brute_follows(current, bid, rules, special_aces)}


def raises_table() -> list[str]:
    """Return a table of the raises with ten dice under every raise rule and every way to bid aces, as lines of Markdown.

    A cell has the quantities of a face after a bid: ``4`` for this one only, ``4+`` for it and all higher ones.
    """
    cells = ("3x4", 1), ("3x4", 3), ("3x4", 4), ("3x4", 5), ("3x1", 1), ("3x1", 2)
    head = " | ".join(f"{bid} to {('aces' if face == 1 else f'face {face}')}" for bid, face in cells)
    lines = [f"| raises | bids on aces | {head} |", "|---|---|" + "--:|" * len(cells)]
    for raise_rule, ace_bids in product(RAISE_RULES, [*ACE_BIDS, None]):
        rules = Rules(raise_rule=raise_rule, wild_aces=bool(ace_bids), ace_bids=ace_bids or "halved")
        texts = []
        for text, face in cells:
            # Where aces are never bid, they are not raised either.
            legal = [] if ace_bids == "never" and text == "3x1" else brute_legal(Bid.parse(text), 10, rules)
            quantities = sorted(bid.quantity for bid in legal if bid.face == face)
            texts.append(f"{quantities[0]}{'+' * (len(quantities) > 1)}" if quantities else "–")
        lines.append(f"| `{raise_rule}` | {f'`{ace_bids}`' if ace_bids else 'not wild'} | {' | '.join(texts)} |")
    return lines


def brute_follows(current: Bid, bid: Bid, rules: Rules, special_aces: bool) -> bool:
    """Return whether a bid may follow the current bid, in a round in which both faces may be bid."""
    is_quantity_fixed = rules.raise_rule == "value_or_quantity"
    is_halved = special_aces and rules.ace_bids in ("halved", "halved_plus_one")
    if is_halved and current.face != 1 and bid.face == 1:
        half = current.quantity / 2 + (rules.ace_bids == "halved_plus_one")
        return half <= bid.quantity < half + 1 if is_quantity_fixed else half <= bid.quantity
    if is_halved and current.face == 1 and bid.face != 1:
        minimum = current.quantity + current.quantity + 1
        return bid.quantity == minimum if is_quantity_fixed else bid.quantity >= minimum
    order = list(range(1, rules.sides + 1))
    if special_aces and rules.ace_bids == "highest":
        order = [*order[1:], 1]
    is_higher_face = order.index(bid.face) > order.index(current.face)
    if rules.raise_rule == "reset_quantity":
        return is_higher_face or (bid.face == current.face and bid.quantity > current.quantity)
    if rules.raise_rule == "face_never_falls":
        return (is_higher_face and bid.quantity >= current.quantity) or (
            bid.face == current.face and bid.quantity > current.quantity
        )
    if bid.quantity == current.quantity:
        return is_higher_face and rules.raise_rule != "quantity_rises"
    if is_quantity_fixed:
        return bid.face == current.face and bid.quantity == current.quantity + 1
    return bid.quantity > current.quantity
