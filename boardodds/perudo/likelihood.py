"""How likely a bid is with each hand, from the tables of many matches: the same chances as ``bidders.move_chances``, faster.

A bid matters to a player only through the dice in the own hand that match it, so chances are looked up by face and by how many
those are.
"""

from dataclasses import dataclass

import numpy as np

from boardodds.perudo.bidders import BidderModel, LogitBidder, MostProbable, PolicyBidder, matching_dice, move_chances
from boardodds.perudo.tables import BidTables
from boardodds.probability.arrays import Floats, Ints

_DUDO, _CALZA = -1, -2


def bid_likelihood(
    model: BidderModel, tables: BidTables, dice: int, total: int, palifico: bool, before: int, bid: int
) -> Floats:
    """The chance that a player makes a bid, with each hand in the order of ``hands``: float array (hands,).

    dice: of the player. total: dice in play. before, bid: numbered bids; 0 opens the round.
    """
    seen = _Seen(tables, dice, total, palifico, before)
    if isinstance(model, LogitBidder):
        return seen.logit(model.sharpness, bid)
    if isinstance(model, PolicyBidder) and isinstance(model.policy, MostProbable):
        chosen: Floats = (seen.choices() == bid).astype(np.float64)
        return model.slip / seen.moves + (1 - model.slip) * chosen
    moves, chances = move_chances(model, dice, tables.bid(before), total, tables.rules, palifico)
    made = tables.bid(bid)
    found: Floats = chances[:, moves.index(made)] if made else np.zeros(len(chances))
    return found


@dataclass(frozen=True, eq=False, slots=True)
class _Seen:
    """What a player sees who is to bid."""

    tables: BidTables
    dice: int
    total: int
    palifico: bool
    before: int

    @property
    def unseen(self) -> int:
        return self.total - self.dice

    @property
    def least(self) -> Ints:
        """The least legal quantity of each face."""
        least: Ints = self.tables.least[int(self.palifico), int(self.dice == 1), self.before]
        return least

    def quantities(self, face: int) -> Ints:
        """The legal quantities of a face, from 0."""
        least = int(self.least[face])
        if least > self.total:
            return np.zeros(0, dtype=np.int64)
        is_one = self.before and self.tables.is_exact
        return np.arange(least, (least if is_one else self.total) + 1)

    @property
    def moves(self) -> int:
        """How many moves are legal."""
        bids = sum(len(self.quantities(face)) for face in range(self.tables.sides))
        return bids + (1 + self.tables.rules.calza if self.before else 0)

    def held(self, face: int) -> Ints:
        """The dice of each hand that match a face, from 0: int array (hands,)."""
        return matching_dice(face + 1, self.dice, self.tables.rules, self.palifico)

    def _true(self, face: int, quantities: Ints) -> Floats:
        """The chance that quantities of a face are reached, by the matching dice held: float array (dice + 1, quantities)."""
        needed = np.clip(quantities - np.arange(self.dice + 1)[:, None], 0, self.unseen + 1)
        chances: Floats = self.tables.at_least[int(self.palifico), face, self.unseen][needed]
        return chances

    def _calls(self) -> list[tuple[int, Floats]]:
        """Each call that may be made and the chance that it stands, with each hand."""
        if not self.before:
            return []
        face = int(self.tables.face(self.before)) - 1
        needed = int(self.tables.quantity(self.before)) - self.held(face)
        place = np.clip(needed, 0, self.unseen + 1)
        row = (int(self.palifico), face, self.unseen)
        calls = [(_DUDO, self.tables.fewer[row][place])]
        if self.tables.rules.calza:
            calls.append((_CALZA, self.tables.exactly[row][place] * (needed >= 0)))
        return calls

    def logit(self, sharpness: float, bid: int) -> Floats:
        """The chance of a bid by a logit bidder."""
        # every exponent is 0 at most, so that none is too large
        weights = sum((np.exp(sharpness * (chance - 1)) for _, chance in self._calls()), start=np.zeros(1))
        for face in range(self.tables.sides):
            by_held = np.exp(sharpness * (self._true(face, self.quantities(face)) - 1)).sum(axis=1)
            weights = weights + by_held[self.held(face)]
        face = int(self.tables.face(bid)) - 1
        true = self._true(face, np.array([self.tables.quantity(bid)]))[:, 0][self.held(face)]
        chances: Floats = np.exp(sharpness * (true - 1)) / weights
        return chances

    def choices(self) -> Ints:
        """The most probable move with each hand: a numbered bid, or below 0 for a call.

        What ties stands dudo, calza, then bids by quantity and face.
        """
        calls = self._calls()
        number = self.tables.number(self.least, np.arange(1, self.tables.sides + 1))
        order = sorted(
            (face for face in range(self.tables.sides) if self.least[face] <= self.total), key=lambda f: number[f]
        )
        moves = [move for move, _ in calls] + [int(number[face]) for face in order]
        chances = [chance for _, chance in calls]
        chances += [self._true(face, self.least[face : face + 1])[:, 0][self.held(face)] for face in order]
        chosen: Ints = np.array(moves)[np.argmax(np.stack(chances), axis=0)]
        return chosen
