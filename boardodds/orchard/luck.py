"""Luck and decisions in a game of Orchard."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.orchard.rules import OPTIMAL, ORCHARD, Rules, State
from boardodds.orchard.simulation import play
from boardodds.orchard.solver import best_basket, solve
from boardodds.probability.luck import Account
from boardodds.probability.validate import check_whole, of_texts

_SEEDS = 2**32


def account(states: Sequence[State | str], rules: Rules = ORCHARD, *, words: Sequence[str] = ()) -> Account:
    """Return the luck of a game and what its picks cost, in chances to win with the best picks afterwards.

    states: the state, or its text, before the first roll, and after each roll and each fruit that a basket picks.
    words: of each of them; the state after it by default.

    Raises ValueError for a state that the rules do not allow.

    >>> picked = [State((1, 2), 1, basket=1), State((0, 2), 1), State((0, 1), 1)]
    >>> [(step.words, round(step.luck, 3), round(step.cost, 3)) for step in account(picked, Rules((1, 2), 1, 1)).steps]
    [('0.2 raven=1', 0.0, 0.056), ('0.1 raven=1', 0.222, 0.0)]
    """
    played = of_texts(State, "states", states)
    check_whole("states", len(played), 1)
    values, choices = [win(state, rules) for state in played], [state.basket > 0 for state in played[:-1]]
    return Account.of_values(values, choices, words or list(map(str, played[1:])))


@dataclass(frozen=True, slots=True)
class LuckOfRolls:
    """Plays another game with the best picks, for ``simulate_luck``: its luck in the first ``rolls`` rolls, or all of its own."""

    state: State
    rules: Rules
    rolls: int

    def __call__(self, rng: np.random.Generator) -> float:
        # The best picks cost nothing, so the value after the rolls tells all of the luck.
        turns = play(self.rules, policy=OPTIMAL, state=self.state, seed=int(rng.integers(_SEEDS)))[: self.rolls]
        return turns[-1].win - win(self.state, self.rules) if turns else 0.0


def win(state: State, rules: Rules = ORCHARD) -> float:
    """Return the chance to win with the best picks.

    It is that of the best choice to the last digit, so that the best play costs exactly nothing.

    >>> win(State((0, 1), 1, basket=1), Rules((1, 1), 1, 1))
    1.0
    """
    return best_basket(state, rules)[0].win if state.basket else solve(rules, state=state).win
