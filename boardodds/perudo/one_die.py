"""Perudo with two players and one die each, solved: the exact value of the game, and an optimal strategy for each player.

The idea. A strategy says with which probability to make each move, by own die and bids so far. The payoff is not linear in
these probabilities, because those of several moves in a row are multiplied. But it is linear in the probability that a player
makes a whole sequence of own moves, given the own die: the sequence form (Koller, Megiddo and von Stengel, "Efficient
computation of equilibria for extensive two-person games", 1996). The result that the first player can guarantee is then a
linear program: maximise the payoff against the best answer, subject to each sequence's probability being the sum of those of
its continuations. Its dual is the second player's program. Moves that another move dominates are removed first; this changes
neither the value nor the optimal openings.

An example. Dice with two sides, and aces not wild. The first player bids "two twos" with a 2, and "one two" with a 1, a bluff.
To "two twos" the second calls dudo, and is right with a 1: each player wins half of these games. To "one two" the second calls
dudo with a 1 and is right; with a 2 the second raises to "two twos", and the first calls dudo and is right. Again each wins
half: the value is 0.

>>> solve_one_die(Rules(sides=2, wild_aces=False)).value
Fraction(0, 1)

The payoff is the first player's: +1 for a win and -1 for a loss, and the only dudo decides the game. The known values come out
under these readings: -1/18 under ``STANDARD``, under either raise rule and whether or not a round may be opened on aces; -1/9
without wild aces, under any of them; -7/258 with ``ace_bids="highest"`` and -7/327 with ``"never"`` or ``"lowest"``, all with
``raise_rule="any_higher"``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from boardodds.perudo.bids import Bid, count
from boardodds.perudo.moves import Move
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.perudo.undominated import undominated_moves
from boardodds.probability.arrays import Floats, Ints

# each face has two bids, and each bid can double the number of histories: 4,096 at six sides
MAX_SIDES = 6
MAX_DENOMINATOR = 1000
VALUE_TOLERANCE = 1e-9
# the largest probability that the solver returns in place of 0
NOISE = 1e-9
# the largest dual variable that it returns in place of 0
PRICE_NOISE = 1e-7

History = tuple[Bid, ...]
Strategy = Mapping[History, Mapping[int, Mapping[Move, float]]]
ByDie = dict[int, dict[Move, float]]


@dataclass(frozen=True, slots=True)
class OneDieGame:
    """The value of the game and an optimal strategy for each player; there may be other optimal strategies.

    value: the expected payoff of the first player: the fraction with a denominator of at most 1,000 within 1e-9 of
        ``value_float``, the result of the linear program.
    first, second: the probability of each move by the bids so far and by own die. Situations that the player's own strategy never
        leads to are left out. Situations after an opponent's mistake are included, but the strategy need not be the best answer
        to the mistake. After the opening no strategy makes a dominated move.
    """

    rules: Rules
    value: Fraction
    value_float: float
    first: Strategy
    second: Strategy

    @property
    def win(self) -> Fraction:
        """The probability that the first player wins."""
        return (1 + self.value) / 2

    @property
    def openings(self) -> Mapping[int, Mapping[Move, float]]:
        """The probability of each opening bid, by the first player's die."""
        return self.first[()]

    @property
    def opening_bluff(self) -> float:
        """The probability that the opening bid is a bluff: a bid that the first player's own die does not match."""
        return sum(map(self.opening_bluff_with, self.openings)) / self.rules.sides

    def opening_bluff_with(self, die: int) -> float:
        """Return the probability that the opening bid is a bluff, given the first player's die."""
        if die not in self.openings:
            raise ValueError(f"die must be 1..{self.rules.sides}, got {die}")
        return sum(chance for move, chance in self.openings[die].items() if _is_bluff(die, move, self.rules))


def solve_one_die(rules: Rules = STANDARD) -> OneDieGame:
    """Return the solution of the game of two players with one die each.

    No round is palifico, because that takes more than two players; calza is not called.

    >>> game = solve_one_die()
    >>> game.value, game.win
    (Fraction(-1, 18), Fraction(17, 36))
    """
    _check_sides(rules)
    return replace(_solve(_relevant_rules(rules)), rules=rules)


def _check_sides(rules: Rules) -> None:
    if rules.sides > MAX_SIDES:
        raise ValueError(
            f"sides must be 2..{MAX_SIDES} for the game to be solved, got {rules.sides}: it grows too large"
        )


def _relevant_rules(rules: Rules) -> Rules:
    """Return the rules with every field that has no effect with one die each as in ``STANDARD``, to share cached solutions."""
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
    return _opening_bluffs(_relevant_rules(rules))


@lru_cache(maxsize=128)
def _opening_bluffs(rules: Rules) -> tuple[float, float]:
    return _solved_form(rules).opening_bluffs()


@dataclass(frozen=True, slots=True, eq=False)
class _Level:
    """The histories of so many bids, n of them, and the sequences of the two players by number, below 0 where there is none.

    bids: int array (n,), the number of the bid to be answered. own, other: int arrays (n, sides), the sequence that the player
    to move has come by with each die, and the other one. next: int array (n, sides, moves), to what a move prolongs it.
    """

    histories: list[History]
    bids: Ints
    own: Ints
    other: Ints
    next: Ints


class _SequenceForm:
    """The game's histories bid by bid, without dominated moves, and each player's sequences by number.

    A sequence is a player's own die and what the player's last move leads to, a dudo included; the first ones stand for no own
    move yet.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._table = undominated_moves(rules)
        self._levels: list[_Level] = []
        self._lengths = [rules.sides, rules.sides]
        self._grow()
        self._program = self._first_players()
        self._result = _optimum(**self._program)

    def _grow(self) -> None:
        """Every run of bids of which each is left to its bidder with some die."""
        table, none = self._table, np.arange(self.rules.sides)[None]
        histories: list[History] = [()]
        bids, own, other = np.array([table.dudo]), none, none
        while histories:
            player = len(self._levels) % 2
            kept = table.kept[bids] & (own >= 0)[:, :, None]
            following = np.full(kept.shape, -1)
            following[kept] = np.arange(kept.sum()) + self._lengths[player]
            self._lengths[player] += int(kept.sum())
            self._levels.append(_Level(histories, bids, own, other, following))
            raised, bids = np.nonzero(kept[:, :, : table.dudo].any(axis=1))
            histories = [
                (*histories[place], table.bids[bid]) for place, bid in zip(raised.tolist(), bids.tolist(), strict=True)
            ]
            own, other = other[raised], following[raised, :, bids]

    def solution(self) -> tuple[float, tuple[Floats, Floats]]:
        """The first player's mean result, and the plans of the two: the chance of each sequence, float array (sequences,)."""
        result = self._result
        plans = (result.x[: self._lengths[0]].clip(0), (-result.ineqlin.marginals).clip(0))
        return -result.fun / self.rules.sides**2, plans

    def _first_players(self) -> dict[str, Any]:
        """The first player's program: the plan, then the worth of each decision of the opponent, which is free; what
        the opponent's best answer leaves is to be as much as can be."""
        # SciPy takes long to import, and only this module needs it
        from scipy import sparse

        payoffs = self._payoffs()
        (own, own_sums), (other, other_sums) = self._constraints(0), self._constraints(1)
        plan, free = payoffs.shape[0], other.shape[0]
        return {
            "c": np.concatenate([np.zeros(plan), -other_sums]),
            "A_ub": sparse.hstack([-payoffs.T, other.T], format="csr"),
            "b_ub": np.zeros(payoffs.shape[1]),
            "A_eq": sparse.hstack([own, sparse.csr_array((own.shape[0], free))], format="csr"),
            "b_eq": own_sums,
            "bounds": np.stack([np.repeat([0.0, -np.inf], (plan, free)), np.full(plan + free, np.inf)], axis=1),
        }

    def _constraints(self, player: int) -> tuple[Any, Floats]:
        """A plan's constraints, as a sparse matrix and what its rows come to: no move yet is certain, and the moves at
        a history share what led there."""
        from scipy import sparse

        sides = self.rules.sides
        none = np.arange(sides)
        entries: list[tuple[Ints, Ints, Floats]] = [(none, none, np.ones(sides))]
        length = sides
        for level in self._levels[player::2]:
            decides, moves = level.own >= 0, level.next >= 0
            rows = np.cumsum(decides).reshape(decides.shape) + (length - 1)
            length += int(decides.sum())
            by_move = np.broadcast_to(rows[:, :, None], moves.shape)
            entries.append((rows[decides], level.own[decides], np.full(decides.sum(), -1.0)))
            entries.append((by_move[moves], level.next[moves], np.ones(moves.sum())))
        row, column, sign = map(np.concatenate, zip(*entries, strict=True))
        sums = np.zeros(length)
        sums[:sides] = 1
        return sparse.csr_array((sign, (row, column)), shape=(length, self._lengths[player])), sums

    def _payoffs(self) -> Any:
        """The first player's results, +1 or -1, by the sequences of both: a sparse matrix."""
        from scipy import sparse

        entries = []
        for depth, level in enumerate(self._levels[1:], start=1):
            truth = self._table.truth[level.bids]
            bidder, caller = np.broadcast_arrays(level.other[:, :, None], level.next[:, None, :, self._table.dudo])
            meet = (bidder >= 0) & (caller >= 0)
            # the bid is the second player's where the first one calls
            first, second, sign = (bidder, caller, 1) if depth % 2 else (caller, bidder, -1)
            entries.append((first[meet], second[meet], sign * truth[meet]))
        row, column, result = map(np.concatenate, zip(*entries, strict=True))
        return sparse.csr_array((result, (row, column)), shape=tuple(self._lengths))

    def opening_bluffs(self) -> tuple[float, float]:
        """The least and the most that an opening which keeps the value is a bluff."""
        face, sides = self._optimal_face(), self.rules.sides
        bluffs = np.zeros(len(self._program["c"]))
        for die, number in np.argwhere(self._levels[0].next[0] >= 0).tolist():
            if _is_bluff(die + 1, self._table.bids[number], self.rules):
                bluffs[self._levels[0].next[0, die, number]] = 1 / sides
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
        bounds = program["bounds"].copy()
        bounds[costly] = 0
        return {
            "A_ub": program["A_ub"][~tight],
            "b_ub": program["b_ub"][~tight],
            "A_eq": sparse.vstack([program["A_eq"], program["A_ub"][tight]], format="csr"),
            "b_eq": np.concatenate([program["b_eq"], program["b_ub"][tight]]),
            "bounds": bounds,
        }

    def strategy(self, player: int, plan: Floats) -> Strategy:
        """The chances of the moves at each history that the player's own moves lead to."""
        found = [self._chosen(level, plan) for level in self._levels[player::2]]
        found += [self._unforeseen(level, plan) for level in self._levels[1 - player :: 2]]
        return {history: by_die for part in found for history, by_die in part.items()}

    def _chosen(self, level: _Level, plan: Floats) -> dict[History, ByDie]:
        """The chances at the histories of a level in which the player is to move."""
        chances = np.where(level.next < 0, 0.0, plan[level.next])
        chances[chances <= NOISE] = 0
        sums = chances.sum(axis=2, keepdims=True)
        chances /= np.where(sums, sums, 1)
        places = np.nonzero(chances)
        found: dict[History, ByDie] = {}
        for place, die, move, chance in zip(*(each.tolist() for each in (*places, chances[places])), strict=True):
            by_die = found.setdefault(level.histories[place], {})
            by_die.setdefault(die + 1, {})[self._table.moves[move]] = chance
        return found

    def _unforeseen(self, level: _Level, plan: Floats) -> dict[History, ByDie]:
        """What the player answers to the opponent's raises at a level that are left with no die."""
        table = self._table
        never = table.legal[level.bids, : table.dudo] & (level.next[:, :, : table.dudo] < 0).all(axis=1)
        found: dict[History, ByDie] = {}
        for place, bid in np.argwhere(never).tolist():
            other = level.other[place]
            dice = np.flatnonzero((other >= 0) & (plan[other] > NOISE))
            found |= self._answers((*level.histories[place], table.bids[bid]), bid, dice.tolist())
        return found

    def _answers(self, history: History, bid: int, dice: list[int]) -> dict[History, ByDie]:
        """One answer with each die that is not dominated, which is all that a mistake asks for, and so on."""
        table = self._table
        # dudo if it is left, else the highest raise
        answers = {
            die: table.dudo if table.kept[bid, die, table.dudo] else int(table.kept[bid, die].argmax()) for die in dice
        }
        found: dict[History, ByDie] = {}
        if answers:
            found[history] = {die + 1: {table.moves[move]: 1.0} for die, move in answers.items()}
        for raised in set(answers.values()) - {table.dudo}:
            held = [die for die, move in answers.items() if move == raised]
            for further in np.flatnonzero(table.legal[raised, : table.dudo]).tolist():
                found |= self._answers((*history, table.bids[raised], table.bids[further]), further, held)
        return found


def _is_bluff(die: int, move: Move, rules: Rules) -> bool:
    return isinstance(move, Bid) and not count((die,), move, rules)


def _optimum(**program: Any) -> Any:
    """SciPy's result for a linear program; ArithmeticError if it finds none."""
    from scipy.optimize import linprog

    result = linprog(**program, method="highs")
    if result.status != 0:
        raise ArithmeticError(f"the linear program was not solved: {result.message}")
    return result
