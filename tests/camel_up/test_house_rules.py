"""Rules that tables forget or change: tiles that touch, and a crazy camel alone."""

from dataclasses import replace

import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, roll_die
from boardodds.camel_up.leg import MoveReason, explain_grey_rolls
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.position import check

TOUCHING = replace(FIRST_EDITION, tiles_touch=True)
LONE = replace(SECOND_EDITION, lone_crazy=True)


def test_a_roll_uses_one_of_two_tiles_that_touch() -> None:
    board = Position.parse("1:BW tiles=3o.4o")
    with pytest.raises(ValueError, match="squares 3 and 4 are next to each other"):
        check(board, FIRST_EDITION)
    (roll,) = (roll for roll in possible_rolls("B", TOUCHING) if roll.number == 2)
    rolled = roll_die(board, roll, TOUCHING)
    assert (str(rolled.position), rolled.stopped_on) == ("4:BW dice=W tiles=3o.4o", 3)
    with pytest.raises(ValueError, match="square 4 has camels"):
        (rolled.position or board).with_tile(4, "m")


def test_the_grey_die_moves_the_crazy_camel_that_is_there() -> None:
    board = Position.parse("3:BY 15:kR")
    with pytest.raises(ValueError, match="white is missing"):
        check(board, SECOND_EDITION)
    moves = explain_grey_rolls(board, LONE)
    assert list(moves) == ["w1", "w2", "w3", "k1", "k2", "k3"]
    assert set(moves.values()) == {("k", MoveReason.ALONE)}
