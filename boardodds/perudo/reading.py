"""Reading the bids of many rounds at once: how likely each hand of each player is, brought up to date bid by bid.

The same as ``inference.posterior``, for thousands of rounds that go on together.
"""

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.bidders import BidderModel, hands, matching_dice
from boardodds.perudo.likelihood import bid_likelihood
from boardodds.perudo.tables import Tables
from boardodds.probability.arrays import Floats, Ints

# likelihoods that are kept, of 8 bytes each
_KEPT_NUMBERS = 8_000_000


class Reader:
    """The chances of all hands in many rounds, by one model of the bidders.

    weights: float array (rounds, players, hands), hands in the order of ``hands`` for as many dice as the player has, the rest 0.
    """

    def __init__(self, model: BidderModel, tables: Tables, players: int, matches: int) -> None:
        self.model = model
        self._tables = tables
        self._most = tables.rules.starting_dice
        self._priors = np.zeros((self._most + 1, len(hands(self._most, tables.sides)[0])))
        for dice in range(self._most + 1):
            _, chances = hands(dice, tables.sides)
            self._priors[dice, : len(chances)] = chances
        self._matching = _matching_tables(tables, self._priors.shape[1])
        self._rows: dict[int, Floats] = {}
        self._most_rows = _KEPT_NUMBERS // self._priors.shape[1]
        self.weights = np.zeros((matches, players, self._priors.shape[1]))

    def keep(self, going: NDArray[np.bool_]) -> None:
        """Throws out the matches that are over."""
        self.weights = self.weights[going]

    def begin(self, rounds: Ints, dice: Ints) -> None:
        """New rounds: rounds (n,), and the dice of each player in them (n, players)."""
        self.weights[rounds] = self._priors[dice]

    def hear(
        self, rounds: Ints, player: Ints, dice: Ints, total: Ints, palifico: Ints, before: Ints, bid: Ints
    ) -> None:
        """A bid in each of some rounds; all arrays (n,). before: the number of the bid that it answers."""
        keys = ((((total * (self._most + 1) + dice) * 2 + palifico) * _span(self._tables)) + before) * _span(
            self._tables
        ) + bid
        distinct, place = np.unique(keys, return_inverse=True)
        first = np.zeros(len(distinct), dtype=np.int64)
        first[place] = np.arange(len(keys))
        rows = np.stack(
            [
                self._row(int(key), int(dice[i]), int(total[i]), bool(palifico[i]), int(before[i]), int(bid[i]))
                for key, i in zip(distinct, first, strict=True)
            ]
        )
        weights = self.weights[rounds, player] * rows[place]
        sums = weights.sum(axis=1, keepdims=True)
        # a bid that no hand would make says nothing
        read = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), self.weights[rounds, player])
        self.weights[rounds, player] = read

    def _row(self, key: int, dice: int, total: int, palifico: bool, before: int, bid: int) -> Floats:
        """The chance of a bid with each hand: float array (most hands,)."""
        if key not in self._rows:
            if len(self._rows) >= self._most_rows:
                self._rows.clear()
            chances = bid_likelihood(self.model, self._tables, dice, total, palifico, before, bid)
            row = np.zeros(self._priors.shape[1])
            row[: len(chances)] = chances
            self._rows[key] = row
        return self._rows[key]

    def others(self, rounds: Ints, viewer: Ints, dice: Ints, palifico: Ints) -> Floats:
        """The chance that at least so many of the others' dice match, from none: float array (n, sides, dice in all + 2).

        rounds, viewer, palifico: (n,). dice: (n, players).
        """
        many, players = dice.shape
        total = np.zeros((many, self._tables.sides, self._tables.dice + 1))
        total[:, :, 0] = 1
        for player in range(players):
            listening = np.flatnonzero((viewer != player) & (dice[:, player] > 0))
            if len(listening):
                chances = self._player(rounds[listening], player, dice[listening, player], palifico[listening])
                total[listening] = _added(total[listening], chances)
        tail = np.zeros((many, self._tables.sides, self._tables.dice + 2))
        tail[:, :, :-1] = total[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
        return tail.clip(0, 1)

    def _player(self, rounds: Ints, player: int, dice: Ints, palifico: Ints) -> Floats:
        """The chance of each number of matching dice of a player: float array (n, sides, most dice + 1)."""
        found = np.empty((len(rounds), self._tables.sides, self._most + 1))
        for number in np.unique(dice):
            for kind in np.unique(palifico):
                here = np.flatnonzero((dice == number) & (palifico == kind))
                flat = self.weights[rounds[here], player] @ self._matching[int(kind)][int(number)]
                found[here] = flat.reshape(len(here), self._tables.sides, self._most + 1)
        return found


def _span(tables: Tables) -> int:
    """More than the number of any bid."""
    return tables.dice * tables.sides + 1


def _added(total: Floats, more: Floats) -> Floats:
    """The distribution of a sum: (n, sides, dice + 1) and (n, sides, a few)."""
    summed = np.zeros_like(total)
    for count in range(more.shape[2]):
        width = total.shape[2] - count
        summed[:, :, count:] += total[:, :, :width] * more[:, :, count : count + 1]
    return summed


def _matching_tables(tables: Tables, most_hands: int) -> list[list[Floats]]:
    """By ordinary or palifico round and number of dice: float array (hands, sides * (most dice + 1)), 1 where a hand has so
    many dice that match the face."""
    most = tables.rules.starting_dice
    found = []
    for palifico in (False, True) if tables.rules.palifico else (False,):
        by_dice = []
        for dice in range(most + 1):
            one = np.zeros((most_hands, tables.sides, most + 1))
            for face in range(tables.sides):
                matching = matching_dice(face + 1, dice, tables.rules, palifico)
                one[np.arange(len(matching)), face, matching] = 1
            by_dice.append(one.reshape(most_hands, -1))
        found.append(by_dice)
    return found
