"""The exact chance to win as a fraction, computed in whole numbers.

The idea. Rolls that change nothing can be ignored, so with k kinds of fruit left the next roll is one of k colours, a basket or
a raven. The chance to win is the sum over these faces, divided by their number. If fractions were added, reducing each sum would
take most of the time. Instead all chances of boards with the same amount of fruit get one common denominator, which is known
beforehand: a factor ``face``, the least common multiple of all possible numbers of faces, for each fruit and each raven step. So
only numerators are added, which are whole numbers of any size, and one fraction is reduced at the end.

An example. Two trees with one fruit each, one raven step, and a basket that picks one fruit. With one fruit left, three faces
change something: its colour, the basket and the raven, two of which win. With two fruit left there are four faces, so ``face``
is lcm(3, 4) = 12. One fruit: 12 / 3 * 2 = 8 of 12. Two fruit: three of four faces lead there, so 12 / 4 * 3 * 8 = 72 of 12 * 12
= 144, which is 1/2:

>>> from boardodds.orchard.rules import Rules, State
>>> win_fraction(Rules(fruit=(1, 1), raven_steps=1, basket_picks=1), ("most_left",), State((1, 1), 1))
Fraction(1, 2)
"""

from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.boards import Boards, basket_results, number_boards_of, pick_weights, team_of
from boardodds.orchard.rules import RANDOM_FRUIT, RANDOM_POLICIES, Rules, State
from boardodds.probability.montecarlo import Progress

# An array of Python integers, which can have any size.
Whole = NDArray[Any]


def win_fraction(rules: Rules, policies: tuple[str, ...], state: State, progress: Progress | None = None) -> Fraction:
    """Return the exact chance to win from a state.

    policies: the policy of all players; raises ValueError if they differ.
    progress: called with the proportion of the work done, from 0 to 1.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> win_fraction(MY_FIRST_ORCHARD, ("most_left",), State((0, 0, 0, 1), 2))
    Fraction(8, 9)
    """
    policy, *others = team_of(rules, policies)
    if others:
        raise ValueError(
            f"a fraction needs the same policy for all players, got {', '.join(policies)}: use the decimal chance"
        )
    results = basket_results(policy, state).items()
    return sum((chance * _win(rules, policy, after, progress) for after, chance in results), start=Fraction(0))


def _win(rules: Rules, policy: str, state: State, progress: Progress | None) -> Fraction:
    """Return the chance to win from a state without a basket to be filled."""
    if state.is_lost:
        return Fraction(0)
    boards = number_boards_of(state.fruit, (policy,))
    numerators = _Numerators(boards, rules, policy, state.raven_steps)
    for level in boards.levels:
        numerators.solve(level)
        if progress:
            progress(level.stop / len(boards))
    return numerators.win()


class _Numerators:
    """The chances of exactly 0, 1, ... raven steps before all fruit is picked, multiplied by their common denominator.

    chance: object array (boards, raven steps) of whole numbers.
    face: a multiple of every possible number of faces that change something. It is a factor of the denominator once for every
        raven step.
    scale: the denominator of a level without raven steps: for each fruit ``face``, multiplied by a common denominator of random
        picks.
    """

    def __init__(self, boards: Boards, rules: Rules, policy: str, steps: int) -> None:
        self.boards, self.policy, self.ravens = boards, policy, rules.raven_faces
        self.picks = rules.basket_picks if rules.basket_faces else 0
        self.baskets = rules.basket_faces if rules.basket_picks else 0
        others = self.ravens + self.baskets
        self.face = lcm(*range(others + 1, others + len(boards.after_pick) + 1))
        # The maximum avoids a division by 0 for the board without fruit, which has no next roll.
        self.per_face = (self.face // np.maximum(boards.kinds + others, 1)).astype(object)
        self.scale = 1
        self.chance = self._initial_chances(steps)
        self.is_random = policy in RANDOM_POLICIES and self.picks > 0
        self.after_basket = boards.after_basket(policy, self.picks)
        # The chances while a basket still picks 0, 1, ... fruits.
        self.chances_by_picks = [self.chance, *(self._initial_chances(steps) for _ in range(self.picks - 1))]

    def _initial_chances(self, steps: int) -> Whole:
        """Return the chances that are known beforehand: without fruit, there are exactly 0 raven steps."""
        chance = np.zeros((len(self.boards), steps), dtype=object)
        chance[0, 0] = 1
        return chance

    def solve(self, level: slice) -> None:
        """Compute the chances of all boards with the same amount of fruit from those with less."""
        fruit, draw = int(self.boards.fruit[level.start].sum()), 1
        if self.is_random:
            # A common denominator of the chances of a random pick.
            draw = fruit if self.policy == RANDOM_FRUIT else lcm(*range(1, len(self.boards.after_pick) + 1))
        self.scale *= self.face * draw
        # A tree without fruit leads to the board itself, whose chances are still 0.
        numerators = draw * self.chance.take(self.boards.after_pick[:, level], axis=0).sum(axis=0)
        if self.baskets and self.is_random:
            numerators += self.baskets * self._random_basket(level, draw)
        elif self.baskets:
            after = self.chance[self.after_basket[level]]
            numerators += self.baskets * after * self.face ** (min(self.picks, fruit) - 1)
        chance, per_face = self.chance[level], self.per_face[level]
        one_step_less: Whole | int = 0
        for step, column in enumerate(numerators.T):
            one_step_less = chance[:, step] = per_face * (column + self.ravens * one_step_less)

    def _random_basket(self, level: slice, draw: int) -> Whole:
        """Return the chances after a basket whose picks are random."""
        after_pick, weights = self.boards.after_pick[:, level], pick_weights(self.policy, self.boards.fruit[level])
        numerators = (weights * (draw // weights.sum(axis=0))).astype(object)[:, :, None]
        for picks, chances in enumerate(self.chances_by_picks):
            after: Whole = (numerators * chances.take(after_pick, axis=0)).sum(axis=0)
            if picks + 1 < len(self.chances_by_picks):
                self.chances_by_picks[picks + 1][level] = self.face * after
        return after

    def win(self) -> Fraction:
        """Return the chance to win from the board with the most fruit."""
        numerator = 0
        for chance in self.chance[-1].tolist():
            numerator = numerator * self.face + chance
        return Fraction(numerator, self.scale * self.face ** (self.chance.shape[1] - 1))
