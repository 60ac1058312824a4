"""Will we win: the exact chance from every state, by one recurrence over the fruit that is left.

Trees need no names: a state is the multiset of fruit left on them, and the raven's steps. How the chances are worked
out stands in ``boards``, ``ravens`` and ``rolls``, and in ``exact`` for fractions.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod

import numpy as np

from boardodds.orchard import exact
from boardodds.orchard.boards import (
    FEWEST_LEFT,
    MOST_LEFT,
    OPTIMAL,
    POLICIES,
    RANDOM_FRUIT,
    RANDOM_TYPE,
    boards_of,
    count_boards,
    pick_weights,
)
from boardodds.orchard.finals import final_states
from boardodds.orchard.ravens import raven_steps
from boardodds.orchard.rolls import Endings, endings
from boardodds.orchard.rules import Rules, State, check
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf

__all__ = [
    "FEWEST_LEFT",
    "MAX_BOARDS",
    "MOST_LEFT",
    "OPTIMAL",
    "POLICIES",
    "RANDOM_FRUIT",
    "RANDOM_TYPE",
    "SAME",
    "BasketChoice",
    "Odds",
    "Regret",
    "Solver",
    "best_basket",
    "check_work",
    "count_boards",
    "count_final_states",
    "kept_solver",
    "most_left_regrets",
    "solve",
]

MAX_BOARDS = 250_000
# two values of a choice that differ by less than this are equal but for rounding
SAME = 1e-12


@dataclass(frozen=True, slots=True)
class Odds:
    """The end of a game from one state under one policy, exactly.

    win: the chance to win. What else there is to know is worked out when it is asked for.
    """

    rules: Rules
    policy: str
    state: State
    win: float

    @property
    def raven_left(self) -> Pmf:
        """The raven's steps left at the end, 0 if it has come."""
        return kept_solver(self.rules, self.policy).raven_left(self.state)

    @property
    def rolls(self) -> Pmf:
        """The number of rolls to the end, those that change nothing counted."""
        return self.endings.rolls

    @property
    def endings(self) -> Endings:
        """With which roll the game is won, or lost."""
        return endings(self.rules, self.policy, self.state)

    def win_fraction(self, progress: Progress | None = None) -> Fraction:
        """The chance to win as an exact fraction, worked out on demand.

        progress: called with the share of the work done, from 0 to 1.
        """
        return exact.win_fraction(self.rules, self.policy, self.state, progress)

    def final_states(self) -> dict[State, float]:
        """The chance of each final state, on demand; trees are not told apart, their fruit is in ascending order."""
        return final_states(self.rules, self.policy, self.state)


def solve(rules: Rules, policy: str = OPTIMAL, state: State | None = None) -> Odds:
    """The chance to win from the start or from any state.

    policy: what a basket picks. ``random_type`` draws among the types of fruit left, anew for each fruit (the paper's
    "random"); ``random_fruit`` among the fruits left; ``most_left`` takes from the fullest tree (the paper's "smart"),
    ``fewest_left`` from the emptiest that bears any; ``optimal`` takes what the value function says. Raises ValueError.

    >>> from boardodds.orchard.rules import ORCHARD
    >>> round(solve(ORCHARD, "most_left").win, 5), round(solve(ORCHARD, "random_type").win, 5)
    (0.78193, 0.73632)
    """
    state = state or rules.start
    check(state, rules)
    return Odds(rules, policy, state, kept_solver(rules, policy).win(state))


@dataclass(frozen=True, slots=True)
class BasketChoice:
    """One fruit that a basket can pick first: the tree, and the chance to win if the best is picked from then on."""

    tree: int
    win: float


def best_basket(rules: Rules, state: State) -> list[BasketChoice]:
    """What each choice of a basket's first fruit is worth, the best first; trees are numbered from 0.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> [choice.tree for choice in best_basket(MY_FIRST_ORCHARD, State((1, 4, 0, 2), 3))]
    [1, 3, 0]
    """
    check(state, rules)
    if state.is_lost or state.is_won or not rules.basket_picks:
        return []
    solver = kept_solver(rules, OPTIMAL)
    choices = []
    for tree, left in enumerate(state.fruit):
        if left:
            fruit = tuple(sorted(count - (other == tree) for other, count in enumerate(state.fruit)))
            choices.append(BasketChoice(tree, solver.after_picks(fruit, state.raven_steps, rules.basket_picks - 1)))
    return sorted(choices, key=lambda choice: (-choice.win, choice.tree))


@dataclass(frozen=True, slots=True)
class Regret:
    """Where picking from the fullest tree is not the best: a state, and the chances to win with the best and with
    that."""

    state: State
    best: float
    most_left: float


def most_left_regrets(rules: Rules) -> list[Regret]:
    """The states in which a basket should not first pick from the fullest tree, the worst first; empty if it always
    may.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> most_left_regrets(MY_FIRST_ORCHARD)
    []
    """
    check_work(rules, OPTIMAL)
    return list(_regrets(rules))


# a view asks at every rerun
@lru_cache(maxsize=64)
def _regrets(rules: Rules) -> tuple[Regret, ...]:
    if not rules.basket_picks:
        return ()
    boards = boards_of(tuple(sorted(rules.fruit)))
    win = np.cumsum(raven_steps(rules, OPTIMAL)[:, : rules.raven_steps], axis=1)
    rest = boards.picked(OPTIMAL, rules.basket_picks - 1)
    # a bare tree leaves the board as it is, which is no better than a fruit less
    fullest = win.take(rest[boards.down[-1]], axis=0)
    best = fullest.copy()
    for down in boards.down[:-1]:
        np.maximum(best, win.take(rest[down], axis=0), out=best)
    found = [
        Regret(
            State(tuple(boards.fruit[board].tolist()), int(step) + 1),
            float(best[board, step]),
            float(fullest[board, step]),
        )
        for board, step in np.argwhere(best - fullest > SAME)
    ]
    return tuple(sorted(found, key=lambda regret: regret.most_left - regret.best))


def count_final_states(rules: Rules) -> int:
    """Final states of a game, trees told apart: a won one for each raven step left, a lost one for each fruit left.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD, ORCHARD
    >>> count_final_states(ORCHARD), count_final_states(MY_FIRST_ORCHARD)
    (14650, 630)
    """
    return rules.raven_steps + prod(left + 1 for left in rules.fruit) - 1


def check_work(rules: Rules, policy: str) -> None:
    """Raises ValueError before any work if the game has too many boards to solve, or the policy is not known."""
    if policy not in POLICIES:
        raise ValueError(f"policy must be one of {', '.join(POLICIES)}, got {policy!r}")
    boards = count_boards(rules)
    if boards > MAX_BOARDS:
        raise ValueError(
            f"{len(rules.fruit)} trees of up to {max(rules.fruit)} fruit have {boards:,} boards; at most {MAX_BOARDS:,} can be "
            "solved: use fewer trees or less fruit"
        )


def kept_solver(rules: Rules, policy: str) -> "Solver":
    """The solver of a game under a policy; what is the same for other games is worked out once."""
    return Solver(rules, policy)


class Solver:
    """Every state of a game under one policy.

    boards: the boards of the game. chance: that of exactly 0, 1, ... raven steps before all fruit is picked, for each
    board (boards, raven steps or more). Neither may be written to. Raises ValueError.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> round(Solver(MY_FIRST_ORCHARD, "most_left").win(State((0, 0, 1, 0), 1)), 5)
    0.66667
    """

    def __init__(self, rules: Rules, policy: str) -> None:
        check_work(rules, policy)
        self.rules, self.policy = rules, policy
        self.boards = boards_of(tuple(sorted(rules.fruit)))
        self.chance = raven_steps(rules, policy)

    def win(self, state: State) -> float:
        """The chance to win from a state."""
        return self._win(self.boards.at(state.fruit), state.raven_steps)

    def _win(self, board: int, steps: int) -> float:
        # a sum of roundings may pass 1
        return min(1.0, float(self.chance[board, :steps].sum()))

    def after_picks(self, fruit: tuple[int, ...], steps: int, picks: int) -> float:
        """The chance to win while a basket still picks so many fruits from the fullest tree."""
        board = self.boards.at(fruit)
        for _ in range(picks):
            board = int(self.boards.down[-1, board])
        return self._win(board, steps)

    def pick_chances(self, state: State) -> list[float]:
        """The chance of each tree, fewest fruit first, to be picked next by a basket; some fruit is left."""
        weights = pick_weights(self.policy, np.array([sorted(state.fruit)]))[:, 0]
        chances: list[float] = (weights / weights.sum()).tolist()
        return chances

    def raven_left(self, state: State) -> Pmf:
        """The raven's steps left at the end, 0 if it has come."""
        steps = state.raven_steps
        chances = self.chance[self.boards.at(state.fruit), :steps].tolist()
        return Pmf.from_weights(
            {0: 1 - self.win(state)} | {steps - ravens: each for ravens, each in enumerate(chances)}
        )
