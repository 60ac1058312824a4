"""The legal bids and the chances of bids as arrays, for thousands of rounds that are played together.

To a player, the chance of a bid depends on the own hand only through the number of dice that match the bid. It is therefore
looked up by face and by that number.

A bid is a number here: 1 + (quantity - 1) * sides + (face - 1). The number 0 means no bid yet. Under every rule the
legal quantities of a face are consecutive, so the lookup stores only the lowest one.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from boardodds.perudo.bids import Bid, bid_of, lowest_quantities
from boardodds.perudo.chances import chances_of_at_least
from boardodds.perudo.rules import ACE, VALUE_OR_QUANTITY, Rules
from boardodds.probability.arrays import Floats, Ints

# This quantity is higher than any number of dice, so it marks a face that may not be bid.
NEVER_LEGAL = 9_999
# Dudo has a negative number, because bids have positive ones.
DUDO = -1
# The kinds of rounds. After a bid on aces they can be no longer wild, in an ordinary round.
ORDINARY, PALIFICO, TAME_ACES = range(3)


@dataclass(frozen=True, eq=False, slots=True)
class BidLookup:
    """The lookup for some rules: the legal bids, and the chances of the numbers of matching dice.

    dice: the highest number of dice in play.
    min_quantity: int array (3, 2, bids, sides), the lowest quantity of each face that may follow a bid. The first index is the
        kind of round, the second is 1 for a player with one die, and the third is the number of the bid.
    chance_at_least, chance_fewer: float arrays (3, sides, dice + 1, dice + 2), the chance that at least, or fewer than, some
        number of unseen dice match a bid. The indices are: the kind of round, the face from 0, the number of unseen dice, and
        the number that match.
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
        return bool(self.rules.raise_rule == VALUE_OR_QUANTITY)

    def number(self, quantity: Any, face: Any) -> Any:
        """Return the number of a bid; arguments may be integers or int arrays."""
        return 1 + (quantity - 1) * self.sides + face - 1

    def quantity(self, bid: Any) -> Any:
        """Return the quantity of the bid with a number: an integer or an int array, like the argument."""
        return (bid - 1) // self.sides + 1

    def face(self, bid: Any) -> Any:
        """Return the face, from 1, of the bid with a number: an integer or an int array, like the argument."""
        return (bid - 1) % self.sides + 1


def rules_by_kind(rules: Rules) -> dict[int, tuple[Rules, bool]]:
    """Return by the kinds of rounds that rules have the rules that hold in one, and whether it is a palifico round."""
    kinds = {ORDINARY: (rules, False)}
    if rules.palifico:
        kinds[PALIFICO] = (rules, True)
    if (tame := rules.after([ACE])) != rules:
        kinds[TAME_ACES] = (tame, False)
    return kinds


@lru_cache(maxsize=8)
def bid_lookup(rules: Rules, dice: int) -> BidLookup:
    """Return the lookup for some rules and up to ``dice`` dice in play; it is cached."""
    bids = [None, *(bid_of(quantity, face) for quantity in range(1, dice + 1) for face in range(1, rules.sides + 1))]
    min_quantity = np.full((3, 2, len(bids), rules.sides), NEVER_LEGAL)
    for (kind, (now, palifico)), one_die in product(rules_by_kind(rules).items(), (False, True)):
        for number, bid in enumerate(bids):
            min_quantity[kind, int(one_die), number] = _min_quantities(bid, dice, now, palifico, one_die)
    shape = (3, rules.sides, dice + 1, dice + 2)
    chance_at_least, chance_fewer = np.zeros(shape), np.zeros(shape)
    for (kind, (now, palifico)), face in product(rules_by_kind(rules).items(), range(rules.sides)):
        for unseen in range(dice + 1):
            chances = chances_of_at_least(face + 1, unseen, now, palifico)
            row = (kind, face, unseen)
            # Computing with fractions keeps equal chances equal after rounding to floats.
            chance_at_least[row][: len(chances)] = [float(chance) for chance in chances]
            chance_fewer[row] = 1
            chance_fewer[row][: len(chances)] = [float(1 - chance) for chance in chances]
    return BidLookup(rules, dice, min_quantity, chance_at_least, chance_fewer)


def _min_quantities(current: Bid | None, dice: int, rules: Rules, palifico: bool, one_die: bool) -> list[int]:
    """Return the lowest quantity of each face that may follow a bid.

    It is ``NEVER_LEGAL`` for faces that may not follow, and for all faces if no round can reach the bid.
    """
    try:
        lowest = lowest_quantities(current, dice, rules, palifico, 1 if one_die else None)
    except ValueError:
        lowest = {}
    return [lowest.get(face, NEVER_LEGAL) for face in range(1, rules.sides + 1)]
