"""The moves of the one-die game that can be left out of it, as another move is never worse, whatever the opponent does.

With a two, a bid of two fours cannot be true, and dudo wins; a bid of one two is true, and dudo loses. What is left out for
such reasons changes neither the value of the game nor how it may be opened, and leaves a much smaller one.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.bids import Bid, legal_bids
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rules import Rules

DICE = 2


@dataclass(frozen=True, slots=True, eq=False)
class MoveTable:
    """The bids of a game of one die each by number, a raise before the bids that it may follow, and what is done about them.

    In the place of a bid to be answered, the number of dudo stands for none, in the opening.

    legal: bool array (moves, moves): may the second answer the first? truth: float array (bids, sides, sides): +1 where
        the bid is true and -1 where not, by the dice of the two. kept: bool array (moves, sides, moves): is the last
        left as an answer to the first, with each own die? Every legal opening is.
    """

    bids: tuple[Bid, ...]
    legal: NDArray[np.bool_]
    truth: NDArray[np.float64]
    kept: NDArray[np.bool_]

    @property
    def moves(self) -> tuple[Move, ...]:
        """The bids, then dudo."""
        return (*self.bids, Call.DUDO)

    @property
    def dudo(self) -> int:
        """The number of dudo, and of no bid yet."""
        return len(self.bids)


def undominated_moves(rules: Rules) -> MoveTable:
    """The moves that are left of the game of one die each.

    From the last bid back: an answer is left out if, with every die of the opponent, the best that it can come to is no
    better than the worst that another one can, by the answers left at later bids.

    >>> table = undominated_moves(Rules(wild_aces=False))
    >>> two_fours = table.moves.index(Bid(2, 4))
    >>> [str(move) for move, kept in zip(table.moves, table.kept[two_fours, 0]) if kept]
    ['dudo']
    """
    raises = _raises(rules)
    bids = [bid for bid in raises if bid is not None]
    numbers = {bid: number for number, bid in enumerate(bids)}
    dudo, sides = len(bids), rules.sides
    legal = np.zeros((dudo + 1, dudo + 1), dtype=bool)
    for number, following in enumerate(raises.values()):
        legal[number, [numbers[bid] for bid in following]] = True
    legal[:dudo, dudo] = True
    kept = np.repeat(legal[:, None], sides, axis=1)
    truth = np.stack([_truth(bid, rules) for bid in bids])
    # the bidder's worst and best result, by the bidder's die and the other
    low, high = np.empty_like(truth), np.empty_like(truth)
    for bid in range(dudo):
        answers = np.flatnonzero(legal[bid])
        worst, best = (np.stack([*bounds[answers[:-1]], -truth[bid]]) for bounds in (low, high))
        left = _undominated(worst, best)
        kept[bid][:, answers] = left.T
        low[bid] = -np.where(left[:, :, None], best, -1).max(axis=0).T
        high[bid] = -np.where(left[:, :, None], worst, 1).min(axis=0).T
    return MoveTable(tuple(bids), legal, truth, kept)


def _raises(rules: Rules) -> dict[Bid | None, list[Bid]]:
    """What may follow each bid, and none: every bid after all that may follow it."""
    raises: dict[Bid | None, list[Bid]] = {}

    def visit(current: Bid | None) -> None:
        following = legal_bids(current, DICE, rules)
        for bid in following:
            if bid not in raises:
                visit(bid)
        raises[current] = following

    visit(None)
    return raises


def _truth(bid: Bid, rules: Rules) -> NDArray[np.float64]:
    matches = np.isin(np.arange(1, rules.sides + 1), rules.matching_faces(bid.face)).astype(int)
    return np.where(np.add.outer(matches, matches) >= bid.quantity, 1.0, -1.0)


def _undominated(worst: NDArray[Any], best: NDArray[Any]) -> NDArray[np.bool_]:
    """Which answers are left with each own die: bool array (answers, sides).

    worst, best: an answer's results, float arrays (answers, sides, sides), by the own die and the opponent's.
    """
    beaten: NDArray[np.bool_] = np.all(best[:, None] <= worst[None], axis=3)
    left = np.ones(worst.shape[:2], dtype=bool)
    # one by one, as of two that are alike one stays: the later, so that it is dudo where all is lost
    for answer in range(len(left)):
        left[answer] = False
        left[answer] = ~(beaten[answer] & left).any(axis=0)
    return left
