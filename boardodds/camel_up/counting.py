"""How the tree of dice grows level by level, and how few different boards stand in for its branches."""

from collections import deque
from dataclasses import dataclass
from math import perm

from boardodds.camel_up.position import Position, check, rolls_left
from boardodds.camel_up.rules import FIRST_EDITION, Rules
from boardodds.camel_up.tally import Walk


@dataclass(frozen=True, slots=True)
class Level:
    """The tree after so many rolls.

    orders: ways in which the dice can have come out. sequences: orders times what they show. states: different boards, with the
    dice still left, in which the leg goes on; 0 where it is over.
    """

    rolls: int
    orders: int
    sequences: int
    states: int


def levels(position: Position, rules: Rules = FIRST_EDITION) -> list[Level]:
    """The tree of the leg from its root to its leaves; the states are counted by walking through them.

    >>> [level.sequences for level in levels(Position.parse("1:BWOG 2:Y"))]
    [1, 15, 180, 1620, 9720, 29160]
    >>> [level.states for level in levels(Position.parse("1:BWOG 2:Y dice=OB"))]
    [1, 6, 0]
    """
    check(position, rules)
    walk = Walk([position], rules)
    # the walk counts as it goes; its endings are not needed here
    deque(walk.endings(), maxlen=0)
    dice, last = len(position.dice), rolls_left(position, rules)
    states = [*[*walk.states_by_roll, *([0] * last)][:last], 0]
    return [
        Level(rolls, perm(dice, rolls), perm(dice, rolls) * rules.sides**rolls, states[rolls])
        for rolls in range(last + 1)
    ]
