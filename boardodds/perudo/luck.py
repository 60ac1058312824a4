"""Luck and decisions in a solved round of Perudo between two players."""

from collections import defaultdict
from collections.abc import Sequence

from boardodds.perudo.bidders import hands, hands_of
from boardodds.perudo.bids import Bid, Call, Move
from boardodds.perudo.ending_data import match_chance, solved_ending
from boardodds.perudo.endings import MAX_DICE, Ending
from boardodds.perudo.round_state import RoundState, check_round
from boardodds.perudo.rules import STANDARD, Rules
from boardodds.probability.luck import Account


def account_round(state: RoundState | str, rules: Rules = STANDARD, *, is_won: bool) -> Account | None:
    """Return the luck of the viewer in a round, and what the viewer's moves cost, in chances to win the match.

    The values are those against a player who follows the solution, so the other's moves are luck, as are the dice of both.
    None if the round is not shipped solved, as palifico rounds aren't. Raises ValueError for an onlooker.

    state: two players with their dice, the viewer's hand, and all bids, which the player to move then called.
    is_won: whether the viewer won the round.

    >>> lost = account_round("1.1 me=1 hand=2 bids=1:1x6", is_won=False)
    >>> [(step.words, round(step.luck, 2), round(step.cost, 2)) for step in lost.steps]
    [('the dice', -0.31, 0.0), ('1x6', 0.0, 0.0), ('dudo', -0.17, 0.0)]
    """
    state = check_round(state, rules)
    if state.viewer is None or len(state.dice) != 2 or not state.bids:
        raise ValueError("state must be that of one of two players after a bid")
    opener, bids = state.bids[0][0], [bid for _, bid in state.bids]
    dice = (state.dice[state.viewer - 1], state.dice[2 - state.viewer])
    if state.palifico or sum(dice) > MAX_DICE or match_chance(0.0, dice, rules) is None:
        return None
    if (ending := solved_ending((state.dice[opener - 1], state.dice[2 - opener]), rules)) is None:
        return None
    place = int(state.viewer != opener)
    wins: list[tuple[float, bool, str]] = [(_win_with_hand(ending, place, state.hand), False, "the dice")]
    moves: list[Move] = [*bids, Call.DUDO]
    for number, move in enumerate(moves):
        if number % 2 == place:
            wins.append((ending.wins(bids[:number], state.hand)[move], True, str(move)))
        elif move is not Call.DUDO:
            wins.append((_best(ending, bids[: number + 1], state.hand), False, str(move)))
    wins.append((float(is_won), False, str(Call.DUDO)))
    # Before the dice are rolled, the value is that of the best answers too.
    values = [(1 - ending.low if place else 1 + ending.high) / 2, *(win for win, _, _ in wins)]
    values = [match_chance(value, dice, rules) or 0.0 for value in values]
    _, choices, words = zip(*wins, strict=True)
    return Account.of_values(values, choices, words)


def _best(ending: Ending, bids: Sequence[Bid], hand: Sequence[int]) -> float:
    return max(ending.wins(bids, hand).values())


def _win_with_hand(ending: Ending, place: int, hand: Sequence[int]) -> float:
    """Return the chance to win the round with a hand before the first bid; ``place`` is 0 for the opener, otherwise 1."""
    if place == 0:
        return _best(ending, [], hand)
    dice = ending.dice[0]
    openings: dict[Move, float] = defaultdict(float)
    for other, chance in zip(hands_of(dice, ending.rules), hands(dice, ending.rules.sides)[1].tolist(), strict=True):
        for bid, bid_chance in ending.strategy([], other).items():
            openings[bid] += chance * bid_chance
    wins = sum(chance * _best(ending, [bid], hand) for bid, chance in openings.items() if isinstance(bid, Bid))
    return min(1.0, wins)
