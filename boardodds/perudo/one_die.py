"""Perudo with two players and one die each, solved: the exact value of the game, and an optimal strategy for each player.

A strategy is a probability for each move, given the own die and the bids so far. The payoff is not linear in these, because
those of several moves in a row are multiplied. But it is linear in the probability that a player makes a whole sequence of own
moves, given the own die. This is the sequence form (Koller, Megiddo and von Stengel, "Efficient computation of equilibria for
extensive two-person games", 1996). The result that the first player can guarantee is then a linear program: maximise the payoff
against the best answer. Its constraints are that the probability of each sequence equals the sum over its continuations. The
dual is the second player's program.

An example. Dice have two sides, and aces are not wild. The first player bids "two twos" with a 2 and "one two" with a 1, which
is a bluff. After "two twos" the second player calls dudo and is right with a 1: each player wins half of these games. After
"one two" the second player calls dudo with a 1 and is right. With a 2 the second player raises to "two twos", and the first
calls dudo and is right. Again each wins half, so the value is 0.

>>> solve_one_die(Rules(sides=2, wild_aces=False)).value
Fraction(0, 1)

The payoff is the first player's: +1 for a win and -1 for a loss. The only dudo decides the game. The tests have the known values,
with the readings of the rules from which they follow.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from boardodds.perudo.bidders import matching_dice
from boardodds.perudo.bids import Bid, Call, Move, legal_raises
from boardodds.perudo.chances import count
from boardodds.perudo.rules import STANDARD, Rules, relevant_rules
from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.results import Result
from boardodds.probability.validate import check_kind, require

# Each face has two bids, and each bid can double the number of histories, which is 4,096 with six sides.
MAX_SIDES = 6
MAX_DENOMINATOR = 1000
VALUE_TOLERANCE = 1e-9
# The solver may return a probability, or a dual variable, up to this in place of 0.
PROBABILITY_TOLERANCE, DUAL_TOLERANCE = 1e-9, 1e-7
DICE = 2

History = tuple[Bid, ...]
Strategy = Mapping[History, Mapping[int, Mapping[Move, float]]]
ByDie = dict[int, dict[Move, float]]


@short_repr
@dataclass(frozen=True, slots=True)
class OneDieGame(Result):
    """The value of the game and an optimal strategy for each player; there may be other optimal strategies.

    value: the expected payoff of the first player, the fraction with a denominator of at most 1,000 within 1e-9 of the result of
        the linear program.
    first, second: the probability of each move, by the bids so far and the own die, without situations that the player's own
        strategy excludes. After an opponent's mistake the strategy may not be the best answer.
    """

    _MEASURES = ("value", "win")

    rules: Rules
    value: Fraction
    first: Strategy = field(hash=False)
    second: Strategy = field(hash=False)

    @property
    def win(self) -> Fraction:
        """The probability that the first player wins."""
        return (1 + self.value) / 2

    @property
    def openings(self) -> Mapping[int, Mapping[Move, float]]:
        """The probability of each opening bid, for each die of the first player."""
        return self.first[()]


def solve_one_die(rules: Rules = STANDARD) -> OneDieGame:
    """Solve the game of two players with one die of 2 to 6 sides each: an ordinary round without calza.

    >>> game = solve_one_die()
    >>> game.value, game.win
    (Fraction(-1, 18), Fraction(17, 36))
    """
    _check_sides(rules)
    return replace(_solve(relevant_rules(rules)), rules=rules)


def _check_sides(rules: Rules) -> None:
    check_kind(Rules, "rules", rules)
    require("scipy", "the game of one die each")
    if rules.sides > MAX_SIDES:
        raise ValueError(
            f"sides must be 2..{MAX_SIDES} for an exact fraction, got {rules.sides}: solve_ending((1, 1), rules) has limits"
        )


# The form is used twice, for the game and for its bluffs, but takes much memory.
@lru_cache(maxsize=1)
def _sequence_form(rules: Rules) -> "_SequenceForm":
    return _SequenceForm(rules)


# There are only about eighty different games.
@lru_cache(maxsize=128)
def _solve(rules: Rules) -> OneDieGame:
    form = _sequence_form(rules)
    value, plans = form.solution()
    fraction = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    if abs(fraction - Fraction(value)) > VALUE_TOLERANCE:
        raise ArithmeticError(f"the value {value} is no fraction with a denominator up to {MAX_DENOMINATOR}")
    first, second = (form.strategy(player, plan) for player, plan in enumerate(plans))
    return OneDieGame(rules, fraction, first, second)


def opening_bluffs(rules: Rules = STANDARD) -> tuple[float, float]:
    """Return the lowest and the highest probability of an opening bluff under an optimal strategy of the first player.

    A bluff is a bid that the own die doesn't match. The probabilities are averages over the faces of the die.

    >>> least, most = opening_bluffs()
    >>> round(least, 6), round(most, 6)
    (0.166667, 0.333333)
    """
    _check_sides(rules)
    return _opening_bluffs(relevant_rules(rules))


@lru_cache(maxsize=128)
def _opening_bluffs(rules: Rules) -> tuple[float, float]:
    return _sequence_form(rules).opening_bluffs()


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """The n histories with the same number of bids, and the sequences that lead to them.

    Moves are numbered: the bids, then dudo. Sequences are numbered for each player. Dice are faces minus 1.

    bids: int array (n,), the number of the bid to be answered; the number of dudo in the opening.
    own_sequence, other_sequence: int arrays (n, sides), the sequences of the player to move and of the other, by their own die.
    next_sequence: int array (n, sides, moves), the sequence of the player to move after each move; -1 where it isn't legal.
    """

    histories: list[History]
    bids: Ints
    own_sequence: Ints
    other_sequence: Ints
    next_sequence: Ints


class _SequenceForm:
    """The sequence form of the game, and its solution.

    A sequence is a player's die and the history up to that player's last move, which may be dudo. The first ``sides`` sequences
    of a player are empty: the player has not moved yet.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._raises = legal_raises(DICE, rules)
        self._bids = [bid for bid in self._raises if bid is not None]
        self._moves: tuple[Move, ...] = (*self._bids, Call.DUDO)
        self._levels: list[_Level] = []
        self._sequence_counts = [rules.sides, rules.sides]
        self._add_levels()
        self._program = self._first_player_program()
        self._result = _solve_program(**self._program)

    def _add_levels(self) -> None:
        dudo, sides, numbers = len(self._bids), self.rules.sides, {bid: index for index, bid in enumerate(self._bids)}
        # Whether each move is a legal answer to each bid, with the opening last.
        legal: Bools = np.zeros((dudo + 1, dudo + 1), dtype=bool)
        for bid, raises in self._raises.items():
            legal[numbers[bid] if bid else dudo, [numbers[later] for later in raises]] = True
        legal[:dudo, dudo] = True
        histories: list[History] = [()]
        bids, own_sequence, other_sequence = np.array([dudo]), np.arange(sides)[None], np.arange(sides)[None]
        while histories:
            player = len(self._levels) % 2
            is_legal = np.repeat(legal[bids][:, None], sides, axis=1)
            following = np.full(is_legal.shape, -1)
            following[is_legal] = np.arange(is_legal.sum()) + self._sequence_counts[player]
            self._sequence_counts[player] += int(is_legal.sum())
            self._levels.append(_Level(histories, bids, own_sequence, other_sequence, following))
            parents, bids = np.nonzero(legal[bids][:, :dudo])
            pairs = zip(parents.tolist(), bids.tolist(), strict=True)
            histories = [(*histories[parent], self._bids[bid]) for parent, bid in pairs]
            own_sequence, other_sequence = other_sequence[parents], following[parents, :, bids]

    def solution(self) -> tuple[float, tuple[Floats, Floats]]:
        """Return the value of the game and each player's plan: float array (sequences,).

        A plan has the probability that the player makes the moves of each sequence, given the die and the opponent's moves.
        """
        result = self._result
        plans = (result.x[: self._sequence_counts[0]].clip(0), (-result.ineqlin.marginals).clip(0))
        return -result.fun / self.rules.sides**2, plans

    def _first_player_program(self) -> dict[str, Any]:
        """Return the first player's program, as arguments of SciPy's ``linprog``: the best payoff against the best answer.

        Its variables are the first player's plan, then a free variable for each constraint of the opponent's plan.
        """
        # This import takes long, and other modules don't need it.
        from scipy import sparse

        payoffs = self._payoffs()
        (own_matrix, own_sums), (other_matrix, other_sums) = self._constraints(0), self._constraints(1)
        plan, free = payoffs.shape[0], other_matrix.shape[0]
        return {
            "c": np.concatenate([np.zeros(plan), -other_sums]),
            "A_ub": sparse.hstack([-payoffs.T, other_matrix.T], format="csr"),
            "b_ub": np.zeros(payoffs.shape[1]),
            "A_eq": sparse.hstack([own_matrix, sparse.csr_array((own_matrix.shape[0], free))], format="csr"),
            "b_eq": own_sums,
            "bounds": np.stack([np.repeat([0.0, -np.inf], (plan, free)), np.full(plan + free, np.inf)], axis=1),
        }

    def _constraints(self, player: int) -> tuple[Any, Floats]:
        """Return the constraints of a player's plan: a sparse matrix, and the sum of each row."""
        from scipy import sparse

        # An empty sequence has probability 1. At each history, those of a sequence's continuations sum to that of the sequence.
        length = sides = self.rules.sides
        entries: list[tuple[Ints, Ints, Floats]] = [(np.arange(sides), np.arange(sides), np.ones(sides))]
        for level in self._levels[player::2]:
            is_move = level.next_sequence >= 0
            rows = np.arange(level.own_sequence.size).reshape(level.own_sequence.shape) + length
            length += rows.size
            move_rows = np.broadcast_to(rows[:, :, None], is_move.shape)
            entries.append((rows.ravel(), level.own_sequence.ravel(), np.full(rows.size, -1.0)))
            entries.append((move_rows[is_move], level.next_sequence[is_move], np.ones(is_move.sum())))
        row, column, sign = map(np.concatenate, zip(*entries, strict=True))
        sums = np.zeros(length)
        sums[:sides] = 1
        return sparse.csr_array((sign, (row, column)), shape=(length, self._sequence_counts[player])), sums

    def _payoffs(self) -> Any:
        """Return the first player's payoffs, +1 or -1, by the sequences of both players: a sparse matrix."""
        from scipy import sparse

        matches = [matching_dice(bid.face, 1, self.rules) for bid in self._bids]
        # +1 if the bid is true and -1 if it is false, by the dice of the two players.
        truths = np.stack(
            [
                np.where(np.add.outer(match, match) >= bid.quantity, 1.0, -1.0)
                for bid, match in zip(self._bids, matches, strict=True)
            ]
        )
        entries = []
        for depth, level in enumerate(self._levels[1:], start=1):
            bidder, caller = np.broadcast_arrays(level.other_sequence[:, :, None], level.next_sequence[:, None, :, -1])
            # At odd depths the first player made the bid, and the second calls dudo.
            first, second, sign = (bidder, caller, 1) if depth % 2 else (caller, bidder, -1)
            entries.append((first.ravel(), second.ravel(), sign * truths[level.bids].ravel()))
        row, column, payoff = map(np.concatenate, zip(*entries, strict=True))
        return sparse.csr_array((payoff, (row, column)), shape=tuple(self._sequence_counts))

    def opening_bluffs(self) -> tuple[float, float]:
        program, sides = self._optimal_program(), self.rules.sides
        bluffs = np.zeros(len(self._program["c"]))
        for die, number in np.argwhere(self._levels[0].next_sequence[0] >= 0).tolist():
            if not count(self._bids[number], (die + 1,), self.rules):
                bluffs[self._levels[0].next_sequence[0, die, number]] = 1 / sides
        lowest, highest = (_solve_program(**(program | {"c": sign * bluffs})).fun * sign for sign in (1, -1))
        return max(0.0, lowest), min(1.0, highest)

    def _optimal_program(self) -> dict[str, Any]:
        """Return the program whose feasible plans are exactly the optimal plans, without an objective."""
        from scipy import sparse

        # By complementary slackness, optimal plans satisfy with equality every inequality whose dual variable is positive in one
        # optimal dual solution. Variables with a positive reduced cost are 0.
        program, result = self._program, self._result
        is_tight = -result.ineqlin.marginals > DUAL_TOLERANCE
        is_zero = result.lower.marginals > DUAL_TOLERANCE
        bounds = program["bounds"].copy()
        bounds[is_zero] = 0
        return {
            "A_ub": program["A_ub"][~is_tight],
            "b_ub": program["b_ub"][~is_tight],
            "A_eq": sparse.vstack([program["A_eq"], program["A_ub"][is_tight]], format="csr"),
            "b_eq": np.concatenate([program["b_eq"], program["b_ub"][is_tight]]),
            "bounds": bounds,
        }

    def strategy(self, player: int, plan: Floats) -> Strategy:
        """Return a player's strategy: the probability of each move, at each history that the own moves can lead to."""
        strategy: dict[History, ByDie] = {}
        for level in self._levels[player::2]:
            chances = np.where(level.next_sequence < 0, 0.0, plan[level.next_sequence])
            chances[chances <= PROBABILITY_TOLERANCE] = 0
            sums = chances.sum(axis=2, keepdims=True)
            chances /= np.where(sums, sums, 1)
            indices = np.nonzero(chances)
            for row, die, move, chance in zip(*(array.tolist() for array in (*indices, chances[indices])), strict=True):
                by_die = strategy.setdefault(level.histories[row], {})
                by_die.setdefault(die + 1, {})[self._moves[move]] = chance
        return strategy


def _solve_program(**program: Any) -> Any:
    from scipy.optimize import linprog

    result = linprog(**program, method="highs")
    if result.status != 0:
        raise ArithmeticError(f"the linear program was not solved: {result.message}")
    return result
