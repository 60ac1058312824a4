"""The chance to win as a fraction, by the recurrence of the raven's steps in whole numbers.

No fraction is ever reduced: after so much fruit and so many ravens all chances have one denominator, known beforehand.
"""

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import BY_CHANCE, RANDOM_TYPE, Boards, number_boards, pick_weights
from boardodds.orchard.rules import Rules, State
from boardodds.probability.montecarlo import Progress

# Python's whole numbers, of any size
Whole = NDArray[Any]


def win_fraction(rules: Rules, policy: str, state: State, progress: Progress | None = None) -> Fraction:
    """The chance to win from a state, exactly.

    progress: called with the share of the work done, from 0 to 1.

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
    """The chances of exactly 0, 1, ... raven steps before all fruit is picked (boards, raven steps), times a common
    denominator.

    face: a number that the faces that change anything always divide. A chance is times ``face`` for every raven step,
    and times ``scale`` for its level: ``face`` for every fruit, and what the draw of that fruit may be divided by.
    """

    def __init__(self, boards: Boards, rules: Rules, policy: str, steps: int) -> None:
        self.boards, self.policy, self.ravens = boards, policy, rules.raven_faces
        self.picks = rules.basket_picks if rules.basket_faces else 0
        self.baskets = rules.basket_faces if rules.basket_picks else 0
        others = self.ravens + self.baskets
        self.face = lcm(*range(others + 1, others + len(boards.down) + 1))
        # the board without fruit stands for itself
        self.per_face = (self.face // np.maximum(boards.kinds + others, 1)).astype(object)
        self.scale = 1
        self.chance = self._won(steps)
        self.by_chance = policy in BY_CHANCE and self.picks > 0
        self.after = boards.picked(policy, self.picks)
        # the chances while a basket still picks 0, 1, ... fruits
        self.filled = [self.chance, *(self._won(steps) for _ in range(self.picks - 1))]

    def _won(self, steps: int) -> Whole:
        chance = np.zeros((len(self.boards), steps), dtype=object)
        chance[0, 0] = 1
        return chance

    def solve(self, level: slice) -> None:
        """The chances of the boards with so much fruit in all, from those with less."""
        fruit = int(self.boards.fruit[level.start].sum())
        draw = self._draw(fruit)
        self.scale *= self.face * draw
        # a bare tree leads to the board itself, whose chances are still 0
        worth = draw * self.chance.take(self.boards.down[:, level], axis=0).sum(axis=0)
        if self.baskets:
            worth += self.baskets * (self._drawn(level, draw) if self.by_chance else self._chosen(level, fruit))
        chance, per_face = self.chance[level], self.per_face[level]
        before: Whole | int = 0
        for step, column in enumerate(worth.T):
            before = chance[:, step] = per_face * (column + self.ravens * before)

    def _draw(self, fruit: int) -> int:
        """What the chances of a pick among so much fruit may be divided by."""
        if not self.by_chance:
            return 1
        return lcm(*range(1, len(self.boards.down) + 1)) if self.policy == RANDOM_TYPE else fruit

    def _chosen(self, level: slice, fruit: int) -> Whole:
        """After a basket that leaves nothing to chance."""
        after: Whole = self.chance[self.after[level]] * self.face ** (min(self.picks, fruit) - 1)
        return after

    def _drawn(self, level: slice, draw: int) -> Whole:
        """After a basket that draws."""
        down, weights = self.boards.down[:, level], pick_weights(self.policy, self.boards.fruit[level])
        shares = (weights * (draw // weights.sum(axis=0))).astype(object)[:, :, None]
        for place, filled in enumerate(self.filled):
            picked: Whole = (shares * filled.take(down, axis=0)).sum(axis=0)
            if place + 1 < len(self.filled):
                self.filled[place + 1][level] = self.face * picked
        return picked

    def win(self) -> Fraction:
        """The chance to win from the fullest board."""
        won = 0
        for chance in self.chance[-1].tolist():
            won = won * self.face + chance
        return Fraction(won, self.scale * self.face ** (self.chance.shape[1] - 1))
