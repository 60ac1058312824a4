"""The simulations and questions of the teaching pages, with caches that all sessions share."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from boardodds.dashboard.runtime.compute import HEAVY, LONG, SHORT, compute, compute_all, keep_results, work
from boardodds.probability import coverage
from boardodds.probability.estimate import Z95, Proportion
from boardodds.teaching import large_numbers, quiz

# Up to this many runs, or games of all samples, are played while the page is drawn. A run plays its games in blocks.
_FEW_RUNS = 2
_FEW_SAMPLED_GAMES = 20_000
# With more games than this, the work of others doesn't wait for them.
_SHORT_SAMPLED_GAMES, _SHORT_RUN_GAMES = 200_000, 50_000
CHANCES = [number / 400 for number in range(2, 399)]


def runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    if runs <= _FEW_RUNS:
        return _runs(key, games, runs, seed)
    lane = SHORT if games * runs <= _SHORT_RUN_GAMES else HEAVY
    return compute(large_numbers.run, key, games, runs, seed, label=f"Playing {runs} x {games:,} games…", lane=lane)


def streaks(key: str, games: int, runs: int, seed: int) -> large_numbers.Streaks:
    return compute(large_numbers.streaks, key, games, runs, seed, label=f"Playing {runs} x {games:,} games…")


def band(key: str, games: int) -> tuple[float, float]:
    """Return the width of the band that contains the whole of 95% of runs of some games, and the chance to stay within 1.96.

    Both are in standard errors, at every number of games from the tenth on.
    """
    exact = exact_chance(key)
    works = [work(coverage.whole_run_factor, games, exact), work(coverage.stay_probability, games, exact, Z95)]
    factor, stay = compute_all(works, label="Computing the bands…")
    return factor, stay


@lru_cache(maxsize=64)
def exact_chance(key: str) -> float:
    return large_numbers.trial(key).exact()


@lru_cache(maxsize=64)
def share_inside(games: int, exact: float) -> float:
    """Return what part of runs is within 1.96 standard errors of the exact chance after some games."""
    return coverage.stay_probability(games, exact, Z95, first=games)


_runs = keep_results(entries=64)(large_numbers.run)


@keep_results(entries=64)
def coverage_by_chance(games: int, level: float) -> dict[str, tuple[list[float], list[float]]]:
    """Return by the name of an interval chances from the first to the last of ``CHANCES``, and its coverage for each."""
    curves = {}
    for method in coverage.METHODS:
        intervals = [coverage.interval(Proportion(yes, games), method, level) for yes in range(games + 1)]
        # Coverage jumps at the ends of the intervals, and is lowest next to one of them.
        jumps = [end + side for ci in intervals for end in (ci.low, ci.high) for side in (-1e-9, 1e-9)]
        chances = np.union1d(CHANCES, np.clip(jumps, CHANCES[0], CHANCES[-1]))
        curves[method] = chances.tolist(), coverage.coverages(games, chances, method, level).tolist()
    return curves


def samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    if games * repetitions <= _FEW_SAMPLED_GAMES:
        return _samples(key, games, repetitions, seed)
    lane = SHORT if games * repetitions <= _SHORT_SAMPLED_GAMES else HEAVY
    return compute(large_numbers.repeat, key, games, repetitions, seed, label="Playing…", lane=lane)


_samples = keep_results(entries=32)(large_numbers.repeat)


def figures(numbers: tuple[int, ...], *, slow: bool) -> tuple[float, ...]:
    """Recompute published figures, of which some take seconds if they are ``slow``."""
    if slow:
        return compute(large_numbers.compute_figures, numbers, label="Recomputing…", lane=LONG)
    return _figures(numbers)


_figures = keep_results(entries=2)(large_numbers.compute_figures)


def questions(seed: int, numbers: Iterable[int], keys: tuple[str, ...], **kind: Any) -> list[quiz.QuizQuestion]:
    """Return questions of a quiz or a worksheet. Some are drawn again until the chance is fair, which takes up to half a second.

    kind: their level, and the version of a worksheet.
    """
    return compute_all(
        [work(quiz.question, seed, number, keys, **kind) for number in numbers], label="Drawing questions…"
    )
