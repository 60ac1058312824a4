"""The program by which the blog post's author found the dudo dial, written anew (charlieterle/perudo on GitHub).

Its players make the move that is most likely to be right, the last of equal ones. They open one below the expected number
of dice. In its palifico rounds, at commit 5088e1b, the players still count aces as wild.
"""

import random
from collections.abc import Iterator
from functools import cache
from math import comb

SIDES = 6


@cache
def at_least(dice: int, needed: int, p: float) -> float:
    if needed < 1:
        return 1.0
    return sum(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(needed, dice + 1))


def chance(hand: list[int], total: int, face: int, quantity: int, is_palifico: bool) -> float:
    own = sum(die == face or (die == 1 and not is_palifico) for die in hand)
    return at_least(total - len(hand), quantity - own, 1 / 6 if face == 1 or is_palifico else 1 / 3)


def bids(current: tuple[int, int] | None, total: int, is_palifico: bool) -> Iterator[tuple[int, int]]:
    """Yield the bids, as face and quantity, in the program's order."""
    if current is None:
        aces = max(1, round(total / SIDES - 1))
        yield 1, aces
        yield from ((face, aces if is_palifico else max(1, round(2 * total / SIDES - 1))) for face in range(2, 7))
        return
    face, quantity = current
    if quantity < total:
        yield face, quantity + 1
    if is_palifico:
        return
    if face == 1:
        yield from ((other, 2 * quantity + 1) for other in range(2, 7))
        return
    yield 1, (quantity + 1) // 2
    yield from ((other, quantity) for other in range(face + 1, 7))


def play(
    rng: random.Random, *, dial: float = 0.0, palifico: bool = True, knows_palifico: bool = False
) -> Iterator[tuple[int, int, float, bool, bool]]:
    """Play a match of six players; yield for each call the dice of the caller and of the bidder, 1 - dial - P, whether it was
    right, and whether another player than the caller opens the next round.
    """
    dice, seat, is_palifico = [5] * 6, 0, False
    while sum(map(bool, dice)) > 1:
        hands, total = [[rng.randint(1, SIDES) for _ in range(number)] for number in dice], sum(dice)
        current, bidder, reckons = None, -1, is_palifico and knows_palifico
        while True:
            moves = [(chance(hands[seat], total, *bid, reckons), bid) for bid in bids(current, total, is_palifico)]
            best = max(moves, key=lambda move: move[0])[0] if moves else -1.0
            calculated = 1 - dial - chance(hands[seat], total, *current, reckons) if current else -1.0
            if current and calculated > best:
                break
            current, bidder = [bid for value, bid in moves if value == best][-1], seat
            seat = next_player(seat, dice)
        face, quantity = current
        matching = sum(die == face or (die == 1 and not is_palifico) for hand in hands for die in hand)
        caller, own, right = seat, (dice[seat], dice[bidder]), matching < quantity
        seat = bidder if right else caller
        dice[seat] -= 1
        is_palifico = palifico and dice[seat] == 1 and sum(map(bool, dice)) > 2
        seat = seat if dice[seat] else next_player(seat, dice)
        yield *own, calculated, right, seat != caller


def next_player(seat: int, dice: list[int]) -> int:
    return next(other for step in range(1, 7) if dice[other := (seat + step) % 6])
