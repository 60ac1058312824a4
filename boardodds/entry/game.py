"""What a game fills in: its pages, random questions, trials and published figures; each game defines ``GAME = Game(...)``."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from boardodds.entry.command import GameCommand

# The level of questions about the real game, to guess.
REAL_GAME = "game"


@dataclass(frozen=True, slots=True)
class Question:
    """A yes-or-no question about a position, with its exact answer.

    setting: the rules and the position in words.
    chance: that of a yes; a Fraction where it can be computed by hand.
    because: an explanation of the chance in one or two sentences.
    table: the objects on the table in words; empty if there are none.
    notation: the position in the game's notation, as settings of a link to the game's page.
    identity: a text that questions share if they differ only in names, such as those of colours; empty if nobody compares them.
    steps: the lines of a computation by hand, the last of which has the chance; empty for the real game.
    rules: sentences on the game that many questions share; a sheet has each of them once.
    states, cases: the work by hand: the states to solve one after another, or the equally likely cases to list; 0 for the other.
    """

    setting: str
    text: str
    chance: Fraction | float
    because: str
    table: str = ""
    # Outside the hash, so that questions can be the keys of a cache.
    notation: Mapping[str, str] = field(default_factory=dict, hash=False)
    identity: str = ""
    steps: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    states: int = 0
    cases: int = 0


@dataclass(frozen=True, slots=True)
class Age:
    """An age, by the work of its questions for pencil and paper.

    states, cases: the least and the most of the states or cases of a question.
    denominator: the largest denominator of a chance and of the fractions that lead to it.
    """

    words: str
    states: tuple[int, int]
    cases: tuple[int, int]
    denominator: int

    def fits(self, question: Question) -> bool:
        """Return whether the work of a question is that of the age.

        >>> AGES["9-12"].fits(Question("", "", Fraction(1, 36), "", cases=36)), AGES["12-15"].fits(Question("", "", 0.5, ""))
        (True, False)
        """
        (fewest, most), (few, many) = self.states, self.cases
        denominators = re.findall(r"/(\d+)", " ".join((str(question.chance), *question.steps)))
        is_work = fewest <= question.states <= most or few <= question.cases <= many
        return is_work and max(map(int, denominators), default=1) <= self.denominator


# The levels of questions for pencil and paper. Nobody lists more than 150 cases: those are multiplied.
AGES = {
    "9-12": Age("ages 9 to 12", (1, 2), (3, 36), 36),
    "12-15": Age("ages 12 to 15", (3, 5), (18, 150), 1_000),
    "15-on": Age("ages 15 on", (6, 9), (151, 10_000), 10_000),
}
HAND_LEVELS = tuple(AGES)


@dataclass(frozen=True, slots=True)
class QuestionGenerator:
    """A generator of random questions of one kind.

    key: the url_path of the page that answers the questions.
    title: the game.
    to_guess: takes a random generator, its only source of randomness, and returns a question about a position of the real game.
    by_hand: the same for a question small enough for pencil and paper, whose chance is a Fraction; it first takes the number of
        the age, 0 to 2. None if there is none. At least 60 different questions fit each age; those that don't are drawn again.
    """

    key: str
    title: str
    to_guess: Callable[[np.random.Generator], Question]
    by_hand: Callable[[int, np.random.Generator], Question] | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """A yes-or-no question about one game, with its exact and its simulated answer.

    title: the label of its button, and its name in links.
    yes: what happens in a game that counts as a yes.
    exact: returns the exact probability of a yes.
    play: takes a number of games, 2 or more, and a seed; returns the number of games that ended with a yes.
    show: takes a seed and plays one game; returns whether it ended with a yes, and the game in a few words.

    >>> coin = Trial("coin", "a coin", "Heads?", "heads", lambda: 0.5, lambda games, _: games // 2, lambda _: (True, "heads"))
    >>> coin.exact(), coin.play(10, 1)
    (0.5, 5)
    """

    key: str
    title: str
    question: str
    yes: str
    exact: Callable[[], float]
    play: Callable[[int, int], int]
    show: Callable[[int], tuple[bool, str]]


# The source of figures that visitors ask about.
VISITORS = "Figures that visitors bring"


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """A figure that a source printed, with our computation of it.

    what: a description of the figure.
    tolerance: the largest difference that counts as agreement, for a reason.
    slow: whether the computation takes seconds.
    denominator: that of a figure which is printed as a fraction; else None.
    explained: why ours differs, as a sentence; empty if it agrees.
    link: the page with the position or the rules of the figure, with its settings, as in "orchard?game=my_first_orchard".

    >>> PublishedFigure("heads", "any book", 0.5, lambda: 0.5, tolerance=0.0, reason="exact").holds(0.5)
    True
    """

    what: str
    source: str
    printed: float
    compute: Callable[[], float]
    tolerance: float
    reason: str
    slow: bool = False
    denominator: int | None = None
    explained: str = ""
    link: str = ""

    def holds(self, ours: float) -> bool:
        """Return whether our figure agrees within the tolerance, plus 1e-12 for the rounding of floats."""
        return abs(ours - self.printed) <= self.tolerance + 1e-12


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site.

    url_path: its address, and the name of its script in ``pages/`` without ``.py``.
    title: its name in the menu.
    question: what the page answers.
    """

    url_path: str
    title: str
    question: str


@dataclass(frozen=True, slots=True)
class Method:
    """The sources of a game's published figures, and what is solved exactly and what is simulated or "", for the Methods page."""

    sources: str
    solved: str
    simulated: str


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that the site, the command line and the tests know about a game.

    accent: its colour, on a light page and on a dark one, as #rrggbb.
    pages: in the order of the menu. Each needs a script in ``pages/`` and an entry in ``boardodds.dashboard.<game>.PAGES``.
    commands: its questions on the command line, each with its printed games and its variants for ablations.
    readings: the interpretations of rules on which printings or sources differ, the default first.
    trials: yes-or-no questions for the page on large numbers.
    question_generators: random questions for quizzes and worksheets.
    """

    title: str
    accent: tuple[str, str]
    pages: Sequence[Page]
    commands: Sequence[GameCommand[Any]]
    method: Method
    readings: Sequence[str] = ()
    published_figures: Sequence[PublishedFigure] = ()
    trials: Sequence[Trial] = ()
    question_generators: Sequence[QuestionGenerator] = ()
