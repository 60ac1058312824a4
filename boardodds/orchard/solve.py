"""Will we win: the exact chance from every state, by one recurrence over the fruit that is left.

Trees need no names: a state is the multiset of fruit left on them, and the raven's steps. Every roll that changes
anything takes fruit or a raven step away, so the boards can be solved by the fruit they have in all, fewest first. A
roll that changes nothing only repeats, so it drops out of the chances (the conditional probability of the paper) but
counts for the number of rolls. The same lines run on floats and, for exact answers, on fractions.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.montecarlo import Progress
from boardodds.multisets import multisets, numbers
from boardodds.orchard.rules import Rules, State, check
from boardodds.pmf import Pmf

RANDOM_TYPE, RANDOM_FRUIT, MOST_LEFT, FEWEST_LEFT, OPTIMAL = (
    "random_type",
    "random_fruit",
    "most_left",
    "fewest_left",
    "optimal",
)
POLICIES = (RANDOM_TYPE, RANDOM_FRUIT, MOST_LEFT, FEWEST_LEFT, OPTIMAL)
MAX_BOARDS = 250_000
MAX_ROLLS = 5_000
# two values of a choice that differ by less than this are equal but for rounding
SAME = 1e-12

Values = NDArray[Any]
Ints = NDArray[np.integer[Any]]


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
        return kept_solver(self.rules, self.policy).rolls(self.state)

    def win_fraction(self, progress: Progress | None = None) -> Fraction:
        """The chance to win as an exact fraction, worked out on demand (half a second for the whole big game).

        progress: called with the share of the work done, from 0 to 1.
        """
        solver = Solver(self.rules, self.policy, exact=True, below=self.state, progress=progress)
        return Fraction(solver.win(self.state))

    def final_states(self) -> dict[State, float]:
        """The chance of each final state, on demand; trees are not told apart, their fruit is in ascending order."""
        return kept_solver(self.rules, self.policy).final_states(self.state)


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
    return Odds(rules, policy, state, float(kept_solver(rules, policy).win(state)))


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
    if not rules.basket_picks:
        return []
    solver = kept_solver(rules, OPTIMAL)
    choices = solver.first_pick_values()
    best, fullest = choices.max(axis=0), choices[-1]
    boards, raven = np.nonzero(best - fullest > SAME)
    found = [
        Regret(
            State(tuple(solver.fruit[board].tolist()), int(steps)),
            float(best[board, steps]),
            float(fullest[board, steps]),
        )
        for board, steps in zip(boards, raven, strict=True)
    ]
    return sorted(found, key=lambda regret: regret.most_left - regret.best)


def count_final_states(rules: Rules) -> int:
    """Final states of a game, trees told apart: a won one for each raven step left, a lost one for each fruit left.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD, ORCHARD
    >>> count_final_states(ORCHARD), count_final_states(MY_FIRST_ORCHARD)
    (14650, 630)
    """
    return rules.raven_steps + prod(left + 1 for left in rules.fruit) - 1


def count_boards(rules: Rules) -> int:
    """Boards that a game is solved through: multisets of fruit, up to that of the fullest tree on each."""
    return comb(len(rules.fruit) + max(rules.fruit), len(rules.fruit))


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


@lru_cache(maxsize=12)
def kept_solver(rules: Rules, policy: str) -> "Solver":
    """The solver of a game under a policy, built once."""
    return Solver(rules, policy)


class Solver:
    """The value of every board (boards, raven steps) under one policy.

    fruit: the boards in ascending order of fruit (boards, trees). down: the board after one fruit of a tree (trees,
    boards).
    picks: the chance of a basket to pick each tree, by fruit still to pick: (picks, trees, boards, raven steps or 1).
    below: a state; only what can come of it is worked out. The whole game if None.
    """

    def __init__(
        self,
        rules: Rules,
        policy: str,
        *,
        exact: bool = False,
        below: State | None = None,
        progress: Progress | None = None,
    ) -> None:
        check_work(rules, policy)
        self.rules, self.policy, self.exact = rules, policy, exact
        self.one: Any = Fraction(1) if exact else 1.0
        top = below or rules.start
        self.raven_steps, self.highest = top.raven_steps, max(top.fruit)
        trees = len(rules.fruit)
        boards = multisets(trees, self.highest)
        boards = boards[(boards <= np.sort(top.fruit)).all(axis=1)]
        self.fruit = boards[np.argsort(boards.sum(axis=1), kind="stable")]
        self.row = np.full(comb(trees + self.highest, trees), -1)
        self.row[numbers(self.fruit.T, self.highest)] = np.arange(len(self.fruit))
        self.total = self.fruit.sum(axis=1)
        self.bears = (self.fruit > 0).T
        self.down = np.stack([self._without(tree) for tree in range(trees)])
        self.kinds = self.bears.sum(axis=0)
        self.picks = [self._fixed_picks()] * rules.basket_picks
        self.values = self._solve_values(progress)

    def _without(self, tree: int) -> Ints:
        """The boards after one fruit of a tree, where it bears any; else the same boards."""
        after = np.sort(self.fruit - (np.arange(self.fruit.shape[1]) == tree), axis=1)
        kept = np.where(self.bears[tree][:, None], after, self.fruit)
        return self.row[numbers(kept.T, self.highest)]

    def _number(self, array: Ints) -> Values:
        """An array of whole numbers as the numbers that this solver works with."""
        return array.astype(object) * self.one if self.exact else array.astype(np.float64)

    def _choices(self, chosen: NDArray[np.int8]) -> Values:
        """Picks that leave nothing to chance: small numbers, since there is one for each tree, board, raven step and pick."""
        return self._number(chosen) if self.exact else chosen

    def _fixed_picks(self) -> Values:
        """The chance of each tree to be picked (trees, boards, 1); the optimal policy decides later, by the raven
        too."""
        trees = np.arange(len(self.bears))[:, None]
        if self.policy == RANDOM_TYPE:
            weight = self.bears.astype(np.int64)
        elif self.policy == RANDOM_FRUIT:
            weight = self.fruit.T.astype(np.int64)
        elif self.policy == FEWEST_LEFT:
            weight = (trees == self.bears.argmax(axis=0)).astype(np.int64)
        else:
            weight = np.repeat(trees == len(trees) - 1, self.fruit.shape[0], axis=1).astype(np.int64)
        total = np.maximum(weight.sum(axis=0), 1)
        return (self._number(weight) / self._number(total))[:, :, None]

    def _solve_values(self, progress: Progress | None) -> list[Values]:
        """The chance to win, and the chance to win while a basket still picks 1, 2, ... fruits: (boards, raven steps)
        each."""
        rules = self.rules
        shape = (len(self.fruit), self.raven_steps + 1)
        values = [self._number(np.zeros(shape, dtype=np.int64)) for _ in range(rules.basket_picks + 1)]
        choices = [self._choices(np.zeros((len(self.bears), *shape), dtype=np.int8)) for _ in self.picks]
        for value in values:
            value[0, 1:] = self.one
        for level in self._levels():
            for left in range(1, rules.basket_picks + 1):
                after = [values[left - 1][down[level]] for down in self.down]
                if self.policy == OPTIMAL:
                    choices[left - 1][:, level] = self._best(after, level)
                    picks = choices[left - 1][:, level]
                else:
                    picks = self.picks[left - 1][:, level]
                values[left][level] = sum(pick * value for pick, value in zip(picks, after, strict=True))
            self._solve_level(values, level)
            if progress:
                progress(level.stop / len(self.fruit))
        if self.policy == OPTIMAL:
            self.picks = choices
        return values

    def _levels(self) -> list[slice]:
        """The boards that bear the same fruit in all, from one fruit on."""
        starts = np.flatnonzero(np.concatenate(([True], self.total[1:] != self.total[:-1], [True])))
        return [slice(start, stop) for start, stop in pairwise(starts[1:].tolist())]

    def _best(self, after: list[Values], level: slice) -> Values:
        """Picks the fullest tree unless another is better by more than rounding."""
        worth = np.stack(
            [np.where(bears[level][:, None], value, -1) for bears, value in zip(self.bears, after, strict=True)]
        )
        best, fullest = worth.max(axis=0), len(after) - 1
        choice = np.where(best - worth[fullest] > (0 if self.exact else SAME), worth.argmax(axis=0), fullest)
        return self._choices((np.arange(len(after))[:, None, None] == choice).astype(np.int8))

    def _solve_level(self, values: list[Values], level: slice) -> None:
        """The chance to win with so much fruit in all, one raven step after the other."""
        rules, win = self.rules, values[0]
        basket = values[rules.basket_picks] if rules.basket_picks else None
        picked = sum(
            self._number(bears[level].astype(np.int64))[:, None] * win[down[level]]
            for bears, down in zip(self.bears, self.down, strict=True)
        )
        # a basket that picks nothing changes nothing
        changing = self.kinds[level] + rules.raven_faces + (rules.basket_faces if basket is not None else 0)
        divisor = self._number(changing)
        for steps in range(1, self.raven_steps + 1):
            worth = picked[:, steps] + rules.raven_faces * win[level, steps - 1]
            if basket is not None:
                worth = worth + rules.basket_faces * basket[level, steps]
            win[level, steps] = worth / divisor

    def _at(self, fruit: tuple[int, ...]) -> int:
        return int(self.row[numbers(np.array(sorted(fruit))[:, None], self.highest)][0])

    def win(self, state: State) -> Any:
        """The chance to win from a state."""
        return self.values[0][self._at(state.fruit), state.raven_steps]

    def after_picks(self, fruit: tuple[int, ...], raven_steps: int, picks: int) -> float:
        """The chance to win while a basket still picks so many fruits."""
        return float(self.values[picks][self._at(fruit), raven_steps])

    def pick_chances(self, state: State, left: int) -> list[float]:
        """The chance of each tree, fewest fruit first, to be picked by a basket that still picks ``left`` fruits."""
        picks = self.picks[left - 1][:, self._at(state.fruit)]
        return [float(pick[state.raven_steps] if len(pick) > 1 else pick[0]) for pick in picks]

    def first_pick_values(self) -> Values:
        """The chance to win after a basket's first pick from each tree (trees, boards, raven steps), -1 where it is
        bare."""
        after = self.values[self.rules.basket_picks - 1]
        worth = np.stack(
            [np.where(b[:, None], after[down], -1.0) for b, down in zip(self.bears, self.down, strict=True)]
        )
        worth[:, 0] = 0
        worth[:, :, 0] = 0
        return worth

    def step(self, values: Values) -> Values:
        """The expectation of ``values`` (boards, raven steps, ...) one roll later, from every state; final states
        keep theirs."""
        rules = self.rules
        later = np.zeros_like(values)
        later[:, 1:] += rules.raven_faces * values[:, :-1]
        for down in self.down:
            later += values[down]
        picked = values
        for picks in reversed(self.picks):
            weights = picks.reshape(picks.shape + (1,) * (values.ndim - 2))
            picked = sum(weight * picked[down] for weight, down in zip(weights, self.down, strict=True))
            picked[0] = values[0]
        later += rules.basket_faces * picked
        later /= rules.faces
        later[0], later[:, 0] = values[0], values[:, 0]
        return later

    def rolls(self, state: State) -> Pmf:
        """The number of rolls to the end, to a rest of 1e-12."""
        board = self._at(state.fruit)
        over = np.zeros((len(self.fruit), self.raven_steps + 1))
        over[0], over[:, 0] = 1, 1
        done = [float(over[board, state.raven_steps])]
        while done[-1] < 1 - SAME and len(done) <= MAX_ROLLS:
            over = self.step(over)
            done.append(float(over[board, state.raven_steps]))
        return Pmf.from_weights({roll: max(0.0, p) for roll, p in enumerate(np.diff(done, prepend=0.0).tolist())})

    def raven_left(self, state: State) -> Pmf:
        """The raven's steps left at the end, 0 if it has come."""
        weights = {0: 1 - float(self.win(state))}
        for final, chance in self.final_states(state).items():
            if final.is_won:
                weights[final.raven_steps] = chance
        return Pmf.from_weights({steps: max(0.0, chance) for steps, chance in weights.items()})

    def final_states(self, state: State) -> dict[State, float]:
        """The chance of each final state, going forward through the states that change anything."""
        chance = np.zeros((len(self.fruit), self.raven_steps + 1))
        chance[self._at(state.fruit), state.raven_steps] = 1
        baskets = [np.zeros_like(chance) for _ in range(self.rules.basket_picks + 1)]
        for level in reversed(self._levels()):
            self._pass_on(level, chance, baskets)
        finals = {State(tuple(self.fruit[0].tolist()), steps): float(p) for steps, p in enumerate(chance[0]) if p}
        lost = {
            State(tuple(self.fruit[board].tolist()), 0): float(chance[board, 0])
            for board in np.flatnonzero(chance[:, 0])
        }
        return finals | lost

    def _pass_on(self, level: slice, chance: Values, baskets: list[Values]) -> None:
        """Hands the chances of boards with so much fruit in all on to the boards that they can become."""
        rules = self.rules
        for left in range(rules.basket_picks, 0, -1):
            self._pick(level, left, baskets[left][level], chance, baskets)
        basket_faces = rules.basket_faces if rules.basket_picks else 0
        changing = self.kinds[level] + rules.raven_faces + basket_faces
        shares = np.zeros_like(chance[level])
        for steps in range(self.raven_steps, 0, -1):
            shares[:, steps] = chance[level, steps] / changing
            chance[level, steps - 1] += rules.raven_faces * shares[:, steps]
        chance[level, 1:] = 0
        for bears, down in zip(self.bears, self.down, strict=True):
            np.add.at(chance, down[level], bears[level][:, None] * shares)
        if basket_faces:
            self._pick(level, rules.basket_picks, basket_faces * shares, chance, baskets)

    def _pick(self, level: slice, left: int, arriving: Values, chance: Values, baskets: list[Values]) -> None:
        """A basket that still picks ``left`` fruits picks one: the game goes on after the last one, or is won."""
        for down, picks in zip(self.down, self.picks[left - 1], strict=True):
            after, picked = down[level], arriving * picks[level]
            over = (after == 0) | (left == 1)
            np.add.at(chance, after[over], picked[over])
            np.add.at(baskets[left - 1], after[~over], picked[~over])
