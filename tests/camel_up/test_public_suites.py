"""The second edition against facts from public programs and its rulebook; the file of known answers names them."""

from fractions import Fraction
from typing import Any

import pytest

from boardodds.camel_up import SECOND_EDITION, Position, Ticket, possible_rolls, rank_actions, roll_die, solve_leg
from boardodds.camel_up.bets import WINNER, RaceCard, pay_card, pay_leg
from boardodds.camel_up.moves import count_sequences
from boardodds.camel_up.position import legal_tile_squares
from boardodds.camel_up.rules import FIRST_EDITION
from boardodds.dashboard.camel_up.links import read_link
from tests.known_answers import load_answers

FACTS = load_answers("camel_up_public")


@pytest.mark.parametrize("fact", FACTS["move"], ids=lambda fact: f"{fact['before']}, {fact['roll']}")
def test_a_roll_leads_to_the_board_of_the_public_suite(fact: dict[str, str]) -> None:
    before = Position.parse(fact["before"])
    roll = next(roll for roll in possible_rolls(before.dice, SECOND_EDITION) if str(roll) == fact["roll"])
    rolled = roll_die(before, roll, SECOND_EDITION)
    if fact["after"]:
        assert rolled.position is not None
        assert rolled.position.stacks == Position.parse(fact["after"]).stacks
        assert rolled.position.racing[::-1] == fact["order"]
    else:
        assert (rolled.position, rolled.final_order) == (None, fact["order"])


@pytest.mark.parametrize("fact", FACTS["leg"], ids=lambda fact: fact["position"])
def test_a_leg_has_the_places_of_the_public_suite(fact: dict[str, Any]) -> None:
    odds = solve_leg(Position.parse(fact["position"]), SECOND_EDITION)
    for camel, counts in fact["places"].items():
        found = [odds.fraction(camel, place) for place in range(5, 0, -1)]
        assert found == [Fraction(count, fact["total"]) for count in counts], camel


def test_tiles_have_the_free_squares_of_the_public_suite() -> None:
    fact = FACTS["free_tile_squares"]
    assert legal_tile_squares(Position.parse(fact["position"]), SECOND_EDITION) == fact["squares"]


def test_dice_have_the_number_of_sequences_of_the_public_suite() -> None:
    for dice, count in FACTS["sequences"].items():
        assert count_sequences(int(dice), int(dice), FIRST_EDITION) == count


def test_tickets_rolls_and_cards_pay_what_the_public_suite_pays() -> None:
    for fact in FACTS["pay"]:
        tickets = [Ticket.parse(text) for text in fact["tickets"]]
        assert pay_leg(fact["order"], SECOND_EDITION, tickets=tickets, rolls=fact["rolls"]).total == fact["coins"]
    for fact in FACTS["cards"]:
        right = fact["right"]
        cards = [RaceCard("B" if is_right else "R", WINNER, sum(right[:n])) for n, is_right in enumerate(right)]
        assert [pay_card("BGYRP", card, SECOND_EDITION) for card in cards] == fact["coins"]


@pytest.mark.parametrize("fact", FACTS["first_tickets"], ids=lambda fact: fact["position"])
def test_a_first_ticket_is_worth_what_the_public_simulation_found(fact: dict[str, Any]) -> None:
    tickets = {action.ticket: action for action in rank_actions(Position.parse(fact["position"]), SECOND_EDITION)}
    for camel, coins in fact["coins"].items():
        ticket = tickets[Ticket(camel, 5)]
        assert ticket.expected_coins == pytest.approx(coins, abs=4 * ticket.std / 1000**0.5)


def test_players_start_with_the_coins_of_the_public_suite_and_never_owe_any() -> None:
    poor = read_link({"position": ["9:B 8:RYGP dice="], "tickets": ["0R5", "0Y5", "0G5", "0P3", "1R3"]})
    # Purple is second: 3 - 1 - 1 - 1 + 1 coins; and a player with nothing loses nothing.
    assert [poor.total_coins(player) for player in range(3)] == [1, 2, FACTS["coins"]["start"]]
    broke = read_link({"position": ["9:B 8:RYGP dice="], "tickets": ["0R5"], "coins": ["0"]})
    assert broke.total_coins() == FACTS["coins"]["least"]
    # A wrong card costs nothing if there is nothing yet, even if a right one follows.
    over = read_link({"position": ["9:B 8:RYGP dice="], "winner": ["0R", "0B"], "coins": ["0"], "finish": ["BPGYR"]})
    assert over.total_coins() == 8
