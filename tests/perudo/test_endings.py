"""Solved ends of a match: published values, and certified limits against plain best answers."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from boardodds.perudo import STANDARD, Bid, Call, Rules, solve_ending, solve_one_die
from boardodds.perudo.ending_game import tree_size
from tests.known_answers import load_answers
from tests.oracles.perudo_endings import best_answer

KNOWN = load_answers("perudo_endings")
SMALL = Rules(sides=3, wild_aces=False, raise_rule="any_higher")


# The rounds of three dice with five or six sides take minutes.
ROUNDS = [
    pytest.param(known, marks=[pytest.mark.slow] * (sum(known["dice"]) > 2 and known["sides"] == 4))
    for known in KNOWN["round"]
    if sum(known["dice"]) == 2 or known["sides"] <= 4
]


@pytest.mark.parametrize("known", ROUNDS, ids=lambda known: f"{known['dice']} {known['sides']} {known['wild']}")
def test_published_values_lie_between_the_limits(known: dict[str, Any]) -> None:
    sides, wild = known["sides"], known["wild"] != "none"
    rules = Rules(sides=sides, wild_aces=wild, ace_bids="never" if wild else "halved", raise_rule="any_higher")
    ending = solve_ending((known["dice"][0], known["dice"][1]), rules)
    assert float(Fraction(known["value"])) in ending.value
    assert ending.gap <= 1e-4


@pytest.mark.parametrize("rules", [STANDARD, replace(STANDARD, wild_aces=False), replace(STANDARD, sides=4)])
def test_one_die_each_agrees_with_the_linear_program(rules: Rules) -> None:
    assert float(solve_one_die(rules).value) in solve_ending((1, 1), rules).value


@pytest.mark.parametrize(
    ("dice", "rules"),
    [
        ((1, 1), STANDARD),
        ((2, 1), SMALL),
        ((1, 2), replace(STANDARD, sides=3)),
        ((2, 1), Rules(sides=2, ace_bids="never", raise_rule="any_higher")),
    ],
)
def test_the_limits_are_those_of_plain_best_answers(dice: tuple[int, int], rules: Rules) -> None:
    # After few passes the limits are far apart, so that each has something to show.
    ending = solve_ending(dice, rules, passes=60)
    high, low = (float(best_answer(dice, rules, ending.strategy, player)) for player in (0, 1))
    assert ending.high == pytest.approx(high, abs=1e-5)
    assert ending.low == pytest.approx(-low, abs=1e-5)
    assert ending.gap > 1e-5


@pytest.mark.parametrize(
    "histories", list(zip(KNOWN["histories"]["total_dice"], KNOWN["histories"]["value_or_quantity"], strict=True))
)
def test_the_number_of_sequences_is_the_known_one(histories: tuple[int, int]) -> None:
    dice, known = histories
    # The last two are rounded.
    assert tree_size(dice, STANDARD) - 1 == pytest.approx(known, rel=0 if dice <= 4 else 0.01)


@pytest.mark.parametrize(("dice", "rules"), [((1, 1), STANDARD), ((1, 2), SMALL)])
def test_the_best_move_wins_what_the_solution_promises(dice: tuple[int, int], rules: Rules) -> None:
    ending = solve_ending(dice, rules)
    hands = [[face] for face in range(1, rules.sides + 1)]
    wins = np.mean([max(ending.wins([], hand).values()) for hand in hands])
    assert 2 * wins - 1 == pytest.approx(ending.high, abs=1e-5)
    for hand in hands:
        shares, by_move = ending.strategy([], hand), ending.wins([], hand)
        assert sum(shares.values()) == pytest.approx(1, abs=1e-5)
        # Moves that are made often are as good as the best one, but for the gap.
        assert all(by_move[move] > max(by_move.values()) - 0.01 for move in shares if shares[move] > 0.05)


def test_dudo_wins_as_often_as_the_other_bluffs() -> None:
    ending = solve_ending((1, 1))
    bids = [Bid(1, 6)]
    opening = {die: ending.strategy([], [die])[bids[0]] for die in range(1, 7)}
    bluffs = sum(chance for die, chance in opening.items() if die not in (1, 6)) / sum(opening.values())
    assert ending.wins(bids, [4])[Call.DUDO] == pytest.approx(bluffs, abs=1e-4)


@pytest.mark.parametrize(
    ("dice", "options", "message"),
    [
        ((1, 1, 1), {}, r"dice must be those of two players, got \(1, 1, 1\)"),
        ((1, 1), {"gap": float("nan")}, "gap must be 0..2, got nan"),
        ((3, 2), {}, "dice must be at most 4 in all for a round to be solved, got 5"),
        ((0, 1), {}, r"dice must be 1\.\.5, got 0"),
        ((1, 1), {"passes": 0}, r"passes must be 1\.\."),
        ((2, 2), {"rules": Rules(raise_rule="any_higher")}, "sequences of bids; at most 300,000 can be solved"),
    ],
)
def test_invalid_input_gives_one_sentence(dice: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_ending(dice, **options)


@pytest.mark.parametrize(
    ("bids", "hand", "message"),
    [
        ([Bid(2, 3), Bid(1, 2)], [1], "bids must follow the rules: 1x2 is not allowed after 2x3"),
        ([Bid(3, 3)], [1], "bids must follow the rules: 3x3 is not allowed as the opening bid"),
        ([], [1, 2], "hand must be 1 die from 1 to 3"),
        ([], [4], "hand must be 1 die from 1 to 3"),
    ],
)
def test_impossible_situations_give_one_sentence(bids: list[Bid], hand: list[int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_ending((1, 1), SMALL, passes=50).strategy(bids, hand)


@pytest.mark.parametrize("change", [{"calza": True}, {"palifico": False}, {"change_face": True}])
def test_rules_that_play_no_part_change_nothing(change: dict[str, bool]) -> None:
    assert solve_ending((1, 1), replace(STANDARD, **change), passes=50).value == solve_ending((1, 1), passes=50).value  # type: ignore[arg-type]
