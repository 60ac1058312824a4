"""The simulations and questions of the teaching pages, with caches that all sessions share."""

from boardodds.dashboard.runtime.compute import FEW_GAMES, LONG, compute, keep_results
from boardodds.probability import coverage
from boardodds.probability.estimate import Z95, Proportion
from boardodds.teaching import large_numbers, quiz

# Up to this many games of all samples together are played while the page is drawn.
_FEW_SAMPLED_GAMES = 200_000
SAMPLE_SIZES = range(5, 301)


def runs(key: str, games: int, runs: int, seed: int) -> large_numbers.Runs:
    """Play several runs of many games."""
    if games * runs <= FEW_GAMES:
        return _runs(key, games, runs, seed)
    return compute(large_numbers.run, key, games, runs, seed, label=f"Playing {runs} x {games:,} games…")


_runs = keep_results(entries=64)(large_numbers.run)


def whole_run_factor(games: int, chance: float) -> float:
    """Return the number of standard errors of the band that contains the whole of 95% of runs."""
    return compute(coverage.whole_run_factor, games, chance, label="Computing the band…")


def stay_probability(games: int, chance: float) -> float:
    """Return the chance that a run stays within 1.96 standard errors at every number of games."""
    return compute(coverage.stay_probability, games, chance, Z95, label="Computing the band…")


@keep_results(entries=64)
def coverage_by_size(chance: float, level: float) -> dict[str, list[float]]:
    """Return by the name of an interval its coverage for each of the sample sizes."""
    return {
        method: [coverage.coverage(size, chance, method, level) for size in SAMPLE_SIZES] for method in coverage.METHODS
    }


@keep_results(entries=64)
def coverage_summary(games: int, method: str, level: float) -> tuple[float, tuple[float, float]]:
    """Return the mean coverage over all chances, and the chance of the lowest coverage with that coverage."""
    return coverage.mean_coverage(games, method, level), coverage.lowest_coverage(games, method, level)


def samples(key: str, games: int, repetitions: int, seed: int) -> list[Proportion]:
    """Play many samples of a few games."""
    if games * repetitions <= _FEW_SAMPLED_GAMES:
        return _samples(key, games, repetitions, seed)
    return compute(large_numbers.repeat, key, games, repetitions, seed, label="Playing…")


_samples = keep_results(entries=32)(large_numbers.repeat)


def figures(numbers: tuple[int, ...], *, slow: bool) -> tuple[float, ...]:
    """Recompute published figures, of which some take seconds if they are ``slow``."""
    if slow:
        return compute(large_numbers.compute_figures, numbers, label="Recomputing…", lane=LONG)
    return _figures(numbers)


_figures = keep_results(entries=2)(large_numbers.compute_figures)
question = keep_results()(quiz.question)
