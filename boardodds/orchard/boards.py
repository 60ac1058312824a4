"""The boards of an orchard, numbered once for all rules, and where each fruit that is picked leads.

Trees need no names: a board is the multiset of fruit left on them.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import comb

import numpy as np
from numpy.typing import NDArray

from boardodds.orchard.rules import Rules
from boardodds.probability.arrays import Ints
from boardodds.probability.multisets import multisets, numbers

RANDOM_TYPE, RANDOM_FRUIT, MOST_LEFT, FEWEST_LEFT, OPTIMAL = (
    "random_type",
    "random_fruit",
    "most_left",
    "fewest_left",
    "optimal",
)
POLICIES = (RANDOM_TYPE, RANDOM_FRUIT, MOST_LEFT, FEWEST_LEFT, OPTIMAL)
BY_CHANCE = (RANDOM_TYPE, RANDOM_FRUIT)


@dataclass(frozen=True, slots=True, eq=False)
class Boards:
    """All boards with so much fruit at most, by the fruit they have in all, then by the kinds of it. Nothing may be
    written to.

    fruit: the fruit left, in ascending order (boards, trees). kinds: trees that bear any (boards,). down: the board
    after one fruit of a tree, the same board where the tree is bare (trees, boards). levels: the boards with the same
    fruit in all, from one fruit on. groups: for each level, its boards with the same kinds, and how many kinds.
    row: the board of a multiset by its number, -1 for more fruit than there is. highest: the fruit on the fullest tree.
    """

    fruit: Ints
    kinds: Ints
    down: Ints
    levels: tuple[slice, ...]
    groups: tuple[tuple[tuple[slice, int], ...], ...]
    row: Ints
    highest: int

    def __len__(self) -> int:
        return len(self.fruit)

    def at(self, fruit: Iterable[int]) -> int:
        """The board with this fruit, in any order."""
        return int(self.row[numbers(np.array(sorted(fruit))[:, None], self.highest)][0])

    def picked(self, policy: str, picks: int) -> Ints:
        """The board after so many picks by a policy that leaves nothing to chance (boards,).

        >>> two = number_boards((1, 2))
        >>> [two.fruit[board].tolist() for board in two.picked("most_left", 2)[-2:]]
        [[0, 0], [0, 1]]
        """
        every = np.arange(len(self))
        once: Ints = self.down[pick_weights(policy, self.fruit).argmax(axis=0), every]
        after: Ints = every
        for _ in range(picks):
            after = once[after]
        return after


def count_boards(rules: Rules) -> int:
    """Boards that a game is solved through: multisets of fruit, up to that of the fullest tree on each."""
    return comb(len(rules.fruit) + max(rules.fruit), len(rules.fruit))


@lru_cache(maxsize=8)
def boards_of(most: tuple[int, ...]) -> Boards:
    """The boards with so much fruit on each tree at most, kept for the next question about such an orchard."""
    return number_boards(most)


def number_boards(most: tuple[int, ...]) -> Boards:
    """The boards with so much fruit on each tree at most, trees in any order.

    >>> number_boards((1, 2)).fruit.tolist()
    [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2]]
    """
    trees, highest = len(most), max(most)
    fruit = multisets(trees, highest)
    if min(most) < highest:
        fruit = fruit[(fruit <= np.sort(most)).all(axis=1)]
    # a sum of small integers in few bits is sorted in one sweep
    order = np.argsort((fruit.sum(axis=1) * (trees + 1) + (fruit > 0).sum(axis=1)).astype(np.int16), kind="stable")
    fruit = fruit[order]
    number = numbers(fruit.T, highest)
    row = np.full(comb(trees + highest, trees), -1)
    row[number] = np.arange(len(fruit))
    total, kinds = fruit.sum(axis=1), (fruit > 0).sum(axis=1)
    levels = tuple(_runs(total)[1:])
    groups = tuple(
        tuple(
            (slice(level.start + run.start, level.start + run.stop), int(kinds[level.start + run.start]))
            for run in _runs(kinds[level])
        )
        for level in levels
    )
    return Boards(fruit, kinds, row[_numbers_down(fruit.T, number)], levels, groups, row, highest)


def _runs(values: Ints) -> list[slice]:
    """Where equal values stand side by side."""
    starts = np.flatnonzero(np.concatenate(([True], values[1:] != values[:-1], [True])))
    return [slice(start, stop) for start, stop in pairwise(starts.tolist())]


def _numbers_down(fruit: Ints, number: Ints) -> Ints:
    """The numbers of the multisets after one fruit of a tree, where it bears any; else the same (trees, boards)."""
    down = np.empty(fruit.shape, dtype=np.int64)
    first = np.zeros(fruit.shape[1], dtype=np.int64)
    highest = int(fruit.max())
    # what a fruit less at a place in ascending order takes from the number
    less = np.array(
        [[comb(left - 1 + place, place) if left else 0 for left in range(highest + 1)] for place in range(len(fruit))]
    )
    for tree, left in enumerate(fruit):
        if tree:
            # of trees that bear the same the first gives the fruit, and the order stays
            first = np.where(left == fruit[tree - 1], first, tree)
        down[tree] = number - less[first, left]
    return down


def pick_weights(policy: str, fruit: Ints) -> Ints:
    """How likely the next pick takes from each tree, as whole numbers (trees, boards); all 0 where nothing is left, or
    1 for the last tree.

    fruit: in ascending order (boards, trees). ``optimal`` picks from the fullest tree: of two games that differ in one
    fruit, which hangs on the emptier of two trees in one and on the fuller in the other, the first can copy every roll
    and every pick of the second, until they are alike or the emptier tree is bare and the first is a fruit ahead.

    >>> pick_weights("random_fruit", np.array([[0, 1, 3]])).T.tolist()
    [[0, 1, 3]]
    """
    bears: NDArray[np.bool_] = (fruit > 0).T
    trees = np.arange(len(bears))[:, None]
    if policy == RANDOM_TYPE:
        return bears.astype(np.int64)
    if policy == RANDOM_FRUIT:
        return fruit.T.astype(np.int64)
    chosen = bears.argmax(axis=0) if policy == FEWEST_LEFT else np.full(len(fruit), len(bears) - 1)
    weights: Ints = (trees == chosen).astype(np.int64)
    return weights
