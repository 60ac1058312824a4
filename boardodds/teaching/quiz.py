"""Quizzes and worksheets: random questions from every game, and the score of guesses.

The same seed gives the same questions on every machine. Only the last digits of a chance can differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import fmean

import numpy as np

from boardodds.entry.game import AGES, HAND_LEVELS, REAL_GAME, Age, Question, QuestionGenerator
from boardodds.games import GAMES
from boardodds.probability.validate import check_number, check_whole

MAX_QUESTIONS = 20
MAX_ON_SHEET = 12
# Of a worksheet, for neighbours.
VERSIONS = ("A", "B")
# The quizzes of the lessons: a seed, a number of questions, the keys of their generators, and a level.
LESSON_QUIZZES: Sequence[tuple[int, int, tuple[str, ...], str]] = ((60, 5, ("orchard",), "9-12"),)
# Worksheets draw from other random numbers than quizzes.
_SHEET_SALT = 1_000_003
MAX_SEED = 999_999
LEVELS = (*HAND_LEVELS, REAL_GAME)
# Chances closer to 0 or 1 than this are too easy to guess. Such questions, and those that were asked before, are drawn again.
MIN_CHANCE = 0.05
_MAX_TRIES = 1_000


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of a quiz, with the key and the title of its generator."""

    key: str
    title: str
    question: Question

    @property
    def chance(self) -> float:
        return float(self.question.chance)


@lru_cache(maxsize=1)
def generators() -> Mapping[str, QuestionGenerator]:
    """Return the generators of all games by key."""
    return {generator.key: generator for game in GAMES.values() for generator in game.question_generators}


def questions(
    seed: int, count: int = 10, keys: Sequence[str] = (), *, level: str = REAL_GAME, version: str = ""
) -> list[QuizQuestion]:
    """Return random questions, with numbers of each kind that are as equal as possible. No two of them share their identity.

    Question n of a seed is the same for every count, on every machine.

    seed: 0 to 999,999.
    count: the number of questions, 1 to 20 in a quiz and 1 to 12 on a worksheet.
    keys: the keys of the generators to use; empty for all.
    level: "9-12", "12-15" or "15-on", an age, for questions for pencil and paper; "game" for the real games.
    version: "" for a quiz; "A" or "B" for a worksheet, or that of a neighbour. Those share no question with each other, with the
        quiz of the same choices or with a quiz of the lessons.

    >>> [question.key for question in questions(seed=1, count=3, keys=["orchard", "perudo"])]
    ['orchard', 'perudo', 'orchard']
    """
    check_whole("count", count, 1, MAX_ON_SHEET if version else MAX_QUESTIONS)
    return [question(seed, number, keys, level=level, version=version) for number in range(count)]


def question(
    seed: int, number: int, keys: Sequence[str] = (), *, level: str = REAL_GAME, version: str = ""
) -> QuizQuestion:
    """Return one of ``questions`` by its number, which begins with 0.

    >>> question(seed=1, number=2, keys=["orchard", "perudo"]).key
    'orchard'
    """
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("number", number, 0, (MAX_ON_SHEET if version else MAX_QUESTIONS) - 1)
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, got {level!r:.40}")
    if version and version not in VERSIONS:
        raise ValueError(f"version must be one of {', '.join(VERSIONS)}, got {version!r:.40}")
    # Version B goes on where A ends.
    place = number + MAX_ON_SHEET * VERSIONS.index(version) if version else number
    return _question(seed, place, tuple(keys), level, bool(version))


@lru_cache(maxsize=1024)
def _question(seed: int, number: int, keys: tuple[str, ...], level: str, is_on_sheet: bool) -> QuizQuestion:
    kinds, source = _kinds(keys, level), [_SHEET_SALT, seed] if is_on_sheet else [seed]
    order = np.random.default_rng(source).permutation(len(kinds)).tolist()
    place = number % len(kinds)
    earlier = (_question(seed, other, keys, level, is_on_sheet) for other in range(place, number, len(kinds)))
    known = {item.question.identity for item in earlier}
    if is_on_sheet:
        known |= _quiz_identities(seed, keys, level)
    return _draw_question(kinds[order[place]], [*source, number], level, known - {""})


@lru_cache(maxsize=64)
def _quiz_identities(seed: int, keys: tuple[str, ...], level: str) -> set[str]:
    """Return the identities of all questions in the quiz of a seed, and in those of the lessons with the same level."""
    quizzes = [(seed, MAX_QUESTIONS, keys, level), *(each for each in LESSON_QUIZZES if each[-1] == level)]
    items = (_question(first, number, of, level, False) for first, count, of, _ in quizzes for number in range(count))
    return {item.question.identity for item in items}


def by_hand_keys() -> list[str]:
    """Return the keys of the generators that have questions small enough for pencil and paper."""
    return [key for key, generator in generators().items() if generator.by_hand]


def _kinds(keys: Sequence[str], level: str) -> list[QuestionGenerator]:
    allowed = list(generators()) if level == REAL_GAME else by_hand_keys()
    for key in keys:
        if key not in allowed:
            raise ValueError(f"keys must be among {', '.join(allowed)}, got {key!r}")
    return [generators()[key] for key in allowed if key in keys or not keys]


def is_allowed(candidate: Question, age: Age | None) -> bool:
    """Return whether a chance is hard enough to guess, and the work that of an age, if there is one."""
    return MIN_CHANCE <= candidate.chance <= 1 - MIN_CHANCE and (age is None or age.fits(candidate))


def _draw_question(generator: QuestionGenerator, seed: list[int], level: str, earlier: set[str]) -> QuizQuestion:
    rng, age = np.random.default_rng(seed), AGES.get(level)
    make = partial(generator.by_hand, HAND_LEVELS.index(level)) if age and generator.by_hand else generator.to_guess
    for _ in range(_MAX_TRIES):
        candidate = make(rng)
        if is_allowed(candidate, age) and candidate.identity not in earlier:
            break
    return QuizQuestion(generator.key, generator.title, candidate)


@dataclass(frozen=True, slots=True)
class Score:
    """The Brier score of guesses: the mean squared difference between guess and outcome, which is 1 for a yes and 0 for a no.

    expected, best: its expectation over all outcomes, and that of guesses that equal the chances, the lowest possible.
    points: the mean of the points of each guess, as they are shown.
    bias: the mean of guess minus chance.
    """

    expected: float
    best: float
    points: float
    bias: float


def guess_points(guess: float, chance: float) -> int:
    """Return the points of a guess: 100 less its distance from the chance in percentage points, rounded."""
    return round(100 - 100 * abs(guess - chance))


def score(guesses: Sequence[float], quiz_questions: Sequence[QuizQuestion]) -> Score:
    """Return the score of guesses.

    A guess g of a chance p has the expected score (g - p)^2 + p (1 - p), which is lowest for g = p: the score rewards honesty.
    Source: Brier, "Verification of forecasts expressed in terms of probability" (1950).

    guesses: a probability from 0 to 1 for each question.

    >>> ten = questions(seed=1)
    >>> perfect = score([question.chance for question in ten], ten)
    >>> perfect.expected == perfect.best, perfect.bias
    (True, 0.0)
    """
    if len(guesses) != len(quiz_questions) or not quiz_questions:
        raise ValueError(
            f"guesses must be one for each of one or more questions, got {len(guesses)} for {len(quiz_questions)}"
        )
    for guess in guesses:
        check_number("guess", guess, 0, 1)
    pairs = [(guess, item.chance) for guess, item in zip(guesses, quiz_questions, strict=True)]
    return Score(
        expected=fmean((guess - chance) ** 2 + chance * (1 - chance) for guess, chance in pairs),
        best=fmean(chance * (1 - chance) for _, chance in pairs),
        points=fmean(guess_points(guess, chance) for guess, chance in pairs),
        bias=fmean(guess - chance for guess, chance in pairs),
    )
