"""How likely a bid is, given every bid of the round: what the bids say of the dice under the cups.

By Bayes' rule. A bid depends on the bidder's own dice and on what everybody sees, so given the bids the hands of the
players are independent. The chance of a hand is that of rolling it, times the chance that a player who holds it makes
each of the bids that this player made; the matching dice of all players then add up. The numbers are exact for the
model of the bidders that is assumed, and say nothing about how well players follow it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np

from boardodds.perudo.bidders import BidderModel, Situation, hands, matching_dice, move_chances
from boardodds.perudo.bids import Bid, check_bid
from boardodds.perudo.moves import Call, Move
from boardodds.perudo.round_state import RoundState, check_round
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.pmf import Pmf
from boardodds.probability.validate import check_whole

# chances that are equal may come out apart by roundings
TIE_PLACES = 12

Hand = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PosteriorMove:
    """A move and the chance that it stands, given the bids: that the bid is true, that the current bid is false (dudo)
    or exact (calza)."""

    move: Move
    probability: float


@dataclass(frozen=True, slots=True)
class FaceExpectation:
    """What a player's bids say of the faces.

    - player: from 0. expected: the expected dice of each face, from 1, given the bids; aces count as aces alone.
    - prior: the same before any bid, which is alike for all faces.
    """

    player: int
    expected: tuple[float, ...]
    prior: float

    @property
    def shifts(self) -> tuple[float, ...]:
        """How many more dice of each face the bids make one expect; these sum to 0."""
        return tuple(expected - self.prior for expected in self.expected)


@dataclass(frozen=True, slots=True)
class BidShift:
    """What others conclude from a bid about the dice that match it in the bidder's hand.

    held: how many there are. before, after: how many someone who believes the model expects without the bid, and with.
    """

    bid: Bid
    held: int
    before: float
    after: float


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """What the bids of a round say to the one who looks; made by ``posterior``.

    hand_chances: for each player the chances of the hands, float array (hands,), in the order of ``hands``; the viewer's
        own hand is certain.
    """

    state: RoundState
    rules: Rules
    hand_chances: tuple[Floats, ...]

    def hands(self, player: int) -> Mapping[Hand, float]:
        """The chance of every hand of a player, by its dice in ascending order.

        player: from 0.
        """
        counts, _ = hands(self._dice(player), self.rules.sides)
        faces = np.arange(1, self.rules.sides + 1)
        chances = self.hand_chances[player].tolist()
        return {tuple(np.repeat(faces, row).tolist()): chance for row, chance in zip(counts, chances, strict=True)}

    def matching(self, player: int, face: int) -> Pmf:
        """How many dice of a player match a bid on a face, wild aces among them; players are counted from 0."""
        self._dice(player)
        return _pmf(self._matching_chances(player, face))

    def total(self, face: int) -> Pmf:
        """How many of all dice in play match a bid on a face."""
        players = range(len(self.state.dice))
        return _pmf(reduce(np.convolve, (self._matching_chances(player, face) for player in players)))

    def bid_probability(self, bid: Bid, *, exactly: bool = False) -> float:
        """The chance that a bid is true, or that just so many dice match it."""
        check_bid(bid, self.state.total_dice, self.rules)
        total = self.total(bid.face)
        # a sum of roundings may pass 1
        return min(1.0, total.probability(bid.quantity) if exactly else total.at_least(bid.quantity))

    def rank_moves(self) -> list[PosteriorMove]:
        """Every legal move of the viewer, the one that is likeliest to stand first.

        Chances that agree to twelve places tie, and stand in the order of ``rank_moves`` of one hand: dudo, calza, then
        bids by quantity and face.
        """
        viewer, turn = self.state.viewer, self.state.turn
        if viewer is None:
            raise ValueError("viewer must be a player to move, got an onlooker")
        if turn not in (None, viewer):
            raise ValueError(f"viewer must be the player whose turn it is, {turn + 1}, to move, got {viewer + 1}")
        situation = Situation(
            self.state.dice[viewer], self.state.current, self.state.total_dice, self.rules, self.state.palifico
        )
        moves = situation.moves_about()
        totals = {face: self.total(face) for face in {bid.face for _, bid in moves}}
        ranked = [PosteriorMove(move, _success(move, bid, totals[bid.face])) for move, bid in moves]
        # the sort is stable: what ties stays in the order of the situation
        return sorted(ranked, key=lambda each: -round(each.probability, TIE_PLACES))

    @property
    def face_expectations(self) -> list[FaceExpectation]:
        """What the bids say of each player who has bid, apart from the viewer, in the order of the seats."""
        bidders = sorted({player for player, _ in self.state.bids} - {self.state.viewer})
        return [self._face_expectation(player) for player in bidders]

    def _face_expectation(self, player: int) -> FaceExpectation:
        dice = self.state.dice[player]
        counts, _ = hands(dice, self.rules.sides)
        expected = self.hand_chances[player] @ counts
        return FaceExpectation(player, tuple(expected.tolist()), dice / self.rules.sides)

    def _matching_chances(self, player: int, face: int) -> Floats:
        """float array (dice + 1,): the chance of each number of matching dice."""
        dice = self.state.dice[player]
        matching = matching_dice(face, dice, self.rules, self.state.palifico)
        chances = np.bincount(matching, weights=self.hand_chances[player], minlength=dice + 1)
        return chances.astype(np.float64)

    def _dice(self, player: int) -> int:
        check_whole("player", player, 0, len(self.state.dice) - 1)
        return self.state.dice[player]


def posterior(state: RoundState, model: BidderModel, rules: Rules = STANDARD) -> Posterior:
    """What the bids of a round say, if the players bid as a model has it.

    >>> from boardodds.perudo.bidders import LogitBidder
    >>> state = RoundState.parse("5.5.5.5 me=1 hand=12256 bids=2:3x4.3:4x4.4:5x4")
    >>> naive, reading = (posterior(state, LogitBidder(sharpness)) for sharpness in (0, 10))
    >>> round(naive.bid_probability(Bid(5, 4)), 6), round(reading.bid_probability(Bid(5, 4)), 6)
    (0.79076, 0.942536)
    """
    check_round(state, rules)
    chances = [_prior(state, player, rules) for player in range(len(state.dice))]
    current = None
    for player, bid in state.bids:
        if player != state.viewer:
            likelihood = _likelihood(model, state, player, current, bid, rules)
            weights = chances[player] * likelihood
            if not weights.any():
                raise ValueError(
                    f"bids must be such as the model's players make, got {player + 1}:{bid}: no hand of player "
                    f"{player + 1} explains it"
                )
            # at each bid, so that a long run of unlikely ones cannot come down to 0
            chances[player] = weights / weights.sum()
        current = bid
    return Posterior(state, rules, tuple(chances))


def shift_after_bid(state: RoundState, bid: Bid, model: BidderModel, rules: Rules = STANDARD) -> BidShift:
    """Return how a bid of the viewer would change the others' estimate of the viewer's dice.

    The others are represented by an onlooker who sees no dice: their own dice say nothing about the viewer's.

    >>> from boardodds.perudo.bidders import LogitBidder
    >>> shift = shift_after_bid(RoundState.parse("5.5 me=1 hand=12256"), Bid(4, 2), LogitBidder(10))
    >>> shift.held, round(shift.before, 3), round(shift.after, 3)
    (3, 1.667, 3.431)
    """
    viewer = state.viewer
    if viewer is None:
        raise ValueError("viewer must be a player who bids, got an onlooker")
    with_bid = replace(state, bids=(*state.bids, (viewer, bid)))
    check_round(with_bid, rules)
    before, after = (
        posterior(replace(each, viewer=None, hand=()), model, rules).matching(viewer, bid.face).mean
        for each in (state, with_bid)
    )
    matching = matching_dice(bid.face, len(state.hand), rules, state.palifico)
    return BidShift(bid, int(matching[_own_hand(state, rules)]), before, after)


def _prior(state: RoundState, player: int, rules: Rules) -> Floats:
    """The chances of a player's hands before any bid: float array (hands,)."""
    counts, chances = hands(state.dice[player], rules.sides)
    if player != state.viewer:
        return chances
    certain = np.zeros(len(counts))
    certain[_own_hand(state, rules)] = 1
    return certain


def _own_hand(state: RoundState, rules: Rules) -> int:
    """The place of the viewer's hand in the order of ``hands``."""
    counts, _ = hands(len(state.hand), rules.sides)
    own: Ints = np.bincount(state.hand, minlength=rules.sides + 1)[1:]
    return int((counts == own).all(axis=1).argmax())


def _likelihood(
    model: BidderModel, state: RoundState, player: int, current: Bid | None, bid: Bid, rules: Rules
) -> Floats:
    """The chance that a player makes a bid with each hand: float array (hands,)."""
    moves, chances = move_chances(model, state.dice[player], current, state.total_dice, rules, state.palifico)
    return chances[:, moves.index(bid)]


def _success(move: Move, bid: Bid, total: Pmf) -> float:
    """The chance that a move about a bid stands."""
    if move == Call.DUDO:
        return min(1.0, total.at_most(bid.quantity - 1))
    if move == Call.CALZA:
        return min(1.0, total.probability(bid.quantity))
    return min(1.0, total.at_least(bid.quantity))


def _pmf(chances: Floats) -> Pmf:
    return Pmf.from_weights(dict(enumerate(chances.tolist())))
