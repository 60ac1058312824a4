"""The end of a match, solved: a round between two players with few dice, with its value between certified limits.

The solver is predictive CFR+ (Farina, Kroer and Sandholm 2021). In each pass both players shift their chances towards the moves
that they regret, for every hand at every sequence of bids. The last regrets count twice, as a prediction of the next ones, and
later passes count more in the averages, by their square. The averages converge to an equilibrium.

The limits need no trust in it: against the opener's average strategy, the best answer of the other player holds the opener to the
lower limit, and against the other's strategy the opener's best answer reaches the upper one. The value lies between them.

The payoff is the opener's: +1 for winning the round, -1 for losing it. The only dudo decides the round, which is an ordinary one
without calza.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from boardodds.perudo.bidders import hands, hands_of
from boardodds.perudo.bids import Bid, Call, HandLike, Move, as_hand, hand_text
from boardodds.perudo.ending_game import EndingGame, Moves, Strategy, Tree, segment_sums
from boardodds.perudo.rules import STANDARD, Rules, as_pair
from boardodds.probability.arrays import Floats
from boardodds.probability.display import plural, short_repr
from boardodds.probability.estimate import Interval
from boardodds.probability.montecarlo import Progress
from boardodds.probability.results import Measure, Result
from boardodds.probability.validate import check_number, check_whole

MAX_DICE = 4
MAX_PASSES = 1_000_000
GAP = 1e-4
# The number of passes between two checks of the limits.
_CHECK_PASSES = 50


@short_repr
@dataclass(frozen=True, slots=True, eq=False)
class Ending(Result):
    """A solved round.

    dice: the dice of the opener, and of the other player.
    low, high: the limits of the round's value to the opener, after some passes of the solver.
    raise_chances: the chances of the raises of each level of the tree, for every hand of its player; see ``ending_game``.
    """

    dice: tuple[int, int]
    rules: Rules
    low: float
    high: float
    passes: int
    raise_chances: tuple[Floats, ...]
    _tree: Tree = field(repr=False, compare=False)
    _wins: tuple[Moves, ...] = field(repr=False, compare=False)

    def measures(self) -> Iterator[Measure]:
        limits = {"least": self.low, "most": self.high}
        yield from (Measure("value", value, name) for name, value in limits.items())
        yield from (Measure("win", (1 + value) / 2, name) for name, value in limits.items())

    @property
    def value(self) -> Interval:
        """The expected wins minus losses of the opener: an interval that certainly contains it."""
        return Interval(self.low, self.high, 1.0)

    @property
    def gap(self) -> float:
        """The width of the interval."""
        return self.high - self.low

    def strategy(self, bids: Sequence[Bid | str], hand: HandLike) -> Mapping[Move, float]:
        """Return the chance of each move of the player to move, by the bids so far and the player's hand.

        Raises ValueError for bids that do not follow the rules, and hands that the player cannot have.

        >>> ending = solve_ending((1, 1), passes=400)
        >>> list(ending.strategy([Bid(1, 6)], [4]))[0]
        <Call.DUDO: 'dudo'>
        """
        moves, places, _ = self._places(bids, hand)
        raises = self.raise_chances[len(bids)][places].tolist()
        return dict(zip(moves, ([max(0.0, 1.0 - sum(raises))] if bids else []) + raises, strict=True))

    def wins(self, bids: Sequence[Bid | str], hand: HandLike) -> Mapping[Move, float]:
        """Return the chance of winning the round with each move, and then the best answers, against the solution.

        After bids that the solution never makes, the other's hands count as equally likely to have made them. Raises ValueError
        as ``strategy`` does.

        >>> wins = solve_ending((1, 1)).wins([Bid(1, 6)], [4])
        >>> max(wins, key=lambda move: wins[move]), round(wins[Call.DUDO], 2)
        (<Call.DUDO: 'dudo'>, 0.25)
        """
        moves, places, place = self._places(bids, hand)
        raises, dudo = self._wins[len(bids)]
        return dict(zip(moves, ([float(dudo[place])] if bids else []) + raises[places].tolist(), strict=True))

    def reach(self, bids: Sequence[Bid | str]) -> float:
        """Return the chance, over all hands, that the solution makes the bids of the player who is not to move.

        Where it is tiny, the strategy is arbitrary, because it hardly matters to the value of the round.

        >>> ending = solve_ending((1, 1))
        >>> ending.reach([Bid(1, 6)]) > 0.1, ending.reach([Bid(2, 2)]) < 1e-3
        (True, True)
        """
        player = (len(bids) + 1) % 2
        chances = hands(self.dice[player], self.rules.sides)[1]
        for depth in range(player, len(bids), 2):
            chances = chances * self.raise_chances[depth][self._tree.node(bids[: depth + 1])[1]]
        return float(chances.sum())

    def _places(
        self, bids: Sequence[Bid | str], hand: HandLike
    ) -> tuple[list[Move], tuple[slice, int], tuple[int, int]]:
        """Return all moves, dudo first, and where the arrays of the level have the raises and dudo."""
        hand = as_hand(hand)
        depth, node = self._tree.node(bids)
        columns, own = hands_of(self.dice[depth % 2], self.rules), tuple(sorted(hand))
        if own not in columns:
            dice = plural(self.dice[depth % 2], "die", "dice")
            raise ValueError(f"hand must be {dice} from 1 to {self.rules.sides}, got {hand_text(hand)!r}")
        column, (first, last) = columns.index(own), self._tree.levels[depth].first[node : node + 2].tolist()
        later = self._tree.levels[depth + 1].bid[first:last].tolist() if first < last else []
        moves: list[Move] = [Call.DUDO] if depth else []
        moves += [self._tree.bids[bid] for bid in later]
        return moves, (slice(first, last), column), (node, column)


def solve_ending(
    dice: Sequence[int],
    rules: Rules = STANDARD,
    *,
    gap: float = GAP,
    passes: int = 5_000,
    progress: Progress | None = None,
) -> Ending:
    """Solve a round between two players, who have neither calza nor palifico rounds.

    dice: the dice of the opener, and of the other player; at most four together.
    gap: stop when the limits of the value are this close.
    passes: the largest number of passes.
    progress: called with the fraction done, from 0 to 1, as far as the gap shows it.

    Raises ValueError if there are too many dice, or the round has too many sequences of bids.

    >>> ending = solve_ending((1, 1), gap=0.001)
    >>> -1 / 18 in ending.value, ending.gap < 0.001
    (True, True)
    """
    dice = as_solvable(dice, rules)
    check_whole("passes", passes, 1, MAX_PASSES)
    check_number("gap", gap, 0, 2)
    game = EndingGame(dice, rules)
    solver = EndingSolver(game)
    low, high, done = -1.0, 1.0, 0
    while done < passes and high - low > gap:
        for _ in range(min(_CHECK_PASSES, passes - done)):
            done += 1
            solver.improve(0, done**2)
            solver.improve(1, done**2)
        (low, high), _ = game.best_answers(solver.average())
        if progress:
            progress(min(1.0, max(done / passes, gap / max(high - low, gap))))
    return ending_of(game, solver.average(), done)


def as_solvable(dice: Sequence[int], rules: Rules) -> tuple[int, int]:
    """Return the numbers of dice as a tuple; raise ValueError if the round can't be solved, or for any other value."""
    dice = as_pair(dice, rules)
    if sum(dice) > MAX_DICE:
        raise ValueError(f"dice must be at most {MAX_DICE} in all for a round to be solved, got {sum(dice)}")
    return dice


def ending_of(game: EndingGame, strategy: Strategy, passes: int) -> Ending:
    """Return the solved round of a strategy that some passes led to, with the limits that hold for it."""
    (low, high), wins = game.best_answers(strategy)
    # By name, because the type of the arrays is that of all floats.
    chances = tuple(raises.astype("float32") for raises, _ in strategy)
    return Ending(game.dice, game.rules, low, high, passes, chances, game.tree, tuple(wins))


class EndingSolver:
    """The regrets and the average strategies of both players, in arrays like those of a strategy."""

    def __init__(self, game: EndingGame) -> None:
        self.game = game
        levels = list(enumerate(game.tree.levels))
        self._raise_regrets = [np.zeros((level.children, game.hands(depth))) for depth, level in levels]
        self._dudo_regrets = [np.zeros((level.nodes, game.hands(depth))) for depth, level in levels]
        self._raise_sums = [np.zeros_like(regrets) for regrets in self._raise_regrets]
        self._dudo_sums = [np.zeros_like(regrets) for regrets in self._dudo_regrets]
        self._strategy = [
            game.normalised(depth, self._raise_regrets[depth], self._dudo_regrets[depth]) for depth, _ in levels
        ]
        self._reach = [game.reaches(self._strategy, player) for player in (0, 1)]

    def improve(self, player: int, weight: float) -> None:
        """Update the regrets of a player against the other's present strategy, and add the player's strategy to the average."""

        def answer(depth: int, raises: Floats, calls: Floats) -> Floats:
            return self._update(depth, raises, calls, weight * self._reach[player][depth])

        self.game.backward(self._strategy, player, self._reach[1 - player], answer)
        self._reach[player] = self.game.reaches(self._strategy, player)

    def _update(self, depth: int, values: Floats, calls: Floats, reach: Floats) -> Floats:
        """Update the regrets, the average and the strategy of a level by the values of its moves; return those of its nodes.

        reach: the weights of the strategy in the average.
        """
        (raises, dudo), parent = self._strategy[depth], self.game.parents[depth]
        now = segment_sums(raises * values, self.game.tree.levels[depth]) + dudo * calls
        self._raise_sums[depth] += raises * reach[parent]
        self._dudo_sums[depth] += dudo * reach
        raise_regrets, dudo_regrets = values - now[parent], calls - now
        self._raise_regrets[depth] = np.maximum(0, self._raise_regrets[depth] + raise_regrets)
        if depth:
            self._dudo_regrets[depth] = np.maximum(0, self._dudo_regrets[depth] + dudo_regrets)
        self._strategy[depth] = self.game.normalised(
            depth,
            np.maximum(0, self._raise_regrets[depth] + raise_regrets),
            np.maximum(0, self._dudo_regrets[depth] + dudo_regrets) * (depth > 0),
        )
        return now

    def average(self) -> Strategy:
        sums = enumerate(zip(self._raise_sums, self._dudo_sums, strict=True))
        return [self.game.normalised(depth, raises, dudo) for depth, (raises, dudo) in sums]
