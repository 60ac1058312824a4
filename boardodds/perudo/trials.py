"""Perudo's yes-or-no question for the page on large numbers: whether a bid is true."""

import numpy as np

from boardodds.entry.trial import Trial
from boardodds.perudo.bids import Bid, bid_probability, count
from boardodds.perudo.rules import STANDARD

_BID, _HAND, _UNSEEN = Bid(5, 4), (1, 2, 2, 5, 6), 15

# Playing games in chunks of this size bounds the memory.
_CHUNK = 50_000


def _play(games: int, seed: int) -> int:
    rng = np.random.default_rng(seed)
    return sum(_count_true(min(_CHUNK, games - played), rng) for played in range(0, games, _CHUNK))


def _count_true(games: int, rng: np.random.Generator) -> int:
    """Simulate games and return the number of games in which the bid is true."""
    dice = rng.integers(1, STANDARD.sides + 1, size=(games, _UNSEEN))
    # Looking up faces in a table is faster than comparing dice.
    matching = np.isin(np.arange(STANDARD.sides + 1), STANDARD.matching_faces(_BID.face)).take(dice).sum(axis=1)
    return int((matching + count(_HAND, _BID) >= _BID.quantity).sum())


TRIALS = (
    Trial(
        "bid",
        "bid",
        "You hold 1, 2, 2, 5, 6 of 20 dice: are there five fours, aces wild?",
        "there are five fours or more",
        exact=lambda: bid_probability(_BID, _HAND, _UNSEEN),
        play=_play,
    ),
)
