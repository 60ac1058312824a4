"""Chances of moves in words: certain or impossible only where they are so exactly."""

from fractions import Fraction

from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.ui.page_text import percent
from boardodds.perudo import Bid, Call, bid_fraction
from boardodds.perudo.bids import count
from boardodds.perudo.moves import Move

CERTAIN, IMPOSSIBLE = "certain", "impossible"
DICE_SUFFICE, EVERY_DIE_MATCHES = "the dice you see already make it true", "every die matches it"
# A chance that differs from 0 and 1 is kept this far from both, so that rounding cannot make it look certain.
_MIN_DISTANCE = 1e-12


def chance_in_words(chance: float, places: int = 1) -> str:
    """Return a chance in percent, or that it is certain or impossible.

    >>> chance_in_words(1.0), chance_in_words(0.0), chance_in_words(0.9999)
    ('certain', 'impossible', 'more than 99.9%')
    """
    return {0.0: IMPOSSIBLE, 1.0: CERTAIN}.get(chance) or percent(chance, places)


def fraction_from_dice(setup: PerudoSetup, move: Move) -> Fraction:
    """Return the chance that a move is right, from the dice alone.

    For dudo and calza there must be a current bid.
    """
    bid = move if isinstance(move, Bid) else setup.state.bids[-1][1]
    fraction = bid_fraction(
        bid,
        setup.state.hand,
        setup.unseen,
        setup.rules,
        palifico=setup.state.palifico,
        exactly=move == Call.CALZA,
    )
    return 1 - fraction if move == Call.DUDO else fraction


def unrounded(setup: PerudoSetup, move: Move, chance: float) -> float:
    """Return the chance that a move is right as it is shown: 0 or 1 only where the move is impossible or certain.

    Bids rule out no hand under our models, so given the bids the same moves are certain as from the dice alone.

    chance: the chance given the bids or from the dice alone, which rounding can move to 0 or 1, or away from them.
    """
    exact = fraction_from_dice(setup, move)
    return float(exact) if exact in {0, 1} else min(max(chance, _MIN_DISTANCE), 1 - _MIN_DISTANCE)


def reason_for_certainty(setup: PerudoSetup, move: Move) -> str:
    """Return why a move that is certain to be right is so."""
    if move == Call.DUDO:
        return "too few dice are unseen to make the bid true"
    return DICE_SUFFICE if is_true_by_own_dice(setup, move) else EVERY_DIE_MATCHES


def is_true_by_own_dice(setup: PerudoSetup, move: Move) -> bool:
    """Return whether the viewer's dice alone make a bid true."""
    if not isinstance(move, Bid):
        return False
    return count(setup.state.hand, move, setup.rules, palifico=setup.state.palifico) >= move.quantity
