"""The boards of an orchard, numbered for all rules, and the boards that a pick leads to.

A board is the multiset of the fruit left on the trees: it does not matter which tree has how much. Only the trees that a policy
picks from because of their place, such as a favourite, stand before the multiset.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product
from math import comb, prod

import numpy as np

from boardodds.orchard.rules import (
    DIFFERENT_TREES,
    FAVOURITE_FIRST,
    FEWEST_LEFT,
    IN_ORDER,
    MAX_FRUIT,
    MOST_LEFT,
    OPTIMAL,
    RANDOM_FRUIT,
    RANDOM_POLICIES,
    Policy,
    Rules,
    State,
    after_pick,
)
from boardodds.probability.arrays import Floats, Ints, multiset_numbers, multisets


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """All boards of an orchard, ordered by their total fruit, then by the number of trees with fruit.

    The arrays are shared and must not be changed.

    fruit: int array (boards, trees), the fruit left on each tree, in ascending order but for the trees that keep their place.
    after_pick: int array (trees, boards), the board after a pick from a tree; the same board if the tree is bare.
    levels: a slice of the boards for each total of fruit, from 1 on.
    groups: for each level, a slice of its boards for each number of trees with fruit, with that number.
    board_numbers: int array, the board by the number of its fruit; -1 for more fruit than the orchard has.
    max_fruit: the fruit on the fullest tree at the start, of those that don't keep their place.
    strides: int array (trees that keep their place,), what a fruit on each of them adds to the number.
    """

    fruit: Ints
    after_pick: Ints
    levels: tuple[slice, ...]
    groups: tuple[tuple[tuple[slice, int], ...], ...]
    board_numbers: Ints
    max_fruit: int
    strides: Ints

    def __len__(self) -> int:
        return len(self.fruit)

    def number(self, fruit: Iterable[int]) -> int:
        """Return the number of the board with this fruit, by tree."""
        fruit, kept = tuple(fruit), len(self.strides)
        rows = np.array([*fruit[:kept], *sorted(fruit[kept:])])[:, None]
        return int(self.board_numbers[_numbers(rows, self.strides, self.max_fruit)][0])

    def picks_at_random(self, policy: Policy) -> bool:
        """Return whether a policy can lead to several boards: with ties, the others do so only if trees keep their place."""
        return policy in RANDOM_POLICIES or (
            len(self.strides) > 0 and policy in (MOST_LEFT, DIFFERENT_TREES, FEWEST_LEFT)
        )


@lru_cache(maxsize=16)
def after_basket(boards: Boards, policy: Policy, picks: int) -> Ints:
    """Return the board after some picks by a policy that does not pick at random: int array (boards,).

    >>> two = number_boards((1, 2))
    >>> [two.fruit[board].tolist() for board in after_basket(two, "most_left", 2)[-2:]]
    [[0, 0], [0, 1]]
    """
    every = np.arange(len(boards))
    after: Ints = every
    for left in range(picks, 0, -1):
        weights = pick_weights(policy, boards.fruit, left)
        after = np.where(weights.any(axis=0), boards.after_pick[weights.argmax(axis=0), every], every)[after]
    return after


def team_of(rules: Rules, policies: tuple[Policy, ...]) -> tuple[Policy, ...]:
    """Return the policies that the solvers use: one alone if all players pick alike, or if no basket picks anything."""
    team = tuple(MOST_LEFT if policy == OPTIMAL else policy for policy in policies)
    if not rules.basket_picks or not rules.basket_faces:
        return (MOST_LEFT,)
    return team[:1] if len(set(team)) == 1 else team


def kept_trees(team: Iterable[Policy], trees: int) -> int:
    """Return how many trees, from the first, keep their place, because a policy picks from them by it."""
    return max({FAVOURITE_FIRST: 1, IN_ORDER: trees}.get(policy, 0) for policy in team)


def count_boards(rules: Rules, policies: tuple[Policy, ...] = (MOST_LEFT,)) -> int:
    """Return the number of boards that are solved: multisets with at most the fruit of the fullest tree, for each player.

    A game has as many boards if all its trees have the same fruit at the start, and fewer if they don't.

    >>> from boardodds.orchard.rules import ORCHARD
    >>> [count_boards(ORCHARD, policies) for policies in [("most_left",), ("in_order",), ("most_left", "favourite_first")]]
    [1001, 14641, 6292]
    """
    team = team_of(rules, policies)
    kept = kept_trees(team, len(rules.fruit))
    rest = rules.fruit[kept:]
    return len(team) * prod(left + 1 for left in rules.fruit[:kept]) * comb(len(rest) + max(rest, default=0), len(rest))


def number_boards(start: tuple[int, ...], kept: int = 0) -> Boards:
    """Return all boards of an orchard.

    start: the fruit on each tree at the start.
    kept: the number of trees, from the first, that keep their place.

    >>> number_boards((1, 2)).fruit.tolist()
    [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]]
    """
    first, rest = start[:kept], start[kept:]
    max_fruit = max(rest, default=0)
    rests = multisets(len(rest), max_fruit)
    rests = rests[(rests <= np.sort(rest)).all(axis=1)]
    firsts = np.array(list(product(*(range(left + 1) for left in first))), dtype=np.int16)
    fruit = np.hstack([np.repeat(firsts, len(rests), axis=0), np.tile(rests, (len(firsts), 1))])
    # NumPy sorts 16-bit integers in linear time.
    order = np.argsort(((len(start) + 1) * fruit.sum(axis=1) + (fruit > 0).sum(axis=1)).astype(np.int16), kind="stable")
    fruit = fruit[order]
    multiset_count = comb(len(rest) + max_fruit, len(rest))
    strides = np.array([multiset_count * prod(left + 1 for left in first[place:]) for place in range(1, kept + 1)], int)
    board_numbers = np.full(multiset_count * prod(left + 1 for left in first), -1)
    numbers = _numbers(fruit.T, strides, max_fruit)
    board_numbers[numbers] = np.arange(len(fruit))
    total, kinds = fruit.sum(axis=1), (fruit > 0).sum(axis=1)
    levels = tuple(_runs(total)[1:])
    groups = tuple(
        tuple(
            (slice(level.start + run.start, level.start + run.stop), int(kinds[level.start + run.start]))
            for run in _runs(kinds[level])
        )
        for level in levels
    )
    # The decrease of a multiset's number if the fruit at a place in ascending order becomes 1 less.
    decrease = np.array([[0, *(comb(left + place, place) for left in range(max_fruit))] for place in range(len(rest))])
    # Of trees with the same fruit, the first one gives it, so that the fruit stays in ascending order.
    decreases = [
        strides[tree] * (left > 0) if tree < kept else decrease[(fruit.T[kept:] == left).argmax(axis=0), left]
        for tree, left in enumerate(fruit.T)
    ]
    after_pick = board_numbers[numbers - np.array(decreases)]
    return Boards(fruit, after_pick, levels, groups, board_numbers, max_fruit, strides)


def _numbers(fruit: Ints, strides: Ints, max_fruit: int) -> Ints:
    """Return the numbers of boards, int array (boards,), with some fruit: int array (trees, boards)."""
    kept = len(strides)
    numbers: Ints = strides @ fruit[:kept] + multiset_numbers(fruit[kept:], max_fruit)
    return numbers


def _runs(values: Ints) -> list[slice]:
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1], [True])))
    return [slice(start, stop) for start, stop in pairwise(starts.tolist())]


_cached_boards = lru_cache(maxsize=8)(number_boards)


def boards_of(fruit: tuple[int, ...], team: tuple[Policy, ...], *, cached: bool = True) -> Boards:
    """Return all boards of an orchard for the policies of its players, from a cache unless they are for one state of many."""
    kept = kept_trees(team, len(fruit))
    return (_cached_boards if cached else number_boards)((*fruit[:kept], *sorted(fruit[kept:])), kept)


def pick_weights(policy: Policy, fruit: Ints, picks: int = 1) -> Ints:
    """Return the weights with which the next pick chooses a tree: int array (trees, boards).

    Of equally full trees, one is chosen at random. If nothing is picked, all weights are 0: on the board without fruit, and for a
    fruit from another tree than the rest of its basket if there are too few trees with fruit. That basket picks from the emptiest
    of its trees first, because the fuller ones are then still in the same order.

    ``optimal`` picks from the fullest tree. To prove that this is best, compare two games that differ in one fruit: in the first
    it is on the emptier of two trees, in the second on the fuller. The first game can copy every roll and pick of the second,
    until both are alike or it picks a fruit from the emptier tree that the second game lacks. Then it is one fruit ahead.

    fruit: int array (boards, trees), the fruit left on each tree.
    picks: the number of fruits that the basket still picks.

    >>> pick_weights("random_fruit", np.array([[0, 1, 3]])).T.tolist()
    [[0, 1, 3]]
    """
    left, bears = fruit.T, (fruit > 0).T
    if policy == RANDOM_FRUIT:
        return left.astype(np.int64)
    if policy == IN_ORDER:
        chosen = np.cumsum(bears, axis=0) == 1
    elif policy == DIFFERENT_TREES:
        chosen = left == np.sort(left, axis=0)[-picks] if picks <= len(left) else np.zeros_like(bears)
    elif policy == FEWEST_LEFT:
        chosen = left == np.where(bears, left, MAX_FRUIT).min(axis=0)
    else:
        chosen = left == left.max(axis=0) if policy in (MOST_LEFT, OPTIMAL) else bears
    weights: Ints = (chosen & bears).astype(np.int64)
    if policy == FAVOURITE_FIRST:
        weights[1:, bears[0]] = 0
    return weights


def pick_chances(policy: Policy, fruit: Ints, picks: int) -> list[tuple[Floats, Floats]]:
    """Return for 1 to some picks that a basket still makes the chance that the next one is from each tree, and that it is none.

    The chances are float arrays (trees, boards) and (boards,).
    """
    found = []
    for left in range(1, picks + 1):
        if left == 1 or policy == DIFFERENT_TREES:
            weights = pick_weights(policy, fruit, left)
            total = weights.sum(axis=0)
        found.append((weights / np.maximum(total, 1), (total == 0).astype(float)))
    return found


def basket_results(policy: Policy, state: State) -> dict[State, Fraction]:
    """Return the chance of each state after the fruits that the basket of a state still picks.

    >>> {str(after): str(chance) for after, chance in basket_results("random_fruit", State((1, 2), 1, basket=1)).items()}
    {'0.2 raven=1': '1/3', '1.1 raven=1': '2/3'}
    """
    chances = {state: Fraction(1)}
    while any(before.basket for before in chances):
        later: dict[State, Fraction] = defaultdict(Fraction)
        for before, chance in chances.items():
            weights = pick_weights(policy, np.array([before.fruit]), before.basket)[:, 0].tolist()
            if before.basket and not any(weights):
                later[replace(before, basket=before.basket - 1)] += chance
            for tree, weight in enumerate(weights):
                if weight:
                    later[after_pick(before, tree)] += chance * Fraction(weight, sum(weights))
        chances = later
    return chances
