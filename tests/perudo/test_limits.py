"""Every limit of Perudo at its boundary."""

from dataclasses import replace
from typing import Any

import pytest

from boardodds.perudo import NAIVE, STANDARD, Bid, LogitBidder, Rules, posterior, solve_one_die
from boardodds.perudo.bidders import Situation, hands
from boardodds.perudo.bids import legal_bids
from boardodds.perudo.chances import bid_probability
from boardodds.perudo.match import play_matches
from boardodds.perudo.one_die import _solve
from boardodds.perudo.round_state import RoundState, check_state
from tests.limits import limits_test, work_limits_test

THREE_SIDES = replace(STANDARD, sides=3)


def check(*fields: Any, **more: Any) -> None:
    check_state(RoundState(*fields, **more))


def check_bids(number: int) -> None:
    check((5, 5), bids=tuple((turn % 2 + 1, Bid(1, 2)) for turn in range(number)))


test_values_up_to_the_limits_are_accepted_and_others_refused = limits_test(
    (lambda sides: Rules(sides=sides), 2, 20, r"sides must be 2\.\.20, got"),
    (lambda dice: Rules(starting_dice=dice), 1, 10, r"starting_dice must be 1\.\.10, got"),
    (lambda quantity: Bid(quantity, 2), 1, 100, r"quantity must be 1\.\.100, got"),
    (lambda face: Bid(1, face), 1, 20, r"face must be 1\.\.20, got"),
    (lambda dice: legal_bids(None, dice), 1, 50, r"total_dice must be 1\.\.50, got"),
    (lambda unseen: bid_probability(Bid(1, 2), (1, 2), unseen), 0, 48, r"unseen must be 0\.\.48 dice, got"),
    (lambda players: posterior(RoundState((1,) * players)), 2, 10, r"dice must be those of 2\.\.10 players, got"),
    (lambda dice: check((1, 1, dice)), 0, 10, r"dice of player 3 must be 0\.\.10, got"),
    (lambda players: check((1,) * players + (0, 0)), 2, None, "dice must be left to 2 players or more"),
    (lambda die: check((1, 1), viewer=1, hand=(die,)), 1, 20, r"hand must have dice from 1\.\.20, got"),
    (check_bids, None, 60, "bids must be at most 60, got"),
    (lambda length: RoundState.parse("5.5".ljust(length)), None, 1000, "round must be at most 1000 characters, got 1001"),
    (lambda dice: hands(dice, 2), 0, 10, r"dice must be 0\.\.10, got"),
    (lambda sides: hands(1, sides), 2, 20, r"sides must be 2\.\.20, got"),
    (LogitBidder, 0, 500, r"sharpness must be 0\.\.500, got"),
    (lambda players: play_matches([NAIVE] * players, games=2), 2, 10, r"players must be 2\.\.10, got"),
    (lambda matches: play_matches([NAIVE] * 2, games=matches), 2, None, r"games must be 2\.\.20,000,000, got"),
    (lambda sides: solve_one_die(replace(STANDARD, sides=sides)), None, 6, r"sides must be 2\.\.6 for an exact fraction, got"),
)  # fmt: skip


test_work_of_exactly_the_limit_is_accepted_and_one_more_is_refused = work_limits_test(
    # Two dice have 21 hands, and with four dice in play there are 20 opening bids.
    ("perudo.bidders.MAX_CHANCES", 420, lambda: Situation(2, None, 4).moves, "at most 419, got 420: 2 dice of 6 sides"),
    ("perudo.match.MAX_MATCHES", 3, lambda: play_matches([NAIVE] * 2, games=3), r"games must be 2\.\.2, got 3"),
)  # fmt: skip


def test_a_value_is_a_fraction_up_to_the_largest_denominator(monkeypatch: pytest.MonkeyPatch) -> None:
    denominator = solve_one_die(THREE_SIDES).value.denominator
    for limit in (denominator, denominator - 1):
        monkeypatch.setattr("boardodds.perudo.one_die.MAX_DENOMINATOR", limit)
        _solve.cache_clear()
        if limit == denominator:
            assert solve_one_die(THREE_SIDES).value.denominator == denominator
        else:
            with pytest.raises(ArithmeticError, match=f"is no fraction with a denominator up to {limit}"):
                solve_one_die(THREE_SIDES)
