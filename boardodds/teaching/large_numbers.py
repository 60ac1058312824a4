"""Teaching with the games: the law of large numbers, and how often intervals hold what they should."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import lru_cache
from math import exp, lgamma, log, log1p

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.estimate import Interval, Proportion
from boardodds.probability.montecarlo import Progress, check_seed
from boardodds.probability.validate import check_number, check_whole
from boardodds.teaching import registry
from boardodds.teaching.published_figure import PublishedFigure
from boardodds.teaching.trial import Trial

MAX_GAMES = 1_000_000
MAX_RUNS = 100
MAX_REPETITIONS = 10_000
# binomials of more trials than this are not summed one by one
MAX_TRIALS = 2_000
_POINTS = 60
_FIRST = 10

WILSON, NORMAL = "Wilson", "normal"


@lru_cache(maxsize=1)
def trials() -> dict[str, Trial]:
    """The examples of all games by key, in the order of the games' names.

    >>> "orchard" in trials()
    True
    """
    return {trial.key: trial for game in registry.games().values() for trial in game.trials}


@lru_cache(maxsize=1)
def published_figures() -> tuple[PublishedFigure, ...]:
    """The printed figures of all games that can be recomputed, in the order of the games' names.

    >>> all(check.holds(check.compute()) for check in published_figures()[:6])
    True
    """
    return tuple(check for game in registry.games().values() for check in game.published_figures)


def trial(key: str) -> Trial:
    """An example by its key.

    >>> round(trial("leg").exact(), 4)
    0.3441
    """
    if key not in trials():
        raise ValueError(f"key must be one of {', '.join(trials())}, got {key!r}")
    return trials()[key]


@dataclass(frozen=True, eq=False, slots=True)
class Runs:
    """The share of games that ended with a yes, as more and more are played, in several runs.

    exact: the exact chance. games: int array (points,), games played so far, from few to all. shares: float array (runs, points).
    """

    exact: float
    games: NDArray[np.int64]
    shares: NDArray[np.float64]


def run(key: str, games: int, runs: int = 1, seed: int = 1, *, progress: Progress | None = None) -> Runs:
    """Plays an example in several runs and watches the share of those that ended with a yes.

    games: of each run, 10 to 1,000,000. runs: 1 to 100. progress: called with the share of the runs done. All games of a run
    are played at once. As they are independent, every order of them is alike likely, so how many of the first few ended with a
    yes is drawn from the hypergeometric distribution.

    >>> watched = run("bid", games=1_000, runs=2)
    >>> watched.games[[0, -1]].tolist(), watched.shares.shape == (2, len(watched.games))
    ([10, 1000], True)
    """
    check_seed(seed)
    check_whole("games", games, _FIRST, MAX_GAMES)
    check_whole("runs", runs, 1, MAX_RUNS)
    asked = trial(key)
    points = np.unique(np.geomspace(_FIRST, games, _POINTS).round().astype(np.int64))
    seeds = np.random.SeedSequence(seed).generate_state(runs + 1)
    rng = np.random.default_rng(seeds[-1])
    shares = np.empty((runs, len(points)))
    for number in range(runs):
        shares[number] = _path(asked.play(games, int(seeds[number])), games, points, rng) / points
        if progress:
            progress((number + 1) / runs)
    return Runs(asked.exact(), points, shares)


def _path(yes: int, games: int, points: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
    """How many yes there were after each number of games, if there are so many after all of them."""
    path, known, played = [], yes, games
    for point in reversed(points.tolist()):
        if point < played:
            known, played = int(rng.hypergeometric(known, played - known, point)), point
        path.append(known)
    return np.array(path[::-1], dtype=np.int64)


def interval(share: Proportion, method: str, level: float = 0.95) -> Interval:
    """The interval of a share by ``WILSON`` or ``NORMAL``.

    >>> [round(interval(Proportion(0, 10), method).high, 3) for method in (WILSON, NORMAL)]
    [0.278, 0.0]
    """
    if method not in (WILSON, NORMAL):
        raise ValueError(f"method must be {WILSON} or {NORMAL}, got {method!r}")
    return share.interval(level) if method == WILSON else share.normal_interval(level)


def repeat(key: str, games: int, repetitions: int, seed: int = 1) -> list[Proportion]:
    """The shares of many small samples of an example, which are dealt out of one large one.

    games: of each sample, 2 to 2,000. repetitions: samples, 1 to 10,000.

    >>> len(repeat("bid", games=20, repetitions=5)), repeat("bid", games=20, repetitions=5)[0].trials
    (5, 20)
    """
    _check_trials(games)
    check_seed(seed)
    check_whole("repetitions", repetitions, 1, MAX_REPETITIONS)
    first, second = np.random.SeedSequence(seed).generate_state(2)
    yes = trial(key).play(games * repetitions, int(first))
    rng, drawn = np.random.default_rng(second), []
    for left in range(games * repetitions, games, -games):
        drawn.append(int(rng.hypergeometric(yes, left - yes, games)))
        yes -= drawn[-1]
    drawn.append(yes)
    # there are few different ones
    shares = {number: Proportion(number, games) for number in set(drawn)}
    return [shares[number] for number in drawn]


def coverage(games: int, chance: float, method: str, level: float = 0.95) -> float:
    """The exact chance that an interval from so many games holds the true chance, summed over the binomial.

    games: 2 to 2,000. Source: Brown, Cai and DasGupta, "Interval estimation for a binomial proportion" (2001).

    >>> round(coverage(10, 0.1, "normal"), 3), round(coverage(10, 0.1, "Wilson"), 3)
    (0.65, 0.93)
    """
    _check_trials(games)
    check_number("chance", chance, 0, 1)

    def bounds(yes: int) -> Interval:
        return interval(Proportion(yes, games), method, level)

    # neither bound falls as there are more yes, so the intervals that hold the chance are a run
    first = bisect_left(range(games + 1), chance, key=lambda yes: bounds(yes).high)
    end = bisect_right(range(games + 1), chance, key=lambda yes: bounds(yes).low)
    return sum(_binomial(games, yes, chance) for yes in range(first, end))


def _check_trials(games: int) -> None:
    check_whole("games", games, 2, MAX_TRIALS)


def _binomial(trials: int, yes: int, chance: float) -> float:
    if chance in (0.0, 1.0):
        return float(yes == trials * chance)
    # by logarithms, as the powers and the binomials may be too small and too large
    ways = lgamma(trials + 1) - lgamma(yes + 1) - lgamma(trials - yes + 1)
    return exp(ways + yes * log(chance) + (trials - yes) * log1p(-chance))
