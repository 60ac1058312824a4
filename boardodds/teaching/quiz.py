"""Guess the odds, and worksheets: random questions from every game, and how good guesses of their chances are.

Every game whose package has a module ``questions`` joins by itself. The same seed gives the same questions on every machine,
with the same chances but for the last digits of a float.
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
# a chance nearer to 0 or 1 is no riddle, unless it takes many tries to find another
_LEAST_CHANCE = 0.05
_TRIES = 50


@dataclass(frozen=True, slots=True)
class QuizQuestion:
    """A question of a quiz: who made it, and whether the one game that was played from there ended with a yes."""

    key: str
    title: str
    question: Question
    happened: bool

    @property
    def chance(self) -> float:
        """The exact chance of a yes."""
        return float(self.question.chance)


@lru_cache(maxsize=1)
def generators() -> dict[str, QuestionGenerator]:
    """What makes questions, by key, in the order of the games' names.

    >>> "orchard" in generators()
    True
    """
    return {maker.key: maker for game in registry.games().values() for maker in game.question_generators}


def questions(seed: int, count: int = 10, keys: Sequence[str] = (), *, by_hand: bool = False) -> list[QuizQuestion]:
    """Random questions, from all kinds alike.

    seed: 0 to 999,999. count: 1 to 20. keys: of makers, or none for all. by_hand: only what can be worked out with a pencil.
    Number n of a seed is the same however many are asked for.

    >>> [asked.key for asked in questions(seed=1, count=3, keys=["orchard", "perudo"])]
    ['orchard', 'perudo', 'orchard']
    """
    check_whole("count", count, 1, MAX_QUESTIONS)
    return [question(seed, number, keys, by_hand=by_hand) for number in range(count)]


def question(seed: int, number: int, keys: Sequence[str] = (), *, by_hand: bool = False) -> QuizQuestion:
    """One of them alone, by its number from 0 to 19.

    >>> question(seed=1, number=2, keys=["orchard", "perudo"]).key
    'orchard'
    """
    check_whole("seed", seed, 0, MAX_SEED)
    check_whole("number", number, 0, MAX_QUESTIONS - 1)
    kinds = _kinds(keys, by_hand)
    order = np.random.default_rng(seed).permutation(len(kinds)).tolist()
    return _ask(kinds[order[number % len(kinds)]], [seed, number], by_hand)


def by_hand_keys() -> list[str]:
    """The kinds that have questions small enough for a pencil.

    >>> by_hand_keys()
    ['camel_up_leg', 'candy_land', 'orchard', 'perudo']
    """
    return [key for key, maker in generators().items() if maker.by_hand]


def _kinds(keys: Sequence[str], by_hand: bool) -> list[QuestionGenerator]:
    offered = by_hand_keys() if by_hand else list(generators())
    for key in keys:
        if key not in offered:
            raise ValueError(f"keys must be among {', '.join(offered)}, got {key!r}")
    return [generators()[key] for key in offered if key in keys or not keys]


def _ask(maker: QuestionGenerator, seed: list[int], by_hand: bool) -> QuizQuestion:
    rng = np.random.default_rng(seed)
    make = maker.by_hand if by_hand and maker.by_hand else maker.to_guess
    found = make(rng)
    for _ in range(_TRIES):
        if _LEAST_CHANCE <= found.chance <= 1 - _LEAST_CHANCE:
            break
        found = make(rng)
    return QuizQuestion(maker.key, maker.title, found, bool(rng.random() < float(found.chance)))


@dataclass(frozen=True, slots=True)
class Score:
    """How good guesses are, by the Brier score: the square of the distance from 1 for a yes and 0 for a no, averaged.

    - expected: over everything that can happen.
    - played: for the games that were played.
    - best: expected of who knows every chance.
    - bias: guess less chance, averaged.
    - overconfidence: how much farther from one half the guesses lie than the chances, averaged.
    """

    expected: float
    played: float
    best: float
    bias: float
    overconfidence: float


def score(guesses: Sequence[float], asked: Sequence[QuizQuestion]) -> Score:
    """Scores guesses of the questions asked, in their order; a guess is a chance from 0 to 1.

    Guessing g where the chance is p is expected to score (g - p)^2 + p (1 - p), so nothing beats saying what one believes.
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
