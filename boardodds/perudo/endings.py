"""The end of a match, solved: a round between two players with few dice, with its value between certified limits.

The method is counterfactual regret minimisation (CFR+, Tammelin 2014). In each pass both players shift their chances towards the
moves that they regret, for every hand at every sequence of bids; the averages converge to an equilibrium. The limits need no
trust in this: against the opener's average strategy, the best answer of the other player holds the opener to the lower limit,
and against the other's strategy the opener's best answer reaches the upper one. The value lies between them.

The payoff is the opener's: +1 for winning the round, -1 for losing it. The only dudo decides the round. Two players play no
palifico rounds, and calza is left out.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from boardodds.perudo.bids import Bid
from boardodds.perudo.ending_tree import Level, Tree, build_tree
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.estimate import Interval
from boardodds.probability.montecarlo import Progress
from boardodds.probability.validate import check_whole

MAX_DICE = 4
MAX_PASSES = 1_000_000
GAP = 1e-4
# The least chance of a move of the other player, so that every sequence of bids has an answer, and what this and rounding errors
# can change in a limit.
_NEVER, _SLACK = 1e-9, 1e-7
# The number of passes between two checks of the limits.
_CHECK_PASSES = 50

# The names of the arrays in a file.
_ARRAYS = ("chances", "raise_wins", "dudo_wins")

Hand = tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A solved round.

    dice: the dice of the opener, and of the other player.
    low, high: the limits of the round's value to the opener.
    passes: the number of passes of the solver.
    """

    dice: tuple[int, int]
    rules: Rules
    low: float
    high: float
    passes: int
    _tree: Tree
    _chances: tuple[Floats, ...]
    _raise_wins: tuple[Floats, ...]
    _dudo_wins: tuple[Floats, ...]

    @property
    def value(self) -> Interval:
        """The expected wins minus losses of the opener: an interval that certainly contains it."""
        return Interval(self.low, self.high, 1.0)

    @property
    def gap(self) -> float:
        """The width of the interval."""
        return self.high - self.low

    def strategy(self, bids: Sequence[Bid], hand: Sequence[int]) -> Mapping[Move, float]:
        """Return the chance of each move of the player to move, by the bids so far and the player's hand.

        Raises ValueError if the bids do not follow the rules, or the player cannot have the hand.

        >>> ending = solve_ending((1, 1), passes=400)
        >>> list(ending.strategy([Bid(1, 6)], [4]))[0]
        <Call.DUDO: 'dudo'>
        """
        moves, raises = self._raises(self._chances, bids, hand)
        return dict(zip(moves, ([max(0.0, 1.0 - sum(raises))] if bids else []) + raises, strict=True))

    def wins(self, bids: Sequence[Bid], hand: Sequence[int]) -> Mapping[Move, float]:
        """Return the chance of winning the round with each move, if the other player plays the solution.

        The player to move goes on with the best answers. After bids that the solution never makes, the other's hands count as
        equally likely to have made them.

        Raises ValueError as ``strategy`` does.

        >>> wins = solve_ending((1, 1)).wins([Bid(1, 6)], [4])
        >>> max(wins, key=lambda move: wins[move]), round(wins[Call.DUDO], 2)
        (<Call.DUDO: 'dudo'>, 0.25)
        """
        moves, raises = self._raises(self._raise_wins, bids, hand)
        depth, node, column = self._place(bids, hand)
        return dict(zip(moves, ([float(self._dudo_wins[depth][node, column])] if bids else []) + raises, strict=True))

    def _place(self, bids: Sequence[Bid], hand: Sequence[int]) -> tuple[int, int, int]:
        """Return the level and the node of the bids, and the column of the hand."""
        depth, node = self._tree.node(bids)
        hands, own = _hands(self.dice[depth % 2], self.rules), tuple(sorted(hand))
        if own not in hands:
            raise ValueError(f"hand must be {self.dice[depth % 2]} dice from 1 to {self.rules.sides}, got {list(hand)}")
        return depth, node, hands.index(own)

    def _raises(
        self, values: tuple[Floats, ...], bids: Sequence[Bid], hand: Sequence[int]
    ) -> tuple[list[Move], list[float]]:
        """Return all moves, dudo first, and the values of the raises."""
        depth, node, column = self._place(bids, hand)
        level = self._tree.levels[depth]
        first, last = int(level.first[node]), int(level.first[node + 1])
        later = self._tree.levels[depth + 1].bid[first:last].tolist() if first < last else []
        moves: list[Move] = [Call.DUDO] if depth else []
        return moves + [self._tree.bids[bid] for bid in later], values[depth][first:last, column].tolist()

    def save(self, path: Path) -> None:
        """Write the solution to a file that ``load_ending`` reads."""
        about = json.dumps(
            {"dice": self.dice, "rules": asdict(self.rules), "low": self.low, "high": self.high, "passes": self.passes}
        )
        arrays: dict[str, Any] = {
            f"{name}{depth}": array
            for name, levels in zip(_ARRAYS, (self._chances, self._raise_wins, self._dudo_wins), strict=True)
            for depth, array in enumerate(levels)
        }
        np.savez_compressed(path, about=np.frombuffer(about.encode(), dtype=np.uint8), **arrays)


def load_ending(path: Path) -> Ending:
    """Return a solution from a file that ``Ending.save`` wrote.

    Raises ValueError with one sentence if the file is damaged.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "ending.npz"
    ...     solve_ending((1, 1), Rules(sides=2), passes=50).save(path)
    ...     load_ending(path).dice
    (1, 1)
    """
    try:
        with np.load(path, allow_pickle=False) as data:
            about = json.loads(data["about"].tobytes())
            rules, dice = Rules(**about["rules"]), (int(about["dice"][0]), int(about["dice"][1]))
            tree = build_tree(sum(dice), rules)
            chances, raise_wins, dudo_wins = (
                tuple(data[f"{name}{depth}"] for depth in range(len(tree.levels))) for name in _ARRAYS
            )
            low, high, passes = about["low"], about["high"], about["passes"]
    except (OSError, KeyError, TypeError, ValueError, BadZipFile, EOFError) as error:
        raise ValueError(f"{path.name} is not a solved round, or it is damaged: solve it again") from error
    hands = [len(_hands(dice[depth % 2], rules)) for depth in range(len(tree.levels))]
    raises = [(level.children, size) for level, size in zip(tree.levels, hands, strict=True)]
    nodes = [(level.nodes, size) for level, size in zip(tree.levels, hands, strict=True)]
    if [[array.shape for array in arrays] for arrays in (chances, raise_wins, dudo_wins)] != [raises, raises, nodes]:
        raise ValueError(f"{path.name} does not fit its rules: solve it again")
    return Ending(dice, rules, float(low), float(high), int(passes), tree, chances, raise_wins, dudo_wins)


def solve_ending(
    dice: tuple[int, int],
    rules: Rules = STANDARD,
    *,
    gap: float = GAP,
    passes: int = 5_000,
    progress: Progress | None = None,
) -> Ending:
    """Solve a round between two players.

    dice: the dice of the opener, and of the other player; at most four together.
    gap: stop when the limits of the value are this close.
    passes: the largest number of passes.
    progress: called with the fraction done, from 0 to 1, as far as the gap shows it.

    Raises ValueError if there are too many dice, or the round has too many sequences of bids.

    >>> ending = solve_ending((1, 1), gap=0.001)
    >>> -1 / 18 in ending.value, ending.gap < 0.001
    (True, True)
    """
    check_whole("passes", passes, 1, MAX_PASSES)
    for number in dice:
        check_whole("dice", number, 1, rules.starting_dice)
    if sum(dice) > MAX_DICE:
        raise ValueError(f"dice must be at most {MAX_DICE} in all for a round to be solved, got {sum(dice)}")
    solver = _Solver(dice, rules)
    low, high, done = -1.0, 1.0, 0
    while done < passes and high - low > gap:
        for _ in range(min(_CHECK_PASSES, passes - done)):
            done += 1
            solver.improve(0, done)
            solver.improve(1, done)
        low, high = solver.limits()
        if progress:
            progress(min(1.0, max(done / passes, gap / max(high - low, gap))))
    raise_wins, dudo_wins = solver.wins()
    return Ending(dice, rules, low, high, done, solver.tree, solver.averages(), raise_wins, dudo_wins)


def _hands(dice: int, rules: Rules) -> list[Hand]:
    return list(combinations_with_replacement(range(1, rules.sides + 1), dice))


def _hand_chances(dice: int, rules: Rules) -> Floats:
    """Return the chance of each hand: float array (hands,)."""
    orders = [factorial(dice) / prod(map(factorial, Counter(hand).values())) for hand in _hands(dice, rules)]
    chances: Floats = np.array(orders) / rules.sides**dice
    return chances


class _Solver:
    """The regrets and the average strategies of both players.

    All arrays of a level have the hands of its player in their columns. Raises are in the order of the next level's nodes.
    """

    def __init__(self, dice: tuple[int, int], rules: Rules) -> None:
        self.tree = build_tree(sum(dice), rules)
        self.depth = len(self.tree.levels)
        self._hand_chances = [_hand_chances(number, rules) for number in dice]
        self._truth = self._truths(dice, rules)
        sizes = [len(chances) for chances in self._hand_chances]
        self._raise_regrets = [np.zeros((level.children, sizes[d % 2])) for d, level in enumerate(self.tree.levels)]
        self._dudo_regrets = [np.zeros((level.nodes, sizes[d % 2])) for d, level in enumerate(self.tree.levels)]
        self._raise_sums = [np.zeros_like(regrets) for regrets in self._raise_regrets]
        self._dudo_sums = [np.zeros_like(regrets) for regrets in self._dudo_regrets]

    def _truths(self, dice: tuple[int, int], rules: Rules) -> Floats:
        """Return whether bids are true: +1 if so, -1 if not, float array (bids, hands of the opener, hands of the other)."""
        first, second = (
            np.array(
                [
                    [sum(die in rules.matching_faces(bid.face) for die in hand) for hand in _hands(number, rules)]
                    for bid in self.tree.bids
                ]
            )
            for number in dice
        )
        quantities = np.array([bid.quantity for bid in self.tree.bids])
        total = first[:, :, None] + second[:, None, :]
        return np.where(total >= quantities[:, None, None], 1.0, -1.0)

    def improve(self, player: int, weight: int) -> None:
        """Update the regrets of a player against the other's present strategy, and add the player's strategy to the average."""
        strategies = [self._matched(depth) for depth in range(self.depth)]
        own, other = self._reaches(strategies, player), self._reaches(strategies, 1 - player)
        values: Floats = np.zeros((0, len(self._hand_chances[player])))
        for depth in reversed(range(self.depth)):
            level, (raises, dudo) = self.tree.levels[depth], strategies[depth]
            if depth % 2 == player:
                dudo_values = self._call_values(level, player, other[depth], caller=player)
                now = _segment_sums(raises * values, level) + dudo * dudo_values
                self._raise_regrets[depth] = np.maximum(0, self._raise_regrets[depth] + values - now[level.parent])
                if depth:
                    self._dudo_regrets[depth] = np.maximum(0, self._dudo_regrets[depth] + dudo_values - now)
                reach = weight * own[depth]
                self._raise_sums[depth] += raises * reach[level.parent]
                self._dudo_sums[depth] += dudo * reach
            else:
                now = _segment_sums(values, level) + self._call_values(
                    level, player, other[depth] * dudo, caller=1 - player
                )
            values = now

    def limits(self) -> tuple[float, float]:
        """Return the limits of the value to the opener, from the best answers to both average strategies."""
        averages = [self._averaged(depth) for depth in range(self.depth)]
        return -self._best_answer(averages, 1) - _SLACK, self._best_answer(averages, 0) + _SLACK

    def averages(self) -> tuple[Floats, ...]:
        """Return the average chances of the raises of each level."""
        return tuple(self._averaged(depth)[0].astype(np.float32) for depth in range(self.depth))

    def wins(self) -> tuple[tuple[Floats, ...], tuple[Floats, ...]]:
        """Return the chances of winning the round with each raise, and with dudo, against the other's average strategy."""
        strategies = [self._averaged(depth) for depth in range(self.depth)]
        answers = [self._best_answers(strategies, player)[1] for player in (0, 1)]
        by_level = [answers[depth % 2][depth] for depth in range(self.depth)]
        return tuple(raises for raises, _ in by_level), tuple(dudo for _, dudo in by_level)

    def _best_answer(self, strategies: list[tuple[Floats, Floats]], player: int) -> float:
        """Return what a player gets with the best answer to the other's strategy."""
        values, _ = self._best_answers(strategies, player)
        return float(values[0] @ self._hand_chances[player])

    def _best_answers(
        self, strategies: list[tuple[Floats, Floats]], player: int
    ) -> tuple[Floats, dict[int, tuple[Floats, Floats]]]:
        """Return a player's values at the root against the other's strategy, and the chances of winning with each move by level.

        Where the other never plays to a node, its hands count as equally likely to have done so.
        """
        other = self._reaches(strategies, 1 - player, floor=_NEVER)
        values: Floats = np.zeros((0, len(self._hand_chances[player])))
        wins = {}
        for depth in reversed(range(self.depth)):
            level = self.tree.levels[depth]
            if depth % 2 == player:
                calls = self._call_values(level, player, other[depth], caller=player)
                reach = other[depth].sum(axis=1)[:, None]
                raises = (1 + values / reach[level.parent]) / 2
                wins[depth] = raises.astype(np.float32), ((1 + calls / reach) / 2).astype(np.float32)
                calls = calls if depth else np.full(calls.shape, -np.inf)
                values = np.maximum(_segment_maxima(values, level), calls)
            else:
                calls = self._call_values(level, player, other[depth] * strategies[depth][1], caller=1 - player)
                values = _segment_sums(values, level) + calls
        return values, wins

    def _matched(self, depth: int) -> tuple[Floats, Floats]:
        """Return the strategy that matches the regrets: the chances of raises and of dudo."""
        return _normalised(self._raise_regrets[depth], self._dudo_regrets[depth], self.tree.levels[depth], depth)

    def _averaged(self, depth: int) -> tuple[Floats, Floats]:
        return _normalised(self._raise_sums[depth], self._dudo_sums[depth], self.tree.levels[depth], depth)

    def _reaches(self, strategies: list[tuple[Floats, Floats]], player: int, *, floor: float = 0.0) -> list[Floats]:
        """Return a player's chance of having a hand and playing to each node: a float array (nodes, hands) for each level.

        floor: the least chance of a move. Where a player makes no move more often than that, every hand makes it equally often.
        """
        reaches = [self._hand_chances[player][None, :]]
        for depth, level in enumerate(self.tree.levels[:-1]):
            reach = reaches[-1][level.parent]
            if depth % 2 == player:
                before, reach = reach.sum(axis=1)[:, None], reach * strategies[depth][0]
                is_unseen = reach.sum(axis=1)[:, None] <= floor * before
                reach = np.where(is_unseen, floor * before * self._hand_chances[player], reach)
            reaches.append(reach)
        return reaches

    def _call_values(self, level: Level, player: int, other: Floats, *, caller: int) -> Floats:
        """Return the payoffs of dudo to a player, summed over the other's hands: float array (nodes, hands).

        other: float array (nodes, hands of the other), the other's chance of playing to the call with each hand.
        caller: who calls, 0 for the opener.
        """
        result = np.zeros((level.nodes, len(self._hand_chances[player])))
        sign = -1.0 if caller == player else 1.0
        for bid in np.unique(level.bid):
            if bid < 0:
                continue
            nodes = np.flatnonzero(level.bid == bid)
            truth = self._truth[bid] if player == 0 else self._truth[bid].T
            result[nodes] = sign * other[nodes] @ truth.T
        return result


def _normalised(raises: Floats, dudo: Floats, level: Level, depth: int) -> tuple[Floats, Floats]:
    """Return weights of moves as chances; equal chances where all weights are 0."""
    total = _segment_sums(raises, level) + dudo
    moves = np.diff(level.first)[:, None] + (depth > 0)
    equal = 1.0 / np.maximum(1, moves)
    is_zero = total <= 0
    scale = np.where(is_zero, 1.0, total)
    parent = level.parent
    return (
        np.where(is_zero[parent], equal[parent], raises / scale[parent]),
        np.where(is_zero, equal * (depth > 0), dudo / scale),
    )


def _segment_sums(values: Floats, level: Level) -> Floats:
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
