"""The moves of players in many matches at once: those of agents, and those drawn from a model of the bidders."""

from functools import lru_cache

import numpy as np

from boardodds.perudo.agents import NAIVE_AGENT, ModelPlayer, Player
from boardodds.perudo.bidders import LogitBidder, PolicyBidder
from boardodds.perudo.player_views import DUDO, PlayerViews
from boardodds.perudo.tables import BidTables
from boardodds.probability.arrays import Floats, Ints


def choose_moves(player: Player, views: PlayerViews, uniform: Floats) -> Ints:
    """Return the moves of a player: int array (views,), each the number of a bid, or ``DUDO``.

    uniform: float array (views, 2), random numbers from 0 to 1.
    """
    if isinstance(player, ModelPlayer):
        return _model_moves(player.bidder, views, uniform)
    move = views.best_moves(player)
    is_bluff = (uniform[:, 0] < player.bluffs) & views.can_bid
    return np.where(is_bluff, views.random_bids(uniform[:, 1]), move) if is_bluff.any() else move


def _model_moves(bidder: LogitBidder | PolicyBidder, views: PlayerViews, uniform: Floats) -> Ints:
    if isinstance(bidder, LogitBidder):
        return _draw(views, uniform[:, 1], bidder.sharpness)
    move = views.best_moves(NAIVE_AGENT)
    slips = np.flatnonzero(uniform[:, 0] < bidder.slip)
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
