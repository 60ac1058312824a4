"""The exact chance to win from every state, by one recurrence over the fruit that is left.

A state is the multiset of the fruit left on the trees, the raven steps left and the player whose turn it is. The modules
``boards``, ``ravens`` and ``rolls`` compute the chances, and ``exact`` computes them as fractions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from boardodds.orchard import exact
from boardodds.orchard.boards import after_basket, basket_results, boards_of, count_boards, team_of
from boardodds.orchard.ravens import fruit_left, raven_step_chances
from boardodds.orchard.rolls import Endings, endings
from boardodds.orchard.rules import (
    FEWEST_LEFT,
    MOST_LEFT,
    OPTIMAL,
    ORCHARD,
    Policy,
    Rules,
    State,
    as_policies,
    check_policies,
    check_state,
    first_state,
)
from boardodds.probability.arrays import Floats
from boardodds.probability.display import short_repr
from boardodds.probability.montecarlo import Progress, ignore_progress
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Measure, Result, Results

MAX_BOARDS = 250_000
# Games with more states are not solved in fractions for rows, which would take more than a few seconds.
_MAX_FRACTION_STATES = 40_000
# Chances to win that differ by less are equal except for rounding.
TIE_TOLERANCE = 1e-12


@short_repr
@dataclass(frozen=True, slots=True)
class Odds(Result):
    """The exact answers for a game from one state under the policies of its players.

    Everything but the chance to win is computed on request.

    policies: the policy of each player in turn.
    """

    rules: Rules
    policies: tuple[Policy, ...]
    state: State
    win: float

    @property
    def raven_left(self) -> Pmf:
        """The number of raven steps left at the end, 0 for a lost game."""
        return Solver(self.rules, self.policies).raven_left(self.state)

    @property
    def fruit_left(self) -> Pmf:
        """The number of fruits left at the end, 0 for a won game."""
        return fruit_left(self.rules, self.policies, self.state)

    @property
    def rolls(self) -> Pmf:
        """The number of rolls until the end, including those that change nothing; for one policy only, as the endings."""
        return self.endings.rolls

    @property
    def endings(self) -> Endings:
        """The chance that the game is won, or lost, with each roll."""
        return endings(self.rules, self.policies, self.state)

    def win_fraction(self, progress: Progress = ignore_progress) -> Fraction:
        """Return the chance to win as a fraction; raise ValueError for players with different policies.

        progress: called with the proportion of the work done, from 0 to 1.
        """
        return exact.win_fraction(self.rules, self.policies, self.state, progress)

    def measures(self) -> Iterator[Measure]:
        states = count_boards(self.rules, self.policies) * (self.rules.raven_steps + 1)
        is_alike, is_small = len(set(self.policies)) == 1, states <= _MAX_FRACTION_STATES
        yield Measure("win", self.win_fraction() if is_alike and is_small else self.win)
        if is_alike:
            yield Measure("mean_rolls", self.rolls.mean)

    def distributions(self) -> Iterator[Measure]:
        for name in ("raven_left", "fruit_left", *["rolls"] * (len(set(self.policies)) == 1)):
            yield from (replace(each, name=name) for each in getattr(self, name).measures())


def solve(
    rules: Rules = ORCHARD,
    *,
    policy: Policy = OPTIMAL,
    policies: Sequence[Policy] = (),
    state: State | str | None = None,
) -> Odds:
    """Solve a game from the start or from any state.

    policy: how every player's basket picks. ``random_type`` chooses a tree with fruit at random for each pick (the paper's
        "random"); ``random_fruit`` chooses one of the fruits left at random; ``most_left`` picks from the fullest tree (the
        paper's "smart"); ``different_trees`` picks each fruit of a basket from another tree, the fullest first, and fewer fruits
        if fewer trees have some; ``fewest_left`` picks from the emptiest tree with fruit; ``favourite_first`` picks from the
        first tree while it has fruit, then as ``random_type``; ``in_order`` picks from the first tree with fruit; ``optimal``
        maximises the chance to win. Of equally good trees it picks the fullest, and the number of rolls depends on this choice.
    policies: the policy of each player, who take turns with every roll; in place of ``policy``.
    state: the first state, or its text; the start of the rules if None.

    Raises ValueError for an unknown policy, for ``optimal`` beside others, for a state that the rules do not allow, and for an
    orchard with too many boards.

    >>> round(solve(policy="most_left").win, 5), round(solve(ORCHARD, policy="random_type").win, 5)
    (0.78193, 0.73632)
    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD_FIVE
    >>> round(solve(MY_FIRST_ORCHARD_FIVE, policies=("most_left", "random_type")).win, 5)
    0.61559
    """
    team = as_policies(policy, policies)
    state = first_state(rules, state, team)
    return Odds(rules, team, state, Solver(rules, team).win(state))


@dataclass(frozen=True, slots=True)
class BasketChoice(Result):
    """One choice of a basket's first fruit.

    tree: the number of the tree, from 0.
    win: the chance to win if all later picks are optimal.
    """

    _MEASURES = ("win",)
    _OF = "tree"

    tree: int
    win: float


def best_basket(state: State | str, rules: Rules = ORCHARD) -> Results[BasketChoice]:
    """Return the chance to win for each choice of a basket's next fruit, the best choice first.

    Its first fruit if the state has no basket to be filled.

    Choices with the same chance are in the order of the trees. There are none if the game is over, or if a basket picks nothing.

    Raises ValueError for a state that the rules do not allow, and for an orchard with too many boards.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> [choice.tree for choice in best_basket(State((1, 4, 0, 2), 3), MY_FIRST_ORCHARD)]
    [1, 3, 0]
    """
    state = check_state(state, rules)
    if state.is_lost or state.is_won or not rules.basket_picks:
        return Results()
    solver = Solver(rules, (OPTIMAL,))
    after_rest = after_basket(solver.boards, MOST_LEFT, (state.basket or rules.basket_picks) - 1)
    choices = []
    for tree, left in enumerate(state.fruit):
        if left:
            board = solver.boards.number(count - (other == tree) for other, count in enumerate(state.fruit))
            choices.append(BasketChoice(tree, solver.board_win(int(after_rest[board]), state.raven_steps)))
    return Results(sorted(choices, key=lambda choice: (-choice.win, choice.tree)))


def worst_basket(state: State, rules: Rules = ORCHARD) -> float:
    """Return the chance to win after the worst basket, with optimal picks later; the best one is that of ``best_basket``.

    Its fruits are all from the emptiest tree, for the reason in ``boards.pick_weights``.

    Raises ValueError for a state that the rules do not allow or that ends the game, and for an orchard with too many boards.

    >>> start = ORCHARD.start
    >>> round(worst_basket(start), 4), round(best_basket(start)[0].win, 4)
    (0.8135, 0.8143)
    """
    check_state(state, rules)
    if state.is_lost or state.is_won:
        raise ValueError(f"state must not be the end of the game, got {state}")
    solver = Solver(rules, (OPTIMAL,))
    picks = state.basket or rules.basket_picks
    board = after_basket(solver.boards, FEWEST_LEFT, picks)[solver.boards.number(state.fruit)]
    return solver.board_win(int(board), state.raven_steps)


def count_final_states(rules: Rules = ORCHARD) -> int:
    """Return the number of final states, if trees with the same fruit are distinguished.

    There is one won state for each number of raven steps left, and one lost state for each way to leave some fruit.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> count_final_states(ORCHARD), count_final_states(MY_FIRST_ORCHARD)
    (14650, 630)
    """
    return rules.raven_steps + prod(left + 1 for left in rules.fruit) - 1


def check_work(rules: Rules, policies: tuple[Policy, ...]) -> None:
    """Raise ValueError for policies that can't be used, and for an orchard with too many boards to solve."""
    check_policies("policy", policies)
    boards = count_boards(rules, policies)
    if boards > MAX_BOARDS:
        raise ValueError(
            f"{len(rules.fruit)} trees of up to {max(rules.fruit)} fruit have {boards:,} boards; at most {MAX_BOARDS:,} can be "
            "solved: use fewer trees or less fruit"
        )


class Solver:
    """The solution of every state of a game under the policies of its players.

    Solvers are cheap to create: the boards and the chances come from caches and must not be changed.

    team: the policies that differ; see ``team_of``.
    boards: the boards of the game.
    chance: float array (players, boards, raven steps or more), the chance of exactly 0, 1, ... raven steps before all fruit is
        picked.

    Raises ValueError for policies that can't be used, and for an orchard with too many boards.

    >>> from boardodds.orchard.rules import MY_FIRST_ORCHARD
    >>> round(Solver(MY_FIRST_ORCHARD, ("most_left",)).win(State((0, 0, 1, 0), 1)), 5)
    0.66667
    """

    def __init__(self, rules: Rules, policies: tuple[Policy, ...]) -> None:
        check_work(rules, policies)
        self.team = team_of(rules, policies)
        self.boards = boards_of(rules.fruit, self.team)
        self.chance = raven_step_chances(rules, self.team)

    def win(self, state: State) -> float:
        """Return the chance to win from a state."""
        if not state.basket and len(self.team) == 1:
            return self.board_win(self.boards.number(state.fruit), state.raven_steps)
        # The rounded sum can be slightly more than 1.
        return min(1.0, float(self._raven_chances(state).sum()))

    def board_win(self, board: int, steps: int) -> float:
        """Return the chance of the first player to win from the board with a number, with some raven steps left."""
        return min(1.0, float(self.chance[0, board, :steps].sum()))

    def _raven_chances(self, state: State) -> Floats:
        """Return the chance of exactly 0, 1, ... raven steps before all fruit is picked: float array (raven steps left,)."""
        player = (state.next - 1) % len(self.team)
        results = basket_results(self.team[player], state)
        roller = (player + bool(state.basket)) % len(self.team)
        boards, weights = [self.boards.number(after.fruit) for after in results], [*map(float, results.values())]
        chances: Floats = weights @ self.chance[roller, boards, : state.raven_steps]
        return chances

    def raven_left(self, state: State) -> Pmf:
        """Return the distribution of the raven steps left at the end, 0 for a lost game."""
        chances = enumerate(self._raven_chances(state).tolist())
        return Pmf.from_weights(
            {0: 1 - self.win(state)} | {state.raven_steps - ravens: chance for ravens, chance in chances}
        )
