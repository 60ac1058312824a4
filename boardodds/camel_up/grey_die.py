"""The grey die of the second edition: which crazy camel moves after a roll, and why."""

from enum import Enum

import numpy as np

from boardodds.camel_up import moves
from boardodds.camel_up.position import Position, check
from boardodds.camel_up.rules import GREY_DIE, Rules


class MoveReason(Enum):
    """Why a crazy camel moves after a roll of the grey die.

    CARRIES: only it carries racing camels.
    UPPER: it stands directly on the other crazy camel.
    ROLLED: the grey die shows it, and no other rule applies.
    """

    CARRIES = "carries"
    UPPER = "upper"
    ROLLED = "rolled"


def explain_grey_rolls(position: Position, rules: Rules) -> dict[str, tuple[str, MoveReason]]:
    """Return for each roll of the grey die, such as "k2", the crazy camel that moves and the reason.

    Raises ValueError if the position does not fit the rules, or the grey die is not in the pyramid.

    >>> from boardodds.camel_up.rules import SECOND_EDITION
    >>> explain_grey_rolls(Position.parse("3:BY 4:G 15:wR 16:k"), SECOND_EDITION)["k2"]
    ('w', <MoveReason.CARRIES: 'carries'>)
    """
    check(position, rules)
    if GREY_DIE not in position.dice:
        raise ValueError(f"the grey die must be in the pyramid, got {position.dice or 'no dice'}")
    rows = moves.camel_rows(position, rules)
    keys = np.repeat(moves.board_keys(position, rows), len(rules.crazy), axis=1)
    rolled_rows = np.array([rows.index(camel) for camel in rules.crazy])
    movers = [rows[row] for row in moves.crazy_movers(keys, rolled_rows, rows, rules).tolist()]
    reason = _reason(position, movers, rules)
    return {
        str(roll): (movers[rules.crazy.index(roll.camel)], reason) for roll in moves.possible_rolls(GREY_DIE, rules)
    }


def _reason(position: Position, movers: list[str], rules: Rules) -> MoveReason:
    """Return why these crazy camels move, one for each crazy camel that the die can show."""
    if len(set(movers)) > 1:
        return MoveReason.ROLLED
    first, second = (_carries_racing(position, camel) for camel in rules.crazy)
    return MoveReason.UPPER if first == second else MoveReason.CARRIES


def _carries_racing(position: Position, camel: str) -> bool:
    """Return whether a racing camel stands above a camel in its stack."""
    stack = position.camels_on(position.square_of(camel))
    return any(not other.islower() for other in stack[stack.index(camel) + 1 :])
