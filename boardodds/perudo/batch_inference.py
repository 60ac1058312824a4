"""The likelihood of bids and the posterior of all players' hands, in many rounds at once.

The probabilities are those of ``bidders.move_chances`` and ``inference.posterior``, for thousands of rounds that are played
together. To a player, the chance of a bid depends on the own hand only through the number of dice that match the bid. It is
therefore looked up by face and by that number.

A bid is a number here: 1 + (quantity - 1) * sides + (face - 1). The number 0 means no bid yet. Under every rule the
legal quantities of a face are consecutive, so the lookup stores only the lowest one.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from boardodds.perudo.bidders import (
    BidderModel,
    LogitBidder,
    PolicyBidder,
    chances_of_at_least,
    hands,
    matching_dice,
    move_chances,
)
from boardodds.perudo.bids import Bid, lowest_quantities
from boardodds.perudo.rules import ACE, VALUE_OR_QUANTITY, Rules
from boardodds.probability.arrays import Bools, Floats, Ints

# This quantity is higher than any number of dice, so it marks a face that may not be bid.
NEVER_LEGAL = 9_999
# Dudo has a negative number, because bids have positive ones.
DUDO = -1
# The kinds of rounds. After a bid on aces they can be no longer wild, in an ordinary round.
ORDINARY, PALIFICO, TAME_ACES = range(3)
# The cache of likelihoods takes 8 bytes for each.
_MAX_CACHED = 8_000_000


@dataclass(frozen=True, eq=False, slots=True)
class BidLookup:
    """The lookup for some rules: the legal bids, and the chances of the numbers of matching dice.

    dice: the highest number of dice in play.
    min_quantity: int array (3, 2, bids, sides), the lowest quantity of each face that may follow a bid. The first index is the
        kind of round, the second is 1 for a player with one die, and the third is the number of the bid.
    chance_at_least, chance_fewer: float arrays (3, sides, dice + 1, dice + 2), the chance that at least, or fewer than, some
        number of unseen dice match a bid. The indices are: the kind of round, the face from 0, the number of unseen dice, and
        the number that match.
    """

    rules: Rules
    dice: int
    min_quantity: Ints
    chance_at_least: Floats
    chance_fewer: Floats

    @property
    def sides(self) -> int:
        return self.rules.sides

    @property
    def is_quantity_fixed(self) -> bool:
        """Whether a raise to a face has only one legal quantity."""
        return self.rules.raise_rule == VALUE_OR_QUANTITY

    def number(self, quantity: Any, face: Any) -> Any:
        """Return the number of a bid; arguments may be integers or int arrays."""
        return 1 + (quantity - 1) * self.sides + face - 1

    def quantity(self, bid: Any) -> Any:
        """Return the quantity of the bid with a number: an integer or an int array, like the argument."""
        return (bid - 1) // self.sides + 1

    def face(self, bid: Any) -> Any:
        """Return the face, from 1, of the bid with a number: an integer or an int array, like the argument."""
        return (bid - 1) % self.sides + 1

    def bid(self, number: int) -> Bid | None:
        """Return the bid with a number; None for 0."""
        return Bid(self.quantity(number), self.face(number)) if number else None


def rules_by_kind(rules: Rules) -> dict[int, tuple[Rules, bool]]:
    """Return by the kinds of rounds that rules have the rules that hold in one, and whether it is a palifico round."""
    kinds = {ORDINARY: (rules, False)}
    if rules.palifico:
        kinds[PALIFICO] = (rules, True)
    if (tame := rules.after([ACE])) != rules:
        kinds[TAME_ACES] = (tame, False)
    return kinds


@lru_cache(maxsize=8)
def bid_lookup(rules: Rules, dice: int) -> BidLookup:
    """Return the lookup for some rules and up to ``dice`` dice in play; it is cached."""
    bids = [None, *(Bid(quantity, face) for quantity in range(1, dice + 1) for face in range(1, rules.sides + 1))]
    min_quantity = np.full((3, 2, len(bids), rules.sides), NEVER_LEGAL)
    for (kind, (now, palifico)), one_die in product(rules_by_kind(rules).items(), (False, True)):
        for number, bid in enumerate(bids):
            min_quantity[kind, int(one_die), number] = _min_quantities(bid, dice, now, palifico, one_die)
    shape = (3, rules.sides, dice + 1, dice + 2)
    chance_at_least, chance_fewer = np.zeros(shape), np.zeros(shape)
    for (kind, (now, palifico)), face in product(rules_by_kind(rules).items(), range(rules.sides)):
        for unseen in range(dice + 1):
            chances = chances_of_at_least(face + 1, unseen, now, palifico)
            row = (kind, face, unseen)
            # Computing with fractions keeps equal chances equal after rounding to floats.
            chance_at_least[row][: len(chances)] = [float(chance) for chance in chances]
            chance_fewer[row] = 1
            chance_fewer[row][: len(chances)] = [float(1 - chance) for chance in chances]
    return BidLookup(rules, dice, min_quantity, chance_at_least, chance_fewer)


def _min_quantities(current: Bid | None, dice: int, rules: Rules, palifico: bool, one_die: bool) -> list[int]:
    """Return the lowest quantity of each face that may follow a bid.

    It is ``NEVER_LEGAL`` for faces that may not follow, and for all faces if no round can reach the bid.
    """
    try:
        lowest = lowest_quantities(current, dice, rules, palifico, 1 if one_die else None)
    except ValueError:
        lowest = {}
    return [lowest.get(face, NEVER_LEGAL) for face in range(1, rules.sides + 1)]


def bid_likelihood(
    model: BidderModel, lookup: BidLookup, dice: int, total: int, kind: int, current: int, bid: int
) -> Floats:
    """Return the probability that a player makes a bid, for each hand in the order of ``hands``: float array (hands,).

    dice, total: the number of the player's dice, and of all dice in play.
    kind: that of the round.
    current, bid: the numbers of the bid to be answered (0 for none) and of the player's bid; see ``BidLookup.number``.
    """
    view = _BidderView(lookup, dice, total, kind, current)
    if isinstance(model, LogitBidder):
        return view.logit_chances(model.sharpness, bid)
    if isinstance(model, PolicyBidder):
        is_choice: Floats = (view.choices() == bid).astype(np.float64)
        moves = (current > 0) + sum(len(view.quantities(face)) for face in range(lookup.sides))
        return model.slip / moves + (1 - model.slip) * is_choice
    legal, chances = move_chances(model, dice, lookup.bid(current), total, *rules_by_kind(lookup.rules)[kind])
    move = lookup.bid(bid)
    likelihood: Floats = chances[:, legal.index(move)] if move else np.zeros(len(chances))
    return likelihood


@dataclass(frozen=True, eq=False, slots=True)
class _BidderView:
    """A situation as the player to move sees it, with every possible hand.

    The fields are as in ``bid_likelihood``. Faces count from 0 in all methods.
    """

    lookup: BidLookup
    dice: int
    total: int
    kind: int
    current: int

    @property
    def unseen(self) -> int:
        return self.total - self.dice

    @property
    def min_quantities(self) -> Ints:
        """The lowest legal quantity of each face: int array (sides,)."""
        min_quantities: Ints = self.lookup.min_quantity[self.kind, int(self.dice == 1), self.current]
        return min_quantities

    def quantities(self, face: int) -> Ints:
        """Return the legal quantities of a face: int array (quantities,)."""
        minimum = int(self.min_quantities[face])
        if minimum > self.total:
            return np.zeros(0, dtype=np.int64)
        is_fixed = self.current and self.lookup.is_quantity_fixed
        return np.arange(minimum, (minimum if is_fixed else self.total) + 1)

    def matching(self, face: int) -> Ints:
        """Return the number of dice in each hand that match a bid on a face: int array (hands,)."""
        return matching_dice(face + 1, self.dice, *rules_by_kind(self.lookup.rules)[self.kind])

    def _bid_chances(self, face: int, quantities: Ints) -> Floats:
        """Return the chance that bids on a face are true: float array (dice + 1, quantities).

        Rows are by the number of matching dice in the hand.
        """
        needed = np.clip(quantities - np.arange(self.dice + 1)[:, None], 0, self.unseen + 1)
        chances: Floats = self.lookup.chance_at_least[self.kind, face, self.unseen][needed]
        return chances

    def _dudo_chances(self) -> Floats:
        """Return the chance that dudo is right with each hand: float array (hands,)."""
        face = int(self.lookup.face(self.current)) - 1
        needed = int(self.lookup.quantity(self.current)) - self.matching(face)
        row = (self.kind, face, self.unseen)
        chances: Floats = self.lookup.chance_fewer[row][np.clip(needed, 0, self.unseen + 1)]
        return chances

    def logit_chances(self, sharpness: float, bid: int) -> Floats:
        # Subtracting 1 keeps every exponent at 0 or below, so exp can't overflow.
        weights = np.exp(sharpness * (self._dudo_chances() - 1)) if self.current else np.zeros(1)
        for face in range(self.lookup.sides):
            weights = (
                weights + self._bid_weights(sharpness, face, self.quantities(face)).sum(axis=1)[self.matching(face)]
            )
        face = int(self.lookup.face(bid)) - 1
        bid_weights = self._bid_weights(sharpness, face, np.array([self.lookup.quantity(bid)]))[:, 0]
        chances: Floats = bid_weights[self.matching(face)] / weights
        return chances

    def _bid_weights(self, sharpness: float, face: int, quantities: Ints) -> Floats:
        """Return the weights of a logit bidder's bids, arranged as in ``_bid_chances``."""
        doubts = 1 - self.lookup.chance_at_least[self.kind, face, self.total][quantities]
        weights: Floats = np.exp(sharpness * doubts * (self._bid_chances(face, quantities) - 1))
        return weights

    def choices(self) -> Ints:
        """Return the move that is most likely to be right with each hand: int array (hands,).

        A move is the number of a bid, or negative for a call. Ties are in the order dudo, then bids by quantity and face.
        """
        # Of each face only the lowest legal quantity matters, because higher ones are never more likely to be true.
        minimum = self.min_quantities
        number = self.lookup.number(minimum, np.arange(1, self.lookup.sides + 1))
        faces = sorted(
            (face for face in range(self.lookup.sides) if minimum[face] <= self.total), key=lambda face: number[face]
        )
        moves, chances = ([DUDO], [self._dudo_chances()]) if self.current else ([], [])
        moves += [int(number[face]) for face in faces]
        chances += [self._bid_chances(face, minimum[face : face + 1])[:, 0][self.matching(face)] for face in faces]
        choices: Ints = np.array(moves)[np.argmax(np.stack(chances), axis=0)]
        return choices


class BatchPosterior:
    """The probability of every hand of every player in many rounds, for one model of the bidders.

    weights: float array (rounds, players, hands), in the order of ``hands`` for the player's number of dice, padded with 0.
        Each match has one row, for its current round.
    """

    def __init__(self, model: BidderModel, lookup: BidLookup, players: int, matches: int) -> None:
        self.model = model
        self._lookup = lookup
        self._max_dice = lookup.rules.starting_dice
        self._priors = np.zeros((self._max_dice + 1, len(hands(self._max_dice, lookup.sides)[0])))
        for dice in range(self._max_dice + 1):
            _, chances = hands(dice, lookup.sides)
            self._priors[dice, : len(chances)] = chances
        self._matching = _matching_matrices(lookup, self._priors.shape[1])
        self._rows: dict[int, Floats] = {}
        self._max_rows = _MAX_CACHED // self._priors.shape[1]
        self.weights = np.zeros((matches, players, self._priors.shape[1]))

    def keep(self, unfinished: Bools) -> None:
        """Keep only some matches; ``unfinished`` is a bool array (matches,)."""
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
        palifico: the kinds of the rounds.
        current, bid: the numbers of the bid to be answered (0 for none) and of the new bid; see ``BidLookup.number``.
        """
        # No bid has so high a number.
        limit = self._lookup.dice * self._lookup.sides + 1
        keys = ((((total * (self._max_dice + 1) + dice) * 3 + palifico) * limit) + current) * limit + bid
        unique_keys, inverse = np.unique(keys, return_inverse=True)
        example = np.zeros(len(unique_keys), dtype=np.int64)
        example[inverse] = np.arange(len(keys))
        likelihoods = np.stack(
            [
                self._likelihood_row(
                    int(key), int(dice[i]), int(total[i]), int(palifico[i]), int(current[i]), int(bid[i])
                )
                for key, i in zip(unique_keys, example, strict=True)
            ]
        )
        weights = self.weights[rounds, player] * likelihoods[inverse]
        sums = weights.sum(axis=1, keepdims=True)
        # A bid that no hand would make according to the model leaves the posterior unchanged.
        scaled = weights / np.where(sums > 0, sums, 1)
        self.weights[rounds, player] = np.where(sums > 0, scaled, self.weights[rounds, player])

    def _likelihood_row(self, key: int, dice: int, total: int, kind: int, current: int, bid: int) -> Floats:
        if key not in self._rows:
            if len(self._rows) >= self._max_rows:
                self._rows.clear()
            chances = bid_likelihood(self.model, self._lookup, dice, total, kind, current, bid)
            row = np.zeros(self._priors.shape[1])
            row[: len(chances)] = chances
            self._rows[key] = row
        return self._rows[key]

    def matching_tails(self, rounds: Ints, viewer: Ints, dice: Ints, palifico: Ints) -> Floats:
        """Return the probability that at least 0, 1, ... of the other players' dice match a bid on each face.

        rounds: int array (n,), the rows of ``weights``.
        viewer: int array (n,), the seat whose dice don't count.
        dice: int array (n, players), the number of dice of each player.
        palifico: int array (n,), the kinds of the rounds.
        Returns float array (n, sides, dice at the start of a match + 2).
        """
        size, players = dice.shape
        total = np.zeros((size, self._lookup.sides, self._lookup.dice + 1))
        total[:, :, 0] = 1
        for player in range(players):
            views = np.flatnonzero((viewer != player) & (dice[:, player] > 0))
            if len(views):
                chances = self._matching_chances(rounds[views], player, dice[views, player], palifico[views])
                total[views] = _convolve(total[views], chances)
        tail = np.zeros((size, self._lookup.sides, self._lookup.dice + 2))
        tail[:, :, :-1] = total[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
        return tail.clip(0, 1)

    def _matching_chances(self, rounds: Ints, player: int, dice: Ints, palifico: Ints) -> Floats:
        """Return the probability of each number of matching dice of a player: float array (n, sides, starting dice + 1)."""
        chances = np.empty((len(rounds), self._lookup.sides, self._max_dice + 1))
        for number in np.unique(dice):
            for kind in np.unique(palifico):
                rows = np.flatnonzero((dice == number) & (palifico == kind))
                flat = self.weights[rounds[rows], player] @ self._matching[int(kind)][int(number)]
                chances[rows] = flat.reshape(len(rows), self._lookup.sides, self._max_dice + 1)
        return chances


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


def _matching_matrices(lookup: BidLookup, max_hands: int) -> dict[int, list[Floats]]:
    """Return the matrices that turn the probabilities of hands into those of the numbers of matching dice.

    They are by the kind of round, then by the number of dice. A matrix is a float array (hands, sides * (starting dice + 1)): for
    each face, a 1 at the number of matching dice.
    """
    max_dice = lookup.rules.starting_dice
    matrices = {}
    for kind, (rules, palifico) in rules_by_kind(lookup.rules).items():
        by_dice = []
        for dice in range(max_dice + 1):
            matrix = np.zeros((max_hands, lookup.sides, max_dice + 1))
            for face in range(lookup.sides):
                matching = matching_dice(face + 1, dice, rules, palifico)
                matrix[np.arange(len(matching)), face, matching] = 1
            by_dice.append(matrix.reshape(max_hands, -1))
        matrices[kind] = by_dice
    return matrices
