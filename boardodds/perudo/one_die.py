"""The game of two players with one die each, solved: its exact value and optimal play for both.

A linear program over the sequence form (Koller, Megiddo and von Stengel, "Efficient computation of equilibria for
extensive two-person games", 1996): a player's plan gives every sequence of own moves, by own die, the chance that the
player makes all of them; these chances enter the payoff linearly. The first player's best guaranteed result is one
program, and its dual is the second player's.

The winner of the only dudo wins the game: +1, or -1 for the first player who loses it. The known values come out under
these readings: -1/18 under ``STANDARD``, under either raise rule and whether or not a round may be opened on aces; -1/9
without wild aces, under any of them; -7/258 with ``ace_bids="highest"`` and -7/327 with ``"never"`` or ``"lowest"``, all with
``raise_rule="any_higher"``.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.bids import Bid, count, legal_bids
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rules import STANDARD, Rules

DICE = 2
# the histories of bids can double with each of the two bids a face has: 4,096 of them at six sides
MAX_SIDES = 6
MAX_DENOMINATOR = 1000
VALUE_TOLERANCE = 1e-9
# what the solver leaves of a chance that is 0
NOISE = 1e-9
# what it leaves of a price that is 0
PRICE_NOISE = 1e-7

History = tuple[Bid, ...]
Strategy = Mapping[History, Mapping[int, Mapping[Move, float]]]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OneDieGame:
    """The value of the game and an optimal strategy for each player; there may be others.

    value: the mean result for the first player, +1 for a win and -1 for a loss: the fraction with a denominator of at
        most 1,000 that lies within 1e-9 of value_float, which is the solver's.
    first, second: by the bids so far, own die and move, the chance to make it. What the player's own earlier moves
        never lead to is left out, for a plan says nothing there. What only an opponent's mistake leads to is in, but
        need not punish the mistake as hard as one could.
    """

    rules: Rules
    value: Fraction
    value_float: float
    first: Strategy
    second: Strategy

    @property
    def win(self) -> Fraction:
        """The chance that the first player wins."""
        return (1 + self.value) / 2

    @property
    def openings(self) -> Mapping[int, Mapping[Move, float]]:
        """The first player's opening bids by own die."""
        return self.first[()]

    @property
    def opening_bluff(self) -> float:
        """The chance that this strategy's opening bid is a bluff: not matched by the first player's own die."""
        return sum(map(self.opening_bluff_with, self.openings)) / self.rules.sides

    def opening_bluff_with(self, die: int) -> float:
        """The chance that this strategy's opening bid is a bluff with a die."""
        if die not in self.openings:
            raise ValueError(f"die must be 1..{self.rules.sides}, got {die}")
        return sum(chance for move, chance in self.openings[die].items() if _is_bluff(die, move, self.rules))


def solve_one_die(rules: Rules = STANDARD) -> OneDieGame:
    """Solves the game of two players with one die each.

    No round of it is palifico, as that takes more than two players; calza is not called.

    >>> game = solve_one_die()
    >>> game.value, game.win
    (Fraction(-1, 18), Fraction(17, 36))
    """
    _check_sides(rules)
    return replace(_solve(_that_matter(rules)), rules=rules)


def _check_sides(rules: Rules) -> None:
    if rules.sides > MAX_SIDES:
        raise ValueError(
            f"sides must be 2..{MAX_SIDES} for the game to be solved, got {rules.sides}: it grows too large"
        )


def _that_matter(rules: Rules) -> Rules:
    """The rules as they are with one die each: what makes no difference there is as in ``STANDARD``."""
    aces: dict[str, Any] = {"ace_bids": rules.ace_bids, "open_on_aces": rules.open_on_aces} if rules.wild_aces else {}
    return replace(STANDARD, sides=rules.sides, wild_aces=rules.wild_aces, raise_rule=rules.raise_rule, **aces)


# large while it is kept, and asked for twice: for the game and for its bluffs
@lru_cache(maxsize=1)
def _solved_form(rules: Rules) -> "_SequenceForm":
    return _SequenceForm(rules)


# there are no more than some eighty games
@lru_cache(maxsize=128)
def _solve(rules: Rules) -> OneDieGame:
    form = _solved_form(rules)
    value, plans = form.solution()
    fraction = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    if abs(fraction - Fraction(value)) > VALUE_TOLERANCE:
        raise ArithmeticError(f"the value {value} is no fraction with a denominator up to {MAX_DENOMINATOR}")
    first, second = (form.strategy(player, plan) for player, plan in enumerate(plans))
    return OneDieGame(rules, fraction, value, first, second)


def opening_bluffs(rules: Rules = STANDARD) -> tuple[float, float]:
    """The least and the most that the first player may bluff in the opening bid and still play optimally.

    A bluff is a bid that the own die does not match. The chances are over all dice.

    >>> least, most = opening_bluffs()
    >>> round(least, 6), round(most, 6)
    (0.166667, 0.333333)
    """
    _check_sides(rules)
    return _opening_bluffs(_that_matter(rules))


@lru_cache(maxsize=128)
def _opening_bluffs(rules: Rules) -> tuple[float, float]:
    return _solved_form(rules).opening_bluffs()


class _SequenceForm:
    """The game's histories, and each player's sequences by number.

    A sequence is the history that its last move leads to, a dudo included; the empty one stands for no own move yet.
    As all dice share the same histories, sequence s with die d has row s * sides + d - 1 in every matrix.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.moves: dict[History, list[Move]] = dict(_histories(rules))
        self.sequences: tuple[dict[tuple[Move, ...], int], ...] = ({(): 0}, {(): 0})
        for history, moves in self.moves.items():
            numbers = self.sequences[len(history) % 2]
            for move in moves:
                numbers[*history, move] = len(numbers)

        self._program = self._first_players()
        self._result = _optimum(**self._program)

    def solution(self) -> tuple[float, tuple[Floats, Floats]]:
        """The first player's mean result, and the plans of the two: float array (sequences, sides) each."""
        sides, result = self.rules.sides, self._result
        plans = (result.x[: len(self.sequences[0]) * sides], -result.ineqlin.marginals)
        first, second = (plan.clip(0).reshape(-1, sides) for plan in plans)
        return -result.fun / sides**2, (first, second)

    def _first_players(self) -> dict[str, Any]:
        """The first player's program: the plan, then the worth of each decision of the opponent, which is free; what
        the opponent's best answer leaves is to be as much as can be."""
        # SciPy takes long to import, and only this module needs it
        from scipy import sparse

        payoffs = self._payoffs()
        (own, own_sums), (other, other_sums) = self._constraints(0), self._constraints(1)
        return {
            "c": np.concatenate([np.zeros(payoffs.shape[0]), -other_sums]),
            "A_ub": sparse.hstack([-payoffs.T, other.T], format="csr"),
            "b_ub": np.zeros(payoffs.shape[1]),
            "A_eq": sparse.hstack([own, sparse.csr_array((own.shape[0], other.shape[0]))], format="csr"),
            "b_eq": own_sums,
            "bounds": [(0, None)] * payoffs.shape[0] + [(None, None)] * other.shape[0],
        }

    def opening_bluffs(self) -> tuple[float, float]:
        """The least and the most that an opening which keeps the value is a bluff."""
        face, sides = self._optimal_face(), self.rules.sides
        bluffs = np.zeros(len(self._program["c"]))
        for bid in self.moves[()]:
            start = self.sequences[0][bid,] * sides
            bluffs[start : start + sides] = [_is_bluff(die, bid, self.rules) / sides for die in range(1, sides + 1)]
        least, most = (_optimum(**(face | {"c": sign * bluffs})).fun * sign for sign in (1, -1))
        return max(0.0, least), min(1.0, most)

    def _optimal_face(self) -> dict[str, Any]:
        """The program whose feasible plans are the optimal ones.

        By complementary slackness these hold without slack every row that has a price in one optimal dual, and leave at 0
        every variable with a reduced cost.
        """
        from scipy import sparse

        program, result = self._program, self._result
        tight = -result.ineqlin.marginals > PRICE_NOISE
        costly = result.lower.marginals > PRICE_NOISE
        bounds = [
            (0, 0) if is_costly else bound for bound, is_costly in zip(program["bounds"], costly.tolist(), strict=True)
        ]
        return {
            "A_ub": program["A_ub"][~tight],
            "b_ub": program["b_ub"][~tight],
            "A_eq": sparse.vstack([program["A_eq"], program["A_ub"][tight]], format="csr"),
            "b_eq": np.concatenate([program["b_eq"], program["b_ub"][tight]]),
            "bounds": bounds,
        }

    def strategy(self, player: int, plan: Floats) -> Strategy:
        """The chances of the moves at each history that the player's own moves lead to."""
        strategy: dict[History, dict[int, dict[Move, float]]] = {}
        numbers = self.sequences[player]
        for history, moves in self.moves.items():
            if len(history) % 2 != player:
                continue
            chances = plan[[numbers[*history, move] for move in moves]]
            chances = np.where(chances > NOISE, chances, 0.0)
            by_die = {
                die + 1: {
                    move: float(chance) for move, chance in zip(moves, column / column.sum(), strict=True) if chance
                }
                for die, column in enumerate(chances.T)
                if column.any()
            }
            if by_die:
                strategy[history] = by_die
        return strategy

    def _constraints(self, player: int) -> tuple[Any, Floats]:
        """A plan's constraints, as a sparse matrix and what its rows come to: no move yet is certain, and the moves at
        a history share what led there."""
        from scipy import sparse

        numbers = self.sequences[player]
        entries = [(0, 0, 1.0)]
        rows = 1
        for history, moves in self.moves.items():
            if len(history) % 2 == player:
                # without the opponent's bid, the history is the player's sequence so far
                entries.append((rows, numbers[history[:-1]], -1.0))
                entries += [(rows, numbers[*history, move], 1.0) for move in moves]
                rows += 1
        row, column, sign = zip(*entries, strict=True)
        matrix = sparse.csr_array((sign, (row, column)), shape=(rows, len(numbers)))
        sides = self.rules.sides
        sums = np.zeros(rows * sides)
        sums[:sides] = 1
        return sparse.kron(matrix, sparse.eye_array(sides), format="csr"), sums

    def _payoffs(self) -> Any:
        """The first player's results, +1 or -1, by the sequences of both: a sparse matrix."""
        from scipy import sparse

        sides = np.arange(self.rules.sides)
        rows, columns, results = [], [], []
        for history in self.moves:
            if not history:
                continue
            caller = len(history) % 2
            sequences = (self.sequences[caller][*history, Call.DUDO], self.sequences[1 - caller][history])
            first, second = sequences if caller == 0 else sequences[::-1]
            rows.append(np.repeat(first * len(sides) + sides, len(sides)))
            columns.append(np.tile(second * len(sides) + sides, len(sides)))
            # the bid is the second player's where the first one calls
            results.append(self._truth(history[-1]) * (-1 if caller == 0 else 1))
        shape = tuple(len(numbers) * len(sides) for numbers in self.sequences)
        entries = (np.concatenate(results), (np.concatenate(rows), np.concatenate(columns)))
        return sparse.csr_array(entries, shape=shape)

    def _truth(self, bid: Bid) -> Floats:
        """+1 where a bid is true and -1 where not, by the first player's die and the second's: float array (sides²,)."""
        matching = self.rules.matching_faces(bid.face)
        matches = np.isin(np.arange(1, self.rules.sides + 1), matching).astype(int)
        true = np.add.outer(matches, matches) >= bid.quantity
        return np.where(true, 1.0, -1.0).reshape(-1)


def _histories(rules: Rules) -> Iterator[tuple[History, list[Move]]]:
    """Every run of bids that the rules allow, with the moves that may follow it."""
    raises: dict[Bid | None, list[Bid]] = {}
    waiting: list[History] = [()]
    while waiting:
        history = waiting.pop()
        current = history[-1] if history else None
        if current not in raises:
            raises[current] = legal_bids(current, DICE, rules)
        waiting += [(*history, bid) for bid in raises[current]]
        yield history, [*raises[current], *([Call.DUDO] if history else [])]


def _is_bluff(die: int, move: Move, rules: Rules) -> bool:
    return isinstance(move, Bid) and not count((die,), move, rules)


def _optimum(**program: Any) -> Any:
    """SciPy's result for a linear program; ArithmeticError if it finds none."""
    from scipy.optimize import linprog

    result = linprog(**program, method="highs")
    if result.status != 0:
        raise ArithmeticError(f"the linear program was not solved: {result.message}")
    return result
