"""The types of random questions: a game offers generators of questions whose chance is known exactly."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np


@dataclass(frozen=True, slots=True)
class Question:
    """A yes-or-no question about a position, with its exact answer.

    setting: the rules and the position in words.
    text: the question.
    chance: the exact probability of a yes; a Fraction where it can be computed by hand.
    because: an explanation of the chance in one sentence.
    table: the objects on the table in words; empty if there are none.
    notation: the position in the game's notation, as settings of a link to the game's page.

    >>> Question("You toss a coin.", "Heads?", Fraction(1, 2), "It has two sides.").chance
    Fraction(1, 2)
    """

    setting: str
    text: str
    chance: Fraction | float
    because: str
    table: str = ""
    notation: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QuestionGenerator:
    """A generator of random questions of one kind.

    key: the url_path of the page that answers the questions.
    title: the game.
    to_guess: takes a random generator, its only source of randomness, and returns a question about a position of the real game.
    by_hand: the same for a question small enough for pencil and paper, whose chance is a Fraction; None if there is none.
    """

    key: str
    title: str
    to_guess: Callable[[np.random.Generator], Question]
    by_hand: Callable[[np.random.Generator], Question] | None = None
