"""The end of a match, solved: a round between two players with few dice, with its value between certified limits.

The method is counterfactual regret minimisation; see ``ending_solver``. The limits need no trust in it: against the opener's
average strategy, the best answer of the other player holds the opener to the lower limit, and against the other's strategy the
opener's best answer reaches the upper one. The value lies between them.

The payoff is the opener's: +1 for winning the round, -1 for losing it. The only dudo decides the round. Two players have no
palifico rounds and no calza.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from boardodds.perudo.bids import Bid, HandLike, as_hand, hand_text
from boardodds.perudo.ending_game import EndingGame, Strategy, hands_of
from boardodds.perudo.ending_solver import EndingSolver
from boardodds.perudo.ending_tree import Tree
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rules import STANDARD, Rules, as_pair
from boardodds.probability.arrays import Floats
from boardodds.probability.display import html_table, short_repr
from boardodds.probability.estimate import Interval
from boardodds.probability.montecarlo import Progress
from boardodds.probability.validate import check_number, check_whole
from boardodds.probability.wording import plural

MAX_DICE = 4
MAX_PASSES = 1_000_000
GAP = 1e-4
# The number of passes between two checks of the limits.
_CHECK_PASSES = 50


@short_repr
@dataclass(frozen=True, slots=True, eq=False)
class Ending:
    """A solved round.

    dice: the dice of the opener, and of the other player.
    low, high: the limits of the round's value to the opener.
    passes: the number of passes of the solver.
    raise_chances: the chances of the raises of each level of the tree, for every hand of its player; see ``ending_game``.
    """

    dice: tuple[int, int]
    rules: Rules
    low: float
    high: float
    passes: int
    raise_chances: tuple[Floats, ...]
    _tree: Tree
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

    def _repr_html_(self) -> str:
        rows = []
        for hand in hands_of(self.dice[0], self.rules):
            chances = self.strategy([], hand)
            best = max(chances, key=lambda move: chances[move])
            rows.append({"hand": hand_text(hand), "most frequent opening": best, "chance": chances[best]})
        dice = " against ".join(map(str, self.dice))
        return html_table(f"{dice} dice: the opener's wins minus losses are {self.low:.4f} to {self.high:.4f}", rows)

    def strategy(self, bids: Sequence[Bid], hand: HandLike) -> Mapping[Move, float]:
        """Return the chance of each move of the player to move, by the bids so far and the player's hand.

        Raises ValueError if the bids do not follow the rules, or the player cannot have the hand.

        >>> ending = solve_ending((1, 1), passes=400)
        >>> list(ending.strategy([Bid(1, 6)], [4]))[0]
        <Call.DUDO: 'dudo'>
        """
        moves, raises = self._raises(self.raise_chances, bids, hand)
        return dict(zip(moves, ([max(0.0, 1.0 - sum(raises))] if bids else []) + raises, strict=True))

    def wins(self, bids: Sequence[Bid], hand: HandLike) -> Mapping[Move, float]:
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

    def _place(self, bids: Sequence[Bid], hand: HandLike) -> tuple[int, int, int]:
        """Return the level and the node of the bids, and the column of the hand."""
        hand = as_hand(hand)
        depth, node = self._tree.node(bids)
        hands, own = hands_of(self.dice[depth % 2], self.rules), tuple(sorted(hand))
        if own not in hands:
            dice = plural(self.dice[depth % 2], "die", "dice")
            raise ValueError(f"hand must be {dice} from 1 to {self.rules.sides}, got {hand_text(hand)!r}")
        return depth, node, hands.index(own)

    def _raises(
        self, values: tuple[Floats, ...], bids: Sequence[Bid], hand: HandLike
    ) -> tuple[list[Move], list[float]]:
        """Return all moves, dudo first, and the values of the raises."""
        depth, node, column = self._place(bids, hand)
        level = self._tree.levels[depth]
        first, last = int(level.first[node]), int(level.first[node + 1])
        later = self._tree.levels[depth + 1].bid[first:last].tolist() if first < last else []
        moves: list[Move] = [Call.DUDO] if depth else []
        return moves + [self._tree.bids[bid] for bid in later], values[depth][first:last, column].tolist()


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

    Calza and palifico rounds play no part: two players have neither.

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
        low, high = game.limits(solver.average())
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
    """Return the solved round of a strategy, with the limits that hold for it.

    passes: the number of passes that led to it.
    """
    low, high = game.limits(strategy)
    # By name, because the type of the arrays is that of all floats.
    chances = tuple(raises.astype("float32") for raises, _ in strategy)
    return Ending(game.dice, game.rules, low, high, passes, chances, game.tree, *game.wins(strategy))
