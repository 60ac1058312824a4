"""The rules of Orchard and My First Orchard as data.

Sources: the games' leaflets and the paper "Will we win the Orchard game?" (S. P. Marinček).

The die has one face for each tree, and faces for the basket and the raven. A colour picks a fruit from its tree if one is left,
the basket picks fruit of the players' choice, and the raven takes a step. The players win as soon as all fruit is picked, even
with the basket's first fruit. They lose with the last raven step.
"""

import re
from dataclasses import dataclass

from boardodds.probability.validate import as_plain, check_whole, make_plain

MAX_TREES = 8
MAX_FRUIT = 20
MAX_RAVEN = 20
MAX_PICKS = 6
MAX_FACES = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game; the defaults are Orchard as in the paper.

    fruit: the number of fruits on each tree at the start.
    raven_steps: the number of raven steps that lose the game.
    basket_picks: the number of fruits that a basket picks.
    basket_faces, raven_faces: the number of faces of the die with a basket, and with the raven.

    Raises ValueError for a number that is out of range.

    >>> Rules(fruit=(4, 4), raven_steps=0)
    Traceback (most recent call last):
    ...
    ValueError: raven_steps must be 1..20, got 0
    """

    fruit: tuple[int, ...] = (10, 10, 10, 10)
    raven_steps: int = 10
    basket_picks: int = 2
    basket_faces: int = 1
    raven_faces: int = 1

    def __post_init__(self) -> None:
        make_plain(self)
        check_whole("fruit", len(self.fruit), 1, MAX_TREES, "trees")
        for left in self.fruit:
            check_whole("fruit", left, 0, MAX_FRUIT, "on each tree")
        if not any(self.fruit):
            raise ValueError("fruit must be on at least one tree, got none")
        for name, value, low, high in (
            ("raven_steps", self.raven_steps, 1, MAX_RAVEN),
            ("basket_picks", self.basket_picks, 0, MAX_PICKS),
            ("basket_faces", self.basket_faces, 0, MAX_FACES),
            ("raven_faces", self.raven_faces, 0, MAX_FACES),
        ):
            check_whole(name, value, low, high)

    @property
    def faces(self) -> int:
        """The number of faces of the die."""
        return len(self.fruit) + self.basket_faces + self.raven_faces

    @property
    def start(self) -> "State":
        """The state with all fruit on the trees and the raven at the beginning of its path."""
        return State(self.fruit, self.raven_steps)


@dataclass(frozen=True, slots=True)
class State:
    """A state of the game, with a text notation.

    fruit: the number of fruits left on each tree.
    raven_steps: the number of raven steps left; with 0 the game is lost.

    >>> str(State((4, 4, 3, 2), 6)), State.parse("4.4.3.2 raven=6").raven_steps
    ('4.4.3.2 raven=6', 6)
    >>> State.parse("4.4")
    Traceback (most recent call last):
    ...
    ValueError: state must be fruit by tree and the raven's steps, as in 4.4.3.2 raven=6, got '4.4'
    """

    fruit: tuple[int, ...]
    raven_steps: int

    @classmethod
    def parse(cls, text: str) -> "State":
        """Return the state that a text describes; ``str`` writes it back. Raises ValueError for other texts."""
        match = re.fullmatch(r"([0-9]{1,2}(?:\.[0-9]{1,2})*) raven=([0-9]{1,2})", text)
        if not match:
            raise ValueError(
                f"state must be fruit by tree and the raven's steps, as in 4.4.3.2 raven=6, got {text[:40]!r}"
            )
        return cls(tuple(map(int, match[1].split("."))), int(match[2]))

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.fruit))} raven={self.raven_steps}"

    @property
    def is_won(self) -> bool:
        """Whether all fruit is picked in time."""
        return not any(self.fruit) and self.raven_steps > 0

    @property
    def is_lost(self) -> bool:
        """Whether the raven has taken its last step."""
        return self.raven_steps == 0


def first_state(rules: Rules, state: State | None) -> State:
    """Return the state to begin with, the start of the rules if it is None; raise ValueError if the rules do not allow it."""
    if state is None:
        return rules.start
    check_state(state, rules)
    # Here and not in the constructor, which solvers call often.
    return State(as_plain(state.fruit), as_plain(state.raven_steps))


def check_state(state: State, rules: Rules) -> None:
    """Raise ValueError if the rules do not allow the state."""
    if len(state.fruit) != len(rules.fruit):
        raise ValueError(f"state: fruit must name {len(rules.fruit)} trees, got {len(state.fruit)}")
    for left, start in zip(state.fruit, rules.fruit, strict=True):
        check_whole("state: fruit", left, 0, start, "on this tree")
    check_whole("state: raven_steps", state.raven_steps, 0, rules.raven_steps)
    if not any(state.fruit) and state.raven_steps == 0:
        raise ValueError("state must have fruit or raven steps left, got neither")


def is_possible(state: State, rules: Rules) -> bool:
    """Return whether the rules allow a state."""
    try:
        check_state(state, rules)
    except ValueError:
        return False
    return True


ORCHARD = Rules()
MY_FIRST_ORCHARD = Rules(fruit=(4, 4, 4, 4), raven_steps=6, basket_picks=1)
ORCHARD_NINE = Rules(raven_steps=9)
MY_FIRST_ORCHARD_FIVE = Rules(fruit=(4, 4, 4, 4), raven_steps=5, basket_picks=1)
