"""The views of the players to move, in many matches at once: what each sees, and the chances of its legal moves."""

from dataclasses import dataclass, fields, replace
from typing import Protocol

import numpy as np

from boardodds.perudo.agents import Agent
from boardodds.perudo.batch_inference import BatchPosterior
from boardodds.perudo.inference import TIE_PLACES
from boardodds.perudo.rules import Rules
from boardodds.perudo.tables import NEVER_LEGAL, BidTables
from boardodds.probability.arrays import Bools, Floats, Ints

# the numbers of moves that are no bids; bids have positive numbers
DUDO, CALZA = -1, -2


class MatchStates(Protocol):
    """The states of matches: arrays with a row for each.

    dice: int array (matches, players), the number of dice of each player.
    counts: int array (matches, players, sides), the rolled faces of each player.
    turn, bidder: int arrays (matches,), the seats of the player to move and of the last bidder.
    current: int array (matches,), the number of the current bid; 0 before the first.
    palifico: int array (matches,), 1 in a palifico round.
    """

    rules: Rules
    tables: BidTables
    dice: Ints
    counts: Ints
    turn: Ints
    bidder: Ints
    current: Ints
    palifico: Ints


@dataclass(frozen=True, eq=False, slots=True)
class PlayerViews:
    """What the players to move see, and the chances of their moves: arrays with a row for each match.

    rows: the rows of the matches.
    seat, own_dice, bidder_dice, total, palifico, current: the match as the player sees it.
    own: int array (matches, sides), the player's own dice that match each face.
    least: int array (matches, sides), the lowest legal quantity of each face.
    chance: float array (matches, sides), the probability that the bid of this quantity is true; -1 if none is legal.
    fewer, exactly: the probability that the current bid is false, and that it is exact; -1 before the first bid.
    """

    tables: BidTables
    rows: Ints
    seat: Ints
    own_dice: Ints
    bidder_dice: Ints
    total: Ints
    palifico: Ints
    current: Ints
    own: Ints
    least: Ints
    chance: Floats
    fewer: Floats
    exactly: Floats

    @classmethod
    def of(cls, matches: MatchStates) -> "PlayerViews":
        """Return the views by the dice alone: the other players' dice are fair, whatever they bid."""
        rows = np.arange(len(matches.dice))
        where, palifico = matches.tables, matches.palifico
        own_dice, total = matches.dice[rows, matches.turn], matches.dice.sum(axis=1)
        own = matches.counts[rows, matches.turn].copy()
        if matches.rules.wild_aces:
            own[:, 1:] += own[:, :1] * (palifico == 0)[:, None]
        least = where.least[palifico, (own_dice == 1).astype(np.int64), matches.current]
        unseen = total - own_dice
        faces = np.arange(where.sides)
        needed = np.clip(least - own, 0, unseen[:, None] + 1)
        chance = where.at_least[palifico[:, None], faces, unseen[:, None], needed]
        chance[least > total[:, None]] = -1
        face = where.face(matches.current) - 1
        still = where.quantity(matches.current) - own[rows, face]
        place = (palifico, face, unseen, np.clip(still, 0, unseen + 1))
        begun = matches.current > 0
        fewer = np.where(begun, where.fewer[place], -1.0)
        exactly = np.where(begun, where.exactly[place] * (still >= 0), -1.0)
        bidder_dice = matches.dice[rows, matches.bidder]
        return cls(
            where,
            rows,
            matches.turn,
            own_dice,
            bidder_dice,
            total,
            palifico,
            matches.current,
            own,
            least,
            chance,
            fewer,
            exactly,
        )

    def take(self, rows: Ints) -> "PlayerViews":
        """Return some of the rows."""
        arrays = (getattr(self, field.name)[rows] for field in fields(self)[1:])
        return PlayerViews(self.tables, *arrays)

    def given_bids(self, posterior: BatchPosterior, dice: Ints) -> "PlayerViews":
        """Return the views with chances that take the bids into account.

        dice: int array (all matches, players), the number of dice of each player.
        """
        tail = posterior.matching_tails(self.rows, self.seat, dice[self.rows], self.palifico).round(TIE_PLACES)
        rows = np.arange(len(self.rows))
        width = tail.shape[2] - 1
        needed = np.clip(self.least - self.own, 0, width)
        chance = np.take_along_axis(tail, needed[:, :, None], axis=2)[:, :, 0]
        chance = np.where(self.chance < 0, -1.0, chance)
        face = self.tables.face(self.current) - 1
        still = self.tables.quantity(self.current) - self.own[rows, face]
        at_least = tail[rows, face, np.clip(still, 0, width)]
        one_more = tail[rows, face, np.clip(still + 1, 0, width)]
        begun = self.current > 0
        return replace(
            self,
            chance=chance,
            fewer=np.where(begun, (1 - at_least).round(TIE_PLACES), -1.0),
            exactly=np.where(begun, (at_least - one_more).round(TIE_PLACES), -1.0),
        )

    @property
    def can_bid(self) -> Bools:
        """Whether any bid is legal: bool array (matches,)."""
        legal: Bools = np.any(self.chance >= 0, axis=1)
        return legal

    def best_moves(self, agent: Agent) -> Ints:
        """Return the best moves of an agent: int array (matches,).

        Ties go to dudo, then to calza, then to the lowest bid by quantity and face.
        """
        raised, bid = self._best_bid()
        dudo = self._dudo(agent)
        best = np.where(dudo >= raised, DUDO, bid)
        if self.tables.rules.calza:
            best = np.where((self.exactly > dudo) & (self.exactly >= raised), CALZA, best)
        # without a legal bid the player has to call, and before the first bid there is nothing to call
        best = np.where(self.can_bid | (best < 0), best, DUDO)
        return np.where(self.current > 0, best, bid)

    def _best_bid(self) -> tuple[Floats, Ints]:
        raised = self.chance.max(axis=1)
        number = self.tables.number(self.least, np.arange(1, self.tables.sides + 1))
        tied = np.where(self.chance == raised[:, None], number, NEVER_LEGAL * self.tables.sides)
        return raised, tied.min(axis=1)

    def _dudo(self, agent: Agent) -> Floats:
        """Return an agent's estimate of dudo: its probability, or 2 and -2 for an agent that decides by a threshold."""
        if agent.threshold is not None:
            return np.where(1 - self.fewer < agent.threshold, 2.0, -2.0)
        if agent.model:
            return self.fewer
        taken = agent.dudo.taken_off(self.own_dice / np.maximum(self.bidder_dice, 1))
        return np.where(self.current > 0, np.clip(self.fewer - taken, 0, 1), -1.0)

    def random_bids(self, uniform: Floats) -> Ints:
        """Return random legal bids, all equally likely: int array (matches,).

        uniform: float array (matches,), random numbers from 0 to 1.
        """
        legal = self.chance >= 0
        choices = legal * (1 if self.tables.is_exact else np.maximum(self.total[:, None] - self.least + 1, 0))
        opening = legal & (self.current == 0)[:, None]
        choices = np.where(opening, np.maximum(self.total[:, None] - self.least + 1, 0), choices)
        last = choices.cumsum(axis=1)
        place = np.minimum((uniform * last[:, -1]).astype(np.int64), last[:, -1] - 1)
        face = (last <= place[:, None]).sum(axis=1).clip(max=self.tables.sides - 1)
        rows = np.arange(len(place))
        above = place - np.where(face > 0, last[rows, face - 1], 0)
        number: Ints = self.tables.number(self.least[rows, face] + above, face + 1)
        return number
