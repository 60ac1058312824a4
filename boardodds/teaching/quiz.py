"""Quizzes and worksheets: random questions from every game, and the score of guesses.

The same seed gives the same questions on every machine. Only the last digits of a chance can differ.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from statistics import fmean

import numpy as np

from boardodds.entry.game import HAND_LEVELS, REAL_GAME, Question, QuestionGenerator
from boardodds.games import GAMES
from boardodds.probability.validate import check_number, check_whole

MAX_QUESTIONS = 20
MAX_SEED = 999_999
LEVELS = (*HAND_LEVELS, REAL_GAME)
# Chances closer to 0 or 1 than this are too easy to guess. Such questions, and those that were asked before, are drawn again.
MIN_CHANCE = 0.05
_MAX_TRIES = 200


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
    level: "easy", "medium" or "hard" for questions that are small enough for pencil and paper; "game" for the real games.

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
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("number", number, 0, MAX_QUESTIONS - 1)
    if level not in LEVELS:
        raise ValueError(f"level must be one of {', '.join(LEVELS)}, got {level!r:.40}")
    return _question(seed, number, tuple(keys), level)


@lru_cache(maxsize=512)
def _question(seed: int, number: int, keys: tuple[str, ...], level: str) -> QuizQuestion:
    kinds = _kinds(keys, level)
    order = np.random.default_rng(seed).permutation(len(kinds)).tolist()
    place = number % len(kinds)
    earlier = (_question(seed, other, keys, level) for other in range(place, number, len(kinds)))
    return _draw_question(
        kinds[order[place]], [seed, number], level, {item.question.identity for item in earlier} - {""}
    )


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


def _draw_question(generator: QuestionGenerator, seed: list[int], level: str, earlier: set[str]) -> QuizQuestion:
    rng = np.random.default_rng(seed)
    by_hand = generator.by_hand if level != REAL_GAME else None
    make = partial(by_hand, HAND_LEVELS.index(level)) if by_hand else generator.to_guess
    candidate = make(rng)
    for _ in range(_MAX_TRIES):
        if MIN_CHANCE <= candidate.chance <= 1 - MIN_CHANCE and candidate.identity not in earlier:
            break
        candidate = make(rng)
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
