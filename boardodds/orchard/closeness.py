"""The fruit left at the end of a game, from one state, by the expected number of turns on every board, the fullest first.

This is the recurrence of ``ravens`` in the other direction: where that adds the chances after a roll, this passes them on.
"""

from dataclasses import replace

import numpy as np

from boardodds.orchard.boards import number_boards_of, pick_chances, team_of
from boardodds.orchard.ravens import turns_matrix
from boardodds.orchard.rules import Policy, Rules, State
from boardodds.probability.pmf import Pmf


def fruit_left(rules: Rules, policies: tuple[Policy, ...], state: State) -> Pmf:
    """Return the distribution of the fruit left at the end, 0 for a won game.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD_FIVE
    >>> left = fruit_left(MY_FIRST_ORCHARD_FIVE, ("most_left",), MY_FIRST_ORCHARD_FIVE.start)
    >>> [round(left.probability(fruit), 4) for fruit in (0, 1, 2)]
    [0.6314, 0.086, 0.0623]
    """
    if state.is_lost:
        return Pmf.from_weights({sum(state.fruit): 1.0})
    team, steps = team_of(rules, policies), state.raven_steps
    boards = number_boards_of(state.fruit, team)
    baskets = rules.basket_faces if rules.basket_picks else 0
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
        if baskets:
            arrivals[-1, level] += baskets * turns
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
