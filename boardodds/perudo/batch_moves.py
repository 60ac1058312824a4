"""The moves of players in many matches at once: their random numbers, the position as each sees it, and the move of each."""

from dataclasses import dataclass, fields, replace
from functools import lru_cache

import numpy as np

from boardodds.perudo.agents import NAIVE_AGENT, Agent, Player
from boardodds.perudo.batch_inference import DUDO, NEVER_LEGAL, BatchPosterior, BidLookup
from boardodds.perudo.bidders import LogitBidder
from boardodds.perudo.bids import Call, Move
from boardodds.perudo.inference import TIE_PLACES
from boardodds.probability.arrays import Bools, Floats, Ints


class RandomDice:
    """Dice and random numbers from a random generator."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def first_seat(self, matches: int, players: int) -> Ints:
        """Return the seat, from 0, that opens the first round of each match: int array (matches,)."""
        return self._rng.integers(players, size=matches)

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        """Roll the dice of every player and return how many show each face: int array (n, players, sides).

        matches: int array (n,), the numbers of the matches.
        dice: int array (n, players), the number of dice of each player.
        """
        faces = self._rng.integers(sides, size=(*dice.shape, int(dice.max(initial=0))), dtype=np.uint8)
        is_in_play = np.arange(faces.shape[2]) < dice[:, :, None]
        return np.stack([((faces == face) & is_in_play).sum(axis=2) for face in range(sides)], axis=2)

    def uniform(self, matches: Ints) -> Floats:
        """Return uniform random numbers from 0 to 1: float array (n, 2).

        The first column decides whether to bluff, the second chooses the bid.

        matches: int array (n,), the numbers of the matches.
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
    current: int array (matches,), the number of the current bid (see ``BidLookup.number``); 0 before the first bid.
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


@dataclass(frozen=True, eq=False, slots=True)
class PlayerViews:
    """The positions that the players to move see, with the chances of moves: arrays with a row for each match.

    rows: int array (matches,), the row of each match in ``Positions``.
    seat: int array (matches,), the seat of the player to move.
    own_dice, bidder_dice, total: int arrays (matches,), the numbers of dice of the player, of the last bidder, and in play.
    palifico, current: int arrays (matches,), as in ``Positions``.
    own_matching: int array (matches, sides), the number of the player's dice that match a bid on each face.
    min_quantity: int array (matches, sides), the lowest legal quantity of each face.
    bid_chance: float array (matches, sides), the chance that the bid of this quantity is true; -1 if it isn't legal.
    dudo_chance: float array (matches,), the chance that the current bid is false; -1 before the first bid.
    """

    lookup: BidLookup
    rows: Ints
    seat: Ints
    own_dice: Ints
    bidder_dice: Ints
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
        rows = np.arange(len(matches.dice))
        palifico = matches.palifico
        own_dice, total = matches.dice[rows, matches.turn], matches.dice.sum(axis=1)
        own_matching = matches.face_counts[rows, matches.turn]
        if lookup.rules.wild_aces:
            own_matching[:, 1:] += own_matching[:, :1] * (palifico == 0)[:, None]
        min_quantity = lookup.min_quantity[palifico, (own_dice == 1).astype(np.int64), matches.current]
        unseen = total - own_dice
        faces = np.arange(lookup.sides)
        needed = np.clip(min_quantity - own_matching, 0, unseen[:, None] + 1)
        bid_chance = lookup.chance_at_least[palifico[:, None], faces, unseen[:, None], needed]
        bid_chance[min_quantity > total[:, None]] = -1
        face = lookup.face(matches.current) - 1
        needed_for_current = lookup.quantity(matches.current) - own_matching[rows, face]
        index = (palifico, face, unseen, np.clip(needed_for_current, 0, unseen + 1))
        dudo_chance = np.where(matches.current > 0, lookup.chance_fewer[index], -1.0)
        dice = own_dice, matches.dice[rows, matches.bidder], total
        bids = own_matching, min_quantity, bid_chance, dudo_chance
        return cls(lookup, rows, matches.turn, *dice, palifico, matches.current, *bids)

    def select(self, rows: Ints) -> "PlayerViews":
        """Return some of the views; ``rows`` is an int array of their indices."""
        arrays = (getattr(self, field.name)[rows] for field in fields(self)[1:])
        return PlayerViews(self.lookup, *arrays)

    def condition_on_bids(self, posterior: BatchPosterior, dice: Ints) -> "PlayerViews":
        """Return the views with chances given the bids.

        dice: int array (all matches, players), the number of dice of each player.
        """
        tail = posterior.matching_tails(self.rows, self.seat, dice[self.rows], self.palifico).round(TIE_PLACES)
        rows = np.arange(len(self.rows))
        width = tail.shape[2] - 1
        needed = np.clip(self.min_quantity - self.own_matching, 0, width)
        bid_chance = np.take_along_axis(tail, needed[:, :, None], axis=2)[:, :, 0]
        bid_chance = np.where(self.bid_chance < 0, -1.0, bid_chance)
        face = self.lookup.face(self.current) - 1
        needed_for_current = self.lookup.quantity(self.current) - self.own_matching[rows, face]
        at_least = tail[rows, face, np.clip(needed_for_current, 0, width)]
        dudo_chance = np.where(self.current > 0, (1 - at_least).round(TIE_PLACES), -1.0)
        return replace(self, bid_chance=bid_chance, dudo_chance=dudo_chance)

    @property
    def can_bid(self) -> Bools:
        """Whether any bid is legal: bool array (matches,)."""
        is_legal: Bools = np.any(self.bid_chance >= 0, axis=1)
        return is_legal

    def best_moves(self, agent: Agent) -> Ints:
        """Return the best moves of an agent: int array (matches,).

        Ties go to dudo, then to the lowest bid by quantity and face.
        """
        best_chance = self.bid_chance.max(axis=1)
        number = self.lookup.number(self.min_quantity, np.arange(1, self.lookup.sides + 1))
        tied = np.where(self.bid_chance == best_chance[:, None], number, NEVER_LEGAL * self.lookup.sides)
        best_bid = tied.min(axis=1)
        best = np.where(self._estimate_dudo(agent) >= best_chance, DUDO, best_bid)
        # A player without a legal bid must call.
        best = np.where(self.can_bid | (best < 0), best, DUDO)
        # Before the first bid there is nothing to call.
        return np.where(self.current > 0, best, best_bid)

    def _estimate_dudo(self, agent: Agent) -> Floats:
        """Return an agent's estimate of the chance that dudo is right: float array (matches,).

        For an agent with a threshold it is 2 to call dudo and -2 otherwise, so that it exceeds, or is below, every chance.
        """
        if agent.threshold is not None:
            return np.where(1 - self.dudo_chance < agent.threshold, 2.0, -2.0)
        if agent.model:
            return self.dudo_chance
        deduction = agent.dudo.deduction(self.own_dice / np.maximum(self.bidder_dice, 1))
        return np.where(self.current > 0, np.clip(self.dudo_chance - deduction, 0, 1), -1.0)

    def random_bids(self, uniform: Floats) -> Ints:
        """Return random legal bids, all equally likely: int array (matches,).

        uniform: float array (matches,), random numbers from 0 to 1.
        """
        is_fixed = self.lookup.is_quantity_fixed & (self.current > 0)
        quantities = np.where(is_fixed[:, None], 1, np.maximum(self.total[:, None] - self.min_quantity + 1, 0))
        cumulative = ((self.bid_chance >= 0) * quantities).cumsum(axis=1)
        chosen = np.minimum((uniform * cumulative[:, -1]).astype(np.int64), cumulative[:, -1] - 1)
        face = (cumulative <= chosen[:, None]).sum(axis=1).clip(max=self.lookup.sides - 1)
        rows = np.arange(len(chosen))
        above_minimum = chosen - np.where(face > 0, cumulative[rows, face - 1], 0)
        number: Ints = self.lookup.number(self.min_quantity[rows, face] + above_minimum, face + 1)
        return number


def move_number(lookup: BidLookup, move: Move) -> int:
    """Return the number of a move of the player to move: that of a bid, or ``DUDO``."""
    return DUDO if isinstance(move, Call) else int(lookup.number(move.quantity, move.face))


def choose_moves(player: Player, views: PlayerViews, uniform: Floats) -> Ints:
    """Return the moves of a player: int array (views,), each the number of a bid, or ``DUDO``.

    uniform: float array (views, 2), random numbers from 0 to 1.
    """
    if isinstance(player, Agent):
        move = views.best_moves(player)
        is_bluff = (uniform[:, 0] < player.bluffs) & views.can_bid
        return np.where(is_bluff, views.random_bids(uniform[:, 1]), move) if is_bluff.any() else move
    if isinstance(player.bidder, LogitBidder):
        return _draw(views, uniform[:, 1], player.bidder.sharpness)
    move = views.best_moves(NAIVE_AGENT)
    slips = np.flatnonzero(uniform[:, 0] < player.bidder.slip)
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
    """Return moves as ``_draw``, for views with as many dice.

    First a call or a face is drawn, with the sum of the weights of its legal quantities, and then the quantity. Weighing all bids
    one by one takes three times as long with thirty dice.

    cumulative: as ``_cumulative_weights`` returns it.
    """
    lookup, rows, total = views.lookup, np.arange(len(uniform)), cumulative.shape[2] - 1
    is_legal = views.bid_chance >= 0
    lowest = np.where(is_legal, views.min_quantity, 1)
    is_fixed = lookup.is_quantity_fixed & (views.current > 0)
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
    last = (cumulative >= total[:, None]).argmax(axis=1)
    chosen: Ints = np.minimum(column, last)
    return chosen
