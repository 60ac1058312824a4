"""A match of Perudo at one table, die by die and bid by bid, with the chances of each move reckoned one at a time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from boardodds.perudo import Bid, Call, Move, RoundState, Rules, bid_fraction, legal_bids, posterior
from boardodds.perudo.agents import Agent

# the hands of a round, by its number from 0 and everybody's dice
Roll = Callable[[int, list[int]], list[tuple[int, ...]]]
Numbers = tuple[float, float]


@dataclass
class PlainMatch:
    """What happened: the winner's seat, and in each round its moves, with the bid that the last of them is about."""

    winner: int = -1
    rounds: list[list[Move]] = field(default_factory=list)
    # caller's seat, chance of dudo to the caller by the own dice, and whether it was right
    dudos: list[tuple[int, float, bool]] = field(default_factory=list)


def play(players: Sequence[Agent], rules: Rules, first: int, roll: Roll, numbers: Numbers) -> PlainMatch:
    dice = [rules.starting_dice] * len(players)
    was_down = [number == 1 for number in dice]
    match, starter, palifico = PlainMatch(), first, False
    while sum(number > 0 for number in dice) > 1:
        hands = roll(len(match.rounds), dice)
        loser, change = play_round(players, rules, dice, hands, starter, palifico, match, numbers)
        dice[loser] = min(dice[loser] + change, rules.starting_dice)
        palifico = False
        if dice[loser] == 1:
            palifico = rules.palifico and not was_down[loser] and sum(number > 0 for number in dice) > 2
            was_down[loser] = True
        starter = loser if dice[loser] else next_in(loser, dice)
    match.winner = max(range(len(players)), key=lambda seat: dice[seat])
    return match


def next_in(seat: int, dice: Sequence[int]) -> int:
    order = [(seat + step) % len(dice) for step in range(1, len(dice) + 1)]
    return next(other for other in order if dice[other])


def play_round(
    players: Sequence[Agent],
    rules: Rules,
    dice: list[int],
    hands: list[tuple[int, ...]],
    starter: int,
    palifico: bool,
    match: PlainMatch,
    numbers: Numbers,
) -> tuple[int, int]:
    """Plays a round; who loses or wins a die, and -1 or +1."""
    bids: list[tuple[int, Bid]] = []
    moves: list[Move] = []
    match.rounds.append(moves)
    seat = starter
    while True:
        state = RoundState(tuple(dice), seat, hands[seat], tuple(bids), palifico)
        move = choose(players[seat], state, rules, numbers)
        moves.append(move)
        if isinstance(move, Bid):
            bids.append((seat, move))
            seat = next_in(seat, dice)
            continue
        bidder, bid = bids[-1]
        faces = rules.matching_faces(bid.face, palifico)
        shown = sum(die in faces for hand in hands for die in hand)
        if move == Call.CALZA:
            return seat, 1 if shown == bid.quantity else -1
        match.dudos.append((seat, 1 - chance(state, bid, rules), shown < bid.quantity))
        return (bidder if shown < bid.quantity else seat), -1


def chance(state: RoundState, bid: Bid, rules: Rules, exactly: bool = False) -> float:
    unseen = state.total_dice - len(state.hand)
    return float(bid_fraction(bid, state.hand, unseen, rules, palifico=state.palifico, exactly=exactly))


def choose(agent: Agent, state: RoundState, rules: Rules, numbers: Numbers) -> Move:
    legal = legal_bids(state.current, state.total_dice, rules, palifico=state.palifico, own_dice=len(state.hand))
    if legal and numbers[0] < agent.bluffs:
        return sorted(legal, key=lambda bid: (bid.face, bid.quantity))[int(numbers[1] * len(legal))]
    if agent.model:
        return posterior(state, agent.model, rules).rank_moves()[0].move
    ranked: list[tuple[float, Move]] = [(chance(state, bid, rules), bid) for bid in legal]
    if state.current:
        true = chance(state, state.current, rules)
        dudo = agent.dudo.success(true, len(state.hand), state.dice[state.bids[-1][0]])
        if agent.threshold is not None:
            dudo = 2.0 if true < agent.threshold else -1.0
        calls: list[tuple[float, Move]] = [(dudo, Call.DUDO)]
        if rules.calza:
            calls.append((chance(state, state.current, rules, exactly=True), Call.CALZA))
        ranked = calls + ranked
    if agent.threshold is not None and not legal and not rules.calza:
        return Call.DUDO
    # the first of those that are best: dudo, calza, then bids by quantity and face
    return max(ranked, key=lambda each: round(each[0], 13))[1]
