"""The rules of Orchard and My First Orchard as data.

Source: the games' leaflets and "Will we win the Orchard game?" (S. P. Marinček), as read in the project's rules
notes. A die has one face for each tree, and faces for the basket and the raven. A colour picks that fruit if any is
left; the basket picks fruit of the players' choice; the raven steps. All fruit picked wins, even as the basket's
first fruit; the last raven step loses.
"""

import re
from dataclasses import dataclass

from boardodds.probability.validate import check_tuple, check_whole, keep_tuples

MAX_TREES = 8
MAX_FRUIT = 20
MAX_RAVEN = 20
MAX_PICKS = 6
MAX_FACES = 6


@dataclass(frozen=True, slots=True)
class Rules:
    """A game of Orchard; the defaults are the big game as the paper plays it.

    fruit: fruit on each tree at the start. raven_steps: steps of the raven that lose the game. basket_picks: fruit
    that a basket picks. basket_faces, raven_faces: faces of the die with a basket, with the raven.

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
        keep_tuples(self, "fruit")
        check_tuple("fruit", self.fruit, "whole numbers")
        check_whole("fruit", len(self.fruit), 1, MAX_TREES, "trees")
        for left in self.fruit:
            check_whole("fruit", left, 0, MAX_FRUIT, "on each tree")
        if not any(self.fruit):
            raise ValueError("fruit must be on some tree, got none")
        for name, value, low, high in (
            ("raven_steps", self.raven_steps, 1, MAX_RAVEN),
            ("basket_picks", self.basket_picks, 0, MAX_PICKS),
            ("basket_faces", self.basket_faces, 0, MAX_FACES),
            ("raven_faces", self.raven_faces, 0, MAX_FACES),
        ):
            check_whole(name, value, low, high)

    @property
    def faces(self) -> int:
        """Faces of the die."""
        return len(self.fruit) + self.basket_faces + self.raven_faces

    @property
    def start(self) -> "State":
        """All fruit on the trees, the raven at the beginning of its path."""
        return State(self.fruit, self.raven_steps)


@dataclass(frozen=True, slots=True)
class State:
    """Fruit left on each tree, and the steps that the raven still needs.

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
        """Reads the notation; ``str`` writes it back."""
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
        return not any(self.fruit) and self.raven_steps > 0

    @property
    def is_lost(self) -> bool:
        return self.raven_steps == 0


def check(state: State, rules: Rules) -> None:
    """Raises ValueError with one sentence if the state cannot come up under the rules."""
    if len(state.fruit) != len(rules.fruit):
        raise ValueError(f"state: fruit must name {len(rules.fruit)} trees, got {len(state.fruit)}")
    for left, most in zip(state.fruit, rules.fruit, strict=True):
        check_whole("state: fruit", left, 0, most, "on this tree")
    check_whole("state: raven_steps", state.raven_steps, 0, rules.raven_steps)
    if not any(state.fruit) and state.raven_steps == 0:
        raise ValueError("state: no fruit and no raven step left cannot both be")


def is_possible(state: State, rules: Rules) -> bool:
    """Return whether a state can come up under the rules."""
    try:
        check(state, rules)
    except ValueError:
        return False
    return True


ORCHARD = Rules()
MY_FIRST_ORCHARD = Rules(fruit=(4, 4, 4, 4), raven_steps=6, basket_picks=1)
ORCHARD_NINE = Rules(raven_steps=9)
MY_FIRST_ORCHARD_FIVE = Rules(fruit=(4, 4, 4, 4), raven_steps=5, basket_picks=1)
