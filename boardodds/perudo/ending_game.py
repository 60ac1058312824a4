"""A round between two players as arrays: the tree of all sequences of bids, the payoffs of calls, and best answers to a strategy.

A node of the tree is a sequence of bids. The player to move at a node answers its last bid with dudo or a raise; at the root
there is no dudo. The nodes of a level are all sequences of one length, and the children of a node follow each other in the next
level. So the raises of a level, in order, are the nodes of the next one.

A strategy has two float arrays for each level, with the hands of the level's player in the columns: the chances of the raises, in
the order of the next level's nodes, and the chances of dudo, in the order of the level's nodes. The payoff is the opener's: +1
for winning the round, -1 for losing it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from boardodds.perudo.bidders import hands, matching_dice
from boardodds.perudo.bids import Bid, legal_raises
from boardodds.perudo.rules import Rules
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.validate import of_text

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
        return int(self.first[-1])


@dataclass(frozen=True, slots=True)
class Tree:
    """All sequences of bids: the bids by number, and the levels; in even ones the opener is to move."""

    bids: tuple[Bid, ...]
    levels: tuple[Level, ...]

    def node(self, bids: Sequence[Bid | str]) -> tuple[int, int]:
        """Return the level and the number of the node of a sequence of bids; raise ValueError if the rules forbid a bid."""
        node = 0
        for number, bid in enumerate(of_text(Bid, "bids", each) for each in bids):
            level = self.levels[number]
            first, last = level.first[node], level.first[node + 1]
            # The last level has no children.
            later = self.levels[number + 1].bid if first < last else ()
            answers = {self.bids[later[child]]: child for child in range(first, last)}
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
    sizes: dict[Bid | None, int] = {}
    for bid, answers in legal_raises(total_dice, rules).items():
        sizes[bid] = 1 + sum(sizes[answer] for answer in answers)
    return sizes[None]


def build_tree(total_dice: int, rules: Rules) -> Tree:
    """Return the tree of a round with a number of dice in all; raise ValueError if it has too many nodes."""
    if (nodes := tree_size(total_dice, rules)) > MAX_NODES:
        raise ValueError(
            f"a round with {total_dice} dice has {nodes:,} sequences of bids; at most {MAX_NODES:,} can be solved: use fewer "
            "dice or sides, or the raise rule value_or_quantity"
        )
    raises = legal_raises(total_dice, rules)
    bids = sorted(bid for bid in raises if bid)
    number: dict[Bid | None, int] = {bid: index for index, bid in enumerate([None, *bids], start=-1)}
    answers = {number[bid]: np.array([number[later] for later in raises[bid]], dtype=np.int16) for bid in raises}
    levels, last = [], np.array([-1], dtype=np.int16)
    while len(last):
        children = [answers[bid] for bid in last.tolist()]
        levels.append(Level(last, np.concatenate([[0], np.cumsum([len(each) for each in children])])))
        last = np.concatenate(children)
    return Tree(tuple(bids), tuple(levels))


# The least chance of a move of the other player, so that every sequence of bids has an answer, and what this and rounding errors
# can change in a limit.
NEVER, SLACK = 1e-9, 1e-7
# Instead of 0 where it divides.
_TINY = 1e-300

# The values of a level's raises, and of dudo.
Moves = tuple[Floats, Floats]
Strategy = Sequence[Moves]


class EndingGame:
    """A round: its tree, the chance of each hand of the opener and of the other player, and the truth of the bids."""

    def __init__(self, dice: tuple[int, int], rules: Rules) -> None:
        self.dice, self.rules = dice, rules
        self.tree = build_tree(sum(dice), rules)
        self.depth = len(self.tree.levels)
        self.hand_chances = [hands(number, rules.sides)[1] for number in dice]
        # Whether bids are true: +1 if so, -1 if not, float array (bids, hands of the opener, hands of the other).
        quantities = np.array([bid.quantity for bid in self.tree.bids])[:, None, None]
        first, second = (
            np.stack([matching_dice(bid.face, number, rules) for bid in self.tree.bids]) for number in dice
        )
        self._truth = np.where(first[:, :, None] + second[:, None, :] >= quantities, 1.0, -1.0)
        # By level, the node that each raise comes from: int array (raises,).
        self.parents = [np.repeat(np.arange(level.nodes), np.diff(level.first)) for level in self.tree.levels]
        self._nodes_by_bid = [
            {int(bid): np.flatnonzero(level.bid == bid) for bid in np.unique(level.bid) if bid >= 0}
            for level in self.tree.levels
        ]

    def hands(self, depth: int) -> int:
        """Return the number of hands of the player to move at a level."""
        return len(self.hand_chances[depth % 2])

    def with_dudo(self, raises: Sequence[Floats]) -> Strategy:
        """Return the strategy with these chances of raises, and dudo otherwise."""
        dudo = [
            np.maximum(0.0, 1.0 - segment_sums(chances, level))
            for chances, level in zip(raises, self.tree.levels, strict=True)
        ]
        return list(zip(raises, dudo, strict=True))

    def best_answers(self, strategy: Strategy) -> tuple[tuple[float, float], list[Moves]]:
        """Return the limits of the round's value to the opener, and by level the chances of winning it with each move.

        Both are those of the best answers to the other's strategy. Where the other never plays to a node, its hands count as
        equally likely to have done so.
        """
        wins: dict[int, Moves] = {}
        opener, other = (self._best_answer(strategy, player, wins) for player in (0, 1))
        limits = max(-1.0, -other - SLACK), min(1.0, opener + SLACK)
        return limits, [wins[depth] for depth in range(self.depth)]

    def _best_answer(self, strategy: Strategy, player: int, wins: dict[int, Moves]) -> float:
        """Return what a player, 0 for the opener, gets with the best answer; add the chances of winning with each move."""
        reaches = self.reaches(strategy, 1 - player, floor=NEVER)

        def answer(depth: int, raises: Floats, calls: Floats) -> Floats:
            reach = np.maximum(reaches[depth].sum(axis=1)[:, None], _TINY)
            wins[depth] = _as_chances(raises / reach[self.parents[depth]]), _as_chances(calls / reach)
            best = _segment_maxima(raises, self.tree.levels[depth])
            return np.maximum(best, calls) if depth else best

        return float(self.backward(strategy, player, reaches, answer)[0] @ self.hand_chances[player])

    def backward(
        self,
        strategy: Strategy,
        player: int,
        reaches: Sequence[Floats],
        answer: Callable[[int, Floats, Floats], Floats],
    ) -> Floats:
        """Return a player's values at the root against the other's strategy: float array (1, hands).

        reaches: the other's, as ``reaches`` returns them.
        answer: called with each level of the player and the values of its raises and of dudo; returns those of its nodes.
        """
        values: Floats = np.zeros((0, len(self.hand_chances[player])))
        for depth in reversed(range(self.depth)):
            if depth % 2 == player:
                values = answer(depth, values, self.call_values(depth, player, reaches[depth], caller=player))
            else:
                calls = self.call_values(depth, player, reaches[depth] * strategy[depth][1], caller=1 - player)
                values = segment_sums(values, self.tree.levels[depth]) + calls
        return values

    def reaches(self, strategy: Strategy, player: int, *, floor: float = 0.0) -> list[Floats]:
        """Return a player's chance of having a hand and playing to each node: a float array (nodes, hands) for each level.

        floor: the least chance of a move. Where a player makes no move more often than that, every hand makes it equally often.
        """
        reaches = [self.hand_chances[player][None, :]]
        for depth in range(self.depth - 1):
            reach = reaches[-1][self.parents[depth]]
            if depth % 2 == player and not floor:
                reach = reach * strategy[depth][0]
            elif depth % 2 == player:
                before, reach = reach.sum(axis=1)[:, None], reach * strategy[depth][0]
                is_unseen = reach.sum(axis=1)[:, None] <= floor * before
                reach = np.where(is_unseen, floor * before * self.hand_chances[player], reach)
            reaches.append(reach)
        return reaches

    def call_values(self, depth: int, player: int, other: Floats, *, caller: int) -> Floats:
        """Return the payoffs of dudo to a player, summed over the other's hands: float array (nodes, hands).

        other: float array (nodes, hands of the other), the other's chance of playing to the call with each hand.
        caller: who calls, 0 for the opener.
        """
        result = np.zeros((self.tree.levels[depth].nodes, len(self.hand_chances[player])))
        sign = -1.0 if caller == player else 1.0
        for bid, nodes in self._nodes_by_bid[depth].items():
            truth = self._truth[bid] if player == 0 else self._truth[bid].T
            result[nodes] = sign * other[nodes] @ truth.T
        return result

    def normalised(self, depth: int, raises: Floats, dudo: Floats) -> tuple[Floats, Floats]:
        """Return weights of moves as chances; equal chances where all weights are 0."""
        level, parent = self.tree.levels[depth], self.parents[depth]
        total = segment_sums(raises, level) + dudo
        moves = np.diff(level.first)[:, None] + (depth > 0)
        equal = 1.0 / np.maximum(1, moves)
        is_zero = total <= 0
        scale = np.where(is_zero, 1.0, total)
        return (
            np.where(is_zero[parent], equal[parent], raises / scale[parent]),
            np.where(is_zero, equal * (depth > 0), dudo / scale),
        )

    def best_where(self, where: Bools, depth: int, moves: Moves, wins: Moves) -> Moves:
        """Return the moves of a level, replaced by those with the best chance of winning at some nodes with some hands.

        where: bool array (nodes, hands).
        """
        level, parent = self.tree.levels[depth], self.parents[depth]
        (raises, dudo), (raise_wins, dudo_wins) = moves, wins
        best = np.maximum(_segment_maxima(raise_wins, level), dudo_wins if depth else -np.inf)
        best_raises, best_dudo = self.normalised(
            depth, (raise_wins >= best[parent]).astype(np.float64), (dudo_wins >= best).astype(np.float64) * (depth > 0)
        )
        return np.where(where[parent], best_raises, raises), np.where(where, best_dudo, dudo)


def _as_chances(payoffs: Floats) -> Floats:
    # Rounding, and the least chance of a move, can lead out of 0..1.
    return np.clip((1 + payoffs) / 2, 0, 1).astype(np.float32)


def segment_sums(values: Floats, level: Level) -> Floats:
    """Return the sums over the children of each node: float array (nodes, hands)."""
    return _segments(np.add, values, level, 0.0)


def _segment_maxima(values: Floats, level: Level) -> Floats:
    """Return the maxima over the children of each node, minus infinity without children: float array (nodes, hands)."""
    return _segments(np.maximum, values, level, -np.inf)


def _segments(operation: np.ufunc, values: Floats, level: Level, empty: float) -> Floats:
    result = np.full((level.nodes, values.shape[1]), empty)
    parents: Ints = np.flatnonzero(np.diff(level.first))
    if len(parents):
        result[parents] = operation.reduceat(values, level.first[parents], axis=0)
    return result
