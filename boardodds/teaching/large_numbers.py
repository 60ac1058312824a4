"""The law of large numbers, shown with the games: runs of many games, and many samples of a few."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, lcm, log

import numpy as np
from numpy.typing import NDArray

from boardodds.entry.game import PublishedFigure, Trial
from boardodds.games import GAMES
from boardodds.probability.arrays import Bools
from boardodds.probability.coverage import check_trials
from boardodds.probability.estimate import Z95, Proportion
from boardodds.probability.montecarlo import Progress, check_seed, ignore_progress
from boardodds.probability.validate import check_number, check_whole, parse_fraction

MAX_GAMES = 1_000_000
MAX_RUNS = 100
MAX_REPETITIONS = MAX_STREAK_GAMES = 10_000
# Lengths of streaks that are told apart; longer ranges are divided into equal ones.
_MAX_BARS = 60
# A run's proportion is recorded at up to this many numbers of games, with equal spacing on a logarithmic axis, and at two for
# each run that was outside its band.
_MAX_POINTS = 60
# From this number of games on, a run is compared with its band.
BAND_START = 10
# The games of a run that are played one by one, so that they can be shown, and those that are played at once.
SHOWN = 10
_BLOCK = 10_000
# The losses in a row after which a win seems due.
STREAK = 3
# A chance of one's own is the trial with this name and the chance, as "chance=0.3".
OWN = "chance="
_OWN_FACES = 1_000


def _simple(key: str, question: str, chance: float, faces: int, names: Callable[[int], str]) -> Trial:
    """Return a trial without a game.

    faces: the number of equally likely results, from 1; the first ones, up to the chance, are a yes.
    names: returns a result in words.
    """

    def show(seed: int) -> tuple[bool, str]:
        face = int(np.random.default_rng(seed).integers(1, faces + 1))
        return face <= round(chance * faces), names(face)

    return Trial(
        key,
        key,
        question,
        "it is a yes" if key.startswith(OWN) else f"it shows {names(1)}",
        exact=lambda: chance,
        play=lambda games, seed: int(np.random.default_rng(seed).binomial(games, chance)),
        show=show,
    )


_SIMPLE = (
    _simple("coin", "A coin is tossed: does it show heads?", 1 / 2, 2, lambda face: ("heads", "tails")[face - 1]),
    # The six is the first face.
    _simple("die", "A die is rolled: does it show a six?", 1 / 6, 6, lambda face: f"{7 - face}"),
)


@lru_cache(maxsize=1)
def trials() -> dict[str, Trial]:
    """Return the trials by key: a coin, a die, and those of all games in the order of their names."""
    return {trial.key: trial for trial in (*_SIMPLE, *(trial for game in GAMES.values() for trial in game.trials))}


@lru_cache(maxsize=1)
def published_figures() -> tuple[PublishedFigure, ...]:
    """Return the published figures of all games, in the order of the games' names.

    >>> all(figure.holds(figure.compute()) for figure in published_figures()[:6])
    True
    """
    return tuple(figure for game in GAMES.values() for figure in game.published_figures)


def compute_figures(numbers: Sequence[int], *, progress: Progress = ignore_progress) -> tuple[float, ...]:
    """Return the recomputed values of published figures, by their indices in ``published_figures()``."""
    values = []
    for done, number in enumerate(numbers, 1):
        values.append(published_figures()[number].compute())
        progress(done / len(numbers))
    return tuple(values)


def trial(key: str) -> Trial:
    """Return a trial by its key, for a chance of one's own "chance=0.3" or "chance=1/6". Raises ValueError for an unknown key.

    >>> round(trial("leg").exact(), 4), trial("chance=0.3").exact(), trial("chance=1/6").question
    (0.3441, 0.3, 'A number from 1 to 6 is drawn. Is it at most 1?')
    """
    if key.startswith(OWN):
        text = key.removeprefix(OWN)
        chance = parse_fraction("chance", text)
        check_number("chance", float(chance), 0, 1)
        faces = chance.denominator if "/" in text else lcm(_OWN_FACES, chance.denominator)
        words = f"A number from 1 to {faces:,} is drawn. Is it at most {round(chance * faces):,}?"
        return _simple(key, words, float(chance), faces, lambda face: f"{face:,}")
    if key not in trials():
        raise ValueError(f"key must be one of {', '.join(trials())}, got {key!r}")
    return trials()[key]


@dataclass(frozen=True, eq=False, slots=True)
class Runs:
    """The proportion of games that end with a yes, as more and more games are played, in several runs.

    exact: the exact probability of a yes.
    games: int array (points,), the numbers of games at which the proportion is recorded, ascending. Among them are those at
        which a run was last and farthest outside the band of ``last_outside``.
    shares: float array (runs, points), the proportion of the games so far that ended with a yes.
    last_outside: int array (runs,), the last number of games from the tenth on after which the proportion was more than 1.96
        standard errors from the exact probability; 0 if it never was.
    """

    exact: float
    games: NDArray[np.int64]
    shares: NDArray[np.float64]
    last_outside: NDArray[np.int64]


def run(key: str, games: int, runs: int = 1, seed: int = 1, *, progress: Progress = ignore_progress) -> Runs:
    """Play a trial in several runs and return the proportion of games with a yes, as it develops.

    The same seed gives the same games for any number of games and of runs; see ``outcomes``. Run n of a seed s is the first run
    of the seed s + n, so the devices of a class with consecutive seeds play the runs of one picture.

    key: that of a trial.
    games: the number of games in each run, 1 to 1,000,000.
    runs: 1 to 100.
    seed: 0 or more.
    progress: called with the fraction of the runs done, from 0 to 1.

    >>> runs = run("bid", games=1_000, runs=2)
    >>> runs.games[[0, -1]].tolist(), runs.shares.shape == (2, len(runs.games))
    ([1, 1000], True)
    """
    check_whole("games", games, 1, MAX_GAMES)
    check_whole("runs", runs, 1, MAX_RUNS)
    exact = trial(key).exact()
    points = list(np.geomspace(1, games, _MAX_POINTS).round())
    numbers = np.arange(1, games + 1)
    # The tolerance is for a proportion exactly on the edge, which is inside.
    reach = Z95 * np.sqrt(numbers * exact * (1 - exact)) + 1e-9
    played, last_outside = [], np.zeros(runs, dtype=np.int64)
    for number in range(runs):
        played.append(outcomes(key, games, seed + number))
        distances = abs(played[-1].cumsum() - exact * numbers) / reach
        distances[: BAND_START - 1] = 0
        if distances.max() > 1:
            last_outside[number] = numbers[distances > 1][-1]
            points += [last_outside[number], numbers[distances.argmax()]]
        progress((number + 1) / runs)
    recorded = np.unique(points).astype(np.int64)
    shares = np.array([is_yes.cumsum()[recorded - 1] / recorded for is_yes in played])
    return Runs(exact, recorded, shares, last_outside)


def outcomes(key: str, games: int, seed: int = 1) -> Bools:
    """Return whether each of some games ends with a yes; the first ones are the same for any number of games.

    The first ten are those of ``first_games``. The others are played in blocks, which gives only the totals. The games are
    independent, so every order of a block is equally likely, and one is drawn.

    >>> a, b = outcomes("bid", 15), outcomes("bid", 20_000)
    >>> bool((a == b[:15]).all())
    True
    """
    check_seed(seed)
    check_whole("games", games, 1)
    shown = [is_yes for is_yes, _ in first_games(key, seed)]
    blocks = [_block(key, seed, block) for block in range(-(-(games - len(shown)) // _BLOCK))]
    return np.concatenate([np.array(shown), *blocks])[:games]


@dataclass(frozen=True, eq=False, slots=True)
class Streaks:
    """What comes after ``STREAK`` games with a no in a row, and the longest streak of a no.

    after, yes: the number of games after such a streak, and of those with a yes.
    lengths, chances: the ends of ranges for the longest streak of a run, and their exact probabilities.
    longest: the number of runs in each range.
    """

    after: int
    yes: int
    lengths: list[int]
    chances: list[float]
    longest: list[int]


def longest_streak(games: int, chance: float, seen: int = 0) -> tuple[list[int], list[float]]:
    """Return the ends of ranges of lengths that contain nearly all longest streaks, and the exact probability of each range.

    Source: Feller, Probability Theory, volume 1, XIII.7.

    chance: that of each game to belong to a streak.
    seen: a length that is in a range in any case.

    >>> longest_streak(2, 0.5)
    ([0, 1, 2], [0.25, 0.5, 0.25])
    """
    check_whole("games", games, 1, MAX_STREAK_GAMES)
    check_number("chance", chance, 1e-9, 1 - 1e-9)
    # About games * (1 - chance) * chance ** length streaks are so long: seven nearly always, a thousandth nearly never.
    low, high = (int(log(games * (1 - chance) / streaks) / -log(chance)) for streaks in (7, 0.001))
    low, high = max(low, 0), min(max(high + 1, seen), games)
    ends = np.minimum(np.arange(low, high + (step := ceil((high - low + 1) / _MAX_BARS)), step), games)
    # Row n + 1: the probability of no longer streak in n games. Game n makes the first one if it is the last of end + 1 in a row,
    # after a game that is in none.
    none = np.ones((games + 2, len(ends)))
    for game in range(1, games + 1):
        before = (1 - chance) * none[np.maximum(game - ends - 1, 0), range(len(ends))]
        none[game + 1] = none[game] - np.where(game > ends + 1, before, game == ends + 1) * chance ** (ends + 1.0)
    return ends.tolist(), np.diff(none[-1], prepend=0).tolist()


def streaks(key: str, games: int, runs: int = 1, seed: int = 1, *, progress: Progress = ignore_progress) -> Streaks:
    """Return the streaks in up to 10,000 games of each run; the arguments are those of ``run``.

    >>> sum(streaks("coin", games=100, runs=5).longest)
    5
    """
    check_whole("games", games, 1, MAX_STREAK_GAMES)
    check_whole("runs", runs, 1, MAX_RUNS)
    places, longest, next_games = np.arange(games), [], []
    for number in range(runs):
        is_yes = outcomes(key, games, seed + number)
        streak = places - np.maximum.accumulate(np.where(is_yes, places, -1))
        longest.append(int(streak.max()))
        next_games.append(is_yes[1:][streak[:-1] >= STREAK])
        progress((number + 1) / runs)
    lengths, chances = longest_streak(games, 1 - trial(key).exact(), max(longest))
    bars = np.bincount(np.searchsorted(lengths, longest), minlength=len(lengths))
    found = np.concatenate(next_games)
    return Streaks(len(found), int(found.sum()), lengths, chances, bars.tolist())


@lru_cache(maxsize=512)
def first_games(key: str, seed: int = 1) -> list[tuple[bool, str]]:
    """Return the first ten games of a run: whether each ends with a yes, and the game in a few words."""
    seeds = np.random.SeedSequence(seed).generate_state(SHOWN)
    return [trial(key).show(int(game)) for game in seeds]


@lru_cache(maxsize=512)
def _block(key: str, seed: int, block: int) -> Bools:
    first, second = np.random.SeedSequence([seed, 0, 1 + block]).generate_state(2)
    is_yes: Bools = np.arange(_BLOCK) < trial(key).play(_BLOCK, int(first))
    np.random.default_rng(second).shuffle(is_yes)
    return is_yes


def repeat(key: str, games: int, repetitions: int, seed: int = 1) -> list[Proportion]:
    """Return the proportions of many small samples: the games of a run, one sample after the other.

    games: the number of games in each sample, 2 to 2,000.
    repetitions: the number of samples, 1 to 10,000.

    >>> len(repeat("bid", games=20, repetitions=5)), repeat("bid", games=20, repetitions=5)[0].trials
    (5, 20)
    """
    check_trials(games)
    check_whole("repetitions", repetitions, 1, MAX_REPETITIONS)
    counts = outcomes(key, games * repetitions, seed).reshape(repetitions, games).sum(axis=1).tolist()
    # Most counts occur many times, so their proportions are shared.
    shares = {count: Proportion(count, games) for count in set(counts)}
    return [shares[count] for count in counts]
