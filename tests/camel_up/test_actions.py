"""The expected coins of every action against brute force."""

from itertools import product
from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from boardodds import camel_up
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, RaceBets, Rules, Ticket, rank_actions
from boardodds.camel_up.actions import rank_race_bets
from boardodds.camel_up.bets import bet_coins, bet_slope
from boardodds.camel_up.leg import can_end_race
from boardodds.camel_up.position import legal_tile_squares
from boardodds.camel_up.setup import random_position
from tests.oracles.camel_up_game import copied_reward
from tests.oracles.camel_up_leg import brute_leg
from tests.strategies import examples_test, legs

PUBLISHED = Position.parse("1:BWOG 2:Y")
Coins = list[tuple[float, int]]


def brute_coins(
    position: Position, rules: Rules, tickets: list[Ticket], tile: int | None, partner: camel_up.Partner | None = None
) -> Coins:
    """Return (coins, count) of all sequences, from the tickets, from the tile on a square and from a partner."""
    brute = brute_leg(position, rules)
    if tile is None:
        joint = {(0, *pair): count for pair, count in brute.first_second.items()}
    else:
        joint = {
            (stops, winner, second): count
            for (square, stops, winner, second), count in brute.tile_joint.items()
            if square == tile
        }
    rows = []
    for (stops, winner, second), count in joint.items():
        coins = float(stops)
        if partner:
            tickets_there = [(ticket.camel, ticket.coins) for ticket in partner.tickets]
            coins += copied_reward(tickets_there, partner.rolls, [winner, second])
        for ticket in tickets:
            coins += ticket.coins if ticket.camel == winner else (1 if ticket.camel == second else -1)
        rows.append((coins, count))
    return rows


def check_action(action: camel_up.Action, before: Coins, after: Coins, purse: int | None) -> None:
    # Nobody pays more coins than they have.
    before, after = (
        [(coins if purse is None else max(coins, -purse), count) for coins, count in rows] for rows in (before, after)
    )

    def mean(rows: Coins) -> float:
        return sum(coins * count for coins, count in rows) / sum(count for _, count in rows)

    total = sum(count for _, count in after)
    assert action.expected_coins == pytest.approx(mean(after) - mean(before), abs=1e-9)
    assert action.coins.mean == pytest.approx(mean(after), abs=1e-9)
    variance = sum((coins - mean(after)) ** 2 * count for coins, count in after) / total
    assert action.std**2 == pytest.approx(variance, abs=1e-9)
    losses = sum(count for coins, count in after if coins < 0) / total
    assert action.chance_of_loss == pytest.approx(losses, abs=1e-9)


def _check_actions(leg: tuple[Position, Rules], data: st.DataObject) -> None:
    position, rules = leg
    coins = st.sampled_from([5, 3, 2])
    held = [Ticket(camel, data.draw(coins)) for camel in position.racing if data.draw(st.booleans())]
    next_tickets = {camel: data.draw(st.sampled_from([5, 3, 2, 0])) for camel in position.racing}
    own_tile = data.draw(st.sampled_from([None, *dict(position.tiles)]))
    purse = data.draw(st.sampled_from([None, 0, 1, 2]))
    tickets = st.lists(st.builds(Ticket, st.sampled_from(position.racing), coins), max_size=3).map(tuple)
    first, second = (camel_up.Partner(data.draw(tickets), data.draw(st.integers(0, 2)), player) for player in (1, 2))
    partner = data.draw(st.sampled_from([None, first]))
    mine: dict[str, Any] = {"held": held, "own_tile": own_tile, "coins": purse}
    mine |= {"partner": partner, "available": (first, second)}
    actions = rank_actions(position, rules, next_tickets=next_tickets, **mine)
    before = brute_coins(position, rules, held, own_tile, partner)
    bare = position if own_tile is None else position.without_tile(own_tile)
    for action in actions:
        if action.kind == "ticket":
            assert action.ticket is not None
            assert action.ticket.coins == next_tickets[action.ticket.camel]
            after = brute_coins(position, rules, [*held, action.ticket], own_tile, partner)
            check_action(action, before, after, purse)
        elif action.kind == "roll":
            check_action(action, before, [(coins + 1, count) for coins, count in before], purse)
        elif action.kind == "partner":
            check_action(action, before, brute_coins(position, rules, held, own_tile, action.partner), purse)
        else:
            assert action.square is not None
            board = bare.with_tile(action.square, action.kind[0])
            check_action(action, before, brute_coins(board, rules, held, action.square, partner), purse)
    if actions:
        tiles = [(action.kind, action.square) for action in actions if action.square]
        legal = {(kind, square) for square in legal_tile_squares(bare, rules) for kind in ("oasis", "mirage")}
        current = {
            (name, square)
            for square, kind in position.tiles
            for name in ("oasis", "mirage")
            if square == own_tile and (name[0] == kind or not rules.turn_tile)
        }
        assert len(tiles) == len(set(tiles))
        assert set(tiles) == legal - current
        assert sum(action.kind == "ticket" for action in actions) == sum(coins > 0 for coins in next_tickets.values())
        assert sum(action.kind == "roll" for action in actions) == 1
        partners = {action.partner for action in actions if action.partner}
        assert partners == (set() if partner else {first, second})
        expected_coins = [action.expected_coins for action in actions]
        assert expected_coins == sorted(expected_coins, reverse=True)


test_every_action_agrees_with_brute_force = examples_test(_check_actions, legs(max_dice=3), st.data(), usual=25)


def test_the_published_position() -> None:
    actions = {str(action): action for action in rank_actions(PUBLISHED)}
    ticket = actions["take green's 5-coin ticket"]
    # Of 29160 sequences, green is first in 10033 and second in 6983.
    assert ticket.expected_coins == pytest.approx((5 * 10033 + 6983 - (29160 - 10033 - 6983)) / 29160, abs=1e-12)
    assert ticket.chance_of_loss == pytest.approx((29160 - 10033 - 6983) / 29160, abs=1e-12)
    assert actions["place a mirage on square 4"].expected_coins == pytest.approx(45109 / 29160, abs=1e-12)
    assert (actions["roll a die"].expected_coins, actions["roll a die"].std) == (1.0, 0.0)


def test_there_are_other_actions_if_no_square_is_legal_for_a_tile() -> None:
    actions = rank_actions(Position.parse("1:W 2:B 3:G"), Rules(track=3))
    assert {action.kind for action in actions} == {"ticket", "roll"}


def test_there_are_no_actions_after_the_leg() -> None:
    assert rank_actions(Position.parse("1:BW dice=")) == []
    assert rank_actions(Position.parse("1:BR 14:wk dice=B"), SECOND_EDITION) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"next_tickets": {"R": 5}}, "next_tickets: camel must be one of W G B O Y, got 'R'"),
        ({"next_tickets": {"G": 4}}, r"next_tickets: coins must be 0 or one of \(5, 3, 2\), got 4 for G"),
        ({"next_tickets": {"WG": 0}}, "next_tickets: camel must be one of W G B O Y, got 'WG'"),
        ({"held": [Ticket("R", 5)]}, "held: no racing camel R is on the board"),
        ({"held": [Ticket("BW", 5)]}, "held: no racing camel BW is on the board"),
        ({"held": [Ticket("G", 5)] * 2}, "held: there is only 1 of G5, got 2"),
        ({"held": [Ticket("G", 8)]}, r"held: a ticket pays one of \(5, 3, 2\), got .*coins=8"),
        ({"coins": -1}, "coins must be 0 or more, got -1"),
        ({"own_tile": 5}, "own_tile must be a square with a tile, got 5"),
        ({"race": camel_up.solve_race(Position.parse("1:BW"))}, "race must be that of the camels on the board, BWOGY"),
        ({"race": camel_up.solve_race(PUBLISHED), "race_bets": RaceBets(hand="R")}, "camel must be one of W G B O Y, got 'R'"),
    ],
)  # fmt: skip
def test_impossible_holdings_are_rejected(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        rank_actions(PUBLISHED, FIRST_EDITION, **arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "G", "GG", "G-1", "G５", "G5" * 3000])
def test_text_that_is_no_ticket_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match="ticket must be a camel and its coins") as error:
        Ticket.parse(text)
    assert len(str(error.value)) < 100


def brute_bet(chance: float, pile_cards: int) -> float:
    """Return the expected coins of a race bet, summed over all ways in which the cards of the pile are right or wrong."""
    payouts = (8, 5, 3, 2, 1, 1)
    expected = -(1 - chance)
    for cards in product([True, False], repeat=pile_cards):
        probability = prod(chance if right else 1 - chance for right in cards)
        expected += chance * probability * payouts[min(sum(cards), 5)]
    return expected


@pytest.mark.parametrize("pile_cards", [0, 1, 2, 5, 8])
@pytest.mark.parametrize("chance", [0.0, 0.1, 0.37, 1.0])
def test_the_coins_of_a_race_bet_depend_on_its_pile(chance: float, pile_cards: int) -> None:
    assert bet_coins(chance, pile_cards, FIRST_EDITION).mean == pytest.approx(brute_bet(chance, pile_cards), abs=1e-12)


def test_race_bets_are_ranked_if_the_race_is_solved() -> None:
    race = camel_up.solve_race(PUBLISHED)
    assert isinstance(race, camel_up.RaceOdds)
    bets = RaceBets(winner_laid=2, last_laid=1, hand="GB")
    leg_actions, all_actions = rank_actions(PUBLISHED), rank_actions(PUBLISHED, race=race, race_bets=bets)
    race_actions = {str(action): action for action in all_actions if action.camel}
    ends = ("win the race", "finish last")
    assert set(race_actions) == {f"bet on {name} to {end}" for name in ("green", "blue") for end in ends}
    to_win, to_lose = race_actions["bet on green to win the race"], race_actions["bet on blue to finish last"]
    assert to_win.expected_coins == pytest.approx(brute_bet(race.win("G"), 2), abs=1e-12)
    assert to_lose.expected_coins == pytest.approx(brute_bet(race.last("B"), 1), abs=1e-12)
    assert [action for action in all_actions if not action.camel] == leg_actions
    assert all(action.standard_error == 0 for action in all_actions)
    assert len([action for action in rank_actions(PUBLISHED, race=race) if action.camel]) == 10


@pytest.mark.parametrize(("winner_laid", "later_cards"), [(0, 0), (2, 1), (4, 2), (4, None)])
def test_a_race_bet_can_wait_if_later_cards_do_not_lower_its_coins(winner_laid: int, later_cards: int | None) -> None:
    race = camel_up.solve_race(Position.parse("1:BW 16:G dice=BWG"))
    assert isinstance(race, camel_up.RaceOdds)
    bets = rank_race_bets(race, RaceBets(winner_laid), FIRST_EDITION, later_cards=later_cards)
    for bet in bets:
        pile, chance = (winner_laid, race.win) if bet.kind == "winner" else (0, race.last)
        value = chance(bet.camel or "")
        loss = None if later_cards is None else bet.expected_coins - brute_bet(value, pile + later_cards)
        assert bet.can_wait == (loss is not None and loss < 1e-12)


@pytest.mark.parametrize("rules", [FIRST_EDITION, SECOND_EDITION])
def test_whether_the_race_can_end_is_exact_for_one_roll_and_on_the_safe_side_for_more(rules: Rules) -> None:
    def brute(position: Position, turns: int) -> bool:
        if not camel_up.rolls_left(position, rules):
            return False
        rolls = camel_up.possible_rolls(position.dice, rules)
        after = [camel_up.roll_die(position, roll, rules).position for roll in rolls]
        return any(board is None or (turns > 1 and brute(board, turns - 1)) for board in after)

    boards = [random_position(rules, np.random.default_rng(seed)) for seed in range(40)]
    if rules.crazy:
        boards += [board.without_camel("w").without_camel("k") for board in boards[:10]]
    assert {can_end_race(board, rules, 1) for board in boards} == {True, False}
    for board in boards:
        assert can_end_race(board, rules, 1) == brute(board, 1)
        assert can_end_race(board, rules, 2) >= brute(board, 2)


@pytest.mark.parametrize("pile_cards", [1, 3, 6, 12])
@pytest.mark.parametrize("chance", [0.0, 0.05, 0.3, 0.9, 1.0])
def test_the_slope_of_a_bet_is_the_derivative_of_its_mean(chance: float, pile_cards: int) -> None:
    low, high = max(0.0, chance - 1e-6), min(1.0, chance + 1e-6)
    increase = bet_coins(high, pile_cards, FIRST_EDITION).mean - bet_coins(low, pile_cards, FIRST_EDITION).mean
    assert bet_slope(chance, pile_cards, FIRST_EDITION) == pytest.approx(increase / (high - low), abs=1e-3)


def test_the_standard_error_of_a_bet_is_that_of_its_mean() -> None:
    position = Position.parse("9:BRPG 10:Y 14:w 15:k")
    sample = camel_up.simulate_race(position, SECOND_EDITION, games=2000, seed=1)
    bets = RaceBets(winner_laid=6)
    for action in rank_actions(position, SECOND_EDITION, race=sample, race_bets=bets):
        if action.kind == "winner" and action.camel:
            win = sample.win(action.camel)
            ends = [bet_coins(win.value + sign * win.standard_error / 10, 6, SECOND_EDITION).mean for sign in (-1, 1)]
            assert action.standard_error == pytest.approx(5 * abs(ends[1] - ends[0]), rel=0.02)
        assert action.camel or action.standard_error == 0


@pytest.mark.parametrize(
    ("held", "green_coins"), [([], 5), (["G5"], 3), (["G3"], 2), (["G5", "G3"], 2), (["G2"], None), (["Y5"], 5)]
)
def test_only_the_top_ticket_of_a_stack_is_available(held: list[str], green_coins: int | None) -> None:
    tickets = [Ticket.parse(text) for text in held]
    actions = rank_actions(PUBLISHED, held=tickets)
    available = [action.ticket.coins for action in actions if action.ticket and action.ticket.camel == "G"]
    assert available == ([green_coins] if green_coins else [])


def test_a_stack_can_contain_two_equal_tickets() -> None:
    ticket = Ticket("G", 2)
    assert camel_up.next_ticket("G", [ticket], SECOND_EDITION) == 2
    assert camel_up.next_ticket("G", [ticket, ticket], SECOND_EDITION) == 0
    with pytest.raises(ValueError, match="held: there are only 2 of G2, got 3"):
        rank_actions(Position.parse("1:BGPRY"), SECOND_EDITION, held=[ticket] * 3)
