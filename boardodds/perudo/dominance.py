"""The undominated moves of the game with one die each.

A move is dominated if some other move is never worse, whatever the opponent does. For example, to a player with a two, a bid of
two fours cannot be true: dudo wins and dominates all raises. A bid of one two is true, so dudo loses. Without dominated moves
the game is much smaller, but has the same value and the same optimal openings.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.bids import Bid, Call, Move, legal_raises
from boardodds.perudo.rules import Rules

DICE = 2


@dataclass(frozen=True, slots=True, eq=False)
class MoveLookup:
    """The moves of the game with one die each, by number: a raise comes before the bids that it may follow, dudo is last.

    Where a bid to be answered is expected, the number of dudo means the opening.

    legal: bool array (moves, moves), whether the second move is a legal answer to the first.
    truth: float array (bids, sides, sides), +1 if the bid is true and -1 if it is false, by the dice of the two players.
    undominated: bool array (moves, sides, moves), whether the last is an undominated answer to the first, by the own die. Every
        legal opening counts as undominated.
    """

    bids: tuple[Bid, ...]
    legal: NDArray[np.bool_]
    truth: NDArray[np.float64]
    undominated: NDArray[np.bool_]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves by number: the bids, then dudo."""
        return (*self.bids, Call.DUDO)

    @property
    def dudo(self) -> int:
        """The number of dudo, which also means the opening."""
        return len(self.bids)


def undominated_moves(rules: Rules) -> MoveLookup:
    """Return the moves of the game with one die each, and which of them are undominated.

    The computation goes from the highest bid back, because it needs the undominated answers to later bids. An answer is
    dominated by another one if, with every die of the opponent, its best result is no better than the other's worst result.

    >>> lookup = undominated_moves(Rules(wild_aces=False))
    >>> two_fours = lookup.moves.index(Bid(2, 4))
    >>> [str(move) for move, undominated in zip(lookup.moves, lookup.undominated[two_fours, 0]) if undominated]
    ['dudo']
    """
    raises = legal_raises(DICE, rules)
    bids = [bid for bid in raises if bid is not None]
    numbers = {bid: number for number, bid in enumerate(bids)}
    dudo, sides = len(bids), rules.sides
    legal = np.zeros((dudo + 1, dudo + 1), dtype=bool)
    for number, following in enumerate(raises.values()):
        legal[number, [numbers[bid] for bid in following]] = True
    legal[:dudo, dudo] = True
    undominated = np.repeat(legal[:, None], sides, axis=1)
    truth = np.stack([_truth(bid, rules) for bid in bids])
    # The bidder's worst and best result after each bid, by the bidder's die and the opponent's.
    low, high = np.empty_like(truth), np.empty_like(truth)
    for bid in range(dudo):
        answers = np.flatnonzero(legal[bid])
        worst, best = (np.stack([*bounds[answers[:-1]], -truth[bid]]) for bounds in (low, high))
        is_undominated = _find_undominated(worst, best)
        undominated[bid][:, answers] = is_undominated.T
        low[bid] = -np.where(is_undominated[:, :, None], best, -1).max(axis=0).T
        high[bid] = -np.where(is_undominated[:, :, None], worst, 1).min(axis=0).T
    return MoveLookup(tuple(bids), legal, truth, undominated)


def _truth(bid: Bid, rules: Rules) -> NDArray[np.float64]:
    matches = np.isin(np.arange(1, rules.sides + 1), rules.matching_faces(bid.face)).astype(int)
    return np.where(np.add.outer(matches, matches) >= bid.quantity, 1.0, -1.0)


def _find_undominated(worst: NDArray[Any], best: NDArray[Any]) -> NDArray[np.bool_]:
    """Return whether each answer is undominated with each own die: bool array (answers, sides).

    worst, best: the worst and best result of each answer: float arrays (answers, sides, sides), by the own die and the
        opponent's.
    """
    is_dominated: NDArray[np.bool_] = np.all(best[:, None] <= worst[None], axis=3)
    undominated = np.ones(worst.shape[:2], dtype=bool)
    # Removing answers one by one keeps the last of several equal ones, which is dudo if every answer loses.
    for answer in range(len(undominated)):
        undominated[answer] = False
        undominated[answer] = ~(is_dominated[answer] & undominated).any(axis=0)
    return undominated
