"""How often the raven steps before all fruit is picked, from every board: the chances to win with any raven, at once.

Every roll that changes anything takes fruit or a raven step away, so boards are solved by the fruit they have in all,
fewest first. A roll that changes nothing only repeats, so it drops out of the chances (the conditional probability of
the paper). No policy looks at the raven, so one orchard is solved once for all lengths of the raven's path.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boardodds.orchard.boards import BY_CHANCE, MOST_LEFT, OPTIMAL, Boards, boards_of, count_boards, pick_weights
from boardodds.orchard.rules import MAX_RAVEN, Rules
from boardodds.probability.arrays import Floats

# boards of an orchard that is solved for any raven, and kept with a few others
KEPT_BOARDS = 30_000


def raven_steps(rules: Rules, policy: str) -> Floats:
    """The chance of exactly 0, 1, 2, ... raven steps before all fruit is picked: (boards, raven steps of the rules or
    more). Kept for the next question; may not be written to.

    >>> raven_steps(Rules(fruit=(1,), basket_faces=0), "most_left")[1, :3].tolist()
    [0.5, 0.25, 0.125]
    """
    boards = count_boards(rules)
    same = replace(
        rules,
        fruit=tuple(sorted(rules.fruit)),
        raven_steps=rules.raven_steps if boards > KEPT_BOARDS else MAX_RAVEN,
    )
    if not rules.basket_picks or not rules.basket_faces:
        # a basket that picks nothing changes nothing: it is as if there were none, and no policy
        same, policy = replace(same, basket_picks=0, basket_faces=0), MOST_LEFT
    policy = MOST_LEFT if policy == OPTIMAL else policy
    return _kept_large(same, policy) if boards > KEPT_BOARDS else _kept(same, policy)


@lru_cache(maxsize=12)
def _kept(rules: Rules, policy: str) -> Floats:
    return solve_boards(boards_of(rules.fruit), rules, policy)


@lru_cache(maxsize=2)
def _kept_large(rules: Rules, policy: str) -> Floats:
    return solve_boards(boards_of(rules.fruit), rules, policy)


def solve_boards(boards: Boards, rules: Rules, policy: str) -> Floats:
    """The same worked out anew, for as many raven steps as the rules have: (boards, raven steps).

    boards: all boards of the rules.

    >>> from boardodds.orchard.boards import number_boards
    >>> solve_boards(number_boards((1,)), Rules(fruit=(1,), raven_steps=2), "most_left").round(3).tolist()
    [[1.0, 0.0], [0.667, 0.222]]
    """
    chance = np.zeros((len(boards), rules.raven_steps))
    chance[0, 0] = 1
    by_chance = policy in BY_CHANCE and rules.basket_picks > 0
    arriving = (_ByChance if by_chance else _Chosen)(boards, rules, policy, chance)
    others = rules.raven_faces + (rules.basket_faces if rules.basket_picks else 0)
    changing = boards.kinds + others
    waiting = {
        kinds: _waiting(rules.raven_faces / (kinds + others), rules.raven_steps)
        for kinds in range(1, len(rules.fruit) + 1)
    }
    for level, groups in zip(boards.levels, boards.groups, strict=True):
        worth = arriving(level)
        worth /= changing[level, None]
        for group, kinds in groups:
            here = worth[group.start - level.start : group.stop - level.start]
            np.matmul(here, waiting[kinds], out=chance[group])
    chance.flags.writeable = False
    return chance


def _waiting(raven: float, steps: int) -> Floats:
    """How chances by raven steps are added up while a board waits to change, each roll that changes anything a raven
    with this chance (raven steps, raven steps)."""
    later = np.arange(steps) - np.arange(steps)[:, None]
    return np.where(later >= 0, raven ** np.maximum(later, 0), 0.0)


class _Chosen:
    """What the colours and the basket lead to, summed over their faces, where the policy leaves nothing to chance."""

    def __init__(self, boards: Boards, rules: Rules, policy: str, chance: Floats) -> None:
        self.chance, self.ahead = chance, boards.down
        self.faces = np.ones(len(boards.down))
        # what leads to the board itself, as a bare tree does, finds chances that are still 0
        if rules.basket_picks and rules.basket_faces:
            self.ahead = np.concatenate([self.ahead, boards.picked(policy, rules.basket_picks)[None]])
            self.faces = np.append(self.faces, float(rules.basket_faces))

    def __call__(self, level: slice) -> Floats:
        after = self.chance.take(self.ahead[:, level], axis=0)
        worth: Floats = (self.faces @ after.reshape(len(self.faces), -1)).reshape(after.shape[1:])
        return worth


class _ByChance:
    """The same where the policy draws: ``filled`` has the chances while a basket still picks 0, 1, ... fruits."""

    def __init__(self, boards: Boards, rules: Rules, policy: str, chance: Floats) -> None:
        self.down, self.baskets = boards.down, rules.basket_faces
        weights = pick_weights(policy, boards.fruit)
        self.shares = weights / np.maximum(weights.sum(axis=0), 1)
        self.filled = [chance, *(np.zeros_like(chance) for _ in range(rules.basket_picks - 1))]
        for filled in self.filled:
            filled[0] = chance[0]

    def __call__(self, level: slice) -> Floats:
        down, shares = self.down[:, level], self.shares[:, level]
        after = self.filled[0].take(down, axis=0)
        worth: Floats = after.sum(axis=0)
        for place, filled in enumerate(self.filled):
            if place:
                after = filled.take(down, axis=0)
            basket = np.einsum("tb,tbs->bs", shares, after)
            if place + 1 < len(self.filled):
                self.filled[place + 1][level] = basket
        worth += self.baskets * basket
        return worth
