"""The number of raven steps before all fruit is picked, from every board: the chances to win against any raven, at once.

Every roll that changes anything takes away fruit or a raven step, so boards are solved in the order of their total fruit. A roll
that changes nothing only passes the turn, which goes round until a roll changes something. No policy looks at the raven, so one
orchard is solved once for all lengths of the raven's path.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boardodds.orchard.boards import Boards, boards_of, count_boards, kept_trees, pick_chances
from boardodds.orchard.rules import MAX_RAVEN, Policy, Rules
from boardodds.probability.arrays import Floats

# Orchards with more boards are solved for their own raven only, and few of them are cached.
MAX_SMALL_BOARDS = 30_000


def raven_step_chances(rules: Rules, team: tuple[Policy, ...]) -> Floats:
    """Return the chance of exactly 0, 1, 2, ... raven steps before all fruit is picked, from every board and each player's turn.

    The float array (players, boards, raven steps) has at least as many steps as the rules. It is cached and must not be changed.

    team: the policies of the players, as ``team_of`` returns them.

    >>> raven_step_chances(Rules(fruit=(1,), basket_faces=0), ("most_left",))[0, 1, :3].tolist()
    [0.5, 0.25, 0.125]
    """
    is_large = count_boards(rules, team) > MAX_SMALL_BOARDS
    kept = kept_trees(team, len(rules.fruit))
    key = replace(
        rules,
        fruit=(*rules.fruit[:kept], *sorted(rules.fruit[kept:])),
        raven_steps=rules.raven_steps if is_large else MAX_RAVEN,
    )
    if not rules.basket_picks or not rules.basket_faces:
        # A basket that picks nothing changes nothing, so these rules share an answer without a basket.
        key = replace(key, basket_picks=0, basket_faces=0)
    return (_solve_large if is_large else _solve_small)(key, team)


def _solve(rules: Rules, team: tuple[Policy, ...]) -> Floats:
    return solve_boards(boards_of(rules.fruit, team), rules, team)


_solve_small, _solve_large = lru_cache(maxsize=12)(_solve), lru_cache(maxsize=2)(_solve)


def solve_boards(boards: Boards, rules: Rules, team: tuple[Policy, ...]) -> Floats:
    """Compute the chance of exactly 0, 1, ... raven steps before all fruit is picked: float array (players, boards, raven steps).

    This is ``raven_step_chances`` without its cache, for the raven steps of the rules only.

    boards: all boards of the rules.

    >>> from boardodds.orchard.boards import number_boards
    >>> solve_boards(number_boards((1,)), Rules(fruit=(1,), raven_steps=2), ("most_left",)).round(3).tolist()
    [[[1.0, 0.0], [0.667, 0.222]]]
    """
    players = len(team)
    chance = np.zeros((players, len(boards), rules.raven_steps))
    chance[:, 0, 0] = 1
    after_turn = np.roll(np.arange(players), -1)
    sums = [_FaceSum(boards, rules, policy, chance[after]) for policy, after in zip(team, after_turn, strict=True)]
    rounds = {kinds: turns_matrix(rules, kinds, players) for kinds in range(1, len(rules.fruit) + 1)}
    for level, groups in zip(boards.levels, boards.groups, strict=True):
        total = np.stack([sum_over_faces(level) for sum_over_faces in sums], axis=1)
        for group, kinds in groups:
            rows = total[group.start - level.start : group.stop - level.start]
            after = rows.reshape(len(rows), -1) @ rounds[kinds]
            chance[:, group] = after.reshape(rows.shape).swapaxes(0, 1)
    chance.flags.writeable = False
    return chance


def turns_matrix(rules: Rules, kinds: int, players: int) -> Floats:
    """Return the matrix of the turns until a roll picks fruit: float array (players * raven steps, players * raven steps).

    A row of chances after that roll, by the player who rolls it and the raven steps still to come, summed over the faces that
    pick fruit, times the matrix is the row of chances before, by the player to move.

    kinds: the number of trees with fruit.
    """
    baskets = rules.basket_faces if rules.basket_picks else 0
    no_change = rules.faces - kinds - baskets - rules.raven_faces
    steps = rules.raven_steps
    one_turn = no_change * np.eye(steps) + rules.raven_faces * np.eye(steps, k=1)
    next_player = np.roll(np.eye(players), 1, axis=0)
    matrix: Floats = np.linalg.inv(rules.faces * np.eye(players * steps) - np.kron(next_player, one_turn))
    return matrix


class _FaceSum:
    """The chances after a colour or a basket, summed over the faces of the die.

    A call returns the sums for the boards of a level: float array (boards of the level, raven steps).

    chances_by_picks: the chances while a basket still picks 0, 1, ... fruits.
    """

    def __init__(self, boards: Boards, rules: Rules, policy: Policy, chance: Floats) -> None:
        self.after_pick, self.baskets = boards.after_pick, rules.basket_faces if rules.basket_picks else 0
        self.pick_chances = pick_chances(policy, boards.fruit, max(1, rules.basket_picks))
        self.chances_by_picks = [chance, *(np.zeros_like(chance) for _ in range(rules.basket_picks - 1))]
        for chances in self.chances_by_picks:
            chances[0] = chance[0]

    def __call__(self, level: slice) -> Floats:
        after_pick = self.after_pick[:, level]
        # A bare tree leads to the board itself, whose chances are still 0.
        after = self.chances_by_picks[0].take(after_pick, axis=0)
        total: Floats = after.sum(axis=0)
        for picks, chances in enumerate(self.chances_by_picks):
            if picks:
                after = chances.take(after_pick, axis=0)
            by_tree, none = self.pick_chances[picks]
            basket = np.einsum("tb,tbs->bs", by_tree[:, level], after)
            if picks:
                # A fruit is always picked if it is the basket's last.
                basket += none[level, None] * self.chances_by_picks[picks][level]
            if picks + 1 < len(self.chances_by_picks):
                self.chances_by_picks[picks + 1][level] = basket
        total += self.baskets * basket
        return total
