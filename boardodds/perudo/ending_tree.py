"""The tree of all sequences of bids in a round between two players, level by level, as arrays.

A node is a sequence of bids. The player to move at a node answers its last bid with dudo or a raise; at the root there is no
dudo. The nodes of a level are all sequences of one length, and the children of a node follow each other in the next level. So
the raises of a level, in order, are the nodes of the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from boardodds.perudo.bids import Bid, legal_bids
from boardodds.perudo.rules import Rules
from boardodds.probability.arrays import Ints

# The largest number of nodes of a tree, which then takes some seconds to build.
MAX_NODES = 300_000


@dataclass(frozen=True, slots=True)
class Level:
    """The sequences of bids of one length.

    bid: int array (nodes,), the number of the last bid of each; -1 for the root.
    first: int array (nodes + 1,), the number of the first child of each node in the next level, and their number at the end.
    """

    bid: Ints
    first: Ints

    @property
    def nodes(self) -> int:
        return len(self.bid)

    @property
    def children(self) -> int:
        """The number of nodes of the next level."""
        return int(self.first[-1])

    @property
    def parent(self) -> Ints:
        """The number of the parent of each node of the next level: int array (children,)."""
        return np.repeat(np.arange(self.nodes), np.diff(self.first))


@dataclass(frozen=True, slots=True)
class Tree:
    """All sequences of bids.

    bids: the bids by number.
    levels: the levels; in even ones the opener is to move.
    """

    bids: tuple[Bid, ...]
    levels: tuple[Level, ...]

    @property
    def nodes(self) -> int:
        return sum(level.nodes for level in self.levels)

    def node(self, bids: Sequence[Bid]) -> tuple[int, int]:
        """Return the level and the number of the node of a sequence of bids.

        Raises ValueError if a bid may not follow the one before.
        """
        node = 0
        for number, bid in enumerate(bids):
            level = self.levels[number]
            first, last = level.first[node], level.first[node + 1]
            answers = (
                {self.bids[self.levels[number + 1].bid[child]]: child for child in range(first, last)}
                if first < last
                else {}
            )
            if bid not in answers:
                after = f"after {bids[number - 1]}" if number else "as the opening bid"
                raise ValueError(f"bids must follow the rules: {bid} is not allowed {after}")
            node = answers[bid]
        return len(bids), node


def tree_size(total_dice: int, rules: Rules) -> int:
    """Return the number of sequences of bids, with the empty one, in a round with a number of dice in all.

    >>> tree_size(2, Rules()), tree_size(3, Rules()), tree_size(3, Rules(raise_rule="any_higher", wild_aces=False))
    (427, 14588, 262144)
    """

    @cache
    def size(bid: Bid | None) -> int:
        return 1 + sum(size(answer) for answer in legal_bids(bid, total_dice, rules))

    return size(None)


def build_tree(total_dice: int, rules: Rules) -> Tree:
    """Return the tree of a round with a number of dice in all.

    Raises ValueError if it has too many nodes.

    >>> build_tree(3, Rules()).nodes
    14588
    """
    if (nodes := tree_size(total_dice, rules)) > MAX_NODES:
        raise ValueError(
            f"a round with {total_dice} dice has {nodes:,} sequences of bids; at most {MAX_NODES:,} can be solved: use fewer "
            "dice or the raise rule value_or_quantity"
        )
    bids = _possible_bids(total_dice, rules)
    number = {bid: index for index, bid in enumerate(bids)}
    answers = {
        index: np.array([number[later] for later in legal_bids(bid, total_dice, rules)], dtype=np.int16)
        for index, bid in [(-1, None), *enumerate(bids)]
    }
    levels, last = [], np.array([-1], dtype=np.int16)
    while len(last):
        children = [answers[bid] for bid in last.tolist()]
        levels.append(Level(last, np.concatenate([[0], np.cumsum([len(each) for each in children])])))
        last = np.concatenate(children)
    return Tree(bids, tuple(levels))


def _possible_bids(total_dice: int, rules: Rules) -> tuple[Bid, ...]:
    """Return every bid that can be made in the round, in order."""
    found: set[Bid] = set()
    waiting = legal_bids(None, total_dice, rules)
    while waiting:
        bid = waiting.pop()
        if bid not in found:
            found.add(bid)
            waiting += legal_bids(bid, total_dice, rules)
    return tuple(sorted(found))
