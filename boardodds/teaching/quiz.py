"""Quizzes and worksheets: random questions from every game, and the score of guesses.

The same seed gives the same questions on every machine. Only the last digits of a chance can differ.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import fmean

import numpy as np

from boardodds.entry.game import AGES, HAND_LEVELS, REAL_GAME, Age, Question, QuestionGenerator
from boardodds.games import GAMES
from boardodds.probability.validate import check_number, check_whole

MAX_QUESTIONS = 20
# A worksheet has at most this many questions, and two versions, for neighbours.
MAX_ON_SHEET = 12
VERSIONS = ("A", "B")
# The quizzes of the lessons: a seed, a number of questions, the keys of their generators, and a level.
LESSON_QUIZZES: Sequence[tuple[int, int, tuple[str, ...], str]] = ((7, 5, ("orchard",), "9-12"),)
# Worksheets draw from other random numbers than quizzes.
_SHEET_SALT = 1_000_003
MAX_SEED = 999_999
LEVELS = (*HAND_LEVELS, REAL_GAME)
# Chances closer to 0 or 1 than this are too easy to guess. Such questions, and those that were asked before, are drawn again.
MIN_CHANCE = 0.05
_MAX_TRIES = 1_000


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of a quiz.

    key, title: those of the question's generator.
    question: the question with its exact chance.
    """

    key: str
    title: str
    question: Question

    @property
    def chance(self) -> float:
        """The exact probability of a yes."""
        return float(self.question.chance)


@lru_cache(maxsize=1)
def generators() -> Mapping[str, QuestionGenerator]:
    """Return the generators of all games by key.

    >>> generators()["orchard"].title
    'Orchard'
    """
    return {generator.key: generator for game in GAMES.values() for generator in game.question_generators}


def questions(seed: int, count: int = 10, keys: Sequence[str] = (), *, level: str = REAL_GAME) -> list[QuizQuestion]:
    """Return random questions, with numbers of each kind that are as equal as possible. No two of them share their identity.

    Question n of a seed is the same for every count, on every machine.

    seed: 0 to 999,999.
    count: the number of questions, 1 to 20.
    keys: the keys of the generators to use; empty for all.
    level: "9-12", "12-15" or "15-on", an age, for questions for pencil and paper; "game" for the real games.

    >>> [question.key for question in questions(seed=1, count=3, keys=["orchard", "perudo"])]
    ['orchard', 'perudo', 'orchard']
    """
    check_whole("count", count, 1, MAX_QUESTIONS)
    return [question(seed, number, keys, level=level) for number in range(count)]


def question(seed: int, number: int, keys: Sequence[str] = (), *, level: str = REAL_GAME) -> QuizQuestion:
    """Return one question of ``questions`` by its number, 0 to 19.

    seed, keys, level: as for ``questions``.

    >>> question(seed=1, number=2, keys=["orchard", "perudo"]).key
    'orchard'
    """
    _check(seed, number, MAX_QUESTIONS, level)
    return _question(seed, number, tuple(keys), level)


@lru_cache(maxsize=512)
def _question(seed: int, number: int, keys: tuple[str, ...], level: str) -> QuizQuestion:
    generator, others = _kind([seed], number, keys, level)
    earlier = _identities(_question(seed, other, keys, level) for other in others)
    return _draw_question(generator, [seed, number], level, earlier)


def sheet_question(
    seed: int, number: int, keys: Sequence[str] = (), *, level: str = HAND_LEVELS[0], version: str = VERSIONS[0]
) -> QuizQuestion:
    """Return one question of a worksheet by its number, 0 to 11.

    No two questions of both versions share their identity, and none is in the quiz of the same seed, level and keys or in a
    quiz of the lessons. Question n of version B is of the same kind as that of version A.

    seed, keys, level: as for ``questions``.
    version: "A", or "B" for neighbours.

    >>> [sheet_question(7, 0, level="9-12", version=version).title for version in VERSIONS]
    ['Perudo', 'Perudo']
    """
    _check(seed, number, MAX_ON_SHEET, level)
    if version not in VERSIONS:
        raise ValueError(f"version must be one of {', '.join(VERSIONS)}, got {version!r:.40}")
    return _sheet_question(seed, number, tuple(keys), level, version)


@lru_cache(maxsize=512)
def _sheet_question(seed: int, number: int, keys: tuple[str, ...], level: str, version: str) -> QuizQuestion:
    place = VERSIONS.index(version)
    generator, others = _kind([_SHEET_SALT, seed], number, keys, level)
    step, first = len(_kinds(keys, level)), number % len(_kinds(keys, level))
    earlier = [(other, version) for other in others]
    earlier += [(other, before) for before in VERSIONS[:place] for other in range(first, MAX_ON_SHEET, step)]
    known = _identities(_sheet_question(seed, other, keys, level, before) for other, before in earlier)
    draw = [_SHEET_SALT, seed, number, place]
    return _draw_question(generator, draw, level, known | _quiz_identities(generator.key, seed, keys, level))


@lru_cache(maxsize=512)
def _quiz_identities(key: str, seed: int, keys: tuple[str, ...], level: str) -> set[str]:
    """Return the identities of the questions with a key in the quiz of a seed and in those of the lessons."""
    quizzes = [(seed, MAX_QUESTIONS, keys, level), *(quiz for quiz in LESSON_QUIZZES if quiz[-1] == level)]
    return _identities(
        _question(start, number, asked, level)
        for start, count, asked, _ in quizzes
        for number in range(count)
        if _kind([start], number, asked, level)[0].key == key
    )


def _identities(items: Iterable[QuizQuestion]) -> set[str]:
    return {item.question.identity for item in items} - {""}


def _check(seed: int, number: int, count: int, level: str) -> None:
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("number", number, 0, count - 1)
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, got {level!r:.40}")


def by_hand_keys() -> list[str]:
    """Return the keys of the generators that have questions small enough for pencil and paper.

    >>> "orchard" in by_hand_keys(), "camel_up_race" in by_hand_keys()
    (True, False)
    """
    return [key for key, generator in generators().items() if generator.by_hand]


def _kinds(keys: Sequence[str], level: str) -> list[QuestionGenerator]:
    allowed = list(generators()) if level == REAL_GAME else by_hand_keys()
    for key in keys:
        if key not in allowed:
            raise ValueError(f"keys must be among {', '.join(allowed)}, got {key!r}")
    return [generators()[key] for key in allowed if key in keys or not keys]


def _kind(seed: list[int], number: int, keys: tuple[str, ...], level: str) -> tuple[QuestionGenerator, range]:
    """Return the generator of a question, and the numbers of the questions before it that have the same one."""
    kinds = _kinds(keys, level)
    order = np.random.default_rng(seed).permutation(len(kinds)).tolist()
    place = number % len(kinds)
    return kinds[order[place]], range(place, number, len(kinds))


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

    expected: the expected score over all outcomes.
    best: the expected score of guesses that equal the chances, which is the lowest possible.
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

    guesses: a probability from 0 to 1 for each question, in the order of the questions.
    quiz_questions: one or more questions.

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
