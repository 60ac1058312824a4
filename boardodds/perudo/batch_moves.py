"""The moves of players in many matches at once: their random numbers, the position as each sees it, and the move of each.

To a player, the chance of a bid depends on the own hand only through the number of dice that match the bid. It is therefore
looked up by face and by that number.

A bid is a number here: 1 + (quantity - 1) * sides + (face - 1). The number 0 means no bid yet. Under every rule the
legal quantities of a face are consecutive, so the lookup stores only the lowest one.
"""

from contextlib import suppress
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np

from boardodds.perudo.bidders import LogitBidder, Player, tails
from boardodds.perudo.bids import Bid, Call, Move, bid_of, lowest_quantities
from boardodds.perudo.rules import ACE, Rules
from boardodds.probability.arrays import Bools, Floats, Ints

# This quantity is higher than any number of dice, so it marks a face that may not be bid.
NEVER_LEGAL = 9_999
# Dudo has a negative number, because bids have positive ones.
DUDO = -1
# The kinds of rounds. After a bid on aces they can be no longer wild, in an ordinary round.
ORDINARY, PALIFICO, TAME_ACES = range(3)


@dataclass(frozen=True, eq=False, slots=True)
class BidLookup:
    """The lookup for some rules: the legal bids, and the chances of the numbers of matching dice.

    min_quantity: int array (3, 2, bids, sides), the lowest quantity of each face that may follow a bid. The first index is the
        kind of round, the second is 1 for a player with one die, and the third is the number of the bid.
    chance_at_least, chance_fewer: float arrays (3, sides, dice + 1, dice + 2), the chance that at least, or fewer than, some
        number of unseen dice match a bid. The indices are: the kind of round, the face from 0, the number of unseen dice, and
        the number that match.
    """

    rules: Rules
    min_quantity: Ints
    chance_at_least: Floats
    chance_fewer: Floats

    @property
    def sides(self) -> int:
        return self.rules.sides

    # The arguments and results of these three are integers or int arrays.
    def number(self, quantity: Any, face: Any) -> Any:
        """Return the number of a bid."""
        return 1 + (quantity - 1) * self.sides + face - 1

    def quantity(self, bid: Any) -> Any:
        """Return the quantity of the bid with a number."""
        return (bid - 1) // self.sides + 1

    def face(self, bid: Any) -> Any:
        """Return the face, from 1, of the bid with a number."""
        return (bid - 1) % self.sides + 1

    def bid(self, number: int) -> Bid:
        return bid_of(self.quantity(number), self.face(number))

    def move(self, move: Move) -> int:
        """Return the number of a move of the player to move: that of a bid, or ``DUDO``."""
        return DUDO if isinstance(move, Call) else int(self.number(move.quantity, move.face))


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
    bids = [None, *(bid_of(quantity, face) for quantity in range(1, dice + 1) for face in range(1, rules.sides + 1))]
    min_quantity = np.full((3, 2, len(bids), rules.sides), NEVER_LEGAL)
    chances = np.zeros((2, 3, rules.sides, dice + 1, dice + 2))
    for kind, (now, palifico) in rules_by_kind(rules).items():
        for unseen in range(dice + 1):
            chances[:, kind, :, unseen, : unseen + 2] = tails(unseen, now, palifico)
        for one_die, own_dice in enumerate((None, 1)):
            for number, bid in enumerate(bids):
                # No round can reach a bid on aces where they are never bid.
                with suppress(ValueError):
                    lowest = lowest_quantities(bid, dice, now, palifico, own_dice)
                    min_quantity[kind, one_die, number, [face - 1 for face in lowest]] = list(lowest.values())
    return BidLookup(rules, min_quantity, *chances)


class RandomDice:
    """Dice and random numbers from a random generator, for the matches with some numbers: int array (n,)."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def first_seat(self, matches: int, players: int) -> Ints:
        """Return the seat, from 0, that opens the first round of each match: int array (matches,)."""
        return self._rng.integers(players, size=matches)

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        """Roll the dice of every player and return how many show each face: int array (n, players, sides).

        dice: int array (n, players), the number of dice of each player.
        """
        faces = self._rng.integers(sides, size=(*dice.shape, int(dice.max(initial=0))), dtype=np.uint8)
        is_in_play = np.arange(faces.shape[2]) < dice[:, :, None]
        return np.stack([((faces == face) & is_in_play).sum(axis=2) for face in range(sides)], axis=2)

    def uniform(self, matches: Ints) -> Floats:
        """Return uniform random numbers from 0 to 1: float array (n, 2).

        The first column decides whether to move at random, the second chooses the move.
        """
        return self._rng.random((len(matches), 2))


class SharedNumbers(RandomDice):
    """The same random numbers for the same move of several versions of a round, so that their results differ by the moves alone.

    base: int array (matches,), the number of the match, from 0, of which each match is a version.
    """

    # Numbers are drawn for several moves at once.
    _MOVES = 64

    def __init__(self, rng: np.random.Generator, base: Ints) -> None:
        # The second of two generators, so that a seed gives the numbers that it always gave.
        super().__init__(rng.spawn(2)[1])
        self._base, self._move = base, np.zeros_like(base)
        self._numbers = np.zeros((int(base.max()) + 1, 0, 2))

    def uniform(self, matches: Ints) -> Floats:
        move = self._move[matches]
        self._move[matches] += 1
        while self._numbers.shape[1] <= move.max(initial=0):
            more = self._rng.random((len(self._numbers), self._MOVES, 2))
            self._numbers = np.concatenate([self._numbers, more], axis=1)
        return self._numbers[self._base[matches], move]


@dataclass(slots=True, eq=False)
class Positions:
    """The positions in which players are to move, many at once: arrays with a row for each match.

    dice: int array (matches, players), the number of dice of each player.
    reached_one_die: bool array (matches, players), whether a player has ever had one die.
    turn, bidder: int arrays (matches,), the seats of the player to move and of the last bidder.
    current: int array (matches,), the number of the current bid; 0 before the first bid.
    palifico: int array (matches,), the kind of each round: ``PALIFICO``, ``TAME_ACES`` or ``ORDINARY``.
    face_counts: int array (matches, players, sides), the number of dice of each player that show each face.
    """

    dice: Ints
    reached_one_die: Bools
    turn: Ints
    bidder: Ints
    current: Ints
    palifico: Ints
    face_counts: Ints


def count_matching(face_counts: Ints, palifico: Ints, rules: Rules) -> Ints:
    """Return the number of dice that match a bid on each face, from the number that show it: int arrays (n, sides)."""
    matching = face_counts.copy()
    if rules.wild_aces:
        matching[:, 1:] += face_counts[:, :1] * (palifico == ORDINARY)[:, None]
    return matching


@dataclass(frozen=True, eq=False, slots=True)
class PlayerViews:
    """The positions that the players to move see, with the chances of moves: arrays with a row for each match.

    own_dice, total: int arrays (matches,), the numbers of dice of the player to move, and in play.
    palifico, current: int arrays (matches,), as in ``Positions``.
    own_matching: int array (matches, sides), the number of the player's dice that match a bid on each face.
    min_quantity: int array (matches, sides), the lowest legal quantity of each face.
    bid_chance: float array (matches, sides), the chance that the bid of this quantity is true; -1 if it isn't legal.
    dudo_chance: float array (matches,), the chance that the current bid is false; -1 before the first bid.
    """

    lookup: BidLookup
    own_dice: Ints
    total: Ints
    palifico: Ints
    current: Ints
    own_matching: Ints
    min_quantity: Ints
    bid_chance: Floats
    dudo_chance: Floats

    @classmethod
    def from_positions(cls, matches: Positions, lookup: BidLookup) -> "PlayerViews":
        """Return the views with chances from the dice alone: unseen dice are fair, whatever the bids."""
        rows, palifico, current = np.arange(len(matches.dice)), matches.palifico, matches.current
        own_dice, total = matches.dice[rows, matches.turn], matches.dice.sum(axis=1)
        own_matching = count_matching(matches.face_counts[rows, matches.turn], palifico, lookup.rules)
        min_quantity = lookup.min_quantity[palifico, (own_dice == 1).astype(np.int64), current]
        if lookup.rules.opening_bid == "players":
            players = np.where(current == 0, (matches.dice > 0).sum(axis=1), 0)
            min_quantity = np.maximum(min_quantity, players[:, None])
        unseen = total - own_dice
        needed = np.clip(min_quantity - own_matching, 0, unseen[:, None] + 1)
        bid_chance = lookup.chance_at_least[palifico[:, None], np.arange(lookup.sides), unseen[:, None], needed]
        bid_chance[min_quantity > total[:, None]] = -1
        face = lookup.face(current) - 1
        needed_for_current = np.clip(lookup.quantity(current) - own_matching[rows, face], 0, unseen + 1)
        dudo_chance = np.where(current > 0, lookup.chance_fewer[palifico, face, unseen, needed_for_current], -1.0)
        return cls(lookup, own_dice, total, palifico, current, own_matching, min_quantity, bid_chance, dudo_chance)

    def select(self, rows: Ints) -> "PlayerViews":
        """Return some of the views; ``rows`` is an int array of their indices."""
        return PlayerViews(self.lookup, *(getattr(self, field.name)[rows] for field in fields(self)[1:]))

    def best_moves(self) -> Ints:
        """Return the moves that are most likely to be right: int array (matches,).

        Ties go to dudo, then to the lowest bid by quantity and face.
        """
        best_chance = self.bid_chance.max(axis=1)
        number = self.lookup.number(self.min_quantity, np.arange(1, self.lookup.sides + 1))
        tied = np.where(self.bid_chance == best_chance[:, None], number, NEVER_LEGAL * self.lookup.sides)
        # Without a legal bid both chances are lower than that of dudo, and before the first bid that of dudo is lower.
        return np.where(self.dudo_chance >= best_chance, DUDO, tied.min(axis=1))


def choose_moves(player: Player, views: PlayerViews, uniform: Floats) -> Ints:
    """Return the moves of a player: int array (views,), each the number of a bid, or ``DUDO``.

    uniform: float array (views, 2), random numbers from 0 to 1.
    """
    if isinstance(player, LogitBidder):
        return _draw(views, uniform[:, 1], player.sharpness)
    move = views.best_moves()
    slips = np.flatnonzero(uniform[:, 0] < player.random_moves)
    move[slips] = _draw(views.select(slips), uniform[slips, 1], sharpness=0.0)
    return move


def _draw(views: PlayerViews, uniform: Floats, sharpness: float) -> Ints:
    """Return moves drawn with the chances of ``LogitBidder`` from random numbers, a float array (views,): int array (views,)."""
    move: Ints = np.zeros(len(uniform), dtype=np.int64)
    situations = np.stack([views.palifico, views.total, views.own_dice], axis=1)
    keys, group = np.unique(situations, axis=0, return_inverse=True)
    for number, (palifico, total, own_dice) in enumerate(keys.tolist()):
        rows = np.flatnonzero(group.ravel() == number)
        weights = _cumulative_weights(views.lookup, sharpness, palifico, total, own_dice)
        move[rows] = _draw_alike(views.select(rows), uniform[rows], sharpness, weights)
    return move


def _draw_alike(views: PlayerViews, uniform: Floats, sharpness: float, cumulative: Floats) -> Ints:
    """Return moves as ``_draw``, for views with as many dice, of which ``cumulative`` are the ``_cumulative_weights``.

    First a call or a face is drawn, with the sum of the weights of its legal quantities, and then the quantity. Weighing all bids
    one by one takes three times as long with thirty dice.
    """
    lookup, rows, total = views.lookup, np.arange(len(uniform)), cumulative.shape[2] - 1
    is_legal = views.bid_chance >= 0
    lowest = np.where(is_legal, views.min_quantity, 1)
    # A raise to a face can have only one legal quantity.
    is_fixed = (lookup.rules.raise_rule == "value_or_quantity") & (views.current > 0)
    highest = np.where(is_fixed[:, None], lowest, total)
    index = (np.arange(lookup.sides), views.own_matching)
    faces = np.where(is_legal, cumulative[(*index, highest)] - cumulative[(*index, lowest - 1)], 0.0)
    dudo = views.dudo_chance[:, None]
    weights = np.concatenate([np.where(dudo >= 0, np.exp(sharpness * (dudo - 1)), 0.0), faces], axis=1)
    column = _sample_columns(weights, uniform)
    before = weights.cumsum(axis=1)[rows, column] - weights[rows, column]
    face = np.maximum(column - 1, 0)
    of_face = cumulative[face, views.own_matching[rows, face]]
    rest = of_face[rows, lowest[rows, face] - 1] + uniform * weights.sum(axis=1) - before
    quantity = np.clip((of_face <= rest[:, None]).sum(axis=1), lowest[rows, face], highest[rows, face])
    return np.where(column < 1, DUDO, lookup.number(quantity, face + 1))


@lru_cache(maxsize=256)
def _cumulative_weights(lookup: BidLookup, sharpness: float, palifico: int, total: int, own_dice: int) -> Floats:
    """Return the sums of the weights of bids: float array (sides, own_dice + 1, total + 1).

    The indices are the face from 0, the number of own matching dice, and the highest quantity of the sum.
    """
    unseen, quantity = total - own_dice, np.arange(1, total + 1)
    needed = np.clip(quantity - np.arange(own_dice + 1)[:, None], 0, unseen + 1)
    doubts = lookup.chance_fewer[palifico, :, total, None, 1 : total + 1]
    weights = np.exp(-sharpness * doubts * lookup.chance_fewer[palifico, :, unseen][:, needed])
    return np.pad(weights.cumsum(axis=2), ((0, 0), (0, 0), (1, 0)))


def _sample_columns(weights: Floats, uniform: Floats) -> Ints:
    """Return a column for each row, drawn in proportion to the weights: int array (rows,)."""
    cumulative = weights.cumsum(axis=1)
    total = cumulative[:, -1]
    column = (cumulative <= (uniform * total)[:, None]).sum(axis=1)
    # Rounding can carry the number to the total: then the last column with a weight is meant.
    chosen: Ints = np.minimum(column, (cumulative >= total[:, None]).argmax(axis=1))
    return chosen
