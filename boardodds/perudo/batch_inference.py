"""The posterior of all players' hands in many rounds at once, updated with every bid.

This is the same as ``inference.posterior``, for thousands of rounds that are played together.
"""

import numpy as np

from boardodds.perudo.bidders import BidderModel, hands, matching_dice
from boardodds.perudo.likelihood import bid_likelihood
from boardodds.perudo.tables import BidTables
from boardodds.probability.arrays import Bools, Floats, Ints

# the number of likelihoods in the cache, of 8 bytes each
_MAX_CACHED = 8_000_000


class BatchPosterior:
    """The probability of every hand of every player in many rounds, by one model of the bidders.

    weights: float array (rounds, players, hands), in the order of ``hands`` for the player's number of dice, padded with 0.
    """

    def __init__(self, model: BidderModel, tables: BidTables, players: int, matches: int) -> None:
        self.model = model
        self._tables = tables
        self._most = tables.rules.starting_dice
        self._priors = np.zeros((self._most + 1, len(hands(self._most, tables.sides)[0])))
        for dice in range(self._most + 1):
            _, chances = hands(dice, tables.sides)
            self._priors[dice, : len(chances)] = chances
        self._matching = _matching_tables(tables, self._priors.shape[1])
        self._rows: dict[int, Floats] = {}
        self._most_rows = _MAX_CACHED // self._priors.shape[1]
        self.weights = np.zeros((matches, players, self._priors.shape[1]))

    def keep(self, going: Bools) -> None:
        """Remove the matches that are over; ``going`` is a bool array (matches,)."""
        self.weights = self.weights[going]

    def start_rounds(self, rounds: Ints, dice: Ints) -> None:
        """Set the hands of new rounds to those of fair dice.

        rounds: int array (n,).
        dice: int array (n, players), the number of dice of each player.
        """
        self.weights[rounds] = self._priors[dice]

    def update(
        self, rounds: Ints, player: Ints, dice: Ints, total: Ints, palifico: Ints, before: Ints, bid: Ints
    ) -> None:
        """Update the posterior of the bidder in some rounds by Bayes' rule.

        All arguments are int arrays (n,).

        before: the number of the bid that the new bid answers.
        """
        limit = _bid_limit(self._tables)
        keys = ((((total * (self._most + 1) + dice) * 2 + palifico) * limit) + before) * limit + bid
        distinct, place = np.unique(keys, return_inverse=True)
        first = np.zeros(len(distinct), dtype=np.int64)
        first[place] = np.arange(len(keys))
        rows = np.stack(
            [
                self._likelihood_row(
                    int(key), int(dice[i]), int(total[i]), bool(palifico[i]), int(before[i]), int(bid[i])
                )
                for key, i in zip(distinct, first, strict=True)
            ]
        )
        weights = self.weights[rounds, player] * rows[place]
        sums = weights.sum(axis=1, keepdims=True)
        # a bid that the model expects of no hand does not change the posterior
        posterior = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), self.weights[rounds, player])
        self.weights[rounds, player] = posterior

    def _likelihood_row(self, key: int, dice: int, total: int, palifico: bool, before: int, bid: int) -> Floats:
        """Return the likelihood of a bid for each hand: float array (hands,)."""
        if key not in self._rows:
            if len(self._rows) >= self._most_rows:
                self._rows.clear()
            chances = bid_likelihood(self.model, self._tables, dice, total, palifico, before, bid)
            row = np.zeros(self._priors.shape[1])
            row[: len(chances)] = chances
            self._rows[key] = row
        return self._rows[key]

    def matching_tails(self, rounds: Ints, viewer: Ints, dice: Ints, palifico: Ints) -> Floats:
        """Return the probability that at least 0, 1, ... of the other players' dice match each face.

        rounds, viewer, palifico: int arrays (n,).
        dice: int array (n, players), the number of dice of each player.
        Returns float array (n, sides, dice in all + 2).
        """
        many, players = dice.shape
        total = np.zeros((many, self._tables.sides, self._tables.dice + 1))
        total[:, :, 0] = 1
        for player in range(players):
            others = np.flatnonzero((viewer != player) & (dice[:, player] > 0))
            if len(others):
                chances = self._matching_chances(rounds[others], player, dice[others, player], palifico[others])
                total[others] = _convolve(total[others], chances)
        tail = np.zeros((many, self._tables.sides, self._tables.dice + 2))
        tail[:, :, :-1] = total[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
        return tail.clip(0, 1)

    def _matching_chances(self, rounds: Ints, player: int, dice: Ints, palifico: Ints) -> Floats:
        """Return the probability of each number of matching dice of a player: float array (n, sides, most dice + 1)."""
        found = np.empty((len(rounds), self._tables.sides, self._most + 1))
        for number in np.unique(dice):
            for kind in np.unique(palifico):
                here = np.flatnonzero((dice == number) & (palifico == kind))
                flat = self.weights[rounds[here], player] @ self._matching[int(kind)][int(number)]
                found[here] = flat.reshape(len(here), self._tables.sides, self._most + 1)
        return found


def _bid_limit(tables: BidTables) -> int:
    """Return a number greater than the number of any bid."""
    return tables.dice * tables.sides + 1


def _convolve(total: Floats, more: Floats) -> Floats:
    """Return the distribution of the sum of two counts.

    total: float array (n, sides, dice + 1).
    more: float array (n, sides, counts), the distribution of the smaller count.
    """
    summed = np.zeros_like(total)
    for count in range(more.shape[2]):
        width = total.shape[2] - count
        summed[:, :, count:] += total[:, :, :width] * more[:, :, count : count + 1]
    return summed


def _matching_tables(tables: BidTables, most_hands: int) -> list[list[Floats]]:
    """Return the matrices that turn the probabilities of hands into those of matching dice.

    Returns, by ordinary or palifico round and by number of dice, a float array (hands, sides * (most dice + 1)) with a 1 for
    each face at the number of the hand's dice that match it.
    """
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
