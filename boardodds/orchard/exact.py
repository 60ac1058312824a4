"""The exact chance to win as a fraction, computed in whole numbers.

The idea. Rolls that change nothing can be ignored, so with k kinds of fruit left the next roll is one of k colours, a basket or
a raven. The chance to win is the sum over these faces, divided by their number. Adding fractions would mean to reduce each sum,
which takes most of the time. Instead all chances of boards with the same amount of fruit get one common denominator, which is
known beforehand: a factor ``face``, the least common multiple of all possible numbers of faces, for each fruit and each raven
step. So only numerators are added, whole numbers of any size, and one fraction is reduced at the end.

An example. Two trees with one fruit each, one raven step, and a basket that picks one fruit. With one fruit left, three faces
change something: its colour, the basket and the raven, two of which win. With two fruit left there are four faces, so ``face``
is lcm(3, 4) = 12. One fruit: 12 / 3 * 2 = 8 of 12. Two fruit: three of four faces lead there, so 12 / 4 * 3 * 8 = 72 of 12 * 12
= 144, which is 1/2:

>>> from boardodds.orchard.rules import Rules, State
>>> win_fraction(Rules(fruit=(1, 1), raven_steps=1, basket_picks=1), "most_left", State((1, 1), 1))
Fraction(1, 2)
"""

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import BY_CHANCE, RANDOM_TYPE, Boards, number_boards, pick_weights
from boardodds.orchard.rules import Rules, State
from boardodds.probability.montecarlo import Progress

# arrays of Python's integers, which can be of any size
Whole = NDArray[Any]


def win_fraction(rules: Rules, policy: str, state: State, progress: Progress | None = None) -> Fraction:
    """Return the exact chance to win from a state.

    progress: called with the share of the work that is done, 0 to 1.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> win_fraction(MY_FIRST_ORCHARD, "most_left", State((0, 0, 0, 1), 2))
    Fraction(8, 9)
    """
    if state.is_lost:
        return Fraction(0)
    boards = number_boards(state.fruit)
    work = _Work(boards, rules, policy, state.raven_steps)
    for level in boards.levels:
        work.solve(level)
        if progress:
            progress(level.stop / len(boards))
    return work.win()


class _Work:
    """The chances of exactly 0, 1, ... raven steps before all fruit is picked, multiplied by a common denominator.

    chance: object array (boards, raven steps) of whole numbers.
    face: a multiple of every possible number of faces that change something. It is a factor of the denominator once for every
        raven step.
    scale: the denominator of a level apart from raven steps: ``face`` for every fruit, and for policies that draw at random the
        number by which the chance of a draw may be divided.
    """

    def __init__(self, boards: Boards, rules: Rules, policy: str, steps: int) -> None:
        self.boards, self.policy, self.ravens = boards, policy, rules.raven_faces
        self.picks = rules.basket_picks if rules.basket_faces else 0
        self.baskets = rules.basket_faces if rules.basket_picks else 0
        others = self.ravens + self.baskets
        self.face = lcm(*range(others + 1, others + len(boards.down) + 1))
        # 1 for the board without fruit, which has no next roll
        self.per_face = (self.face // np.maximum(boards.kinds + others, 1)).astype(object)
        self.scale = 1
        self.chance = self._won(steps)
        self.by_chance = policy in BY_CHANCE and self.picks > 0
        self.after = boards.picked(policy, self.picks)
        # the chances while a basket still has to pick 0, 1, ... fruits
        self.filled = [self.chance, *(self._won(steps) for _ in range(self.picks - 1))]

    def _won(self, steps: int) -> Whole:
        chance = np.zeros((len(self.boards), steps), dtype=object)
        chance[0, 0] = 1
        return chance

    def solve(self, level: slice) -> None:
        """Compute the chances of all boards with the same amount of fruit from those with less."""
        fruit = int(self.boards.fruit[level.start].sum())
        draw = self._draw(fruit)
        self.scale *= self.face * draw
        # a tree without fruit leads to the board itself, whose chances are still 0
        numerators = draw * self.chance.take(self.boards.down[:, level], axis=0).sum(axis=0)
        if self.baskets:
            numerators += self.baskets * (self._drawn(level, draw) if self.by_chance else self._chosen(level, fruit))
        chance, per_face = self.chance[level], self.per_face[level]
        before: Whole | int = 0
        for step, column in enumerate(numerators.T):
            before = chance[:, step] = per_face * (column + self.ravens * before)

    def _draw(self, fruit: int) -> int:
        """Return a multiple of all denominators of the chance to pick a fruit at random from some amount of fruit."""
        if not self.by_chance:
            return 1
        return lcm(*range(1, len(self.boards.down) + 1)) if self.policy == RANDOM_TYPE else fruit

    def _chosen(self, level: slice, fruit: int) -> Whole:
        """Return the chances after a basket whose picks are not random."""
        after: Whole = self.chance[self.after[level]] * self.face ** (min(self.picks, fruit) - 1)
        return after

    def _drawn(self, level: slice, draw: int) -> Whole:
        """Return the chances after a basket that draws at random."""
        down, weights = self.boards.down[:, level], pick_weights(self.policy, self.boards.fruit[level])
        shares = (weights * (draw // weights.sum(axis=0))).astype(object)[:, :, None]
        for place, filled in enumerate(self.filled):
            picked: Whole = (shares * filled.take(down, axis=0)).sum(axis=0)
            if place + 1 < len(self.filled):
                self.filled[place + 1][level] = self.face * picked
        return picked

    def win(self) -> Fraction:
        """Return the chance to win from the board with the most fruit."""
        won = 0
        for chance in self.chance[-1].tolist():
            won = won * self.face + chance
        return Fraction(won, self.scale * self.face ** (self.chance.shape[1] - 1))
