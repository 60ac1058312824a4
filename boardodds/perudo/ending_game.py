"""A round between two players as arrays: reaches, the payoffs of calls, and best answers to a strategy.

A strategy has two float arrays for each level of the tree, with the hands of the level's player in the columns: the chances of
the raises, in the order of the next level's nodes, and the chances of dudo, in the order of the level's nodes. The payoff is the
opener's: +1 for winning the round, -1 for losing it.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from boardodds.perudo.bids import Bid
from boardodds.perudo.ending_tree import Level, build_tree
from boardodds.perudo.rules import Rules
from boardodds.probability.arrays import Bools, Floats, Ints

# The least chance of a move of the other player, so that every sequence of bids has an answer, and what this and rounding errors
# can change in a limit.
NEVER, SLACK = 1e-9, 1e-7
# Instead of 0 where it divides.
_TINY = 1e-300

Hand = tuple[int, ...]
# The values of a level's raises, and of dudo.
Moves = tuple[Floats, Floats]
Strategy = Sequence[Moves]
# The chances of winning the round with each raise, and with dudo, by level.
Wins = tuple[tuple[Floats, ...], tuple[Floats, ...]]


def hands_of(dice: int, rules: Rules) -> list[Hand]:
    """Return every hand of some number of dice, in lexicographic order of its sorted dice."""
    return list(combinations_with_replacement(range(1, rules.sides + 1), dice))


def _hand_chances(dice: int, rules: Rules) -> Floats:
    """Return the chance of each hand: float array (hands,)."""
    orders = [factorial(dice) / prod(map(factorial, Counter(hand).values())) for hand in hands_of(dice, rules)]
    chances: Floats = np.array(orders) / rules.sides**dice
    return chances


class EndingGame:
    """A round: its tree, the chances of the hands, and the truth of the bids.

    dice: the dice of the opener, and of the other player.
    hand_chances: for each player, the chance of each hand, float array (hands,).
    """

    def __init__(self, dice: tuple[int, int], rules: Rules) -> None:
        self.dice, self.rules = dice, rules
        self.tree = build_tree(sum(dice), rules)
        self.depth = len(self.tree.levels)
        self.hand_chances = [_hand_chances(number, rules) for number in dice]
        self._truth = self._truths()
        self._parents = [level.parent for level in self.tree.levels]
        self._nodes_by_bid = [
            {int(bid): np.flatnonzero(level.bid == bid) for bid in np.unique(level.bid) if bid >= 0}
            for level in self.tree.levels
        ]

    def hands(self, depth: int) -> int:
        """Return the number of hands of the player to move at a level."""
        return len(self.hand_chances[depth % 2])

    def parent(self, depth: int) -> Ints:
        """Return the node that each raise of a level comes from: int array (raises,)."""
        return self._parents[depth]

    def _truths(self) -> Floats:
        """Return whether bids are true: +1 if so, -1 if not, float array (bids, hands of the opener, hands of the other)."""
        first, second = (
            np.array(
                [[_matching(bid, hand, self.rules) for hand in hands_of(number, self.rules)] for bid in self.tree.bids]
            )
            for number in self.dice
        )
        quantities = np.array([bid.quantity for bid in self.tree.bids])
        total = first[:, :, None] + second[:, None, :]
        return np.where(total >= quantities[:, None, None], 1.0, -1.0)

    def with_dudo(self, raises: Sequence[Floats]) -> Strategy:
        """Return the strategy with these chances of raises, and dudo otherwise."""
        dudo = [
            np.maximum(0.0, 1.0 - segment_sums(chances, level))
            for chances, level in zip(raises, self.tree.levels, strict=True)
        ]
        return list(zip(raises, dudo, strict=True))

    def limits(self, strategy: Strategy) -> tuple[float, float]:
        """Return the limits of the round's value to the opener, from the best answers to both players' strategies."""
        return -self.best_answer(strategy, 1) - SLACK, self.best_answer(strategy, 0) + SLACK

    def wins(self, strategy: Strategy) -> Wins:
        """Return the chances of winning the round with each raise, and with dudo, against the other's strategy."""
        answers = [self._best_answers(strategy, player)[1] for player in (0, 1)]
        by_level = [answers[depth % 2][depth] for depth in range(self.depth)]
        return tuple(raises for raises, _ in by_level), tuple(dudo for _, dudo in by_level)

    def best_answer(self, strategy: Strategy, player: int) -> float:
        """Return what a player, 0 for the opener, gets with the best answer to the other's strategy."""
        values, _ = self._best_answers(strategy, player)
        return float(values[0] @ self.hand_chances[player])

    def _best_answers(self, strategy: Strategy, player: int) -> tuple[Floats, dict[int, Moves]]:
        """Return a player's values at the root against the other's strategy, and the chances of winning with each move by level.

        Where the other never plays to a node, its hands count as equally likely to have done so.
        """
        other = self.reaches(strategy, 1 - player, floor=NEVER)
        values: Floats = np.zeros((0, len(self.hand_chances[player])))
        wins = {}
        for depth in reversed(range(self.depth)):
            level = self.tree.levels[depth]
            if depth % 2 == player:
                calls = self.call_values(depth, player, other[depth], caller=player)
                reach = np.maximum(other[depth].sum(axis=1)[:, None], _TINY)
                raises = (1 + values / reach[self.parent(depth)]) / 2
                wins[depth] = raises.astype(np.float32), ((1 + calls / reach) / 2).astype(np.float32)
                calls = calls if depth else np.full(calls.shape, -np.inf)
                values = np.maximum(_segment_maxima(values, level), calls)
            else:
                calls = self.call_values(depth, player, other[depth] * strategy[depth][1], caller=1 - player)
                values = segment_sums(values, level) + calls
        return values, wins

    def reaches(self, strategy: Strategy, player: int, *, floor: float = 0.0) -> list[Floats]:
        """Return a player's chance of having a hand and playing to each node: a float array (nodes, hands) for each level.

        floor: the least chance of a move. Where a player makes no move more often than that, every hand makes it equally often.
        """
        reaches = [self.hand_chances[player][None, :]]
        for depth in range(self.depth - 1):
            reach = reaches[-1][self.parent(depth)]
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
        level, parent = self.tree.levels[depth], self.parent(depth)
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
        level, parent = self.tree.levels[depth], self.parent(depth)
        (raises, dudo), (raise_wins, dudo_wins) = moves, wins
        best = np.maximum(_segment_maxima(raise_wins, level), dudo_wins if depth else -np.inf)
        best_raises, best_dudo = self.normalised(
            depth, (raise_wins >= best[parent]).astype(np.float64), (dudo_wins >= best).astype(np.float64) * (depth > 0)
        )
        return np.where(where[parent], best_raises, raises), np.where(where, best_dudo, dudo)


def _matching(bid: Bid, hand: Hand, rules: Rules) -> int:
    return sum(die in rules.matching_faces(bid.face) for die in hand)


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
