"""The number of raven steps before all fruit is picked, from every board: the chances to win against any raven, at once.

Every roll that changes anything takes away fruit or a raven step, so boards are solved in the order of their total fruit. A roll
that changes nothing is only repeated, so it drops out of the chances (the conditional probability of the paper). No policy looks
at the raven, so one orchard is solved once for all lengths of the raven's path.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boardodds.orchard.boards import Boards, cached_boards, count_boards, pick_weights
from boardodds.orchard.rules import MAX_RAVEN, MOST_LEFT, OPTIMAL, RANDOM_POLICIES, Rules
from boardodds.probability.arrays import Floats

# Orchards with more boards are solved for their own raven only, and few of them are cached.
MAX_SMALL_BOARDS = 30_000


def raven_step_chances(rules: Rules, policy: str) -> Floats:
    """Return the chance of exactly 0, 1, 2, ... raven steps before all fruit is picked, from every board.

    The float array (boards, raven steps) has at least as many steps as the rules. It is cached and must not be changed.

    >>> raven_step_chances(Rules(fruit=(1,), basket_faces=0), "most_left")[1, :3].tolist()
    [0.5, 0.25, 0.125]
    """
    is_large = count_boards(rules) > MAX_SMALL_BOARDS
    raven_steps = rules.raven_steps if is_large else MAX_RAVEN
    key = replace(rules, fruit=tuple(sorted(rules.fruit)), raven_steps=raven_steps)
    if not rules.basket_picks or not rules.basket_faces:
        # A basket that picks nothing changes nothing, so these rules share an answer without a basket and under any policy.
        key, policy = replace(key, basket_picks=0, basket_faces=0), MOST_LEFT
    policy = MOST_LEFT if policy == OPTIMAL else policy
    return (_solve_large if is_large else _solve_small)(key, policy)


def _solve(rules: Rules, policy: str) -> Floats:
    return solve_boards(cached_boards(rules.fruit), rules, policy)


_solve_small, _solve_large = lru_cache(maxsize=12)(_solve), lru_cache(maxsize=2)(_solve)


def solve_boards(boards: Boards, rules: Rules, policy: str) -> Floats:
    """Compute the chance of exactly 0, 1, ... raven steps before all fruit is picked: float array (boards, raven steps).

    This is ``raven_step_chances`` without its cache, for the raven steps of the rules only.

    boards: all boards of the rules.

    >>> from boardodds.orchard.boards import number_boards
    >>> solve_boards(number_boards((1,)), Rules(fruit=(1,), raven_steps=2), "most_left").round(3).tolist()
    [[1.0, 0.0], [0.667, 0.222]]
    """
    chance = np.zeros((len(boards), rules.raven_steps))
    chance[0, 0] = 1
    is_random = policy in RANDOM_POLICIES and rules.basket_picks > 0
    sum_over_faces = (_RandomBasketSum if is_random else _FixedBasketSum)(boards, rules, policy, chance)
    others = rules.raven_faces + (rules.basket_faces if rules.basket_picks else 0)
    changing = boards.kinds + others
    raven_matrices = {
        kinds: _raven_matrix(rules.raven_faces / (kinds + others), rules.raven_steps)
        for kinds in range(1, len(rules.fruit) + 1)
    }
    for level, groups in zip(boards.levels, boards.groups, strict=True):
        mean = sum_over_faces(level)
        mean /= changing[level, None]
        for group, kinds in groups:
            rows = mean[group.start - level.start : group.stop - level.start]
            np.matmul(rows, raven_matrices[kinds], out=chance[group])
    chance.flags.writeable = False
    return chance


def _raven_matrix(raven: float, steps: int) -> Floats:
    """Return the matrix that adds the ravens that are rolled before a board changes: float array (raven steps, raven steps).

    The chances of a board are those of its next boards, by raven steps, multiplied by this matrix.

    raven: the chance that a roll that changes anything is a raven.
    """
    more = np.arange(steps) - np.arange(steps)[:, None]
    return np.where(more >= 0, raven ** np.maximum(more, 0), 0.0)


class _FixedBasketSum:
    """The chances after a colour or a basket, summed over the faces of the die, for policies without randomness.

    A call returns the sums for the boards of a level: float array (boards of the level, raven steps).
    """

    def __init__(self, boards: Boards, rules: Rules, policy: str, chance: Floats) -> None:
        self.chance, self.next_boards = chance, boards.after_pick
        # A bare tree leads to the board itself, whose chances are still 0.
        self.faces = np.ones(len(boards.after_pick))
        if rules.basket_picks and rules.basket_faces:
            after_basket = boards.after_basket(policy, rules.basket_picks)
            self.next_boards = np.concatenate([self.next_boards, after_basket[None]])
            self.faces = np.append(self.faces, float(rules.basket_faces))

    def __call__(self, level: slice) -> Floats:
        after = self.chance.take(self.next_boards[:, level], axis=0)
        total: Floats = (self.faces @ after.reshape(len(self.faces), -1)).reshape(after.shape[1:])
        return total


class _RandomBasketSum:
    """The sums of ``_FixedBasketSum`` for policies that pick at random.

    chances_by_picks: the chances while a basket still picks 0, 1, ... fruits.
    """

    def __init__(self, boards: Boards, rules: Rules, policy: str, chance: Floats) -> None:
        self.after_pick, self.baskets = boards.after_pick, rules.basket_faces
        weights = pick_weights(policy, boards.fruit)
        self.pick_chances = weights / np.maximum(weights.sum(axis=0), 1)
        self.chances_by_picks = [chance, *(np.zeros_like(chance) for _ in range(rules.basket_picks - 1))]
        for chances in self.chances_by_picks:
            chances[0] = chance[0]

    def __call__(self, level: slice) -> Floats:
        after_pick, pick_chances = self.after_pick[:, level], self.pick_chances[:, level]
        after = self.chances_by_picks[0].take(after_pick, axis=0)
        total: Floats = after.sum(axis=0)
        for picks, chances in enumerate(self.chances_by_picks):
            if picks:
                after = chances.take(after_pick, axis=0)
            basket = np.einsum("tb,tbs->bs", pick_chances, after)
            if picks + 1 < len(self.chances_by_picks):
                self.chances_by_picks[picks + 1][level] = basket
        total += self.baskets * basket
        return total
