"""The leg as a game between people: published values, a plain recursion in fractions, and the stopping problem of one player."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, Ticket, leg_game, solve_leg
from boardodds.camel_up.leg_game import GREEDY, LOOK_AHEAD, play_leg_policies, solve_leg_game
from tests.known_answers import load_answers
from tests.oracles.camel_up_leg_game import brute_leg_game
from tests.strategies import boards

KNOWN = load_answers("camel_leg_game")["position"]
START = Position.parse("1:BWOG 2:Y")


@pytest.mark.parametrize("known", [known for known in KNOWN if "value" in known])
def test_two_players_match_the_known_answers(known: dict[str, Any]) -> None:
    position = Position.parse(known["text"])
    game = solve_leg_game(position, players=known["players"])
    assert game.value == pytest.approx(known["value"], abs=5e-5)
    values = {str(action.ticket or "roll"): action.value for action in game.actions}
    assert values == pytest.approx(known["actions"], abs=5e-4)
    for policies, name in (
        ((LOOK_AHEAD, GREEDY), "looks_ahead_against_greedy"),
        ((GREEDY, LOOK_AHEAD), "greedy_against_looks_ahead"),
    ):
        mine, theirs = play_leg_policies(position, policies)
        assert mine - theirs == pytest.approx(known[name], abs=5e-5)


@pytest.mark.parametrize("known", [known for known in KNOWN if "all_greedy_by_seat" in known])
def test_greedy_players_match_the_known_answers(known: dict[str, Any]) -> None:
    coins = play_leg_policies(Position.parse(known["text"]), (GREEDY,) * known["players"])
    assert coins == pytest.approx(known["all_greedy_by_seat"], abs=5e-4)


@st.composite
def small_games(draw: st.DrawFn) -> tuple[Position, Rules, list[Ticket]]:
    """Draw a leg with at most three dice and few tickets, with the tickets that are gone."""
    rules = draw(
        st.sampled_from(
            [
                replace(FIRST_EDITION, camels="WGB"),
                replace(FIRST_EDITION, camels="WG", stacking=False),
                replace(FIRST_EDITION, camels="WGB", roll_coins=2, ticket_wrong=-2),
                replace(FIRST_EDITION, camels="WG", faces=(1, 1, 2), track=5),
                replace(SECOND_EDITION, camels="BY", leg_tickets=(5, 3)),
            ]
        )
    )
    position = draw(boards(rules, max_dice=2 if rules.crazy else 3, max_tiles=2))
    gone = [
        Ticket(camel, coins)
        for camel in position.racing
        for coins in rules.leg_tickets[: draw(st.integers(1, len(rules.leg_tickets)))]
    ]
    return position, rules, gone


@given(small_games(), st.data())
@settings(max_examples=40)
def test_agrees_with_the_plain_recursion(game: tuple[Position, Rules, list[Ticket]], data: st.DataObject) -> None:
    position, rules, gone = game
    players = data.draw(st.integers(1, 4))
    policies = data.draw(st.lists(st.sampled_from([LOOK_AHEAD, GREEDY]), min_size=players, max_size=players))
    left = {
        camel: tuple(coins for coins in rules.leg_tickets if Ticket(camel, coins) not in gone)
        for camel in position.racing
    }
    coins, actions = brute_leg_game(position, rules, policies, left)
    assert play_leg_policies(position, policies, rules, taken=gone) == pytest.approx([float(each) for each in coins])
    if set(policies) == {LOOK_AHEAD}:
        solved = solve_leg_game(position, rules, players=players, taken=gone)
        assert solved.by_seat == pytest.approx([float(each) for each in coins])
        values = {name: float(each[0] - each[1] if players == 2 else each[0]) for name, each in actions.items()}
        assert {str(action.ticket or "roll"): action.value for action in solved.actions} == pytest.approx(values)
        best = max(values.values(), default=0.0)
        assert solved.value == pytest.approx(best)
        assert all(one.value >= other.value - 1e-9 for one, other in pairwise(solved.actions))


def test_one_player_takes_every_ticket_that_gains_more_than_it_loses_by_waiting() -> None:
    """The stopping problem solved by hand: one die, so the player rolls once, and takes tickets before that or never.

    The leg ends with this roll, so every ticket with positive expected coins is taken before it.
    """
    position = Position.parse("1:BW dice=B")
    odds = solve_leg(position)
    by_hand = 1.0
    for camel in "BW":
        for coins in FIRST_EDITION.leg_tickets:
            gain = coins * odds.probability(camel, 1) + odds.probability(camel, 2)
            by_hand += max(gain, 0.0)
    assert solve_leg_game(position, players=1).value == pytest.approx(by_hand)


def test_the_leg_game_counts_the_states_in_which_greed_is_not_best() -> None:
    game = solve_leg_game(Position.parse("1:BWOG 2:Y dice=BY"))
    assert 0 < game.greedy_is_worse < game.states
    alone = solve_leg_game(START, players=1)
    # Alone, a roll first is best: it pays one coin, and the tickets gain by what it reveals.
    assert alone.actions[0].ticket is None
    assert alone.cost_of_greed > 0.3


def test_a_leg_that_is_over_has_no_actions() -> None:
    game = solve_leg_game(Position.parse("1:B 2:W dice="), players=3)
    assert (game.value, game.actions, game.by_seat, game.cost_of_greed) == (0, (), (0, 0, 0), 0)


def test_tickets_that_are_gone_are_not_offered() -> None:
    game = solve_leg_game(
        Position.parse("1:BWOG 2:Y dice=BY"), taken=[Ticket("G", 5), *(Ticket("Y", c) for c in (5, 3, 2))]
    )
    assert {str(action.ticket) for action in game.actions if action.ticket} == {"W5", "G3", "B5", "O5"}


@pytest.mark.parametrize("dice", ["BWOGY", "BY"])
def test_progress_rises_to_1(dice: str) -> None:
    shares: list[float] = []
    solve_leg_game(Position.parse(f"1:BWOG 2:Y dice={dice}"), players=1, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: solve_leg_game(START, players=0), r"players must be 1\.\.8, got 0"),
        (lambda: solve_leg_game(START, players=9), r"players must be 1\.\.8, got 9"),
        (lambda: play_leg_policies(START, ["bold"]), "policies must be of look ahead, greedy, got 'bold'"),
        (lambda: solve_leg_game(START, taken=[Ticket("X", 5)]), "taken: no racing camel X is on the board"),
        (
            lambda: solve_leg_game(START, taken=[Ticket("G", 4)]),
            r"tickets pay \(5, 3, 2\) and 0 of G4 exist, got 1",
        ),
        (lambda: solve_leg_game(START, taken=[Ticket("G", 5)] * 2), r"1 of G5 exist, got 2"),
        (
            lambda: solve_leg_game(Position.parse("1:BYGRP 15:w 16:k"), SECOND_EDITION, players=4),
            "takes more than 120,000,000 steps to solve; use fewer dice or players, or take more tickets",
        ),
    ],
)
def test_invalid_arguments_are_refused(call: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_the_limit_of_work_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("1:BWOG 2:Y dice=BY")
    work = 2 * solve_leg_game(position).states
    monkeypatch.setattr(leg_game, "MAX_WORK", work)
    solve_leg_game(position)
    monkeypatch.setattr(leg_game, "MAX_WORK", work - 1)
    with pytest.raises(ValueError, match="steps to solve"):
        solve_leg_game(position)
