"""A player for whole matches that follows the page's advice: the move with the best chance of the match in rollouts."""

from dataclasses import dataclass

import numpy as np

from boardodds.perudo.agents import NAIVE_AGENT
from boardodds.perudo.bidders import LogitBidder, PolicyBidder, hands
from boardodds.perudo.match_batch import MatchSampler
from boardodds.perudo.match_positions import Positions
from boardodds.perudo.model_players import ModelPlayer
from boardodds.perudo.player_views import DUDO, Player, PlayerViews
from boardodds.perudo.random_source import SharedDice
from boardodds.perudo.standings import fit_standings
from boardodds.probability.arrays import Floats, Ints

# Bids that are true less often than this from the dice alone are not tried, but for the one with the highest chance.
MIN_CHANCE = 0.25


@dataclass(frozen=True, slots=True)
class RolloutPlayer:
    """A player that plays the round on with each of its moves, as ``rollouts.evaluate_moves`` does, and makes the best one.

    A match ends with the round, and counts with the chance of winning it from there; see ``standings``.

    model: how the player takes the others to bid and to move.
    matches: the number of times that the round is played on with each move.
    continuation: how the player takes itself to go on.
    """

    name: str
    model: LogitBidder | PolicyBidder
    matches: int = 50
    continuation: Player = NAIVE_AGENT

    @property
    def history(self) -> int:
        return 0

    def moves(self, views: PlayerViews, uniform: Floats) -> Ints:
        """Return a move for each view: int array (views,)."""
        row, move = _candidates(views)
        rng = np.random.default_rng((uniform[0] * 2**32).astype(np.uint32))
        wins = self._wins(views, row, move, rng)
        best = np.zeros(len(views.rows), dtype=np.int64)
        # Candidates of a row follow each other; the first of equal ones is chosen.
        for number in range(len(best)):
            own = np.flatnonzero(row == number)
            best[number] = move[own[wins[own].argmax()]]
        return best

    def _wins(self, views: PlayerViews, row: Ints, move: Ints, rng: np.random.Generator) -> Floats:
        """Return the chance of winning the match with each candidate: float array (candidates,)."""
        rules, (size, players) = views.tables.rules, views.dice.shape
        wins = np.zeros(len(move))
        for seat in np.unique(views.seat):
            is_own = views.seat[row] == seat
            cast = tuple(
                self.continuation if other == seat else ModelPlayer("model", self.model) for other in range(players)
            )
            base = (row[is_own][:, None] * self.matches + np.arange(self.matches)).ravel()
            dealt = _deal(views, self.matches, rng).reshape(size * self.matches, players, -1)[base]
            source = SharedDice(rng, base, players, rules)
            sampler = MatchSampler(cast, rules, keeps_calls=False)
            positions = _positions(views.select(row[is_own].repeat(self.matches)), dealt)
            starts = sampler.play_round(positions, move[is_own].repeat(self.matches), source)
            chances = fit_standings(players, rules).chances(starts)[:, seat]
            wins[is_own] = chances.reshape(-1, self.matches).mean(axis=1)
        return wins


def _candidates(views: PlayerViews) -> tuple[Ints, Ints]:
    """Return the moves to try: int arrays (candidates,), the view of each, and the number of the move."""
    numbers, chances = move_table(views)
    highest = chances[:, 1:].max(axis=1, keepdims=True)
    is_tried = chances >= np.minimum(MIN_CHANCE, np.maximum(highest, 0))
    is_tried[:, 0] = chances[:, 0] >= 0
    row, column = np.nonzero(is_tried)
    return row, numbers[row, column]


def move_table(views: PlayerViews) -> tuple[Ints, Floats]:
    """Return the moves of the players, and the chance that each is right from the dice alone; -1 where it isn't legal.

    Returns an int array (views, moves) of ``DUDO`` and the numbers of bids, and a float array (views, moves).
    """
    tables, size = views.tables, len(views.rows)
    bids = np.arange(1, int(views.total.max()) * tables.sides + 1)
    quantity, face = tables.quantity(bids), tables.face(bids) - 1
    unseen = (views.total - views.own_dice)[:, None]
    needed = np.clip(quantity - views.own_matching[:, face], 0, unseen + 1)
    chances = tables.chance_at_least[views.palifico[:, None], face, unseen, needed]
    minimum = views.min_quantity[:, face]
    is_legal = (quantity >= minimum) & (quantity <= views.total[:, None])
    if tables.is_quantity_fixed:
        is_legal &= (quantity == minimum) | (views.current == 0)[:, None]
    numbers = np.broadcast_to(np.concatenate([[DUDO], bids]), (size, len(bids) + 1))
    return numbers, np.concatenate([views.dudo_chance[:, None], np.where(is_legal, chances, -1.0)], axis=1)


def _deal(views: PlayerViews, matches: int, rng: np.random.Generator) -> Ints:
    """Return hands drawn from their chances: int array (views, matches, players, sides)."""
    size, players = views.dice.shape
    sides = views.tables.sides
    dealt: Ints = np.zeros((size, matches, players, sides), dtype=np.int64)
    for seat in range(players):
        uniform = rng.random((size, matches, 1))
        for dice in np.unique(views.dice[:, seat]):
            rows = np.flatnonzero(views.dice[:, seat] == dice)
            counts, _ = hands(int(dice), sides)
            cumulative = views.hand_weights[rows, seat, : len(counts)].cumsum(axis=1)
            hand = (cumulative[:, None, :-1] <= uniform[rows] * cumulative[:, None, -1:]).sum(axis=2)
            dealt[rows, :, seat] = counts[hand]
    dealt[np.arange(size), :, views.seat] = views.own_counts[:, None]
    return dealt


def _positions(views: PlayerViews, face_counts: Ints) -> Positions:
    """Return the positions of views with hands: int array (views, players, sides)."""
    history = np.zeros((len(views.rows), 0), dtype=np.int16)
    return Positions(
        dice=views.dice,
        reached_one_die=views.dice <= 1,
        turn=views.seat,
        bidder=views.bidder,
        current=views.current,
        palifico=views.palifico,
        face_counts=face_counts,
        history=history,
    )
