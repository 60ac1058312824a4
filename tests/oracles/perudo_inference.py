"""A brute-force posterior for Perudo: every roll of all unseen dice, weighted by the likelihood of the bids."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import exp, fsum, prod
from typing import TypeVar

from boardodds.perudo import Bid, Call, Move, Rules, bid_probability, rank_moves
from boardodds.perudo.bidders import BidderModel, LogitBidder, PolicyBidder
from boardodds.perudo.round_state import RoundState
from tests.oracles.perudo import brute_legal, rules_then

# The dice of every player, in the order rolled.
Deal = tuple[tuple[int, ...], ...]
Value = TypeVar("Value")
Models = BidderModel | Sequence[BidderModel]


def brute_deals(state: RoundState, model: Models, rules: Rules) -> list[tuple[Deal, float]]:
    """Return every possible deal with its probability given the bids; the model is that of all players, or one by seat."""
    faces = range(1, rules.sides + 1)

    @cache
    def bid_chance(index: int, hand: tuple[int, ...]) -> float:
        current = state.bids[index - 1][1] if index else None
        player, bid = state.bids[index]
        bidder = model[player - 1] if isinstance(model, Sequence) else model
        then = rules_then(rules, [bid for _, bid in state.bids[:index]])
        players = sum(number > 0 for number in state.dice)
        return brute_move_chance(bidder, bid, hand, current, sum(state.dice), then, state.palifico, players)

    rolls = [
        [state.hand] if player == state.viewer else list(product(faces, repeat=number))
        for player, number in enumerate(state.dice, 1)
    ]
    deals = list(product(*rolls))
    bidders = [player - 1 for player, _ in state.bids]
    weights = [prod(bid_chance(index, deal[seat]) for index, seat in enumerate(bidders)) for deal in deals]
    total = fsum(weights)
    return [(deal, weight / total) for deal, weight in zip(deals, weights, strict=True)]


def brute_move_chance(
    model: BidderModel,
    move: Move,
    hand: tuple[int, ...],
    current: Bid | None,
    total_dice: int,
    rules: Rules,
    palifico: bool,
    players: int = 2,
) -> float:
    unseen = total_dice - len(hand)
    rules = rules_then(rules, [current] if current else [])
    if isinstance(model, PolicyBidder):
        ranked = rank_moves(current, hand, unseen, rules, palifico=palifico, players=players)
        return model.random_moves / len(ranked) + (1 - model.random_moves) * (move == ranked[0].move)
    assert isinstance(model, LogitBidder)
    # The chance to lose a die by each move, if bids are called as often as they look false to someone without dice.
    losses: dict[Move, float] = {
        bid: (1 - bid_probability(bid, hand, unseen, rules, palifico=palifico))
        * (1 - bid_probability(bid, (), total_dice, rules, palifico=palifico))
        for bid in brute_legal(current, total_dice, rules, palifico, len(hand), players)
    }
    if current is not None:
        losses[Call.DUDO] = bid_probability(current, hand, unseen, rules, palifico=palifico)
    return exp(-model.sharpness * losses[move]) / fsum(exp(-model.sharpness * loss) for loss in losses.values())


def brute_distribution(weighted: Iterable[tuple[Value, float]]) -> dict[Value, float]:
    chances: dict[Value, list[float]] = {}
    for value, chance in weighted:
        chances.setdefault(value, []).append(chance)
    return {value: fsum(parts) for value, parts in chances.items()}


def brute_matching(dice: tuple[int, ...], face: int, rules: Rules, palifico: bool) -> int:
    wild = rules.wild_aces and not rules.are_aces_tame and not palifico
    return sum(die == face or (wild and die == 1) for die in dice)
