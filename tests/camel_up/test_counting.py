"""The levels of the tree of dice against brute force."""

import numpy as np
import pytest

from boardodds.camel_up import FIRST_EDITION, Position, Rules
from boardodds.camel_up.leg import roll_die
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.setup import random_position
from boardodds.camel_up.tally import levels


def boards_by_roll(position: Position, rules: Rules) -> list[int]:
    boards, counts = {position}, [1]
    for _ in position.dice:
        ends = [roll_die(board, roll, rules).position for board in boards for roll in possible_rolls(board.dice, rules)]
        boards = {board for board in ends if board is not None}
        counts.append(len(boards))
    return counts


@pytest.mark.parametrize("seed", range(8))
def test_the_count_of_boards_agrees_with_brute_force(seed: int) -> None:
    position = random_position(FIRST_EDITION, np.random.default_rng(seed))
    position = Position(position.stacks, position.dice[:3], position.tiles)
    found = levels(position)
    assert [level.states for level in found] == boards_by_roll(position, FIRST_EDITION)
    assert [level.rolls for level in found] == list(range(len(position.dice) + 1))


def test_a_leg_from_the_board_of_the_post_has_5341_final_boards() -> None:
    position = Position.parse("1:BWOG 2:Y")
    assert levels(position)[-1].states == boards_by_roll(position, FIRST_EDITION)[-1] == 5_341
