"""Moves and chances of bids as the page names them."""

from collections.abc import Sequence

from boardodds.dashboard.perudo.chances import chance_in_words, unrounded
from boardodds.dashboard.perudo.edits import PerudoSetup
from boardodds.dashboard.perudo.inputs import bid_in_words, highest_likely
from boardodds.dashboard.ui.page_text import as_sentence
from boardodds.perudo import Bid, Call, Rules, bid_probability
from boardodds.perudo.inference import Posterior, PosteriorMove
from boardodds.perudo.moves import Move, RankedMove
from boardodds.perudo.round_state import why_no_calza

MAX_LISTED = 12
# A margin for the rounding errors of chances that are equal.
_TIE = 1e-9


def bid_in_question(setup: PerudoSetup) -> Bid:
    """Return the current bid, or before the first bid the highest opening that is true at least half of the time."""
    return setup.state.current or highest_likely(setup.state, setup.rules)


def naive_chance(setup: PerudoSetup, bid: Bid, rules: Rules | None = None) -> float:
    """Return the chance that a bid is true from the dice alone, with every unseen die fair.

    rules: the page's rules if None.
    """
    return bid_probability(bid, setup.state.hand, setup.unseen, rules or setup.rules, palifico=setup.state.palifico)


def matching_faces(setup: PerudoSetup, bid: Bid) -> tuple[int, ...]:
    """Return the faces that count for a bid: its own, and the aces while they are wild."""
    return setup.rules.matching_faces(bid.face, setup.state.palifico)


def calza_sentence(setup: PerudoSetup, posterior: Posterior) -> str:
    """Return how likely calza by the viewer is to be right, or why it isn't allowed; "" for rules without it and onlookers."""
    state, rules = setup.state, setup.rules
    if state.viewer is None or not rules.calza:
        return ""
    if reason := why_no_calza(state, rules, state.viewer):
        return as_sentence(reason)
    chance = unrounded(setup, Call.CALZA, posterior.bid_probability(state.bids[-1][1], exactly=True))
    return f"You may call **calza**. Chance that it is right, given the bids: {chance_in_words(chance)}."


def move_in_words(move: Move) -> str:
    return str(move) if isinstance(move, Call) else bid_in_words(move)


def safest_moves(ranking: Sequence[RankedMove | PosteriorMove]) -> list[Move]:
    """Return the moves with the highest chance to be right, the first of the ranking first; only that one if it is certain.

    ranking: at least one move, the safest first.
    """
    best = ranking[0]
    # Any number of bids can be certain. They are equal but for their names.
    if best.probability > 1 - _TIE:
        return [best.move]
    return [move.move for move in ranking if best.probability - move.probability < _TIE]


def list_moves(moves: Sequence[Move]) -> str:
    """Return the first ``MAX_LISTED`` moves in words, and the number of the others."""
    names = [move_in_words(move) for move in moves[:MAX_LISTED]]
    more = len(moves) - len(names)
    return ", ".join(names) + (f" and {more} more" if more else "")


def count_likely(chances: Sequence[float], thing: str, quality: str) -> str:
    """Return how many things have a chance of at least a half.

    chances: of all things, of which there is at least one.
    thing, quality: their name in the singular, and what the chances are of.

    >>> count_likely([0.9, 0.5, 0.1], "legal move", "right"), count_likely([0.2], "legal bid", "true")
    ('2 of 3 legal moves are right at least half of the time', 'The only legal bid is true less than half of the time')
    >>> count_likely([0.9, 0.8], "legal move", "right"), count_likely([0.2, 0.3], "legal bid", "true")
    ('All 2 legal moves are right at least half of the time', 'None of the 2 legal bids is true at least half of the time')
    """
    likely, count = sum(chance >= 0.5 for chance in chances), len(chances)
    often = f"{quality} at least half of the time"
    if count == 1:
        return f"The only {thing} is {often if likely else f'{quality} less than half of the time'}"
    if likely == count:
        return f"All {count} {thing}s are {often}"
    return f"{likely or 'None'} of {'' if likely else 'the '}{count} {thing}s {'is' if likely < 2 else 'are'} {often}"
