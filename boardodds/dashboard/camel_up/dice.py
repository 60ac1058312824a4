"""The dice below the Camel Up board: where each number places its camel, and which crazy camel the grey die moves."""

from boardodds.camel_up import Rules, camel_name
from boardodds.camel_up.grey_die import MoveReason, explain_grey_rolls
from boardodds.camel_up.rules import GREY_DIE
from boardodds.charts.camel_up import FILL, ink
from boardodds.dashboard.camel_up.camel_table import CamelSetup
from boardodds.dashboard.camel_up.plays import faces_of

_REASONS = {
    MoveReason.CARRIES: "only it carries racing camels",
    MoveReason.UPPER: "it stands on the other crazy camel",
    MoveReason.ROLLED: "it is the one rolled",
}


def paint(camel: str) -> dict[str, str]:
    """Return the name and the colours of a camel and its die."""
    return {"id": camel, "name": camel_name(camel), "fill": FILL.get(camel, "#888888"), "ink": ink(camel)}


def dice_data(setup: CamelSetup) -> list[dict[str, object]]:
    """Return the dice for the board component, in the order of the edition, which does not change when camels move.

    Each has its faces as texts; ``places``, by face the camel and the square where the face places it during the set-up; and the
    grey die ``moves``, by face which crazy camel moves and why.
    """
    position, rules = setup.position, setup.rules
    others = "".join(die for die in position.all_dice if die not in rules.dice)
    moves = _grey_moves(setup)
    return [
        {
            **paint(die),
            "in": die in position.dice,
            "faces": list(faces_of(die, rules)),
            "places": {face: list(place_of(die, face, rules)) for face in faces_of(die, rules)},
            **({"moves": moves} if die == GREY_DIE else {}),
        }
        for die in others + rules.dice
    ]


def place_of(die: str, face: str, rules: Rules) -> tuple[str, int]:
    """Return the camel that a face of a die places during the set-up, and its square.

    A racing camel starts on the square of its number, a crazy camel that many squares before the finish line.

    >>> from boardodds.camel_up import SECOND_EDITION
    >>> place_of("B", "2", SECOND_EDITION), place_of("x", "k3", SECOND_EDITION)
    (('B', 2), ('k', 14))
    """
    roll = faces_of(die, rules)[face]
    return roll.camel, rules.track + 1 - roll.number if die == GREY_DIE else roll.number


def _grey_moves(setup: CamelSetup) -> dict[str, str]:
    """Return by face of the grey die a clause on the crazy camel that moves; empty if it cannot be rolled."""
    if setup.problem is not None or GREY_DIE not in setup.position.dice:
        return {}
    return {
        face: f"{camel_name(mover)} moved, because {_REASONS[reason]}"
        for face, (mover, reason) in explain_grey_rolls(setup.position, setup.rules).items()
    }
