"""The views of the players to move, in many matches at once: the position as each sees it, with the chances of moves."""

from dataclasses import dataclass, fields, replace

import numpy as np

from boardodds.perudo.agents import Agent
from boardodds.perudo.batch_inference import BatchPosterior
from boardodds.perudo.inference import TIE_PLACES
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.tables import NEVER_LEGAL, BidTables
from boardodds.probability.arrays import Bools, Floats, Ints

# Dudo has a negative number, because bids have positive ones.
DUDO = -1


@dataclass(slots=True, eq=False)
class Positions:
    """The positions in which players are to move, many at once: arrays with a row for each match.

    dice: int array (matches, players), the number of dice of each player.
    reached_one_die: bool array (matches, players), whether a player has ever had one die.
    turn, bidder: int arrays (matches,), the seats of the player to move and of the last bidder.
    current: int array (matches,), the number of the current bid (see ``tables``); 0 before the first bid.
    palifico: int array (matches,), 1 in a palifico round, otherwise 0.
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

    tables: BidTables
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
    def from_positions(cls, matches: Positions, tables: BidTables) -> "PlayerViews":
        """Return the views with chances from the dice alone: unseen dice are fair, whatever the bids."""
        rows = np.arange(len(matches.dice))
        palifico = matches.palifico
        own_dice, total = matches.dice[rows, matches.turn], matches.dice.sum(axis=1)
        own_matching = matches.face_counts[rows, matches.turn]
        if tables.rules.wild_aces:
            own_matching[:, 1:] += own_matching[:, :1] * (palifico == 0)[:, None]
        min_quantity = tables.min_quantity[palifico, (own_dice == 1).astype(np.int64), matches.current]
        unseen = total - own_dice
        faces = np.arange(tables.sides)
        needed = np.clip(min_quantity - own_matching, 0, unseen[:, None] + 1)
        bid_chance = tables.chance_at_least[palifico[:, None], faces, unseen[:, None], needed]
        bid_chance[min_quantity > total[:, None]] = -1
        face = tables.face(matches.current) - 1
        needed_for_current = tables.quantity(matches.current) - own_matching[rows, face]
        index = (palifico, face, unseen, np.clip(needed_for_current, 0, unseen + 1))
        has_bid = matches.current > 0
        dudo_chance = np.where(has_bid, tables.chance_fewer[index], -1.0)
        bidder_dice = matches.dice[rows, matches.bidder]
        return cls(
            tables,
            rows,
            matches.turn,
            own_dice,
            bidder_dice,
            total,
            palifico,
            matches.current,
            own_matching,
            min_quantity,
            bid_chance,
            dudo_chance,
        )

    def select(self, rows: Ints) -> "PlayerViews":
        """Return some of the views; ``rows`` is an int array of their indices."""
        arrays = (getattr(self, field.name)[rows] for field in fields(self)[1:])
        return PlayerViews(self.tables, *arrays)

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
        face = self.tables.face(self.current) - 1
        needed_for_current = self.tables.quantity(self.current) - self.own_matching[rows, face]
        at_least = tail[rows, face, np.clip(needed_for_current, 0, width)]
        has_bid = self.current > 0
        return replace(
            self,
            bid_chance=bid_chance,
            dudo_chance=np.where(has_bid, (1 - at_least).round(TIE_PLACES), -1.0),
        )

    @property
    def can_bid(self) -> Bools:
        """Whether any bid is legal: bool array (matches,)."""
        is_legal: Bools = np.any(self.bid_chance >= 0, axis=1)
        return is_legal

    def best_moves(self, agent: Agent) -> Ints:
        """Return the best moves of an agent: int array (matches,).

        Ties go to dudo, then to the lowest bid by quantity and face.
        """
        best_chance, best_bid = self._best_bids()
        dudo = self._estimate_dudo(agent)
        best = np.where(dudo >= best_chance, DUDO, best_bid)
        # A player without a legal bid must call.
        best = np.where(self.can_bid | (best < 0), best, DUDO)
        # Before the first bid there is nothing to call.
        return np.where(self.current > 0, best, best_bid)

    def _best_bids(self) -> tuple[Floats, Ints]:
        """Return the highest chance of a legal bid and the number of that bid: arrays (matches,)."""
        best_chance = self.bid_chance.max(axis=1)
        number = self.tables.number(self.min_quantity, np.arange(1, self.tables.sides + 1))
        tied = np.where(self.bid_chance == best_chance[:, None], number, NEVER_LEGAL * self.tables.sides)
        return best_chance, tied.min(axis=1)

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
        is_legal = self.bid_chance >= 0
        is_fixed = self.tables.is_quantity_fixed
        choices = is_legal * (1 if is_fixed else np.maximum(self.total[:, None] - self.min_quantity + 1, 0))
        is_opening = is_legal & (self.current == 0)[:, None]
        choices = np.where(is_opening, np.maximum(self.total[:, None] - self.min_quantity + 1, 0), choices)
        cumulative = choices.cumsum(axis=1)
        chosen = np.minimum((uniform * cumulative[:, -1]).astype(np.int64), cumulative[:, -1] - 1)
        face = (cumulative <= chosen[:, None]).sum(axis=1).clip(max=self.tables.sides - 1)
        rows = np.arange(len(chosen))
        above_minimum = chosen - np.where(face > 0, cumulative[rows, face - 1], 0)
        number: Ints = self.tables.number(self.min_quantity[rows, face] + above_minimum, face + 1)
        return number


def move_number(tables: BidTables, move: Move) -> int:
    """Return the number of a move of the player to move: that of a bid, or ``DUDO``."""
    return DUDO if isinstance(move, Call) else int(tables.number(move.quantity, move.face))
