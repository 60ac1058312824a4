"""What bids say in the plainest way: every roll of every unknown die, weighed by how each player would have bid on it."""

from collections.abc import Iterable
from functools import cache
from itertools import product
from math import exp, fsum, prod
from typing import TypeVar

from boardodds.perudo import Bid, Call, Move, Rules, bid_probability, rank_moves
from boardodds.perudo.bidders import BidderModel, LogitBidder, PolicyBidder
from boardodds.perudo.round_state import RoundState
from tests.oracles.perudo import brute_legal

# the dice of every player in the order rolled
Table = tuple[tuple[int, ...], ...]
Value = TypeVar("Value")


def brute_tables(state: RoundState, model: BidderModel, rules: Rules) -> list[tuple[Table, float]]:
    """Every way in which the dice can lie, with its chance given the bids."""
    faces = range(1, rules.sides + 1)

    @cache
    def bid_chance(place: int, hand: tuple[int, ...]) -> float:
        current = state.bids[place - 1][1] if place else None
        return brute_move_chance(model, state.bids[place][1], hand, current, sum(state.dice), rules, state.palifico)

    rolls = [
        [state.hand] if player == state.viewer else list(product(faces, repeat=number))
        for player, number in enumerate(state.dice)
    ]
    tables = list(product(*rolls))
    weights = [
        prod(bid_chance(place, table[player]) for place, (player, _) in enumerate(state.bids)) for table in tables
    ]
    total = fsum(weights)
    return [(table, weight / total) for table, weight in zip(tables, weights, strict=True)]


def brute_move_chance(
    model: BidderModel,
    move: Move,
    hand: tuple[int, ...],
    current: Bid | None,
    total_dice: int,
    rules: Rules,
    palifico: bool,
) -> float:
    """The chance that a player with a hand makes a move."""
    unseen = total_dice - len(hand)
    if isinstance(model, PolicyBidder):
        ranked = rank_moves(current, hand, unseen, rules, palifico=palifico)
        return model.slip / len(ranked) + (1 - model.slip) * (move == ranked[0].move)
    assert isinstance(model, LogitBidder)
    success: dict[Move, float] = {
        bid: bid_probability(bid, hand, unseen, rules, palifico=palifico)
        for bid in brute_legal(current, total_dice, rules, palifico, own_dice=len(hand))
    }
    if current is not None:
        success[Call.DUDO] = 1 - bid_probability(current, hand, unseen, rules, palifico=palifico)
        if rules.calza:
            success[Call.CALZA] = bid_probability(current, hand, unseen, rules, palifico=palifico, exactly=True)
    return exp(model.sharpness * success[move]) / fsum(exp(model.sharpness * each) for each in success.values())


def brute_distribution(weighed: Iterable[tuple[Value, float]]) -> dict[Value, float]:
    """The chance of each value, from values that may come more than once."""
    chances: dict[Value, list[float]] = {}
    for value, chance in weighed:
        chances.setdefault(value, []).append(chance)
    return {value: fsum(parts) for value, parts in chances.items()}


def brute_matching(dice: tuple[int, ...], face: int, rules: Rules, palifico: bool) -> int:
    """The dice that count for a bid on a face."""
    wild = rules.wild_aces and not palifico
    return sum(die == face or (wild and die == 1) for die in dice)
