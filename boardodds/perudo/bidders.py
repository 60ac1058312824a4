"""Models of how players move: the probability of each legal move, given the player's hand.

A player's move depends on the player's own dice and on what everybody sees. In these models players treat the other
dice as fair, whatever the bids. A model is therefore a matrix with a row for each hand and a column for each legal move.
The column of a bid is its likelihood, from which the posterior of the bidder's hand follows.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, factorial
from typing import Protocol

import numpy as np

from boardodds.perudo.bids import Bid, Call, Move, legal_bids
from boardodds.perudo.chances import chances_of_at_least
from boardodds.perudo.rules import MAX_DICE, MAX_SIDES, MIN_PLAYERS, STANDARD, Rules
from boardodds.probability.arrays import Floats, Ints, multisets
from boardodds.probability.validate import check_number, check_whole

# This bounds the size of a matrix, which takes 8 bytes for each: ten players need 76,000 with five dice, 1.8 million with ten.
MAX_CHANCES = 2_000_000
MAX_SHARPNESS = 500.0


@lru_cache(maxsize=64)
def hands(dice: int, sides: int) -> tuple[Ints, Floats]:
    """Return every hand of 0 to 10 dice with 2 to 20 sides, and the probability to roll it.

    Hands are in lexicographic order of their sorted dice: 1 1, 1 2, ... Both arrays are read-only, because they are cached.
    Returns the number of dice of each face, int array (hands, sides), and the probabilities, float array (hands,) with sum 1.

    >>> counts, chances = hands(dice=2, sides=2)
    >>> counts.tolist(), chances.tolist()
    ([[2, 0], [1, 1], [0, 2]], [0.25, 0.5, 0.25])
    """
    for name, number, low, high in (("dice", dice, 0, MAX_DICE), ("sides", sides, 2, MAX_SIDES)):
        check_whole(name, number, low, high)
    _check_size(dice, sides, moves=1)
    rows = multisets(dice, sides - 1) if dice else np.zeros((1, 0), dtype=np.int16)
    counts = np.stack([(rows == face).sum(axis=1) for face in range(sides)], axis=1)
    factorials = np.array([factorial(number) for number in range(dice + 1)])
    ways = factorials[dice] // factorials[counts].prod(axis=1)
    chances = ways / float(sides) ** dice
    counts.flags.writeable = chances.flags.writeable = False
    return counts, chances


def hands_of(dice: int, rules: Rules) -> list[tuple[int, ...]]:
    """Return every hand of some number of dice, as its sorted dice, in the order of ``hands``."""
    return list(combinations_with_replacement(range(1, rules.sides + 1), dice))


def _check_size(dice: int, sides: int, moves: int) -> None:
    size = comb(dice + sides - 1, dice) * moves
    if size > MAX_CHANCES:
        raise ValueError(
            f"hands times moves must be at most {MAX_CHANCES:,}, got {size:,}: {dice} dice of {sides} sides are too many"
        )


@dataclass(frozen=True, slots=True)
class Situation:
    """The public state of a round when a player is to move.

    own_dice: the number of dice of the player to move.
    current: the bid to be answered; None for the opening bid.
    total_dice: the number of dice in play, own dice included.
    palifico: whether this is a palifico round.
    players: the number of players in, for the opening bid; see ``legal_bids``.

    >>> [str(move) for move in Situation(own_dice=1, current=Bid(1, 5), total_dice=2).moves]
    ['dudo', '1x1', '1x6', '2x5']
    """

    own_dice: int
    current: Bid | None
    total_dice: int
    rules: Rules = STANDARD
    palifico: bool = False
    players: int = MIN_PLAYERS

    def __post_init__(self) -> None:
        if self.current:
            object.__setattr__(self, "rules", self.rules.after([self.current.face]))

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every legal move: dudo, then bids by quantity and face. Calza is for the other players."""
        return tuple(move for move, _ in self.moves_and_bids())

    def moves_and_bids(self) -> list[tuple[Move, Bid]]:
        """Return every legal move with the bid that decides whether it is right: a bid itself, or the bid that is called."""
        seats = {"own_dice": self.own_dice, "players": self.players}
        bids = legal_bids(self.current, self.total_dice, self.rules, palifico=self.palifico, **seats)
        moves: list[tuple[Move, Bid]] = [(Call.DUDO, self.current)] if self.current else []
        moves += [(bid, bid) for bid in bids]
        _check_size(self.own_dice, self.rules.sides, len(moves))
        return moves

    def success_chances(self) -> Floats:
        """Return the chance that each move is right, as ``rank_moves`` does, but for all hands at once.

        Returns float array (hands, moves), in the order of ``hands`` and of ``moves``.

        >>> Situation(own_dice=1, current=Bid(2, 2), total_dice=2).success_chances()[:2].round(3).tolist()
        [[0.667, 1.0, 0.333, 0.333, 0.333, 0.333], [0.667, 0.167, 0.0, 0.0, 0.0, 0.0]]
        """
        moves = self.moves_and_bids()
        rows, unseen = np.arange(len(moves))[:, None], self.total_dice - self.own_dice
        faces, is_dudo = [bid.face - 1 for _, bid in moves], [int(move == Call.DUDO) for move, _ in moves]
        needed = np.array([bid.quantity for _, bid in moves])[:, None] - self._held()
        chances = tails(unseen, self.rules, self.palifico)[is_dudo, faces]
        return np.ascontiguousarray(chances[rows, np.clip(needed, 0, unseen + 1)].T)

    def _held(self) -> Ints:
        """Return the number of dice in each hand that match the bid of each move: int array (moves, hands)."""
        faces = range(1, self.rules.sides + 1)
        held = np.stack([matching_dice(face, self.own_dice, self.rules, self.palifico) for face in faces])
        return held[[bid.face - 1 for _, bid in self.moves_and_bids()]]

    def doubts(self) -> Floats:
        """Return the chance, to someone without dice, that the bid of each move is false, 1 for calls: float array (moves,)."""
        _, fewer = tails(self.total_dice, self.rules, self.palifico)
        moves = self.moves_and_bids()
        return np.array([1.0 if isinstance(move, Call) else fewer[bid.face - 1, bid.quantity] for move, bid in moves])

    def success_ranks(self) -> Ints:
        """Return the ranks of the chances, from 0 for the lowest: int array (hands, moves).

        Ranks are equal only where the chances are exactly equal. Floats can't show this: of 100 dice, bids with few dice have
        different chances that all round to 1.
        """
        fractions = [self._fractions(move, bid) for move, bid in self.moves_and_bids()]
        ranks = {fraction: rank for rank, fraction in enumerate(sorted(set().union(*fractions)))}
        by_matching = np.array([[ranks[fraction] for fraction in row] for row in fractions])
        return np.ascontiguousarray(np.take_along_axis(by_matching, self._held(), axis=1).T)

    def _fractions(self, move: Move, bid: Bid) -> list[Fraction]:
        """Return the chance that a move, decided by a bid, is right with 0, 1, ... matching dice in the hand."""
        unseen = self.total_dice - self.own_dice
        tail = chances_of_at_least(bid.face, unseen, self.rules, self.palifico)
        needed = [bid.quantity - matching for matching in range(self.own_dice + 1)]
        chances = [tail[min(max(number, 0), unseen + 1)] for number in needed]
        return [1 - chance if move == Call.DUDO else chance for chance in chances]


@lru_cache(maxsize=512)
def tails(unseen: int, rules: Rules, palifico: bool) -> Floats:
    """Return the chances that at least, and that fewer than, a number of dice match: float array (2, sides, unseen + 2)."""
    at_least = [chances_of_at_least(face, unseen, rules, palifico) for face in range(1, rules.sides + 1)]
    # Computing with fractions keeps equal chances equal after rounding to floats.
    fewer = [[1 - chance for chance in tail] for tail in at_least]
    return np.array([at_least, fewer], dtype=np.float64)


@lru_cache(maxsize=512)
def matching_dice(face: int, dice: int, rules: Rules = STANDARD, palifico: bool = False) -> Ints:
    """Return the number of dice that match a bid on a face, for each hand in the order of ``hands``: a read-only int array."""
    counts, _ = hands(dice, rules.sides)
    matching: Ints = counts[:, [match - 1 for match in rules.matching_faces(face, palifico)]].sum(axis=1)
    matching.flags.writeable = False
    return matching


class BidderModel(Protocol):
    """A way in which players move; models are hashable, because their probabilities are cached."""

    def __hash__(self) -> int: ...

    def chances(self, situation: Situation) -> Floats:
        """Return the probability of each move with each hand: float array (hands, moves) whose rows sum to 1."""


def models_by_seat(model: BidderModel | Sequence[BidderModel], players: int) -> tuple[BidderModel, ...]:
    """Return the model of each player: the same one for all, or those given by seat, which must be as many as the players.

    >>> models_by_seat(LogitBidder(8), 2)
    (LogitBidder(sharpness=8), LogitBidder(sharpness=8))
    """
    check_whole("players", players, 1)
    models = tuple(model) if isinstance(model, Sequence) and not isinstance(model, str) else (model,) * players
    if len(models) != players:
        raise ValueError(f"model must be one, or one for each of {players} players, got {len(models)}")
    for each in models:
        if not callable(getattr(each, "chances", None)):
            raise ValueError(f"model must be a bidder, such as perudo.HUMAN, or one for each player, got {each!r:.40}")
    return models


@dataclass(frozen=True, slots=True)
class LogitBidder:
    """Players who choose a move more often if it is less likely to cost a die.

    The probability of a move is proportional to exp(-sharpness * D * (1 - P)). P is the chance that the move is right, as the
    player with the hand sees it. D is how often it is put to the test: always for a call; a bid with the chance that it is false
    to someone without dice. So a low bid, which anybody might make, says little about the hand, and a high bid says much.

    sharpness: 0 to 500. At 0 all moves are equally likely, and bids carry no information.

    >>> LogitBidder(sharpness=0).chances(Situation(own_dice=1, current=Bid(2, 6), total_dice=2))[0].tolist()
    [0.5, 0.5]
    """

    sharpness: float

    def __post_init__(self) -> None:
        check_number("sharpness", self.sharpness, 0, MAX_SHARPNESS)

    def chances(self, situation: Situation) -> Floats:
        losses = situation.doubts() * (1 - situation.success_chances())
        weights = np.exp(-self.sharpness * (losses - losses.min(axis=1, keepdims=True)))
        chances: Floats = weights / weights.sum(axis=1, keepdims=True)
        return chances


# How people are taken to bid, if nothing else is known. It is fitted to four solved rounds with two to four dice. The chance that
# an opening bid of perfect play is true differs from its chance under this model by HUMAN_ERROR on average.
HUMAN, HUMAN_ERROR = LogitBidder(6), 0.022


@dataclass(frozen=True, slots=True)
class PolicyBidder:
    """Players who make the move that is most likely to be right, the first of ``rank_moves``, apart from random moves.

    random_moves: the probability of a random move, for which all legal moves are equally likely. At 0, some bids fit no hand, and
        ``posterior`` refuses them.

    >>> PolicyBidder(random_moves=0.25).chances(Situation(own_dice=1, current=Bid(1, 5), total_dice=2))[4].tolist()
    [0.0625, 0.0625, 0.8125, 0.0625]
    """

    random_moves: float = 0.01

    def __post_init__(self) -> None:
        check_number("random_moves", self.random_moves, 0, 1)

    def chances(self, situation: Situation) -> Floats:
        # Moves are in the order in which rank_moves breaks ties, and argmax returns the first maximum.
        choices = situation.success_ranks().argmax(axis=1)
        moves = len(situation.moves)
        chances: Floats = np.full((len(choices), moves), self.random_moves / moves)
        chances[np.arange(len(choices)), choices] += 1 - self.random_moves
        return chances


# A model that can play matches.
Player = LogitBidder | PolicyBidder


def as_player(name: str, model: object) -> Player:
    """Return a model with which matches can be played; raise ValueError for any other value."""
    if not isinstance(model, Player):
        raise ValueError(f"{name} must be a LogitBidder or a PolicyBidder to play matches, got {model!r:.40}")
    return model


# The computer player of the blog post, which makes the safest move from the dice alone.
NAIVE = PolicyBidder(random_moves=0)


@lru_cache(maxsize=32)
def move_chances(
    model: BidderModel,
    own_dice: int,
    current: Bid | None,
    total_dice: int,
    rules: Rules = STANDARD,
    palifico: bool = False,
    players: int = MIN_PLAYERS,
) -> tuple[tuple[Move, ...], Floats]:
    """Return the moves of a ``Situation``, and the chance of each with each hand: a read-only float array (hands, moves).

    >>> moves, chances = move_chances(LogitBidder(sharpness=4), own_dice=1, current=Bid(1, 5), total_dice=2)
    >>> moves[-1], chances[[3, 4], -1].round(3).tolist()
    (Bid(quantity=2, face=5), [0.041, 0.181])
    """
    situation = Situation(own_dice, current, total_dice, rules, palifico, players)
    moves, chances = situation.moves, model.chances(situation)
    chances.flags.writeable = False
    return moves, chances
