"""The law of large numbers, shown with the games: runs of many games, and many samples of a few."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from boardodds.entry.game import PublishedFigure, Trial
from boardodds.games import GAMES
from boardodds.probability.coverage import check_trials
from boardodds.probability.estimate import Z95, Proportion
from boardodds.probability.montecarlo import Progress, check_seed, ignore_progress
from boardodds.probability.validate import check_whole

MAX_GAMES = 1_000_000
MAX_RUNS = 100
MAX_REPETITIONS = 10_000
# A run's proportion is recorded at up to this many numbers of games, with equal spacing on a logarithmic axis.
_MAX_POINTS = 60
_MIN_GAMES = 10


@lru_cache(maxsize=1)
def trials() -> dict[str, Trial]:
    """Return the trials of all games by key, in the order of the games' names.

    >>> "orchard" in trials()
    True
    """
    return {trial.key: trial for game in GAMES.values() for trial in game.trials}


@lru_cache(maxsize=1)
def published_figures() -> tuple[PublishedFigure, ...]:
    """Return the published figures of all games, in the order of the games' names.

    >>> all(figure.holds(figure.compute()) for figure in published_figures()[:6])
    True
    """
    return tuple(figure for game in GAMES.values() for figure in game.published_figures)


def compute_figures(numbers: Sequence[int], *, progress: Progress = ignore_progress) -> tuple[float, ...]:
    """Return the recomputed values of some published figures.

    numbers: their indices in ``published_figures()``.
    progress: called with the proportion of the figures done, from 0 to 1.

    >>> compute_figures([0]) == (published_figures()[0].compute(),)
    True
    """
    values = []
    for done, number in enumerate(numbers, 1):
        values.append(published_figures()[number].compute())
        progress(done / len(numbers))
    return tuple(values)


def trial(key: str) -> Trial:
    """Return a trial by its key. Raises ValueError for an unknown key.

    >>> round(trial("leg").exact(), 4)
    0.3441
    """
    if key not in trials():
        raise ValueError(f"key must be one of {', '.join(trials())}, got {key!r}")
    return trials()[key]


@dataclass(frozen=True, eq=False, slots=True)
class Runs:
    """The proportion of games that end with a yes, as more and more games are played, in several runs.

    exact: the exact probability of a yes.
    games: int array (points,), the numbers of games at which the proportion is recorded, ascending.
    shares: float array (runs, points), the proportion of the games so far that ended with a yes.
    last_outside: int array (runs,), the last number of games, of all from the first recorded one to the last, after which the
        proportion was more than 1.96 standard errors from the exact probability; 0 if it never was.
    """

    exact: float
    games: NDArray[np.int64]
    shares: NDArray[np.float64]
    last_outside: NDArray[np.int64]


def run(key: str, games: int, runs: int = 1, seed: int = 1, *, progress: Progress | None = None) -> Runs:
    """Play a trial in several runs and return the proportion of games with a yes, as it develops.

    All games of a run are played at once, which gives only their total. The games are independent, so every order of them is
    equally likely, and one is drawn.

    key: the key of a trial.
    games: the number of games in each run, 10 to 1,000,000.
    runs: 1 to 100.
    seed: 0 or more.
    progress: called with the fraction of the runs done, from 0 to 1.

    >>> runs = run("bid", games=1_000, runs=2)
    >>> runs.games[[0, -1]].tolist(), runs.shares.shape == (2, len(runs.games))
    ([10, 1000], True)
    """
    check_seed(seed)
    check_whole("games", games, _MIN_GAMES, MAX_GAMES)
    check_whole("runs", runs, 1, MAX_RUNS)
    example = trial(key)
    points = np.unique(np.geomspace(_MIN_GAMES, games, _MAX_POINTS).round().astype(np.int64))
    seeds = np.random.SeedSequence(seed).generate_state(runs + 1)
    rng, exact = np.random.default_rng(seeds[-1]), example.exact()
    numbers = np.arange(1, games + 1)
    # The tolerance is for a proportion exactly on the edge, which is inside.
    reach = Z95 * np.sqrt(numbers * exact * (1 - exact)) + 1e-9
    shares, last_outside = np.empty((runs, len(points))), np.zeros(runs, dtype=np.int64)
    for number in range(runs):
        is_yes = numbers <= example.play(games, int(seeds[number]))
        rng.shuffle(is_yes)
        counts = is_yes.cumsum()
        shares[number] = counts[points - 1] / points
        outside = numbers[_MIN_GAMES - 1 :][(abs(counts - exact * numbers) > reach)[_MIN_GAMES - 1 :]]
        last_outside[number] = outside.max(initial=0)
        if progress:
            progress((number + 1) / runs)
    return Runs(exact, points, shares, last_outside)


def repeat(key: str, games: int, repetitions: int, seed: int = 1) -> list[Proportion]:
    """Return the proportions of many small samples of games.

    One large sample is played and then dealt out at random to the small ones, which is faster than playing each of them.

    key: the key of a trial.
    games: the number of games in each sample, 2 to 2,000.
    repetitions: the number of samples, 1 to 10,000.
    seed: 0 or more.

    >>> len(repeat("bid", games=20, repetitions=5)), repeat("bid", games=20, repetitions=5)[0].trials
    (5, 20)
    """
    check_trials(games)
    check_seed(seed)
    check_whole("repetitions", repetitions, 1, MAX_REPETITIONS)
    first, second = np.random.SeedSequence(seed).generate_state(2)
    yeses_left = trial(key).play(games * repetitions, int(first))
    rng, counts = np.random.default_rng(second), []
    for games_left in range(games * repetitions, games, -games):
        counts.append(int(rng.hypergeometric(yeses_left, games_left - yeses_left, games)))
        yeses_left -= counts[-1]
    counts.append(yeses_left)
    # Most counts occur many times, so their proportions are shared.
    shares = {count: Proportion(count, games) for count in set(counts)}
    return [shares[count] for count in counts]
