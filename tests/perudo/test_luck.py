"""Luck and decisions in solved rounds of Perudo."""

from collections.abc import Callable, Mapping

import numpy as np
import pytest

from boardodds.perudo import Bid, Ending, RoundState, account_round, match_value, solved_ending
from boardodds.perudo.bids import Move
from boardodds.perudo.rules import STANDARD
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.luck import Account
from tests.oracles.perudo_endings import best_answer

Choose = Callable[[Mapping[Move, float], Mapping[Move, float]], Move]
DICE = [(1, 1), (2, 1), (1, 2)]
Rng = np.random.Generator


def solved(dice: tuple[int, int]) -> Ending:
    ending = solved_ending(dice)
    assert ending is not None
    return ending


def play(dice: tuple[int, int], viewer: int, rng: Rng, choose: Choose | None = None) -> tuple[RoundState, bool]:
    """Play a round, whose opener has the seat 0, and return what the viewer saw and whether the viewer won.

    choose: returns the viewer's move from the chance to win with each move, and from the solution's moves; None for the solution.
    """
    hands = [tuple(rng.integers(1, 7, size=number).tolist()) for number in dice]
    bids: list[tuple[int, Bid]] = []
    while True:
        player, past = len(bids) % 2, [bid for _, bid in bids]
        chances = solved(dice).strategy(past, hands[player])
        moves, weights = list(chances), np.array([*chances.values()])
        move = moves[int(rng.choice(len(moves), p=weights / weights.sum()))]
        if choose and player == viewer:
            move = choose(solved(dice).wins(past, hands[player]), chances)
        if not isinstance(move, Bid):
            matching = sum(die in STANDARD.matching_faces(past[-1].face) for hand in hands for die in hand)
            winner = 1 - player if matching >= past[-1].quantity else player
            return RoundState(dice, viewer + 1, hands[viewer], tuple(bids)), winner == viewer
        bids.append((player + 1, move))


def accounted(dice: tuple[int, int], viewer: int, rng: Rng, choose: Choose | None = None) -> Account:
    state, is_won = play(dice, viewer, rng, choose)
    account = account_round(state, is_won=is_won)
    assert account is not None
    return account


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("dice", DICE)
def test_random_moves_cost_what_the_solution_says_and_accounts_add_up(dice: tuple[int, int], viewer: int) -> None:
    rng, costs = np.random.default_rng(1), list[float]()

    def blunder(wins: Mapping[Move, float], _: Mapping[Move, float]) -> Move:
        move = list(wins)[int(rng.integers(min(3, len(wins))))]
        costs.append(max(wins.values()) - wins[move])
        return move

    for _ in range(200):
        costs.clear()
        account = accounted(dice, viewer, rng, blunder)
        assert account.start + account.luck + account.decisions == pytest.approx(account.end, abs=1e-12)
        # What a won round is worth in the match.
        worth = _match(dice, viewer, won=True) - _match(dice, viewer, won=False)
        found = [step.cost for step in account.steps if step.best is not None]
        assert found == pytest.approx([worth * cost for cost in costs], abs=1e-6)
        assert account.end == pytest.approx(_match(dice, viewer, won=account.luck + account.decisions > 0), abs=1e-6)


def _match(dice: tuple[int, int], viewer: int, *, won: bool) -> float:
    left = [number - ((place == viewer) != won) for place, number in enumerate(dice)]
    loser = 1 - viewer if won else viewer
    if not left[loser]:
        return float(won)
    value = match_value((left[loser], left[1 - loser]))
    assert value is not None
    middle = (value.low + value.high) / 2
    return 1 - middle if won else middle


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("dice", DICE)
def test_the_best_moves_cost_exactly_nothing(dice: tuple[int, int], viewer: int) -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        account = accounted(dice, viewer, rng, lambda wins, _: max(wins, key=wins.__getitem__))
        assert account.decisions == 0.0


@pytest.mark.parametrize("viewer", [0, 1])
def test_luck_is_zero_on_average_between_two_who_follow_the_solution(viewer: int) -> None:
    for dice in DICE:
        games = [accounted(dice, viewer, np.random.default_rng([3, number])).luck for number in range(700)]
        assert 0 in MeanEstimate.from_sample(games).interval(0.99)


@pytest.mark.parametrize("viewer", [0, 1])
def test_the_value_before_the_dice_is_that_of_the_best_answer(viewer: int) -> None:
    ending = solved((1, 1))
    best = best_answer((1, 1), STANDARD, lambda bids, hand: ending.strategy(bids, hand), viewer)
    states = [RoundState((1, 1), viewer + 1, (die,), ((1, Bid(1, 6)),)) for die in range(1, 7)]
    accounts = [account_round(state, is_won=True) for state in states]
    starts = [account.start for account in accounts if account]
    assert starts == pytest.approx([(1 + float(best)) / 2] * 6, abs=1e-6)
    # The dice add nothing on average.
    after_dice = [account.steps[0].luck for account in accounts if account]
    assert sum(after_dice) == pytest.approx(0, abs=1e-5)


def test_rounds_without_a_solution_have_no_account_and_wrong_ones_are_refused() -> None:
    for text in ("5.5 me=1 hand=12256 bids=1:3x4", "4.1 me=2 hand=3 bids=1:1x6"):
        assert account_round(RoundState.parse(text), is_won=True) is None
    for bad in (
        "1.1 bids=1:1x6",
        "1.1 me=1 hand=3",
        "1.1 me=1 hand=3 bids=1:1x6.2:1x5",
        "1.1.1 me=1 hand=3 bids=1:1x6",
    ):
        with pytest.raises(ValueError, match="must "):
            account_round(RoundState.parse(bad), is_won=True)
