"""The likelihood of a bid for each hand, from lookup tables; faster than ``bidders.move_chances`` with the same results.

To a player, the chance of a bid depends on the own hand only through the number of dice that match the bid. It is therefore
looked up by face and by that number.
"""

from dataclasses import dataclass

import numpy as np

from boardodds.perudo.bidders import BidderModel, LogitBidder, PolicyBidder, matching_dice, move_chances
from boardodds.perudo.tables import BidTables
from boardodds.probability.arrays import Floats, Ints

_DUDO = -1


def bid_likelihood(
    model: BidderModel, tables: BidTables, dice: int, total: int, palifico: bool, current: int, bid: int
) -> Floats:
    """Return the probability that a player makes a bid, for each hand in the order of ``hands``: float array (hands,).

    dice, total: the number of the player's dice, and of all dice in play.
    current, bid: the numbers of the bid to be answered (0 for none) and of the player's bid; see ``tables``.
    """
    view = _BidderView(tables, dice, total, palifico, current)
    if isinstance(model, LogitBidder):
        return view.logit_chances(model.sharpness, bid)
    if isinstance(model, PolicyBidder):
        is_choice: Floats = (view.choices() == bid).astype(np.float64)
        return model.slip / view.move_count + (1 - model.slip) * is_choice
    moves, chances = move_chances(model, dice, tables.bid(current), total, tables.rules, palifico)
    move = tables.bid(bid)
    likelihood: Floats = chances[:, moves.index(move)] if move else np.zeros(len(chances))
    return likelihood


@dataclass(frozen=True, eq=False, slots=True)
class _BidderView:
    """A situation as the player to move sees it, with every possible hand.

    dice, total: the number of the player's dice, and of all dice in play.
    current: the number of the bid to be answered; 0 for none.

    Faces count from 0 in all methods.
    """

    tables: BidTables
    dice: int
    total: int
    palifico: bool
    current: int

    @property
    def unseen(self) -> int:
        return self.total - self.dice

    @property
    def min_quantities(self) -> Ints:
        """The lowest legal quantity of each face: int array (sides,)."""
        min_quantities: Ints = self.tables.min_quantity[int(self.palifico), int(self.dice == 1), self.current]
        return min_quantities

    def quantities(self, face: int) -> Ints:
        """Return the legal quantities of a face: int array (quantities,)."""
        minimum = int(self.min_quantities[face])
        if minimum > self.total:
            return np.zeros(0, dtype=np.int64)
        is_fixed = self.current and self.tables.is_quantity_fixed
        return np.arange(minimum, (minimum if is_fixed else self.total) + 1)

    @property
    def move_count(self) -> int:
        """The number of legal moves."""
        bids = sum(len(self.quantities(face)) for face in range(self.tables.sides))
        return bids + (1 if self.current else 0)

    def matching(self, face: int) -> Ints:
        """Return the number of dice in each hand that match a bid on a face: int array (hands,)."""
        return matching_dice(face + 1, self.dice, self.tables.rules, self.palifico)

    def _bid_chances(self, face: int, quantities: Ints) -> Floats:
        """Return the chance that bids on a face are true: float array (dice + 1, quantities).

        Rows are by the number of matching dice in the hand.
        """
        needed = np.clip(quantities - np.arange(self.dice + 1)[:, None], 0, self.unseen + 1)
        chances: Floats = self.tables.chance_at_least[int(self.palifico), face, self.unseen][needed]
        return chances

    def _call_chances(self) -> list[tuple[int, Floats]]:
        """Return each legal call and the chance that it is right with each hand: float array (hands,)."""
        if not self.current:
            return []
        face = int(self.tables.face(self.current)) - 1
        needed = int(self.tables.quantity(self.current)) - self.matching(face)
        column = np.clip(needed, 0, self.unseen + 1)
        row = (int(self.palifico), face, self.unseen)
        return [(_DUDO, self.tables.chance_fewer[row][column])]

    def logit_chances(self, sharpness: float, bid: int) -> Floats:
        """Return the probability that a logit bidder makes a bid, for each hand: float array (hands,)."""
        # Subtracting 1 keeps every exponent at 0 or below, so exp can't overflow.
        weights = sum((np.exp(sharpness * (chance - 1)) for _, chance in self._call_chances()), start=np.zeros(1))
        for face in range(self.tables.sides):
            weights = (
                weights + self._bid_weights(sharpness, face, self.quantities(face)).sum(axis=1)[self.matching(face)]
            )
        face = int(self.tables.face(bid)) - 1
        bid_weights = self._bid_weights(sharpness, face, np.array([self.tables.quantity(bid)]))[:, 0]
        chances: Floats = bid_weights[self.matching(face)] / weights
        return chances

    def _bid_weights(self, sharpness: float, face: int, quantities: Ints) -> Floats:
        """Return the weights of a logit bidder's bids, arranged as in ``_bid_chances``."""
        doubts = 1 - self.tables.chance_at_least[int(self.palifico), face, self.total][quantities]
        weights: Floats = np.exp(sharpness * doubts * (self._bid_chances(face, quantities) - 1))
        return weights

    def choices(self) -> Ints:
        """Return the move that is most likely to be right with each hand: int array (hands,).

        A move is the number of a bid, or negative for a call. Ties are in the order dudo, then bids by quantity and face.
        """
        calls = self._call_chances()
        # Of each face only the lowest legal quantity matters, because higher ones are never more likely to be true.
        minimum = self.min_quantities
        number = self.tables.number(minimum, np.arange(1, self.tables.sides + 1))
        faces = sorted(
            (face for face in range(self.tables.sides) if minimum[face] <= self.total), key=lambda face: number[face]
        )
        moves = [move for move, _ in calls] + [int(number[face]) for face in faces]
        chances = [chance for _, chance in calls]
        chances += [self._bid_chances(face, minimum[face : face + 1])[:, 0][self.matching(face)] for face in faces]
        choices: Ints = np.array(moves)[np.argmax(np.stack(chances), axis=0)]
        return choices
