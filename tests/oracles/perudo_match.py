"""A match of Perudo played move by move in plain Python, with the chance of each move computed when it is needed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from boardodds.perudo import Bid, LogitBidder, Move, RoundState, Rules, bid_fraction, rank_moves
from boardodds.perudo.bidders import Player, hands, move_chances
from tests.oracles.perudo import rules_then

# Returns the hands of a round, from its number (from 0) and each player's number of dice.
Roll = Callable[[int, list[int]], list[tuple[int, ...]]]
# Random numbers from 0 to 1: the first decides whether to move at random, the second chooses the move.
Numbers = tuple[float, float]


@dataclass
class PlainMatch:
    """The events of a match, with the winner's seat and the moves of each round.

    dudos: for each dudo call the round as the caller sees it, the chance from the dice alone, and whether it was right.
    opened_by_another: for each call, whether another player than the caller opens the next round.
    """

    winner: int = -1
    rounds: list[list[Move]] = field(default_factory=list)
    dudos: list[tuple[RoundState, float, bool]] = field(default_factory=list)
    opened_by_another: list[bool] = field(default_factory=list)


def play(players: Sequence[Player], rules: Rules, first_seat: int, roll: Roll, numbers: Numbers) -> PlainMatch:
    dice, match, opener, palifico = [rules.starting_dice] * len(players), PlainMatch(), first_seat, False
    reached_one_die = [number == 1 for number in dice]
    while sum(number > 0 for number in dice) > 1:
        hands = roll(len(match.rounds), dice)
        seat = play_round(players, rules, dice, hands, opener, palifico, match, numbers)
        opener, palifico = lose_die(rules, dice, reached_one_die, seat)
        match.opened_by_another.append(opener + 1 != match.dudos[-1][0].viewer)
    match.winner = max(range(len(players)), key=lambda seat: dice[seat])
    return match


def play_on(
    players: Sequence[Player],
    rules: Rules,
    state: RoundState,
    hands: list[tuple[int, ...]],
    move: Move,
    numbers: Numbers,
) -> tuple[list[int], int, bool]:
    """Play the round on from its middle, in which the viewer's first move is given.

    Returns the dice after it, the opener of the next round, and whether that is a palifico round.
    """
    dice = list(state.dice)
    assert state.viewer is not None
    bids = [(player - 1, bid) for player, bid in state.bids]
    seat = play_round(players, rules, dice, hands, state.viewer - 1, state.palifico, PlainMatch(), numbers, bids, move)
    opener, palifico = lose_die(rules, dice, [number <= 1 for number in dice], seat)
    return dice, opener, palifico


def lose_die(rules: Rules, dice: list[int], reached_one_die: list[bool], seat: int) -> tuple[int, bool]:
    """Take a die from a player; return the opener of the next round, and whether it is a palifico round."""
    dice[seat] -= 1
    palifico = False
    if dice[seat] == 1:
        least = 2 if rules.palifico_with_two else 3
        palifico = rules.palifico and not reached_one_die[seat] and sum(number > 0 for number in dice) >= least
        reached_one_die[seat] = True
    return (seat if dice[seat] else next_player(seat, dice)), palifico


def next_player(seat: int, dice: Sequence[int]) -> int:
    order = [(seat + step) % len(dice) for step in range(1, len(dice) + 1)]
    return next(other for other in order if dice[other])


def play_round(
    players: Sequence[Player],
    rules: Rules,
    dice: list[int],
    hands: list[tuple[int, ...]],
    opener: int,
    palifico: bool,
    match: PlainMatch,
    numbers: Numbers,
    bids: Sequence[tuple[int, Bid]] = (),
    first: Move | None = None,
) -> int:
    """Play a round, or go on after some bids with a given first move; return the seat that loses a die."""
    bids = list(bids)
    moves: list[Move] = []
    match.rounds.append(moves)
    seat = opener
    while True:
        state = RoundState(tuple(dice), seat + 1, hands[seat], tuple((seat + 1, bid) for seat, bid in bids), palifico)
        move = first or choose(players[seat], state, rules, numbers)
        first = None
        moves.append(move)
        if isinstance(move, Bid):
            bids.append((seat, move))
            seat = next_player(seat, dice)
            continue
        bidder, bid = bids[-1]
        faces = rules_then(rules, [bid for _, bid in bids]).matching_faces(bid.face, palifico)
        matching = sum(die in faces for hand in hands for die in hand)
        match.dudos.append((state, 1 - chance(state, bid, rules), matching < bid.quantity))
        return bidder if matching < bid.quantity else seat


def chance(state: RoundState, bid: Bid, rules: Rules) -> float:
    unseen = state.total_dice - len(state.hand)
    rules = rules_then(rules, [bid for _, bid in state.bids])
    return float(bid_fraction(bid, state.hand, unseen, rules, palifico=state.palifico))


def choose(player: Player, state: RoundState, rules: Rules, numbers: Numbers) -> Move:
    then = rules_then(rules, [bid for _, bid in state.bids])
    if isinstance(player, LogitBidder) or numbers[0] < player.random_moves:
        model = player if isinstance(player, LogitBidder) else LogitBidder(0)
        seen = state.current, state.total_dice, then, state.palifico, len(state.players_in)
        moves, chances = move_chances(model, len(state.hand), *seen)
        own = [state.hand.count(face) for face in range(1, rules.sides + 1)]
        row = chances[hands(len(state.hand), rules.sides)[0].tolist().index(own)].tolist()
        # The moves are drawn in the order of dudo, then bids by face and quantity.
        by_face = sorted(zip(moves, row, strict=True), key=lambda pair: order(pair[0]))
        ends = accumulate(chance_of_move for _, chance_of_move in by_face)
        return next(move for (move, _), end in zip(by_face, ends, strict=True) if numbers[1] < end)
    unseen = state.total_dice - len(state.hand)
    players = len(state.players_in)
    return rank_moves(state.current, state.hand, unseen, then, palifico=state.palifico, players=players)[0].move


def order(move: Move) -> tuple[int, int]:
    return (move.face, move.quantity) if isinstance(move, Bid) else (0, 0)
