"""Models of how players move: from what a player holds to how likely each legal move is.

A player's move depends on the own dice and on what everybody sees; the dice of the others are taken as fair, whatever
they have bid. So a model is a matrix, a row for each hand and a column for each legal move, and what a player's bids
say of the dice is read off its columns.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from boardodds.perudo.bids import Bid, bid_fraction, legal_bids
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.rules import MAX_DICE, MAX_SIDES, STANDARD, Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.multisets import multisets
from boardodds.probability.validate import check_number, check_whole

# chances in one matrix: five dice and ten players need 76,000, and a million take 8 MB
MAX_CHANCES = 1_000_000
MAX_SHARPNESS = 500.0


@lru_cache(maxsize=64)
def hands(dice: int, sides: int) -> tuple[Ints, Floats]:
    """Every hand of so many dice, once, and how likely it is to be rolled.

    Returns the dice of each face, int array (hands, sides), faces from 1, and the chances, float array (hands,) with
    sum 1. Hands are in the order of their dice in ascending order: 1 1, 1 2, ... Neither array may be written to.

    >>> counts, chances = hands(dice=2, sides=2)
    >>> counts.tolist(), chances.tolist()
    ([[2, 0], [1, 1], [0, 2]], [0.25, 0.5, 0.25])
    """
    for name, number, low, high in (("dice", dice, 0, MAX_DICE), ("sides", sides, 2, MAX_SIDES)):
        check_whole(name, number, low, high)
    _check_size(dice, sides, moves=1)
    rows = multisets(dice, sides - 1) if dice else np.zeros((1, 0), dtype=np.int16)
    counts = np.stack([(rows == face).sum(axis=1) for face in range(sides)], axis=1)
    # multinomial: each face in turn chooses among the dice that are left
    ways = np.ones(len(counts), dtype=np.int64)
    choose = np.array([[comb(n, k) for k in range(dice + 1)] for n in range(dice + 1)])
    left = np.full(len(counts), dice)
    for column in counts.T:
        ways *= choose[left, column]
        left -= column
    chances = ways / float(sides) ** dice
    counts.flags.writeable = chances.flags.writeable = False
    return counts, chances


def _check_size(dice: int, sides: int, moves: int) -> None:
    size = comb(dice + sides - 1, dice) * moves
    if size > MAX_CHANCES:
        raise ValueError(
            f"hands times moves must be at most {MAX_CHANCES:,}, got {size:,}: {dice} dice of {sides} sides are too many"
        )


@dataclass(frozen=True, slots=True)
class Situation:
    """What everybody sees when a player is to move.

    - own_dice: dice of the player to move. current: the bid to be answered, or None to open. total_dice: dice in play.
    - palifico: whether this is a palifico round.

    >>> [str(move) for move in Situation(own_dice=1, current=Bid(1, 5), total_dice=2).moves]
    ['dudo', '1x1', '1x6', '2x5']
    """

    own_dice: int
    current: Bid | None
    total_dice: int
    rules: Rules = STANDARD
    palifico: bool = False

    @property
    def moves(self) -> tuple[Move, ...]:
        """Every legal move: dudo, calza if the rules have it, then bids by quantity and face."""
        return tuple(move for move, _ in self.moves_about())

    def moves_about(self) -> list[tuple[Move, Bid]]:
        """Every legal move with the bid that it is about: itself, or the current one if it is a call."""
        bids = legal_bids(self.current, self.total_dice, self.rules, palifico=self.palifico, own_dice=self.own_dice)
        moves: list[tuple[Move, Bid]] = [(bid, bid) for bid in bids]
        if self.current is not None:
            calls = [Call.DUDO, Call.CALZA] if self.rules.calza else [Call.DUDO]
            moves = [*((call, self.current) for call in calls), *moves]
        _check_size(self.own_dice, self.rules.sides, len(moves))
        return moves

    def success(self) -> Floats:
        """The chance that each move stands, to each hand in the order of ``hands``: float array (hands, moves).

        These are the chances of ``rank_moves``, for all hands at once.

        >>> Situation(own_dice=1, current=Bid(2, 2), total_dice=2).success()[:2].round(3).tolist()
        [[0.667, 1.0, 0.333, 0.333, 0.333, 0.333], [0.667, 0.167, 0.0, 0.0, 0.0, 0.0]]
        """
        rows = [self._fractions(move, bid) for move, bid in self.moves_about()]
        return self._by_hand(np.array(rows, dtype=np.float64))

    def success_ranks(self) -> Ints:
        """The same chances by rank, from 0 for the least, equal only where they are exactly equal: int array
        (hands, moves).

        Floats cannot tell apart what lies as close to 1 as bids of few among very many dice.
        """
        fractions = [self._fractions(move, bid) for move, bid in self.moves_about()]
        ranks = {fraction: rank for rank, fraction in enumerate(sorted({each for row in fractions for each in row}))}
        return self._by_hand(np.array([[ranks[fraction] for fraction in row] for row in fractions]))

    def _by_hand(self, by_held: NDArray[Any]) -> NDArray[Any]:
        """by_held: a value of each move by the matching dice in the hand: array (moves, own_dice + 1)."""
        held = [matching_dice(bid.face, self.own_dice, self.rules, self.palifico) for _, bid in self.moves_about()]
        return np.stack([row[number] for row, number in zip(by_held, held, strict=True)], axis=1)

    def _fractions(self, move: Move, bid: Bid) -> list[Fraction]:
        """The chance that a move about a bid stands, by the matching dice in the hand, from none to all."""
        unseen = self.total_dice - self.own_dice
        tail = chances_of_at_least(bid.face, unseen, self.rules, self.palifico)
        needed = [bid.quantity - held for held in range(-1, self.own_dice + 1)]
        chances = [tail[min(max(number, 0), unseen + 1)] for number in needed]
        if move == Call.CALZA:
            # what is exact is true, and would not be with one more
            return [chance - of_more for of_more, chance in pairwise(chances)]
        return [1 - chance if move == Call.DUDO else chance for chance in chances[1:]]


@lru_cache(maxsize=512)
def chances_of_at_least(face: int, unseen: int, rules: Rules, palifico: bool) -> tuple[Fraction, ...]:
    """The chance that at least so many unseen dice match, from none to one more than there are."""
    some = (bid_fraction(Bid(number, face), (), unseen, rules, palifico=palifico) for number in range(1, unseen + 1))
    return (Fraction(1), *some, Fraction(0))


@lru_cache(maxsize=512)
def matching_dice(face: int, dice: int, rules: Rules = STANDARD, palifico: bool = False) -> Ints:
    """The dice that match a bid on a face, in each hand in the order of ``hands``: int array (hands,).

    >>> matching_dice(face=4, dice=1).tolist()
    [1, 0, 0, 1, 0, 0]
    """
    check_whole("face", face, 1, rules.sides, "on these dice")
    counts, _ = hands(dice, rules.sides)
    matching: Ints = counts[:, [each - 1 for each in rules.matching_faces(face, palifico)]].sum(axis=1)
    matching.flags.writeable = False
    return matching


class BidderModel(Protocol):
    """A way in which players move. Models are hashable, as what they say is kept for the next call."""

    def __hash__(self) -> int: ...

    def chances(self, situation: Situation) -> Floats:
        """The chance of each move, to each hand in the order of ``hands``: float array (hands, moves), rows with
        sum 1."""


class Policy(Protocol):
    """A player who makes one certain move with each hand."""

    def __hash__(self) -> int: ...

    def choices(self, situation: Situation) -> Ints:
        """The place in ``situation.moves`` of the move that each hand makes: int array (hands,)."""


@dataclass(frozen=True, slots=True)
class LogitBidder:
    """Players who prefer moves that are likelier to stand, the more so the sharper they are.

    The chance of a move is proportional to exp(sharpness * P), where P is the chance that the move stands to someone
    with the hand. At sharpness 0 every move is as likely as any other, and bids tell nothing.

    >>> LogitBidder(sharpness=0).chances(Situation(own_dice=1, current=Bid(2, 6), total_dice=2))[0].tolist()
    [0.5, 0.5]
    """

    sharpness: float

    def __post_init__(self) -> None:
        check_number("sharpness", self.sharpness, 0, MAX_SHARPNESS)

    def chances(self, situation: Situation) -> Floats:
        success = situation.success()
        weights = np.exp(self.sharpness * (success - success.max(axis=1, keepdims=True)))
        chances: Floats = weights / weights.sum(axis=1, keepdims=True)
        return chances


@dataclass(frozen=True, slots=True)
class MostProbable:
    """The player who makes the move that is likeliest to stand: the first of ``rank_moves``, ties included."""

    def choices(self, situation: Situation) -> Ints:
        # argmax takes the first of what ties, and moves stand in the order of rank_moves
        choices: Ints = situation.success_ranks().argmax(axis=1)
        return choices


@dataclass(frozen=True, slots=True)
class PolicyBidder:
    """Players who follow a policy, save that now and then they make any legal move, each as likely.

    slip: how often. At 0, bids that no hand would make are refused, as nothing can be concluded from them.

    >>> PolicyBidder(slip=0.25).chances(Situation(own_dice=1, current=Bid(1, 5), total_dice=2))[4].tolist()
    [0.0625, 0.0625, 0.8125, 0.0625]
    """

    policy: Policy = MostProbable()
    slip: float = 0.01

    def __post_init__(self) -> None:
        check_number("slip", self.slip, 0, 1)

    def chances(self, situation: Situation) -> Floats:
        choices = self.policy.choices(situation)
        moves = len(situation.moves)
        chances: Floats = np.full((len(choices), moves), self.slip / moves)
        chances[np.arange(len(choices)), choices] += 1 - self.slip
        return chances


def move_chances(
    model: BidderModel,
    own_dice: int,
    current: Bid | None,
    total_dice: int,
    rules: Rules = STANDARD,
    palifico: bool = False,
) -> tuple[tuple[Move, ...], Floats]:
    """Every legal move, and how likely a player with each hand is to make it.

    own_dice: dice of the player to move. total_dice: dice in play, the own ones among them. Returns the moves (dudo,
    calza, then bids by quantity and face) and a float array (hands, moves), rows in the order of ``hands``, which may not
    be written to.

    >>> moves, chances = move_chances(LogitBidder(sharpness=4), own_dice=1, current=Bid(1, 5), total_dice=2)
    >>> moves[-1], chances.shape
    (Bid(quantity=2, face=5), (6, 4))
    >>> chances[[3, 4], -1].round(3).tolist()
    [0.047, 0.36]
    """
    return _move_chances(model, Situation(own_dice, current, total_dice, rules, palifico))


@lru_cache(maxsize=64)
def _move_chances(model: BidderModel, situation: Situation) -> tuple[tuple[Move, ...], Floats]:
    moves = situation.moves
    chances = model.chances(situation)
    chances.flags.writeable = False
    return moves, chances
