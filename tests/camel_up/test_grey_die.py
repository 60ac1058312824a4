"""Which crazy camel moves after a roll of the grey die, and why, against the rulebook's sentences applied to stacks."""

from dataclasses import replace

import numpy as np
import pytest

from boardodds.camel_up import SECOND_EDITION, Position, Rules, roll_die
from boardodds.camel_up.leg import MoveReason, explain_grey_rolls
from boardodds.camel_up.moves import possible_rolls
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
