"""The simulations and questions of the teaching pages, with caches that all sessions share."""

from functools import lru_cache

from boardodds.dashboard.runtime.cache import FEW_GAMES, MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.progress_bar import progress
from boardodds.probability.estimate import Proportion
from boardodds.teaching import large_numbers, quiz
from boardodds.teaching.quiz import QuizQuestion


@cache_by_text(entries=64)
def runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    with progress(f"Playing {runs} x {games:,} games…", long=games * runs > FEW_GAMES) as report:
        return large_numbers.run(key, games, runs, seed, progress=report)


@cache_by_text(entries=32, spinner="Playing…")
def samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    with progress("Playing…"):
        return large_numbers.repeat(key, games, repetitions, seed)


@lru_cache(maxsize=MAX_ENTRIES)
def question(seed: int, number: int, keys: tuple[str, ...], by_hand: bool, catalogue: int) -> QuizQuestion:
    return quiz.question(seed, number, keys, by_hand=by_hand, catalogue=catalogue)
