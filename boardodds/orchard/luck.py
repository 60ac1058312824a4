"""Luck and decisions in a game of Orchard."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np

from boardodds.orchard.rules import OPTIMAL, ORCHARD, Rules, State
from boardodds.orchard.simulate import play
from boardodds.orchard.solve import best_basket, solve
from boardodds.probability.luck import Account, LuckSample, Step, simulate_luck
from boardodds.probability.luck import account as account_of
from boardodds.probability.montecarlo import Progress

_SEEDS = 2**32


def account(states: Sequence[State], rules: Rules = ORCHARD) -> Account:
    """Return the luck of a game and what its picks cost, in chances to win with the best picks afterwards.

    states: the state before the first roll, and after each roll and each fruit that a basket picks.

    Raises ValueError for a state that the rules do not allow.

    >>> picked = [State((1, 2), 1, basket=1), State((0, 2), 1), State((0, 1), 1)]
    >>> [(step.words, round(step.luck, 3), round(step.cost, 3)) for step in account(picked, Rules((1, 2), 1, 1)).steps]
    [('0.2 raven=1', 0.0, 0.056), ('0.1 raven=1', 0.222, 0.0)]
    """
    values = [_win(state, rules) for state in states]
    steps = [
        Step(value, after_value, value if state.basket else None, str(after))
        for (state, after), (value, after_value) in zip(pairwise(states), pairwise(values), strict=True)
    ]
    return account_of(values[0], steps)


def simulate_luck_after(
    rolls: int,
    rules: Rules = ORCHARD,
    *,
    state: State | None = None,
    games: int = 1_000,
    seed: int = 1,
    progress: Progress | None = None,
) -> LuckSample:
    """Return the luck of the first rolls of many games with the best picks.

    rolls: their number; shorter games count with all of theirs.
    state: the state before the first roll; the start of the rules if None.
    progress: called with the proportion of the games played.

    >>> sample = simulate_luck_after(3, Rules((1, 1), 1, 1), games=200)
    >>> 0 in sample.mean.interval(0.99)
    True
    """
    first = state or rules.start
    return simulate_luck(partial(_play, rolls, rules, first), games=games, seed=seed, progress=progress)


def _play(rolls: int, rules: Rules, state: State, rng: np.random.Generator) -> Account:
    # The best picks cost nothing, so the value after the rolls tells all of the luck.
    turns = play(rules, policy=OPTIMAL, state=state, seed=int(rng.integers(_SEEDS)))
    start = _win(state, rules)
    return account_of(start, [Step(start, turn.win) for turn in turns[:rolls][-1:]])


def _win(state: State, rules: Rules) -> float:
    # The value of a choice is that of the best one to the last digit, so that the best play costs exactly nothing.
    return best_basket(state, rules)[0].win if state.basket else solve(rules, state=state).win
