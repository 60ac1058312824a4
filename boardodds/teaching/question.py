"""What a game offers to a quiz or a worksheet: makers of random questions whose chance is known exactly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np


@dataclass(frozen=True, slots=True)
class Question:
    """A position that ends with a yes or a no, and the exact chance of a yes.

    setting: how it is played. asked: the question. chance: exact; a fraction where it can be worked out by hand. because: how the
    chance comes about, in a sentence. table: what lies on the table, in words, if anything does. notation: by name, what is asked
    about in the notation of the game.

    >>> Question("A coin is thrown.", "Heads?", Fraction(1, 2), "It has two sides.").chance
    Fraction(1, 2)
    """

    setting: str
    asked: str
    chance: Fraction | float
    because: str
    table: str = ""
    notation: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuestionGenerator:
    """Makes random questions of one kind.

    key: short, for an address. title: the game. to_guess: a question from a position of the real game. by_hand: one that is small
    enough to be worked out with a pencil, with a fraction as its chance; None if the kind has none. Both take all their luck from
    the generator.
    """

    key: str
    title: str
    to_guess: Callable[[np.random.Generator], Question]
    by_hand: Callable[[np.random.Generator], Question] | None = None
