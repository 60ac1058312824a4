"""Which crazy camel moves after a roll of the grey die, by the sentences of the rulebook; a lone one; and tiles that touch."""

from dataclasses import replace

import numpy as np
import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, roll_die
from boardodds.camel_up.leg import MoveReason, explain_grey_rolls
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.position import check
from boardodds.camel_up.rules import GREY_DIE
from boardodds.camel_up.setup import random_position


def by_the_rulebook(position: Position, rolled: str) -> tuple[str, MoveReason]:
    """Return the crazy camel that moves and the reason, read off the stacks."""
    stacks = {camel: camels for _, camels in position.stacks for camel in camels}
    carrying = [camel for camel in "wk" if any(other.isupper() for other in stacks[camel].partition(camel)[2])]
    if len(carrying) == 1:
        return carrying[0], MoveReason.CARRIES
    for lower, upper in ("wk", "kw"):
        if lower + upper in stacks[lower]:
            return upper, MoveReason.UPPER
    return rolled, MoveReason.ROLLED


def test_every_roll_of_random_boards_is_explained_by_the_rulebook() -> None:
    rng = np.random.default_rng(1)
    seen = set()
    for _ in range(300):
        position = random_position(SECOND_EDITION, rng)
        position = replace(position, dice=position.all_dice)
        moves = explain_grey_rolls(position, SECOND_EDITION)
        for roll in possible_rolls(GREY_DIE, SECOND_EDITION):
            assert moves[str(roll)] == by_the_rulebook(position, roll.camel), (str(position), str(roll))
            assert roll_die(position, roll, SECOND_EDITION).moved == moves[str(roll)][0]
            seen.add(moves[str(roll)][1])
    assert seen == set(MoveReason) - {MoveReason.ALONE}


@pytest.mark.parametrize(
    "rules", [replace(SECOND_EDITION, crazy_priority=False), replace(SECOND_EDITION, stacking=False)]
)
def test_without_the_rule_the_rolled_camel_moves(rules: Rules) -> None:
    moves = explain_grey_rolls(Position.parse("3:BY 15:wR 16:k"), rules)
    assert moves == {f"{camel}{n}": (camel, MoveReason.ROLLED) for camel in "wk" for n in (1, 2, 3)}


def test_a_grey_die_outside_the_pyramid_is_refused() -> None:
    with pytest.raises(ValueError, match="grey die must be in the pyramid, got B"):
        explain_grey_rolls(Position.parse("3:BY 15:w 16:k dice=B"), SECOND_EDITION)


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
