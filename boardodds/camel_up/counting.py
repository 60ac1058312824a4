"""The levels of the tree of dice rolls: the number of branches, and the much smaller number of different boards."""

from dataclasses import dataclass
from math import perm

import numpy as np

from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION
from boardodds.camel_up.tally import Walk


@dataclass(frozen=True, slots=True)
class Level:
    """One level of the tree.

    rolls: the number of rolls before this level.
    orders: the number of orders in which the dice can leave the pyramid in these rolls.
    sequences: the number of orders, each with a side for every die.
    states: the number of different boards with their remaining dice, without those on which a camel has passed the finish.
    """

    rolls: int
    orders: int
    sequences: int
    states: int


def levels(position: Position) -> list[Level]:
    """Return the levels of the tree of a leg, from the root to the leaves. The states are counted by one pass over them.

    >>> [level.sequences for level in levels(Position.parse("1:BWOG 2:Y"))]
    [1, 15, 180, 1620, 9720, 29160]
    >>> [level.states for level in levels(Position.parse("1:BWOG 2:Y dice=OB"))]
    [1, 6, 15]
    """
    check(position)
    walk = Walk(position, FIRST_EDITION)
    # The walk counts the states before each roll while its endings are consumed.
    final = np.concatenate([ending.keys[:, ~ending.crossed] for ending in walk.endings()], axis=1)
    dice, total_rolls = len(position.dice), rolls_left(position)
    states = [*[*walk.states_by_roll, *([0] * total_rolls)][:total_rolls], np.unique(final, axis=1).shape[1]]
    return [
        Level(rolls, perm(dice, rolls), perm(dice, rolls) * FIRST_EDITION.sides**rolls, states[rolls])
        for rolls in range(total_rolls + 1)
    ]


def count_nodes(dice: int, sides: int, rolls: int | None = None) -> int:
    """Return the number of inner nodes of the full tree of rolls: where a die is rolled, counted once for each path.

    dice: the number of dice in the pyramid.
    sides: the number of sides of each.
    rolls: the number of rolls to the end of the leg; as many as dice if None.

    >>> [count_nodes(dice, 3) for dice in (1, 2, 6)], count_nodes(6, 6, rolls=1)
    ([1, 7, 207649], 1)
    """
    return sum(perm(dice, rolled) * sides**rolled for rolled in range(dice if rolls is None else rolls))
