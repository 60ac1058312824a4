"""Simulated legs and races against the exact odds, and with several executors."""

from math import sqrt

import pytest
from hypothesis import given, settings

from boardodds.camel_up import Position, Rules, simulate_leg, solve_leg
from tests.strategies import legs

PUBLISHED = Position.parse("1:BWOG 2:Y")


@given(legs(max_dice=6))
@settings(max_examples=40, derandomize=True)
def test_agrees_with_the_exact_answer(leg: tuple[Position, Rules]) -> None:
    position, rules = leg
    games = 4000
    odds, sample = solve_leg(position, rules), simulate_leg(position, rules, games=games, seed=11)
    for camel in odds.camels:
        for place in range(1, len(odds.camels) + 1):
            exact = odds.probability(camel, place)
            standard_error = sqrt(exact * (1 - exact) / games)
            # Of about 600 comparisons, each is outside 5 standard errors with a chance of 1 in 1.7 million.
            assert abs(sample.probability(camel, place).value - exact) <= 5 * standard_error + 1e-12


def test_the_same_seed_repeats_the_games_and_another_does_not() -> None:
    sample = simulate_leg(PUBLISHED, games=1000, seed=1)
    assert sample == simulate_leg(PUBLISHED, games=1000, seed=1)
    assert sample.counts != simulate_leg(PUBLISHED, games=1000, seed=2).counts
    assert all(sum(row) == 1000 for row in sample.counts)


def test_invalid_calls_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"games must be 1\.\.10,000,000,000, got 0"):
        simulate_leg(PUBLISHED, games=0, seed=1)
    with pytest.raises(ValueError, match="at least 2 racing camels"):
        simulate_leg(Position.parse("1:B"), games=10, seed=1)
    sample = simulate_leg(PUBLISHED, games=10, seed=1)
    with pytest.raises(ValueError, match="camel must be one of"):
        sample.probability("R")
    with pytest.raises(ValueError, match="place must be"):
        sample.probability("G", 0)
