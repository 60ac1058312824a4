"""The probabilities of hands and bids, given every bid of the round, by Bayes' rule.

A bid depends on the bidder's own dice and on what everybody sees. Given the bids, the hands of the players are therefore
independent. The posterior of a hand is proportional to its prior, the probability to roll it, times the likelihood of each
bid of the player. The number of matching dice is then a sum of independent counts, one for each player. The results are
exact for a model of the bidders; whether real players follow the model is another question.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np

from boardodds.perudo.bidders import HUMAN, BidderModel, Situation, hands, matching_dice, models_by_seat, move_chances
from boardodds.perudo.bids import Bid, Call, Move, check_bid
from boardodds.perudo.chances import count
from boardodds.perudo.round_state import RoundState, check_round, why_no_calza
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.pmf import Pmf
from boardodds.probability.results import Measure, Result, Results
from boardodds.probability.validate import check_whole, of_text

# Chances that agree to this many decimal places tie, because rounding errors can separate equal chances.
TIE_PLACES = 12


@dataclass(frozen=True, slots=True)
class PosteriorMove(Result):
    """A move and the chance that it is right, given the bids.

    A bid is right if it is true, dudo if the current bid is false, and calza if it is exact.
    """

    _MEASURES = ("stands=probability",)
    _OF = "move"

    move: Move
    probability: float


@dataclass(frozen=True, slots=True)
class BidShift:
    """The effect of a bid on the others' estimate of the matching dice in the bidder's hand.

    held: the number of matching dice in the hand.
    before, after: the expected number of them, for someone who assumes the model, without the bid and with it.
    """

    bid: Bid
    held: int
    before: float
    after: float


@short_repr
@dataclass(frozen=True, eq=False)
class Posterior(Result):
    """The posterior of a round as the viewer sees it; ``posterior`` returns it.

    rules: those after the bids; see ``RoundState.rules_now``.
    hand_chances: for each player, from the first on, the probabilities of the hands: float array (hands,), in the order of
        ``hands``. The viewer's own hand has probability 1.
    """

    state: RoundState
    rules: Rules
    hand_chances: tuple[Floats, ...]

    def measures(self) -> Iterator[Measure]:
        """Return the chances of the current bid, and of the moves of a viewer who can move."""
        state, viewer = self.state, self.state.viewer
        if bid := state.current:
            yield Measure("true", self.bid_probability(bid), str(bid))
            yield Measure("exact", self.bid_probability(bid, exactly=True), str(bid))
        if viewer is not None and (state.turn in (None, viewer) or not why_no_calza(state, self.rules, viewer)):
            yield from self.rank_moves().measures()

    def hands(self, player: int) -> Mapping[tuple[int, ...], float]:
        """Return the probability of every hand of a player, from 1; hands are tuples of dice in ascending order."""
        check_whole("player", player, 1, len(self.state.dice))
        counts, _ = hands(self.state.dice[player - 1], self.rules.sides)
        faces, chances = np.arange(1, self.rules.sides + 1), self.hand_chances[player - 1].tolist()
        return {tuple(np.repeat(faces, row).tolist()): chance for row, chance in zip(counts, chances, strict=True)}

    def matching(self, player: int, face: int) -> Pmf:
        """Return the distribution of the number of a player's dice that match a bid on a face; players count from 1."""
        check_whole("player", player, 1, len(self.state.dice))
        check_whole("face", face, 1, self.rules.sides, "on these dice")
        return _to_pmf(self._matching_chances(player, face))

    def total(self, face: int) -> Pmf:
        """Return the distribution of the number of all dice in play that match a bid on a face."""
        check_whole("face", face, 1, self.rules.sides, "on these dice")
        return self._totals[face]

    @cached_property
    def _totals(self) -> dict[int, Pmf]:
        players = range(1, len(self.state.dice) + 1)
        return {
            face: _to_pmf(reduce(np.convolve, [self._matching_chances(player, face) for player in players]))
            for face in range(1, self.rules.sides + 1)
        }

    def bid_probability(self, bid: Bid | str, *, exactly: bool = False) -> float:
        """Return the chance that a bid is true.

        exactly: whether to return the chance that the bid is exact instead, as calza claims.
        """
        bid = check_bid(bid, self.state.total_dice, self.rules)
        total = self.total(bid.face)
        return total.probability(bid.quantity) if exactly else total.at_least(bid.quantity)

    def rank_moves(self, *, callers: Collection[int] = ()) -> Results[PosteriorMove]:
        """Return every legal move of the viewer, the one that is most likely to be right first.

        Chances that agree to twelve decimal places tie, and ties are in the order dudo, calza, then bids by quantity and face. If
        it is not the viewer's turn, the only legal move is calza. Raises ValueError without a legal move.

        callers: the players who have called calza in the match, as in ``why_no_calza``.
        """
        state, viewer, turn = self.state, self.state.viewer, self.state.turn
        if viewer is None:
            raise ValueError("viewer must be a player to move, got an onlooker")
        is_turn, no_calza = turn in (None, viewer), why_no_calza(state, self.rules, viewer, callers)
        if not is_turn and not (state.current and self.rules.calza):
            raise ValueError(f"viewer must be the player whose turn it is, {turn}, to move, got {viewer}")
        if not is_turn and no_calza:
            raise ValueError(no_calza)
        seen = state.current, state.total_dice, self.rules, state.palifico, len(state.players_in)
        moves = Situation(len(state.hand), *seen).moves_and_bids() if is_turn else []
        if state.current and not no_calza:
            moves.insert(1, (Call.CALZA, state.current))
        ranked = [PosteriorMove(move, self._chance(move, bid)) for move, bid in moves]
        # The sort is stable, so ties stay in the order of ``moves``.
        return Results(sorted(ranked, key=lambda move: -round(move.probability, TIE_PLACES)))

    def _chance(self, move: Move, bid: Bid) -> float:
        """Return the chance that a move, decided by a bid, is right."""
        total = self._totals[bid.face]
        if move == Call.CALZA:
            return total.probability(bid.quantity)
        return total.at_most(bid.quantity - 1) if move == Call.DUDO else total.at_least(bid.quantity)

    @property
    def face_shifts(self) -> dict[int, list[float]]:
        """By each player other than the viewer who has bid, the change in the expected number of dice of each face by the bids.

        Wild aces count for face 1 only, so the changes of a player sum to 0.
        """
        shifts = {}
        for player in sorted({player for player, _ in self.state.bids} - {self.state.viewer}):
            dice = self.state.dice[player - 1]
            expected = self.hand_chances[player - 1] @ hands(dice, self.rules.sides)[0]
            shifts[player] = (expected - dice / self.rules.sides).tolist()
        return shifts

    def _matching_chances(self, player: int, face: int) -> Floats:
        """Return the probability of each number of matching dice of a player: float array (dice + 1,)."""
        dice = self.state.dice[player - 1]
        matching = matching_dice(face, dice, self.rules, self.state.palifico)
        chances = np.bincount(matching, weights=self.hand_chances[player - 1], minlength=dice + 1)
        return chances.astype(np.float64)


def posterior(
    state: RoundState | str, rules: Rules = STANDARD, *, model: BidderModel | Sequence[BidderModel] = HUMAN
) -> Posterior:
    """Return the posterior of a round, given its bids.

    model: the model by which all players bid, or one model for each seat; the viewer's own bids are ignored, because the viewer's
        hand is known.

    Raises ValueError if the round breaks the rules, or if a bid fits no hand according to the model.

    >>> from boardodds.perudo.bidders import LogitBidder
    >>> state = RoundState.parse("5.5.5.5 me=1 hand=12256 bids=2:3x4.3:4x4.4:5x4")
    >>> dice_alone, given_bids = (posterior(state, model=LogitBidder(sharpness)) for sharpness in (0, 10))
    >>> round(dice_alone.bid_probability(Bid(5, 4)), 6), round(given_bids.bid_probability(Bid(5, 4)), 6)
    (0.79076, 0.806999)
    """
    state = check_round(state, rules)
    models, players = models_by_seat(model, len(state.dice)), len(state.players_in)
    chances = [_prior(state, player, rules) for player in range(1, len(state.dice) + 1)]
    current = None
    for player, bid in state.bids:
        if player != state.viewer:
            seen = current, state.total_dice, rules, state.palifico, players
            moves, likelihoods = move_chances(models[player - 1], state.dice[player - 1], *seen)
            weights = chances[player - 1] * likelihoods[:, moves.index(bid)]
            if not weights.any():
                raise ValueError(
                    f"bids must be such as the model's players make, got {player}:{bid}: no hand of player "
                    f"{player} explains it"
                )
            # Normalising after each bid prevents underflow in a long run of unlikely bids.
            chances[player - 1] = weights / weights.sum()
        current, rules = bid, rules.after([bid.face])
    return Posterior(state, rules, tuple(chances))


def bid_probabilities(
    rounds: Sequence[RoundState], rules: Rules = STANDARD, *, model: BidderModel | Sequence[BidderModel] = HUMAN
) -> list[float]:
    """Return the chance that the current bid is true in each round, which has one; the parameters are those of ``posterior``."""
    return [posterior(each, rules, model=model).bid_probability(each.bids[-1][1]) for each in rounds]


def shift_after_bid(
    state: RoundState | str,
    bid: Bid | str,
    rules: Rules = STANDARD,
    *,
    model: BidderModel | Sequence[BidderModel] = HUMAN,
) -> BidShift:
    """Return how a bid of the viewer would change the others' estimate of the viewer's dice.

    The estimate is that of an onlooker without dice, because the others' own dice carry no information about the viewer's.

    bid: a bid that the viewer may make now.
    model: as in ``posterior``; that of the viewer's seat is what the others assume about the viewer.

    >>> from boardodds.perudo.bidders import LogitBidder
    >>> shift = shift_after_bid("5.5 me=1 hand=12256", "4x2", model=LogitBidder(10))
    >>> shift.held, round(shift.before, 3), round(shift.after, 3)
    (3, 1.667, 3.031)
    """
    state, bid = of_text(RoundState, "state", state), of_text(Bid, "bid", bid)
    if (viewer := state.viewer) is None:
        raise ValueError("viewer must be a player who bids, got an onlooker")
    with_bid = replace(state, bids=(*state.bids, (viewer, bid)))
    check_round(with_bid, rules)
    before, after = (
        posterior(replace(round_, viewer=None, hand=()), rules, model=model).matching(viewer, bid.face).mean
        for round_ in (state, with_bid)
    )
    held = count(bid, state.hand, state.rules_now(rules), palifico=state.palifico)
    return BidShift(bid, held, before, after)


def _prior(state: RoundState, player: int, rules: Rules) -> Floats:
    """Return the probabilities of a player's hands before any bid: float array (hands,)."""
    counts, chances = hands(state.dice[player - 1], rules.sides)
    if player != state.viewer:
        return chances
    own_counts: Ints = np.bincount(state.hand, minlength=rules.sides + 1)[1:]
    certain: Floats = (counts == own_counts).all(axis=1).astype(np.float64)
    return certain


def _to_pmf(chances: Floats) -> Pmf:
    return Pmf.from_weights(dict(enumerate(chances.tolist())))
