"""Fixed habits of play in a round between two players: for every sequence of bids, the chances of the moves with every hand."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Protocol

import numpy as np

from boardodds.perudo.agents import LINEAR_AGENT, THRESHOLD_AGENT, Agent
from boardodds.perudo.bidders import (
    HUMAN,
    BidderModel,
    MostProbable,
    PolicyBidder,
    Situation,
    hands,
    matching_dice,
    move_chances,
)
from boardodds.perudo.bids import Bid
from boardodds.perudo.ending_game import Hand, hands_of
from boardodds.perudo.inference import TIE_PLACES
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rules import Rules
from boardodds.probability.arrays import Floats, Ints


@dataclass(frozen=True, slots=True)
class Turn:
    """What everybody sees when a player is to move.

    dice: the dice of the opener, and of the other player.
    bids: the bids so far.
    """

    dice: tuple[int, int]
    bids: tuple[Bid, ...]
    rules: Rules

    @property
    def own_dice(self) -> int:
        return self.dice[len(self.bids) % 2]

    @property
    def other_dice(self) -> int:
        return self.dice[1 - len(self.bids) % 2]

    @property
    def situation(self) -> Situation:
        current = self.bids[-1] if self.bids else None
        return Situation(self.own_dice, current, sum(self.dice), self.rules)


class Habit(Protocol):
    """A way to play: the chance of each move with each hand.

    remembers: whether the chances depend on more of the bids than the last one.
    """

    remembers: ClassVar[bool]

    def chances(self, turn: Turn) -> Floats:
        """Return the chances: float array (hands, moves), in the order of ``bidders.hands`` and of ``Situation.moves``."""


@dataclass(frozen=True, slots=True)
class ByModel:
    """Play as a model of bidders does, from the current bid and the own dice alone."""

    remembers: ClassVar[bool] = False
    model: BidderModel

    def chances(self, turn: Turn) -> Floats:
        situation = turn.situation
        return move_chances(self.model, situation.own_dice, situation.current, situation.total_dice, turn.rules)[1]


@dataclass(frozen=True, slots=True)
class SafestMove:
    """Make the safest move given the bids, the first of ``Posterior.rank_moves``, if the other bids as a model has it."""

    remembers: ClassVar[bool] = True
    model: BidderModel

    def chances(self, turn: Turn) -> Floats:
        others = _other_hands(self.model, turn.dice, turn.bids, turn.rules)
        columns = []
        for move, bid in turn.situation.moves_and_bids():
            matching = np.bincount(matching_dice(bid.face, turn.other_dice, turn.rules), others, turn.other_dice + 1)
            tail = np.append(matching[::-1].cumsum()[::-1], 0.0)
            needed = bid.quantity - matching_dice(bid.face, turn.own_dice, turn.rules)
            true = tail[np.clip(needed, 0, turn.other_dice + 1)]
            columns.append(1 - true if move == Call.DUDO else true)
        return _one_hot(np.stack(columns, axis=1).round(TIE_PLACES).argmax(axis=1), len(columns))


@lru_cache(maxsize=100_000)
def _other_hands(model: BidderModel, dice: tuple[int, int], bids: tuple[Bid, ...], rules: Rules) -> Floats:
    """Return the chances of the hands of the player who made the last bid, given that player's bids."""
    owner = (len(bids) - 1) % 2
    if not bids:
        return hands(dice[owner], rules.sides)[1]
    before = _other_hands(model, dice, bids[:-2], rules) if len(bids) > 2 else hands(dice[owner], rules.sides)[1]
    current = bids[-2] if len(bids) > 1 else None
    moves, chances = move_chances(model, dice[owner], current, sum(dice), rules)
    weights = before * chances[:, moves.index(bids[-1])]
    normalised: Floats = weights / weights.sum()
    return normalised


@dataclass(frozen=True, slots=True)
class ByAgent:
    """Play as a computer player of ``agents`` that doesn't bluff or read bids: call by its estimate, else the safest bid."""

    remembers: ClassVar[bool] = False
    agent: Agent

    def chances(self, turn: Turn) -> Floats:
        success = turn.situation.success_chances()
        if not turn.bids:
            return _one_hot(success.argmax(axis=1), success.shape[1])
        best = success[:, 1:].argmax(axis=1) + 1 if success.shape[1] > 1 else np.zeros(len(success), dtype=np.int64)
        best_chance = success[np.arange(len(success)), best]
        if self.agent.threshold is not None:
            calls = 1 - success[:, 0] < self.agent.threshold
        else:
            deduction = self.agent.dudo.deduction(turn.own_dice / turn.other_dice)
            calls = np.clip(success[:, 0] - deduction, 0, 1) >= best_chance
        return _one_hot(np.where(calls, 0, best), success.shape[1])


@dataclass(frozen=True, slots=True)
class NeverBluff:
    """Make the lowest bid that the own dice alone make true; call dudo if there is none."""

    remembers: ClassVar[bool] = False

    def chances(self, turn: Turn) -> Floats:
        moves = turn.situation.moves_and_bids()
        true = [
            (matching_dice(bid.face, turn.own_dice, turn.rules) >= bid.quantity) & (move != Call.DUDO)
            for move, bid in moves
        ]
        # The first true bid, or move 0 if there is none: dudo. Every hand makes some opening bid true.
        return _one_hot(np.stack(true, axis=1).argmax(axis=1), len(moves))


@dataclass(frozen=True, slots=True)
class ByFunction:
    """Play by a function of the bids and the hand, such as ``Ending.strategy``."""

    remembers: ClassVar[bool] = True
    function: Callable[[Sequence[Bid], Hand], Mapping[Move, float]]

    def chances(self, turn: Turn) -> Floats:
        moves = turn.situation.moves
        rows = [self.function(turn.bids, hand) for hand in hands_of(turn.own_dice, turn.rules)]
        return np.array([[row.get(move, 0.0) for move in moves] for row in rows])


def _one_hot(choices: Ints, moves: int) -> Floats:
    chances = np.zeros((len(choices), moves))
    chances[np.arange(len(choices)), choices] = 1.0
    return chances


# The habits of the page, by name. The first reads the bids by the page's default model.
HABITS: Mapping[str, Habit] = {
    "safest move given the bids": SafestMove(HUMAN),
    "safest move from the dice alone": ByModel(PolicyBidder(MostProbable(), slip=0)),
    "never bluff": NeverBluff(),
    "call below 50%": ByAgent(Agent("call below 50%", threshold=0.5)),
    "call below 35%": ByAgent(THRESHOLD_AGENT),
    "linear dial": ByAgent(LINEAR_AGENT),
}
