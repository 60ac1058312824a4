"""Players for whole matches that draw their moves at random: from a model of bidders, or from solved endings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.bidders import BidderModel, LogitBidder, MostProbable, PolicyBidder
from boardodds.perudo.endings import Ending
from boardodds.perudo.player_views import DUDO, Player, PlayerViews, choose_moves, move_number
from boardodds.perudo.tables import BidTables
from boardodds.probability.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class ModelPlayer:
    """A player that moves as a model of the bidders does: ``LogitBidder``, or ``PolicyBidder`` with the most probable move.

    The chances of the moves are those of ``bidders.move_chances``, for many matches at once.

    >>> ModelPlayer("logit", LogitBidder(8)).history
    0
    """

    name: str
    bidder: LogitBidder | PolicyBidder

    def __post_init__(self) -> None:
        is_policy = isinstance(self.bidder, PolicyBidder) and isinstance(self.bidder.policy, MostProbable)
        if not is_policy and not isinstance(self.bidder, LogitBidder):
            raise ValueError(
                f"model must be a LogitBidder or a PolicyBidder with MostProbable to play matches, got {self.bidder!r}"
            )

    @property
    def model(self) -> None:
        """None: players of a model take the other dice as fair."""
        return None

    @property
    def history(self) -> int:
        return 0

    def moves(self, views: PlayerViews, uniform: Floats) -> Ints:
        """Return a move for each view: int array (views,)."""
        if isinstance(self.bidder, LogitBidder):
            return _draw(views, uniform[:, 1], self.bidder.sharpness)
        move = views.best_moves(NAIVE_AGENT)
        slips = np.flatnonzero(uniform[:, 0] < self.bidder.slip)
        move[slips] = _draw(views.select(slips), uniform[slips, 1], sharpness=0.0)
        return move


def _draw(views: PlayerViews, uniform: Floats, sharpness: float) -> Ints:
    """Return moves drawn with the chances of ``LogitBidder``: int array (views,).

    uniform: float array (views,), random numbers from 0 to 1.
    """
    move: Ints = np.zeros(len(uniform), dtype=np.int64)
    situations = np.stack([views.palifico, views.total, views.own_dice], axis=1)
    keys, group = np.unique(situations, axis=0, return_inverse=True)
    for number, (palifico, total, own_dice) in enumerate(keys.tolist()):
        rows = np.flatnonzero(group.ravel() == number)
        weights = _cumulative_weights(views.tables, sharpness, palifico, total, own_dice)
        move[rows] = _draw_alike(views.select(rows), uniform[rows], sharpness, weights)
    return move


def _draw_alike(views: PlayerViews, uniform: Floats, sharpness: float, cumulative: Floats) -> Ints:
    """Return moves as ``_draw``, for views with as many dice.

    First a call or a face is drawn, with the sum of the weights of its legal quantities, and then the quantity. Weighing all bids
    one by one takes three times as long with thirty dice.

    cumulative: as ``_cumulative_weights`` returns it.
    """
    tables, rows, total = views.tables, np.arange(len(uniform)), cumulative.shape[2] - 1
    is_legal = views.bid_chance >= 0
    lowest = np.where(is_legal, views.min_quantity, 1)
    is_fixed = tables.is_quantity_fixed & (views.current > 0)
    highest = np.where(is_fixed[:, None], lowest, total)
    index = (np.arange(tables.sides), views.own_matching)
    faces = np.where(is_legal, cumulative[(*index, highest)] - cumulative[(*index, lowest - 1)], 0.0)
    dudo = views.dudo_chance[:, None]
    weights = np.concatenate([np.where(dudo >= 0, np.exp(sharpness * (dudo - 1)), 0.0), faces], axis=1)
    column = _sample_columns(weights, uniform)
    before = weights.cumsum(axis=1)[rows, column] - weights[rows, column]
    face = np.maximum(column - 1, 0)
    of_face = cumulative[face, views.own_matching[rows, face]]
    rest = of_face[rows, lowest[rows, face] - 1] + uniform * weights.sum(axis=1) - before
    quantity = np.clip((of_face <= rest[:, None]).sum(axis=1), lowest[rows, face], highest[rows, face])
    return np.where(column < 1, DUDO, tables.number(quantity, face + 1))


@lru_cache(maxsize=256)
def _cumulative_weights(tables: BidTables, sharpness: float, palifico: int, total: int, own_dice: int) -> Floats:
    """Return the sums of the weights of bids: float array (sides, own_dice + 1, total + 1).

    The indices are the face from 0, the number of own matching dice, and the highest quantity of the sum.
    """
    unseen, quantity = total - own_dice, np.arange(1, total + 1)
    needed = np.clip(quantity - np.arange(own_dice + 1)[:, None], 0, unseen + 1)
    doubts = tables.chance_fewer[palifico, :, total, None, 1 : total + 1]
    weights = np.exp(-sharpness * doubts * tables.chance_fewer[palifico, :, unseen][:, needed])
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


@dataclass(frozen=True, slots=True, eq=False)
class EndingPlayer:
    """A player that plays solved endings perfectly, and otherwise as another player.

    endings: solved rounds of two players, by the dice of the opener and of the other player.
    otherwise: how to move in all other rounds.
    """

    name: str
    endings: Mapping[tuple[int, int], Ending]
    otherwise: Player = NAIVE_AGENT

    @property
    def model(self) -> BidderModel | None:
        return self.otherwise.model

    @property
    def history(self) -> int:
        # A tree of bids has a level more than its longest sequence.
        return max(len(ending.raise_chances) for ending in self.endings.values())

    def moves(self, views: PlayerViews, uniform: Floats) -> Ints:
        """Return a move for each view: int array (views,)."""
        move = choose_moves(self.otherwise, views, uniform)
        bids = (views.history > 0).sum(axis=1)
        other_dice = views.total - views.own_dice
        is_opener = bids % 2 == 0
        opener, second = (
            np.where(is_opener, views.own_dice, other_dice),
            np.where(is_opener, other_dice, views.own_dice),
        )
        is_for_two = (views.dice > 0).sum(axis=1) == 2
        for dice, ending in self.endings.items():
            rows = np.flatnonzero(is_for_two & (opener == dice[0]) & (second == dice[1]))
            if len(rows):
                move[rows] = _play_ending(ending, views.select(rows), uniform[rows, 1])
        return move


def _play_ending(ending: Ending, views: PlayerViews, uniform: Floats) -> Ints:
    """Return moves drawn from the solution: int array (views,)."""
    move: Ints = np.zeros(len(uniform), dtype=np.int64)
    keys, group = np.unique(np.concatenate([views.history, views.own_counts], axis=1), axis=0, return_inverse=True)
    width = views.history.shape[1]
    for number, key in enumerate(keys):
        rows = np.flatnonzero(group == number)
        bids = [bid for bid in map(views.tables.bid, key[:width].tolist()) if bid]
        hand = np.repeat(np.arange(1, views.tables.sides + 1), key[width:]).tolist()
        strategy = ending.strategy(bids, hand)
        weights = np.tile(list(strategy.values()), (len(rows), 1))
        moves = np.array([move_number(views.tables, each) for each in strategy])
        move[rows] = moves[_sample_columns(weights, uniform[rows])]
    return move
