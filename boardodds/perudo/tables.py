"""Lookup tables for many matches at once: the legal bids, and the probabilities of the numbers of matching dice.

A bid is a number here: 1 + (quantity - 1) * sides + (face - 1). The number 0 means no bid yet. Under every rule the
legal quantities of a face are consecutive, so the tables store only the lowest one.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from boardodds.perudo.bidders import chances_of_at_least
from boardodds.perudo.bids import Bid, legal_bids
from boardodds.perudo.rules import VALUE_OR_QUANTITY, Rules
from boardodds.probability.arrays import Floats, Ints

# This quantity is higher than any number of dice, so it marks a face that may not be bid.
NEVER_LEGAL = 9_999


@dataclass(frozen=True, eq=False, slots=True)
class BidTables:
    """The tables for some rules.

    dice: the highest number of dice in play.
    min_quantity: int array (2, 2, bids, sides), the lowest quantity of each face that may follow a bid. The first index is 1 in
        a palifico round, the second is 1 for a player with one die, and the third is the number of the bid.
    chance_at_least, chance_fewer: float arrays (2, sides, dice + 1, dice + 2), the chance that at least, or fewer than, some
        number of unseen dice match a bid. The indices are: 1 in a palifico round, the face from 0, the number of unseen dice,
        and the number that match.
    """

    rules: Rules
    dice: int
    min_quantity: Ints
    chance_at_least: Floats
    chance_fewer: Floats

    @property
    def sides(self) -> int:
        return self.rules.sides

    @property
    def is_quantity_fixed(self) -> bool:
        """Whether a raise to a face has only one legal quantity."""
        return self.rules.raise_rule == VALUE_OR_QUANTITY

    def number(self, quantity: Any, face: Any) -> Any:
        """Return the number of a bid; arguments may be integers or int arrays."""
        return 1 + (quantity - 1) * self.sides + face - 1

    def quantity(self, bid: Any) -> Any:
        """Return the quantity of the bid with a number: an integer or an int array, like the argument."""
        return (bid - 1) // self.sides + 1

    def face(self, bid: Any) -> Any:
        """Return the face, from 1, of the bid with a number: an integer or an int array, like the argument."""
        return (bid - 1) % self.sides + 1

    def bid(self, number: int) -> Bid | None:
        """Return the bid with a number; None for 0."""
        return Bid(self.quantity(number), self.face(number)) if number else None


@lru_cache(maxsize=8)
def bid_tables(rules: Rules, dice: int) -> BidTables:
    """Return the tables for some rules and up to ``dice`` dice in play; they are cached."""
    rounds = (False, True) if rules.palifico else (False,)
    bids = [None, *(Bid(quantity, face) for quantity in range(1, dice + 1) for face in range(1, rules.sides + 1))]
    min_quantity = np.full((2, 2, len(bids), rules.sides), NEVER_LEGAL)
    for palifico, one_die in product(rounds, (False, True)):
        for number, bid in enumerate(bids):
            min_quantity[int(palifico), int(one_die), number] = _min_quantities(bid, dice, rules, palifico, one_die)
    shape = (2, rules.sides, dice + 1, dice + 2)
    chance_at_least, chance_fewer = np.zeros(shape), np.zeros(shape)
    for palifico, face in product(rounds, range(rules.sides)):
        for unseen in range(dice + 1):
            chances = chances_of_at_least(face + 1, unseen, rules, palifico)
            row = (int(palifico), face, unseen)
            # Computing with fractions keeps equal chances equal after rounding to floats.
            chance_at_least[row][: len(chances)] = [float(chance) for chance in chances]
            chance_fewer[row] = 1
            chance_fewer[row][: len(chances)] = [float(1 - chance) for chance in chances]
    return BidTables(rules, dice, min_quantity, chance_at_least, chance_fewer)


def _min_quantities(current: Bid | None, dice: int, rules: Rules, palifico: bool, one_die: bool) -> list[int]:
    """Return the lowest quantity of each face that may follow a bid.

    It is ``NEVER_LEGAL`` for faces that may not follow, and for all faces if no round can reach the bid.
    """
    quantities = [NEVER_LEGAL] * rules.sides
    try:
        own_dice = 1 if one_die else None
        legal = legal_bids(current, dice, rules, palifico=palifico, own_dice=own_dice)
    except ValueError:
        return quantities
    for bid in legal:
        quantities[bid.face - 1] = min(quantities[bid.face - 1], bid.quantity)
    return quantities
