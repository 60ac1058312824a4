"""The type of a game's entry: each game defines ``GAME = Game(...)`` in its module ``game``; ``boardodds.games`` lists them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardodds.entry.command import GameCommand
from boardodds.entry.published_figure import PublishedFigure
from boardodds.entry.question import QuestionGenerator
from boardodds.entry.trial import Trial


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site.

    url_path: its address, and the name of its script in ``pages/`` without ``.py``.
    title: its name in the menu.
    question: the question that the page answers.
    """

    url_path: str
    title: str
    question: str


@dataclass(frozen=True, slots=True)
class Method:
    """The basis of a game's answers, for the Methods page.

    sources: the documents with the published figures.
    solved: the questions that are solved exactly.
    simulated: the questions that are simulated, with intervals.
    """

    sources: str
    solved: str
    simulated: str


@dataclass(frozen=True, slots=True)
class Game:
    """Everything that the site, the command line and the tests know about a game.

    title: the game's name.
    pages: the game's pages, in the order of the menu. Each needs a script in ``pages/`` and a card in
        ``boardodds.dashboard.<game>.DASHBOARD``.
    commands: the game's questions on the command line, each with its presets and its variants for ablations.
    method: the basis of its answers.
    readings: the interpretations of rules on which printings or sources differ, the default first.
    published_figures: figures from sources that the library can recompute.
    trials: yes-or-no questions for the page on large numbers.
    question_generators: random questions for quizzes and worksheets.
    """

    title: str
    pages: Sequence[Page]
    commands: Sequence[GameCommand[Any]]
    method: Method
    readings: Sequence[str] = ()
    published_figures: Sequence[PublishedFigure] = ()
    trials: Sequence[Trial] = ()
    question_generators: Sequence[QuestionGenerator] = ()
