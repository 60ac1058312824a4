"""The simulations and questions of the teaching pages, with caches that all sessions share."""

from functools import lru_cache

from boardodds.dashboard.runtime.cache import FEW_GAMES, MAX_ENTRIES, cache_by_text
from boardodds.dashboard.runtime.compute import LONG, compute
from boardodds.probability import bands, coverage
from boardodds.probability.estimate import Z95, Proportion
from boardodds.teaching import large_numbers, quiz
from boardodds.teaching.quiz import QuizQuestion

# Up to this many games of all samples together are played while the page is drawn.
_FEW_SAMPLED_GAMES = 200_000
SAMPLE_SIZES = range(5, 301)


def runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    """Play several runs of many games."""
    if games * runs <= FEW_GAMES:
        return _runs(key, games, runs, seed)
    return compute(large_numbers.run, key, games, runs, seed, label=f"Playing {runs} x {games:,} games…")


@cache_by_text(entries=64)
def _runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    return large_numbers.run(key, games, runs, seed)


def whole_run_factor(games: int, chance: float) -> float:
    """Return the number of standard errors of the band that contains the whole of 95% of runs."""
    return compute(bands.whole_run_factor, games, chance, label="Computing the band…")


def stay_probability(games: int, chance: float) -> float:
    """Return the chance that a run stays within 1.96 standard errors at every number of games."""
    return compute(bands.stay_probability, games, chance, Z95, label="Computing the band…")


@lru_cache(maxsize=64)
def coverage_by_size(chance: float, level: float) -> dict[str, list[float]]:
    """Return by the name of an interval its coverage for each of the sample sizes."""
    return {
        method: [coverage.coverage(size, chance, method, level) for size in SAMPLE_SIZES] for method in coverage.METHODS
    }


@lru_cache(maxsize=64)
def coverage_summary(games: int, method: str, level: float) -> tuple[float, tuple[float, float]]:
    """Return the mean coverage over all chances, and the chance of the lowest coverage with that coverage."""
    return coverage.mean_coverage(games, method, level), coverage.lowest_coverage(games, method, level)


def samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    """Play many samples of a few games."""
    if games * repetitions <= _FEW_SAMPLED_GAMES:
        return _samples(key, games, repetitions, seed)
    return compute(large_numbers.repeat, key, games, repetitions, seed, label="Playing…")


@cache_by_text(entries=32)
def _samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    return large_numbers.repeat(key, games, repetitions, seed)


def figures(numbers: tuple[int, ...], *, slow: bool) -> tuple[float, ...]:
    """Recompute published figures.

    slow: whether some of them take seconds.
    """
    if slow:
        return compute(large_numbers.compute_figures, numbers, label="Recomputing…", lane=LONG)
    return _figures(numbers)


@lru_cache(maxsize=2)
def _figures(numbers: tuple[int, ...]) -> tuple[float, ...]:
    return large_numbers.compute_figures(numbers)


@lru_cache(maxsize=MAX_ENTRIES)
def question(seed: int, number: int, keys: tuple[str, ...], by_hand: bool) -> QuizQuestion:
    return quiz.question(seed, number, keys, by_hand=by_hand)
