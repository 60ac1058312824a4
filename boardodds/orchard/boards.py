"""The boards of an orchard, numbered for all rules, and the boards that a pick leads to.

A board is the multiset of the fruit left on the trees: it does not matter which tree has how much.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np

from boardodds.orchard.rules import FEWEST_LEFT, RANDOM_FRUIT, RANDOM_TYPE, Rules
from boardodds.probability.arrays import Bools, Ints, multiset_numbers, multisets


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """All boards of an orchard, ordered by their total fruit, then by the number of trees with fruit.

    The arrays are shared and must not be changed.

    fruit: int array (boards, trees), the fruit left on each tree, in ascending order.
    kinds: int array (boards,), the number of trees with fruit.
    after_pick: int array (trees, boards), the board after a pick from a tree; the same board if the tree is bare.
    levels: a slice of the boards for each total of fruit, from 1 on.
    groups: for each level, a slice of its boards for each number of trees with fruit, with that number.
    board_numbers: int array, the board of each multiset by its number; -1 for multisets with more fruit than the orchard.
    max_fruit: the fruit on the fullest tree at the start.
    """

    fruit: Ints
    kinds: Ints
    after_pick: Ints
    levels: tuple[slice, ...]
    groups: tuple[tuple[tuple[slice, int], ...], ...]
    board_numbers: Ints
    max_fruit: int

    def __len__(self) -> int:
        return len(self.fruit)

    def number(self, fruit: Iterable[int]) -> int:
        """Return the number of the board with this fruit, in any order."""
        return int(self.board_numbers[multiset_numbers(np.array(sorted(fruit))[:, None], self.max_fruit)][0])

    def after_basket(self, policy: str, picks: int) -> Ints:
        """Return the board after some picks by a policy without randomness: int array (boards,).

        >>> two = number_boards((1, 2))
        >>> [two.fruit[board].tolist() for board in two.after_basket("most_left", 2)[-2:]]
        [[0, 0], [0, 1]]
        """
        every = np.arange(len(self))
        after_one: Ints = self.after_pick[pick_weights(policy, self.fruit).argmax(axis=0), every]
        after: Ints = every
        for _ in range(picks):
            after = after_one[after]
        return after


def count_boards(rules: Rules) -> int:
    """Return the number of multisets with at most the fruit of the fullest tree on each tree.

    A game has as many boards if all its trees have the same fruit at the start, and fewer if they don't.
    """
    return comb(len(rules.fruit) + max(rules.fruit), len(rules.fruit))


def number_boards(start: tuple[int, ...]) -> Boards:
    """Return all boards of an orchard.

    start: the fruit on each tree at the start.

    >>> number_boards((1, 2)).fruit.tolist()
    [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]]
    """
    trees, max_fruit = len(start), max(start)
    fruit = multisets(trees, max_fruit)
    if min(start) < max_fruit:
        fruit = fruit[(fruit <= np.sort(start)).all(axis=1)]
    # The multisets are in lexicographic order, so those with more bare trees come first, also among those with the same total.
    # NumPy sorts 16-bit integers in linear time.
    order = np.argsort(fruit.sum(axis=1).astype(np.int16), kind="stable")
    fruit = fruit[order]
    numbers = multiset_numbers(fruit.T, max_fruit)
    board_numbers = np.full(comb(trees + max_fruit, trees), -1)
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
    after_pick = board_numbers[_numbers_after_pick(fruit.T, numbers)]
    return Boards(fruit, kinds, after_pick, levels, groups, board_numbers, max_fruit)


def _runs(values: Ints) -> list[slice]:
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1], [True])))
    return [slice(start, stop) for start, stop in pairwise(starts.tolist())]


def _numbers_after_pick(fruit: Ints, numbers: Ints) -> Ints:
    """Return the numbers of the multisets after a pick from each tree: int array (trees, boards).

    A bare tree leaves the number as it is. ``fruit`` is an int array (trees, boards), each column in ascending order.
    """
    after = np.empty(fruit.shape, dtype=np.int64)
    first = np.zeros(fruit.shape[1], dtype=np.int64)
    highest = int(fruit.max())
    # The decrease of a multiset's number if the fruit at a place in ascending order becomes 1 less.
    decrease = np.array(
        [[comb(left - 1 + place, place) if left else 0 for left in range(highest + 1)] for place in range(len(fruit))]
    )
    for tree, left in enumerate(fruit):
        if tree:
            # Of trees with the same fruit, the first one gives it, so that the fruit stays in ascending order.
            first = np.where(left == fruit[tree - 1], first, tree)
        after[tree] = numbers - decrease[first, left]
    return after


cached_boards = lru_cache(maxsize=8)(number_boards)


def pick_weights(policy: str, fruit: Ints) -> Ints:
    """Return the weights with which the next pick chooses a tree: int array (trees, boards).

    On the board without fruit, the weights of a random policy are all 0. Other policies have the weight 1 for one tree there.

    ``optimal`` picks from the fullest tree. To prove that this is best, compare two games that differ in one fruit: in the first
    it is on the emptier of two trees, in the second on the fuller. The first game can copy every roll and pick of the second,
    until both are alike or it picks a fruit from the emptier tree that the second game lacks. Then it is one fruit ahead.

    fruit: int array (boards, trees), the fruit left on each tree, in ascending order.

    >>> pick_weights("random_fruit", np.array([[0, 1, 3]])).T.tolist()
    [[0, 1, 3]]
    """
    bears: Bools = (fruit > 0).T
    if policy == RANDOM_TYPE:
        return bears.astype(np.int64)
    if policy == RANDOM_FRUIT:
        return fruit.T.astype(np.int64)
    chosen = bears.argmax(axis=0) if policy == FEWEST_LEFT else np.full(len(fruit), len(bears) - 1)
    weights: Ints = (np.arange(len(bears))[:, None] == chosen).astype(np.int64)
    return weights
