"""Quizzes and worksheets: random questions from every game, and the score of guesses of their chances.

The same seed and catalogue give the same questions on every machine, with the same chances but for the last digits of a float.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean

import numpy as np

from boardodds.probability.validate import check_number, check_whole
from boardodds.teaching import registry
from boardodds.teaching.question import Question, QuestionGenerator

MAX_QUESTIONS = 20
MAX_SEED = 999_999
# chances nearer to 0 or 1 are too easy to guess; after many tries they are accepted all the same
_MIN_CHANCE = 0.05
_MAX_TRIES = 50


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of a quiz.

    key, title: those of its generator.
    question: the question.
    happened: whether the one game that was played from its position ended with a yes.
    """

    key: str
    title: str
    question: Question
    happened: bool

    @property
    def chance(self) -> float:
        """The exact probability of a yes."""
        return float(self.question.chance)


@lru_cache(maxsize=1)
def _all_generators() -> tuple[QuestionGenerator, ...]:
    return tuple(each for game in registry.games().values() for each in game.question_generators)


def newest_catalogue() -> int:
    """Return the number of the newest catalogue of question generators; the first is 1.

    >>> newest_catalogue() >= 1
    True
    """
    return max(each.since for each in _all_generators())


def generators(catalogue: int = 1) -> dict[str, QuestionGenerator]:
    """Return the generators of a catalogue by key: those of earlier catalogues first, then by the games' names.

    >>> list(generators(1))[:2]
    ['camel_up_leg', 'camel_up_race']
    """
    check_whole("catalogue", catalogue, 1, newest_catalogue())
    found = [each for each in _all_generators() if each.belongs_to(catalogue)]
    return {each.key: each for each in sorted(found, key=lambda each: each.since)}


def questions(
    seed: int, count: int = 10, keys: Sequence[str] = (), *, by_hand: bool = False, catalogue: int = 1
) -> list[QuizQuestion]:
    """Return random questions, an equal number of each kind as far as possible.

    Question n of a seed is the same for every count, on every machine, after every update.

    seed: 0 to 999,999.
    count: 1 to 20.
    keys: the keys of generators; empty for all of the catalogue.
    by_hand: whether to ask only questions that are small enough for pencil and paper.
    catalogue: the number of a catalogue of generators.

    >>> [question.key for question in questions(seed=1, count=3, keys=["orchard", "perudo"])]
    ['orchard', 'perudo', 'orchard']
    """
    check_whole("count", count, 1, MAX_QUESTIONS)
    return [question(seed, number, keys, by_hand=by_hand, catalogue=catalogue) for number in range(count)]


def question(
    seed: int, number: int, keys: Sequence[str] = (), *, by_hand: bool = False, catalogue: int = 1
) -> QuizQuestion:
    """Return one question of ``questions`` by its number, 0 to 19.

    >>> question(seed=1, number=2, keys=["orchard", "perudo"]).key
    'orchard'
    """
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("number", number, 0, MAX_QUESTIONS - 1)
    kinds = _kinds(keys, by_hand, catalogue)
    order = np.random.default_rng(seed).permutation(len(kinds)).tolist()
    return _ask(kinds[order[number % len(kinds)]], [seed, number], by_hand)


def by_hand_keys(catalogue: int = 1) -> list[str]:
    """Return the keys of the generators that have questions small enough for pencil and paper.

    >>> by_hand_keys()
    ['camel_up_leg', 'candy_land', 'orchard', 'perudo']
    """
    return [key for key, generator in generators(catalogue).items() if generator.by_hand]


def _kinds(keys: Sequence[str], by_hand: bool, catalogue: int) -> list[QuestionGenerator]:
    """Return the generators that a quiz draws from, in the catalogue's order."""
    offered = by_hand_keys(catalogue) if by_hand else list(generators(catalogue))
    for key in keys:
        if key not in offered:
            raise ValueError(f"keys must be among {', '.join(offered)}, got {key!r}")
    return [generators(catalogue)[key] for key in offered if key in keys or not keys]


def _ask(maker: QuestionGenerator, seed: list[int], by_hand: bool) -> QuizQuestion:
    rng = np.random.default_rng(seed)
    make = maker.by_hand if by_hand and maker.by_hand else maker.to_guess
    found = make(rng)
    for _ in range(_MAX_TRIES):
        if _MIN_CHANCE <= found.chance <= 1 - _MIN_CHANCE:
            break
        found = make(rng)
    return QuizQuestion(maker.key, maker.title, found, bool(rng.random() < float(found.chance)))


@dataclass(frozen=True, slots=True)
class Score:
    """The Brier score of guesses: the mean of the squared difference between a guess and the outcome, 1 for a yes and 0 for a no.

    expected: its expectation over all outcomes.
    played: its value for the games that were played.
    best: the expectation for guesses that equal the chances; no guesses have a lower one.
    bias: the mean of guess minus chance.
    overconfidence: the mean of the guess's distance from one half minus the chance's.
    """

    expected: float
    played: float
    best: float
    bias: float
    overconfidence: float


def score(guesses: Sequence[float], asked: Sequence[QuizQuestion]) -> Score:
    """Return the score of guesses, each a probability from 0 to 1, in the order of the questions.

    A guess g of a chance p has the expected score (g - p)^2 + p (1 - p), which is lowest for g = p: the score rewards honesty.
    Source: Brier, "Verification of forecasts expressed in terms of probability" (1950).

    >>> ten = questions(seed=1)
    >>> told = score([each.chance for each in ten], ten)
    >>> told.expected == told.best, told.bias
    (True, 0.0)
    """
    if len(guesses) != len(asked) or not asked:
        raise ValueError(f"guesses must be as many as questions, {len(asked)}, got {len(guesses)}")
    for guess in guesses:
        check_number("guess", guess, 0, 1)
    pairs = [(guess, each.chance) for guess, each in zip(guesses, asked, strict=True)]
    return Score(
        expected=fmean((guess - chance) ** 2 + chance * (1 - chance) for guess, chance in pairs),
        played=fmean((guess - each.happened) ** 2 for guess, each in zip(guesses, asked, strict=True)),
        best=fmean(chance * (1 - chance) for _, chance in pairs),
        bias=fmean(guess - chance for guess, chance in pairs),
        overconfidence=fmean(abs(guess - 0.5) - abs(chance - 0.5) for guess, chance in pairs),
    )
