"""Luck and decisions in a game of Orchard."""

from collections.abc import Sequence
from itertools import pairwise

from boardodds.orchard.rules import ORCHARD, Rules, State
from boardodds.orchard.solve import best_basket, solve
from boardodds.probability.luck import Account, Step
from boardodds.probability.luck import account as account_of


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


def _win(state: State, rules: Rules) -> float:
    # The value of a choice is that of the best one to the last digit, so that the best play costs exactly nothing.
    return best_basket(state, rules)[0].win if state.basket else solve(rules, state=state).win
