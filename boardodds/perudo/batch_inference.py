"""The posterior of all players' hands in many rounds at once, updated after every bid.

The probabilities are those of ``inference.posterior``, for thousands of rounds that are played together.
"""

import numpy as np

from boardodds.perudo.bidders import BidderModel, hands, matching_dice
from boardodds.perudo.likelihood import bid_likelihood
from boardodds.perudo.tables import BidTables
from boardodds.probability.arrays import Bools, Floats, Ints

# The cache of likelihoods takes 8 bytes for each.
_MAX_CACHED = 8_000_000


class BatchPosterior:
    """The probability of every hand of every player in many rounds, for one model of the bidders.

    weights: float array (rounds, players, hands), in the order of ``hands`` for the player's number of dice, padded with 0.
        Each match has one row, for its current round.
    """

    def __init__(self, model: BidderModel, tables: BidTables, players: int, matches: int) -> None:
        self.model = model
        self._tables = tables
        self._max_dice = tables.rules.starting_dice
        self._priors = np.zeros((self._max_dice + 1, len(hands(self._max_dice, tables.sides)[0])))
        for dice in range(self._max_dice + 1):
            _, chances = hands(dice, tables.sides)
            self._priors[dice, : len(chances)] = chances
        self._matching = _matching_tables(tables, self._priors.shape[1])
        self._rows: dict[int, Floats] = {}
        self._max_rows = _MAX_CACHED // self._priors.shape[1]
        self.weights = np.zeros((matches, players, self._priors.shape[1]))

    def keep(self, unfinished: Bools) -> None:
        """Remove the matches that are over.

        unfinished: bool array (matches,), False for each match to remove.
        """
        self.weights = self.weights[unfinished]

    def start_rounds(self, rounds: Ints, dice: Ints) -> None:
        """Reset the hands of new rounds to the probabilities of fair dice.

        rounds: int array (n,), the rows of ``weights``.
        dice: int array (n, players), the number of dice of each player.
        """
        self.weights[rounds] = self._priors[dice]

    def update(
        self, rounds: Ints, player: Ints, dice: Ints, total: Ints, palifico: Ints, current: Ints, bid: Ints
    ) -> None:
        """Update the posterior of the bidder's hand in some rounds by Bayes' rule.

        All arguments are int arrays (n,).

        rounds: the rows of ``weights``.
        player: the bidder's seat.
        dice, total: the number of the bidder's dice, and of all dice in play.
        palifico: 1 in a palifico round, otherwise 0.
        current, bid: the numbers of the bid to be answered (0 for none) and of the new bid; see ``tables``.
        """
        limit = _bid_limit(self._tables)
        keys = ((((total * (self._max_dice + 1) + dice) * 2 + palifico) * limit) + current) * limit + bid
        unique_keys, inverse = np.unique(keys, return_inverse=True)
        example = np.zeros(len(unique_keys), dtype=np.int64)
        example[inverse] = np.arange(len(keys))
        likelihoods = np.stack(
            [
                self._likelihood_row(
                    int(key), int(dice[i]), int(total[i]), bool(palifico[i]), int(current[i]), int(bid[i])
                )
                for key, i in zip(unique_keys, example, strict=True)
            ]
        )
        weights = self.weights[rounds, player] * likelihoods[inverse]
        sums = weights.sum(axis=1, keepdims=True)
        # A bid that no hand would make according to the model leaves the posterior unchanged.
        posterior = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), self.weights[rounds, player])
        self.weights[rounds, player] = posterior

    def _likelihood_row(self, key: int, dice: int, total: int, palifico: bool, current: int, bid: int) -> Floats:
        """Return the likelihood of a bid for each hand: float array (hands,)."""
        if key not in self._rows:
            if len(self._rows) >= self._max_rows:
                self._rows.clear()
            chances = bid_likelihood(self.model, self._tables, dice, total, palifico, current, bid)
            row = np.zeros(self._priors.shape[1])
            row[: len(chances)] = chances
            self._rows[key] = row
        return self._rows[key]

    def matching_tails(self, rounds: Ints, viewer: Ints, dice: Ints, palifico: Ints) -> Floats:
        """Return the probability that at least 0, 1, ... of the other players' dice match a bid on each face.

        rounds: int array (n,), the rows of ``weights``.
        viewer: int array (n,), the seat whose dice don't count.
        dice: int array (n, players), the number of dice of each player.
        palifico: int array (n,), 1 in a palifico round, otherwise 0.
        Returns float array (n, sides, dice at the start of a match + 2).
        """
        size, players = dice.shape
        total = np.zeros((size, self._tables.sides, self._tables.dice + 1))
        total[:, :, 0] = 1
        for player in range(players):
            views = np.flatnonzero((viewer != player) & (dice[:, player] > 0))
            if len(views):
                chances = self._matching_chances(rounds[views], player, dice[views, player], palifico[views])
                total[views] = _convolve(total[views], chances)
        tail = np.zeros((size, self._tables.sides, self._tables.dice + 2))
        tail[:, :, :-1] = total[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
        return tail.clip(0, 1)

    def _matching_chances(self, rounds: Ints, player: int, dice: Ints, palifico: Ints) -> Floats:
        """Return the probability of each number of matching dice of a player: float array (n, sides, starting dice + 1)."""
        chances = np.empty((len(rounds), self._tables.sides, self._max_dice + 1))
        for number in np.unique(dice):
            for kind in np.unique(palifico):
                rows = np.flatnonzero((dice == number) & (palifico == kind))
                flat = self.weights[rounds[rows], player] @ self._matching[int(kind)][int(number)]
                chances[rows] = flat.reshape(len(rows), self._tables.sides, self._max_dice + 1)
        return chances


def _bid_limit(tables: BidTables) -> int:
    """Return a number greater than the number of any bid."""
    return tables.dice * tables.sides + 1


def _convolve(total: Floats, addend: Floats) -> Floats:
    """Return the distribution of the sum of two independent counts, in the shape of ``total``.

    total: float array (n, sides, dice + 1).
    addend: float array (n, sides, counts), the distribution of the smaller count.
    """
    result = np.zeros_like(total)
    for count in range(addend.shape[2]):
        width = total.shape[2] - count
        result[:, :, count:] += total[:, :, :width] * addend[:, :, count : count + 1]
    return result


def _matching_tables(tables: BidTables, max_hands: int) -> list[list[Floats]]:
    """Return the matrices that turn the probabilities of hands into those of the numbers of matching dice.

    The outer list has ordinary rounds, then palifico rounds if the rules have them; the inner list has the numbers of dice.
    A matrix is a float array (hands, sides * (starting dice + 1)): for each face, a 1 at the number of matching dice.
    """
    max_dice = tables.rules.starting_dice
    matrices = []
    for palifico in (False, True) if tables.rules.palifico else (False,):
        by_dice = []
        for dice in range(max_dice + 1):
            matrix = np.zeros((max_hands, tables.sides, max_dice + 1))
            for face in range(tables.sides):
                matching = matching_dice(face + 1, dice, tables.rules, palifico)
                matrix[np.arange(len(matching)), face, matching] = 1
            by_dice.append(matrix.reshape(max_hands, -1))
        matrices.append(by_dice)
    return matrices
