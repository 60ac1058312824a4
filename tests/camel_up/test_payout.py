"""The order at the end of a leg and of a race, compared with a plain program."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Roll, Rules, possible_rolls, roll_die
from boardodds.camel_up.bets import WINNER, RaceCard, pay_card
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import random_position
from tests.oracles.camel_up_leg import camel_to_move, crossed, move, ranking


def test_the_order_of_a_leg_is_from_the_leader_to_the_rearmost_without_crazy_camels() -> None:
    assert Position.parse("3:BwR 5:kY").racing[::-1] == "YRB"


@pytest.mark.parametrize(("pile", "below"), [("third", 0), ("winner", -1), ("last", 41)])
def test_an_impossible_card_is_refused(pile: str, below: int) -> None:
    with pytest.raises(ValueError, match=r"(pile|right_below) must be"):
        RaceCard("G", pile, below)


def test_right_cards_pay_by_their_place_in_the_pile_and_the_last_amount_from_then_on() -> None:
    cards = [RaceCard("G", WINNER, below) for below in range(7)]
    assert [pay_card("GBOWY", card, FIRST_EDITION) for card in cards] == [8, 5, 3, 2, 1, 1, 1]


@pytest.mark.parametrize(
    ("text", "roll", "crossed", "order"),
    [
        ("15:BW 16:GY dice=G", Roll("G", "G", 1, 1), "GY", "YGWB"),
        ("14:B 15:WO 16:G dice=WB", Roll("W", "W", 3, 1), "WO", "OWGB"),
        # An oasis on the last square carries a camel over the line.
        ("13:WG 15:B dice=WG tiles=16o", Roll("G", "G", 3, 1), "G", "GBW"),
    ],
)
def test_a_roll_over_the_line_has_the_final_order(text: str, roll: Roll, crossed: str, order: str) -> None:
    rolled = roll_die(Position.parse(text), roll)
    assert (rolled.position, rolled.crossed, rolled.final_order) == (None, crossed, order)


def test_racing_camels_that_a_crazy_camel_carries_back_over_the_line_are_last() -> None:
    rolled = roll_die(Position.parse("1:Gw 2:kYP 5:BR dice=BGx"), Roll("x", "k", 3, 1), SECOND_EDITION)
    assert (rolled.crossed, rolled.final_order) == ("kYP", "RBGPY")


RULES = [FIRST_EDITION, SECOND_EDITION, Rules(stacking=False), replace(SECOND_EDITION, crazy_priority=False)]


@given(st.integers(0, 2**32 - 1), st.sampled_from(RULES))
def test_every_roll_leads_where_pieces_moved_by_hand_do(seed: int, rules: Rules) -> None:
    position = random_position(rules, np.random.default_rng(seed))
    board = {square: list(camels) for square, camels in position.stacks}
    for roll in possible_rolls(position.dice, rules):
        rolled = roll_die(position, roll, rules)
        mover = camel_to_move(board, roll.camel, rules) if roll.die == GREY_DIE else roll.camel
        after, stop = move(board, mover, roll.number, dict(position.tiles), rules)
        assert (rolled.moved, rolled.stopped_on) == (mover, stop)
        if crossed(after, rules):
            assert (rolled.position, rolled.final_order) == (None, "".join(ranking(after)))
            on_track = {camel for square, camels in after.items() if 1 <= square <= rules.track for camel in camels}
            assert not on_track & {*rolled.crossed}
        else:
            stacks = tuple((square, "".join(camels)) for square, camels in after.items())
            dice = position.dice.replace(roll.die, "")
            assert rolled.position == Position(stacks, dice, position.tiles)
            assert rolled.final_order == ""
