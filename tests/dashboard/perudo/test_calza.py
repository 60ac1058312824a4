"""Calza on the page as tables play it, against a plain program: who may call it, how often, and what it costs."""

from dataclasses import replace

import pytest
from hypothesis import strategies as st

from boardodds.dashboard.perudo.events import apply, read_link
from boardodds.dashboard.perudo.page import round_data
from boardodds.dashboard.perudo.sheet import PerudoSheet
from boardodds.dashboard.perudo.state import PerudoState
from boardodds.perudo import Bid, Call, RoundState, Rules, bid_probability
from tests.oracles.perudo import brute_callers, dice_after_calza
from tests.strategies import examples_test, perudo_rules

RULES = perudo_rules(st.just(6), st.integers(2, 5), st.booleans())


@st.composite
def called(draw: st.DrawFn) -> PerudoState:
    """Draw a round with a bid under some rules, and the players who have called calza in the match."""
    rules = draw(RULES)
    # Some players are out.
    numbers = st.lists(st.integers(0, rules.starting_dice), min_size=2, max_size=5)
    dice = draw(numbers.filter(lambda dice: sum(map(bool, dice)) > 1))
    bidder = draw(st.sampled_from([seat for seat, number in enumerate(dice) if number]))
    seats = frozenset(draw(st.sets(st.integers(0, len(dice) - 1))))
    state = RoundState(tuple(dice), bids=((bidder + 1, Bid(len(dice) if sum(dice) >= len(dice) else sum(dice), 2)),))
    palifico = rules.has_palifico(len(state.players_in)) and dice[bidder] == 1 and draw(st.booleans())
    drawn = replace(read_link({}), rules=rules, position=replace(state, palifico=palifico), calza_callers=seats)
    assert drawn.round == drawn.position
    return drawn


def check_calza(state: PerudoState, right: bool) -> None:
    round_, rules = state.round, state.rules
    may = brute_callers(round_.dice, round_.bids[0][0] - 1, round_.palifico, rules, set(state.calza_callers))
    assert set(round_data(state)["callers"]) == may  # type: ignore[call-overload]
    for seat in range(len(round_.dice)):
        event = {"kind": "calza", "seat": seat, "bids": 1, "right": right}
        if seat not in may:
            with pytest.raises(ValueError, match="calza is not allowed"):
                apply(state, event)
            continue
        after, _ = apply(state, event)
        dice = dice_after_calza(round_.dice, seat, right, rules)
        seats = [player for player, number in enumerate(dice) if number]
        if len(seats) == 1:
            assert [after.winner] == seats
            continue
        assert (after.round.dice, after.winner, after.round.bids) == (dice, None, ())
        assert after.calza_callers == state.calza_callers | {seat}
        # The caller opens, or without dice the next player.
        assert after.round.opener == 1 + next(player for player in [*range(seat, 9), *range(9)] if player in seats)
        is_first = not right and dice[seat] == 1 and round_.dice[seat] == 2
        assert after.round.palifico == (is_first and rules.has_palifico(len(seats)))


test_calza_is_that_of_the_plain_program = examples_test(check_calza, called(), st.booleans(), usual=25)


def test_the_player_to_move_may_call_calza_once() -> None:
    link = {"round": ["3.3 me=1 hand=123 bids=2:2x4"], "calza": ["true"], "sharpness": ["0"]}
    link |= {"calza_by": ["not_bidder"]}
    state, exact = read_link(link | {"calza_limit": ["once"]}), bid_probability(Bid(2, 4), "123", 3, exactly=True)
    assert PerudoSheet(state).calza == f"You may call calza: right {exact:.1%}"
    after, _ = apply(state, {"kind": "calza", "seat": 0, "bids": 1, "right": False})
    assert read_link(link | {"calza_callers": ["1"]}).calza_callers == after.calza_callers == {0}
    again, _ = apply(replace(after, position=state.position), {"kind": "me", "seat": 0})
    assert PerudoSheet(again).calza == "Calza is not allowed twice in a match"
    new, _ = apply(replace(after, won=1), {"kind": "new_match"})
    assert new.calza_callers == frozenset()


def test_the_advice_compares_calza_with_other_moves() -> None:
    rules = Rules(raise_rule="any_higher", calza=True, calza_by="not_bidder", calza_wins="others_lose")
    state = read_link({"round": ["3.1 me=1 hand=222 bids=2:3x2"], "sharpness": ["0"]})
    sheet = PerudoSheet(replace(state, rules=rules))
    assert sheet.given_bids[Call.CALZA] == pytest.approx(2 / 3)
    # A right call leaves the other player without dice, and wins the match; dudo is certainly wrong.
    assert sheet.match_wins[Call.CALZA].value > max(2 / 3, sheet.match_wins[Call.DUDO].value)
    vars(sheet)["best_move"] = Call.CALZA
    assert sheet.advice
    assert (sheet.advice.move, sheet.advice.event) == ("Call calza", {})


def test_a_right_calza_that_costs_all_others_a_die_can_end_the_match() -> None:
    rules = Rules(calza=True, calza_wins="others_lose")
    state = replace(read_link({"round": ["1.1.2 me=3 hand=23 bids=1:2x4"]}), rules=rules)
    after, _ = apply(state, {"kind": "calza", "seat": 2, "bids": 1, "right": True})
    assert (after.winner, PerudoSheet(after).answer.finding) == (2, "player 3 has won the match")
