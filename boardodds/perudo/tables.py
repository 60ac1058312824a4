"""What many matches at once look up: which bids may follow which, and how likely each number of matching dice is.

A bid is a number here, 1 + (quantity - 1) * sides + (face - 1), and 0 is no bid yet. Under every rule the legal quantities
of a face are a run, so its least one is kept, and whether a raise may name more.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product
from typing import Any

import numpy as np

from boardodds.perudo.bidders import chances_of_at_least
from boardodds.perudo.bids import Bid, legal_bids
from boardodds.perudo.rules import VALUE_OR_QUANTITY, Rules
from boardodds.probability.arrays import Floats, Ints

# no table has so many dice: a quantity that may never be bid
NEVER_LEGAL = 9_999


@dataclass(frozen=True, eq=False, slots=True)
class BidTables:
    """The tables of some rules with up to so many dice in play.

    least: int array (ordinary or palifico round, several dice or one, bids, sides), the least quantity of each face that
    may follow a bid. at_least, fewer, exactly: float arrays (ordinary or palifico, sides, dice + 1, dice + 2), the chance
    that at least, or fewer than, or just so many of some unseen dice match.
    """

    rules: Rules
    dice: int
    least: Ints
    at_least: Floats
    fewer: Floats
    exactly: Floats

    @property
    def sides(self) -> int:
        return self.rules.sides

    @property
    def is_exact(self) -> bool:
        """Whether a raise has just one quantity for each face."""
        return self.rules.raise_rule == VALUE_OR_QUANTITY

    def number(self, quantity: Any, face: Any) -> Any:
        """The number of a bid, for numbers or arrays."""
        return 1 + (quantity - 1) * self.sides + face - 1

    def quantity(self, bid: Any) -> Any:
        """The quantity of a numbered bid."""
        return (bid - 1) // self.sides + 1

    def face(self, bid: Any) -> Any:
        """The face of a numbered bid, from 1."""
        return (bid - 1) % self.sides + 1

    def bid(self, number: int) -> Bid | None:
        """A numbered bid, None for none yet."""
        return Bid(self.quantity(number), self.face(number)) if number else None


@lru_cache(maxsize=8)
def bid_tables(rules: Rules, dice: int) -> BidTables:
    """The tables of some rules with up to so many dice in play, built once."""
    rounds = (False, True) if rules.palifico else (False,)
    bids = [None, *(Bid(quantity, face) for quantity in range(1, dice + 1) for face in range(1, rules.sides + 1))]
    least = np.full((2, 2, len(bids), rules.sides), NEVER_LEGAL)
    for palifico, one_die in product(rounds, (False, True)):
        for number, bid in enumerate(bids):
            least[int(palifico), int(one_die), number] = _least(bid, dice, rules, palifico, one_die)
    shape = (2, rules.sides, dice + 1, dice + 2)
    at_least, fewer, exactly = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for palifico, face in product(rounds, range(rules.sides)):
        for unseen in range(dice + 1):
            chances = chances_of_at_least(face + 1, unseen, rules, palifico)
            row = (int(palifico), face, unseen)
            # from fractions, so that chances that are equal come out equal
            at_least[row][: len(chances)] = [float(chance) for chance in chances]
            fewer[row] = 1
            fewer[row][: len(chances)] = [float(1 - chance) for chance in chances]
            exactly[row][: len(chances) - 1] = [float(a - b) for a, b in pairwise(chances)]
    return BidTables(rules, dice, least, at_least, fewer, exactly)


def _least(current: Bid | None, dice: int, rules: Rules, palifico: bool, one_die: bool) -> list[int]:
    """The least quantity of each face that may follow; ``NEVER_LEGAL`` where the round cannot come to the bid."""
    found = [NEVER_LEGAL] * rules.sides
    try:
        own_dice = 1 if one_die else None
        legal = legal_bids(current, dice, rules, palifico=palifico, own_dice=own_dice)
    except ValueError:
        return found
    for bid in legal:
        found[bid.face - 1] = min(found[bid.face - 1], bid.quantity)
    return found
