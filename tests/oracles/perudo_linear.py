"""The value of the game with one die each, by a linear program over all sequences of bids, without shortcuts.

Its variables are the chances of the opener's sequences of own moves, by the own die and the bids up to the last of them, those of
the opener's calls, and the values of the positions in which the other player moves.
"""

from collections.abc import Hashable, Mapping
from fractions import Fraction
from typing import Any

from scipy.optimize import linprog
from scipy.sparse import coo_array

from boardodds.perudo import Bid, Rules
from tests.oracles.perudo import brute_legal

History = tuple[Bid, ...]
Row = dict[Hashable, float]


def linear_value(rules: Rules) -> Fraction:
    """Return what the opener can be sure to win on average: 1 for a win, -1 for a loss."""
    faces = range(1, rules.sides + 1)
    # The rows of equalities and of inequalities: the coefficients of the variables, and the bound.
    equal: list[tuple[Row, float]] = []
    at_most: list[tuple[Row, float]] = []

    def visit(bids: History) -> None:
        raises = brute_legal(bids[-1] if bids else None, 2, rules)
        for die in faces:
            if len(bids) % 2 == 0:
                equal.append((_plan(die, bids, raises), 0.0 if bids else 1.0))
            else:
                at_most.extend((row, 0.0) for row in _answers(die, bids, raises, rules))
        for bid in raises:
            visit((*bids, bid))

    visit(())
    objective = {("value", die, (bid,)): -1 / rules.sides**2 for die in faces for bid in brute_legal(None, 2, rules)}
    keys: dict[Hashable, int] = {}
    for row, _ in [*equal, *at_most]:
        for key in row:
            keys.setdefault(key, len(keys))
    (a_eq, b_eq), (a_ub, b_ub) = (_matrix(rows, keys) for rows in (equal, at_most))
    costs = [objective.get(key, 0.0) for key in keys]  # type: ignore[call-overload]
    bounds = [(None if "value" in key else 0, None) for key in keys]  # type: ignore[operator]
    result = linprog(costs, A_ub=a_ub, b_ub=b_ub, A_eq=a_eq, b_eq=b_eq, bounds=bounds, method="highs")
    assert result.status == 0, result.message
    return Fraction(-result.fun).limit_denominator(1000)


def _plan(die: int, bids: History, raises: set[Bid]) -> Row:
    """Return the opener's moves at some bids, whose chances sum to that of the opener's move before."""
    row: Row = {("move", die, (*bids, bid)): 1.0 for bid in raises}
    return row | {("call", die, bids): 1.0, ("move", die, bids[:-1]): -1.0} if bids else row


def _answers(die: int, bids: History, raises: set[Bid], rules: Rules) -> list[Row]:
    """Return for each move of the other player that the position is worth at most as much as what follows it."""
    mine = range(1, rules.sides + 1)
    here: Row = {("value", die, bids): 1.0}
    rows = [here | {("move", own, bids): -_truth(bids[-1], own, die, rules) for own in mine}]
    for bid in raises:
        # The opener calls the raise and wins if it is false, or raises it to a position that is worth something itself.
        calls: Row = {("call", own, (*bids, bid)): _truth(bid, own, die, rules) for own in mine}
        rows.append(here | calls | {("value", die, (*bids, bid, later)): -1.0 for later in brute_legal(bid, 2, rules)})
    return rows


def _truth(bid: Bid, one: int, other: int, rules: Rules) -> float:
    shown = sum(die == bid.face or (rules.wild_aces and die == 1) for die in (one, other))
    return 1.0 if shown >= bid.quantity else -1.0


def _matrix(rows: list[tuple[Row, float]], keys: Mapping[Hashable, int]) -> tuple[Any, list[float]]:
    entries = [(row, keys[key], factor) for row, (terms, _) in enumerate(rows) for key, factor in terms.items()]
    row, column, factor = zip(*entries, strict=True)
    return coo_array((factor, (row, column)), shape=(len(rows), len(keys))).tocsr(), [bound for _, bound in rows]
