"""Bids, moves and their chances in words: certain or impossible only where they are so exactly."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from boardodds.dashboard.perudo.state import PerudoState
from boardodds.dashboard.ui.words import percent
from boardodds.perudo import Bid, Call, Move, count
from boardodds.perudo.bids import bid_of
from boardodds.perudo.inference import Posterior

DICE_ALONE, GIVEN_BIDS = "dice alone", "given the bids"
MAX_LISTED = 12
# Chances that differ by less are equal but for rounding errors.
SAME = 1e-9
_FACES = {1: "ace", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
# A chance that differs from 0 and 1 is kept this far from both, so that rounding cannot make it look certain.
_MIN_DISTANCE = 1e-12


@lru_cache(maxsize=1024)
def bid_in_words(bid: Bid) -> str:
    """Return a bid in words.

    >>> bid_in_words(Bid(5, 6)), bid_in_words(Bid(1, 1))
    ('5 sixes', '1 ace')
    """
    face = _FACES.get(bid.face, f"{bid.face}")
    plural = "es" if face.endswith("x") else "s"
    return f"{bid.quantity} {face}{plural if bid.quantity > 1 else ''}"


def face_name(face: int, quantity: int = 2) -> str:
    """Return the name of a face, as in "fours"; in the singular for a quantity of 1."""
    return bid_in_words(bid_of(quantity, face)).partition(" ")[2]


def move_in_words(move: Move) -> str:
    return str(move) if isinstance(move, Call) else bid_in_words(move)


def list_moves(moves: Sequence[Move], text_of: Callable[[Move], str] = move_in_words) -> str:
    """Return the first ``MAX_LISTED`` moves as texts, and the number of the others."""
    more = len(moves) - MAX_LISTED
    return ", ".join(map(text_of, moves[:MAX_LISTED])) + (f" and {more} more" if more > 0 else "")


def chance_in_words(chance: float, places: int = 1) -> str:
    """Return a chance in percent, or that it is certain or impossible.

    >>> chance_in_words(1.0), chance_in_words(0.9999)
    ('certain', 'more than 99.9%')
    """
    return {0.0: "impossible", 1.0: "certain"}.get(chance) or percent(chance, places)


def chance_from_dice(state: PerudoState, move: Move) -> Fraction:
    """Return the chance that a move is right, from the dice alone. For dudo and calza there must be a current bid."""
    bid = move if isinstance(move, Bid) else state.round.bids[-1][1]
    chance = state.chances[bid]
    if move == Call.CALZA:
        return chance - state.chances.get(bid_of(bid.quantity + 1, bid.face), 0)
    return 1 - chance if move == Call.DUDO else chance


def unrounded(state: PerudoState, move: Move, chance: float) -> float:
    """Return the chance that a move is right, given the bids or from the dice alone, as 0 or 1 only if it is exactly so.

    Bids rule out no hand under our models, so given the bids the same moves are certain as from the dice alone.
    """
    # Rounding errors are smaller, and fractions slow.
    if SAME < chance < 1 - SAME:
        return chance
    exact = chance_from_dice(state, move)
    return float(exact) if exact in (0, 1) else min(max(chance, _MIN_DISTANCE), 1 - _MIN_DISTANCE)


def bid_chances(state: PerudoState, bids: Iterable[Bid], posterior: Posterior | None) -> dict[Bid, float]:
    """Return the chance that each bid is true, given the bids so far; without a posterior, from the dice alone."""
    if not posterior:
        return {bid: unrounded(state, bid, float(state.chances[bid])) for bid in bids}
    return {bid: unrounded(state, bid, posterior.total(bid.face).at_least(bid.quantity)) for bid in bids}


def reason_for_certainty(state: PerudoState, move: Move) -> str:
    if move == Call.DUDO:
        return "too few dice are unseen to make the bid true"
    return "the dice you see already make it true" if is_true_by_own_dice(state, move) else "every die matches it"


def is_true_by_own_dice(state: PerudoState, move: Move) -> bool:
    """Return whether the viewer's dice alone make a bid true."""
    hand, palifico = state.round.hand, state.round.palifico
    return isinstance(move, Bid) and count(move, hand, state.rules_now, palifico=palifico) >= move.quantity


def count_likely(chances: Sequence[float], thing: str, quality: str) -> str:
    """Return how many of one or more things, by their name in the singular, have a chance of at least a half.

    >>> count_likely([0.9, 0.5, 0.1], "legal move", "right"), count_likely([0.2], "legal bid", "true")
    ('2 of 3 legal moves are right at least half of the time', 'The only legal bid is true less than half of the time')
    """
    likely, count = sum(chance >= 0.5 for chance in chances), len(chances)
    often = f"{quality} at least half of the time"
    if count == 1:
        return f"The only {thing} is {often if likely else f'{quality} less than half of the time'}"
    if likely == count:
        return f"All {count} {thing}s are {often}"
    return f"{likely or 'None'} of {'' if likely else 'the '}{count} {thing}s {'is' if likely < 2 else 'are'} {often}"
