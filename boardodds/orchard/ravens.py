"""The number of raven steps before all fruit is picked, from every board: the chances to win against any raven, at once.

Every roll that changes anything takes away fruit or a raven step, so boards are solved in the order of their total fruit. A roll
that changes nothing only passes the turn, which goes round until a roll changes something. No policy looks at the raven, so one
orchard is solved once for all lengths of the raven's path.
"""

from dataclasses import replace
from functools import lru_cache

import numpy as np

from boardodds.orchard.boards import Boards, boards_of, count_boards, kept_trees, pick_chances, team_of
from boardodds.orchard.rules import MAX_RAVEN, Policy, Rules, State
from boardodds.probability.arrays import Floats
from boardodds.probability.pmf import Pmf

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
    players, most, steps = len(team), max(1, rules.basket_picks), rules.raven_steps
    # By the fruits that a basket still picks, and the player who picks them, or who rolls if there are none.
    chances = [np.zeros((players, len(boards), steps)) for _ in range(most)]
    for each in chances:
        each[:, 0, 0] = 1
    picks = [pick_chances(policy, boards.fruit, most) for policy in team]
    rounds = {kinds: turns_matrix(rules, kinds, players) for kinds in range(1, len(rules.fruit) + 1)}
    for level, groups in zip(boards.levels, boards.groups, strict=True):
        after_pick = boards.after_pick[:, level]
        total = np.empty((level.stop - level.start, players, steps))
        for player in range(players):
            # A bare tree leads to the board itself, whose chances are still 0.
            after = chances[0][(player + 1) % players].take(after_pick, axis=0)
            total[:, player] = after.sum(axis=0)
            for left, (by_tree, none) in enumerate(picks[player], start=1):
                basket = np.einsum("tb,tbs->bs", by_tree[:, level], after)
                if left > 1:
                    # A fruit is always picked if it is the basket's last.
                    basket += none[level, None] * chances[left - 1][player, level]
                if left < most:
                    chances[left][player, level] = basket
                    after = chances[left][player].take(after_pick, axis=0)
            total[:, player] += _baskets(rules) * basket
        for group, kinds in groups:
            rows = total[group.start - level.start : group.stop - level.start]
            before = rows.reshape(len(rows), -1) @ rounds[kinds]
            chances[0][:, group] = before.reshape(rows.shape).swapaxes(0, 1)
    chances[0].flags.writeable = False
    return chances[0]


def _baskets(rules: Rules) -> int:
    """Return the number of faces with a basket that picks something."""
    return rules.basket_faces if rules.basket_picks else 0


def turns_matrix(rules: Rules, kinds: int, players: int) -> Floats:
    """Return the matrix of the turns until a roll picks fruit: float array (players * raven steps, players * raven steps).

    A row of chances after that roll, by the player who rolls it and the raven steps still to come, summed over the faces that
    pick fruit, times the matrix is the row of chances before, by the player to move.

    kinds: the number of trees with fruit.
    """
    no_change, steps = rules.faces - kinds - _baskets(rules) - rules.raven_faces, rules.raven_steps
    one_turn = no_change * np.eye(steps) + rules.raven_faces * np.eye(steps, k=1)
    next_player = np.roll(np.eye(players), 1, axis=0)
    matrix: Floats = np.linalg.inv(rules.faces * np.eye(players * steps) - np.kron(next_player, one_turn))
    return matrix


def fruit_left(rules: Rules, policies: tuple[Policy, ...], state: State) -> Pmf:
    """Return the distribution of the fruit left at the end, 0 for a won game, from one state.

    This is the recurrence of ``solve_boards`` in the other direction, the fullest board first: where that adds the chances after
    a roll, this passes on the expected number of turns.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD_FIVE
    >>> left = fruit_left(MY_FIRST_ORCHARD_FIVE, ("most_left",), MY_FIRST_ORCHARD_FIVE.start)
    >>> [round(left.probability(fruit), 4) for fruit in (0, 1, 2)]
    [0.6314, 0.086, 0.0623]
    """
    if state.is_lost:
        return Pmf.from_weights({sum(state.fruit): 1.0})
    team, steps = team_of(rules, policies), state.raven_steps
    boards = boards_of(state.fruit, team, cached=False)
    by_player = [pick_chances(policy, boards.fruit, rules.basket_picks) for policy in team]
    # By the number of picks from 1 on: by tree, board and player.
    by_picks = [
        [np.stack(arrays, axis=-1) for arrays in zip(*pair, strict=True)] for pair in zip(*by_player, strict=True)
    ]
    rounds = {
        kinds: turns_matrix(replace(rules, raven_steps=steps), kinds, len(team)).T
        for kinds in range(1, len(state.fruit) + 1)
    }
    # By the fruits that a basket still picks, the board, the player and the raven steps left, from one.
    arrivals = np.zeros((rules.basket_picks + 1, len(boards), len(team), steps))
    arrivals[state.basket, -1, (state.next - 1) % len(team), -1] = 1
    lost = dict[float, float]()
    for level, groups in zip(reversed(boards.levels), reversed(boards.groups), strict=True):
        after_pick = boards.after_pick[:, level]
        for group, kinds in groups:
            rows = arrivals[0, group]
            arrivals[0, group] = (rows.reshape(len(rows), -1) @ rounds[kinds]).reshape(rows.shape)
        turns = arrivals[0, level]
        lost[int(boards.fruit[level.start].sum())] = float(rules.raven_faces * turns[:, :, 0].sum())
        if _baskets(rules):
            arrivals[-1, level] += _baskets(rules) * turns
        for picks in range(rules.basket_picks, 1, -1):
            arrivals[picks - 1, level] += arrivals[picks, level] * by_picks[picks - 1][1][level, :, None]
        for tree, after in enumerate(after_pick):
            has_fruit = after != np.arange(level.start, level.stop)
            np.add.at(arrivals[0], after[has_fruit], np.roll(turns[has_fruit], 1, axis=1))
            for picks in range(1, rules.basket_picks + 1):
                picked = arrivals[picks, level] * by_picks[picks - 1][0][tree, level, :, None]
                # The last pick passes the turn.
                np.add.at(arrivals[picks - 1], after, picked if picks > 1 else np.roll(picked, 1, axis=1))
    return Pmf.from_weights({0: max(0.0, 1 - sum(lost.values()))} | lost)
