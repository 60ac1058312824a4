"""The simulations and questions of the teaching pages, with caches that all sessions share."""

from functools import lru_cache

from boardodds.dashboard.runtime.cache import FEW_GAMES, MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.compute import compute
from boardodds.probability.estimate import Proportion
from boardodds.teaching import large_numbers, quiz
from boardodds.teaching.quiz import QuizQuestion


def runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    """Play several runs of many games."""
    if games * runs <= FEW_GAMES:
        return _runs(key, games, runs, seed)
    return compute(large_numbers.run, key, games, runs, seed, label=f"Playing {runs} x {games:,} games…")


@cache_by_text(entries=64)
def _runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    return large_numbers.run(key, games, runs, seed)


def samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    """Play many samples of a few games."""
    return compute(large_numbers.repeat, key, games, repetitions, seed, label="Playing…")


@lru_cache(maxsize=MAX_ENTRIES)
def question(seed: int, number: int, keys: tuple[str, ...], by_hand: bool, catalogue: int) -> QuizQuestion:
    return quiz.question(seed, number, keys, by_hand=by_hand, catalogue=catalogue)
