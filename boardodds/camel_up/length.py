"""The length of a race: the pmf of its number of legs, and the three approaches of the 2015 blog post to its mean.

One roll for each camel places it on the track; these rolls do not count as a leg. The approaches of the post, each in a few
lines, are for lessons and as cross-checks; in other code use ``race_length``. They have no stacking, so a camel is only its
square.
"""

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, count, product
from math import comb, factorial, prod
from threading import Lock

import numpy as np

from boardodds.camel_up.race import legs_pmf, solver_lock
from boardodds.camel_up.race_solver import RaceTable, build_table, table_work
from boardodds.camel_up.rules import Course, Rules
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress, ignore_progress, subprogress
from boardodds.probability.pmf import Pmf

MAX_LENGTH_WORK = 500_000_000
# The cache of lengths with stacking, by camels, track and faces. The lock protects updates.
_LENGTHS: dict[tuple[int, int, tuple[int, ...]], Pmf] = {}
_MAX_LENGTHS = 512
_LENGTHS_LOCK = Lock()
MAX_TABLE_STEPS = 5_000_000
# The number of races between two reports of the progress; a report takes longer than a race.
_REPORT_RACES = 500


def race_length(
    camels: int = 5,
    track: int = 16,
    faces: tuple[int, ...] = (1, 2, 3),
    stacking: bool = True,
    *,
    progress: Progress | None = None,
) -> Pmf:
    """Return the pmf of the number of legs of a whole race without tiles.

    camels: 1 to 8 with stacking, 1 to 100 without.
    track: the number of squares.
    faces: the numbers on a die.
    stacking: whether a camel carries those above it.
    progress: called with the fraction done, from 0 to 1.

    Raises ValueError before any work if an argument is out of range, or a race with stacking would take too long. About 20 s for
    7 camels on 16 squares and 90 s for 3 on 200 are still allowed.

    >>> round(race_length(camels=5, track=16, stacking=True).mean, 6)
    4.722847
    >>> round(race_length(camels=5, track=16, stacking=False).mean, 6)
    6.534625
    """
    course = Course(camels, track, faces, stacking)
    camels, rules = course.camels, Rules(faces=course.faces, track=course.track)
    if not stacking or camels == 1:
        return _length_without_stacking(camels, rules)
    work = table_work(camels, rules.track, rules.faces)
    if work > MAX_LENGTH_WORK:
        raise ValueError(
            f"a race of {camels} camels over {track} squares with stacking takes {work:,} steps to solve; "
            f"at most {MAX_LENGTH_WORK:,} are allowed: simulate it, or use fewer camels or squares"
        )
    return _length_with_stacking(camels, rules, progress)


def _length_with_stacking(camels: int, rules: Rules, progress: Progress | None) -> Pmf:
    """Return a length from the cache, or compute and cache it.

    Its table is large and is not kept. The table also contains all shorter tracks, so their lengths are cached as well.
    """
    key = (camels, rules.track, rules.faces)
    if found := _LENGTHS.get(key):
        return found
    with solver_lock(camels, rules, progress):
        # Another caller may have computed it during the wait.
        if found := _LENGTHS.get(key):
            return found
        table = build_table(camels, rules, ranks=False, progress=progress)
        tracks = range(max(rules.faces), rules.track + 1)
        lengths = {(camels, track, rules.faces): length_from_table(table, rules.faces, track) for track in tracks}
        with _LENGTHS_LOCK:
            _LENGTHS.update(lengths)
            while len(_LENGTHS) > _MAX_LENGTHS:
                _LENGTHS.pop(next(iter(_LENGTHS)))
        return lengths[key]


def length_from_table(table: RaceTable, faces: tuple[int, ...], track: int) -> Pmf:
    """Return the pmf of the number of legs of a whole race after the placement by one roll for each camel.

    table: a table for the same dice, and for this track or a longer one.
    """
    counts = Counter(faces)
    starts = list(combinations_with_replacement(sorted(counts), table.camels))
    # The number of placements that lead to each start, whichever camel stands where.
    ways = [
        factorial(table.camels)
        // prod(factorial(start.count(face)) for face in counts)
        * prod(counts[face] for face in start)
        for start in starts
    ]
    # A race on a short track is the last part of a race on a long one.
    rows = table.index(np.array(starts).T + (table.track - track))
    return legs_pmf(np.average(table.legs[rows], axis=0, weights=ways))


def _length_without_stacking(camels: int, rules: Rules) -> Pmf:
    """Return the pmf of the number of legs without stacking.

    The camels run independently, so the race is unfinished after n legs with the chance for one camel to the power ``camels``.
    Source: the third approach of the race-length post, with the square of one camel by convolution.
    """
    die = np.bincount(rules.faces) / len(rules.faces)
    square, unfinished = die, [1.0]
    while unfinished[-1] > 0:
        square = np.convolve(square, die)[: rules.track + 1]
        unfinished.append(float(square.sum()) ** camels)
    return legs_pmf(-np.diff(unfinished, prepend=1.0))


def simulated_legs(
    camels: int, track: int, faces: tuple[int, ...], races: int, seed: int, *, progress: Progress = ignore_progress
) -> MeanEstimate:
    """Return the mean number of legs of simulated races: the first approach, quick to write but slow to become precise.

    progress: called with the fraction of the races that are simulated, from 0 to 1, after every 500 races.

    >>> 6.5346 in simulated_legs(5, 16, (1, 2, 3), races=2000, seed=1).interval(0.999)
    True
    """
    rng = random.Random(seed)  # noqa: S311 (dice, not secrets)
    total = squares_total = 0
    for race in range(races):
        if race % _REPORT_RACES == 0:
            progress(race / races)
        squares = [rng.choice(faces) for _ in range(camels)]
        legs = 0
        while max(squares) <= track:
            squares = [square + rng.choice(faces) for square in squares]
            legs += 1
        total += legs
        squares_total += legs * legs
    mean = total / races
    variance = (squares_total - races * mean * mean) / (races - 1)
    return MeanEstimate(mean, max(0.0, variance) ** 0.5, races)


def table_steps(camels: int, track: int, faces: tuple[int, ...]) -> int:
    """Return the steps of the second approach: the positions, with camels in any order, times the rolls of one leg."""
    return int(comb(track + camels - 1, camels) * len(faces) ** camels)


def expected_legs_by_table(
    camels: int, track: int, faces: tuple[int, ...], *, progress: Progress = ignore_progress
) -> float:
    """Return the expected number of legs from a table of all positions: the second approach, exact but soon too large.

    progress: called before each position with the fraction of the table that is filled, from 0 to 1.

    Raises ValueError before any work if there are more than 5,000,000 steps.

    >>> round(expected_legs_by_table(2, 16, (1, 2, 3)), 6)
    7.169923
    """
    if (steps := table_steps(camels, track, faces)) > MAX_TABLE_STEPS:
        raise ValueError(f"the table takes up to {steps:,} steps; at most {MAX_TABLE_STEPS:,} are allowed")
    rolls = list(product(faces, repeat=camels))
    positions, filled = comb(track + camels - 1, camels), count()

    @cache
    def legs_from(squares: tuple[int, ...]) -> float:
        if max(squares) > track:
            return 0.0
        progress(next(filled) / positions)
        return 1 + sum(legs_from(_sorted_sum(squares, roll)) for roll in rolls) / len(rolls)

    return sum(legs_from(tuple(sorted(roll))) for roll in rolls) / len(rolls)


def _sorted_sum(squares: tuple[int, ...], roll: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(square + number for square, number in zip(squares, roll, strict=True)))


def expected_legs_by_camel(camels: int, track: int, faces: tuple[int, ...]) -> float:
    """Return the expected number of legs from the chances of one camel: the third approach, exact with little work.

    The race goes on until the first camel finishes, and without stacking the camels run independently.

    >>> round(expected_legs_by_camel(5, 16, (1, 2, 3)), 6)
    6.534625
    """

    @cache
    def unfinished_chance(squares_left: int, rolls: int) -> float:
        """Return the chance that a camel has not finished after some rolls."""
        if squares_left <= 0:
            return 0.0
        if rolls == 0:
            return 1.0
        return sum(unfinished_chance(squares_left - face, rolls - 1) for face in faces) / len(faces)

    # The expected number of legs is the sum over n of the chance that the race is not over after n legs. The placement is one
    # more roll.
    return sum(unfinished_chance(track + 1, legs + 1) ** camels for legs in range(track + 1))


@dataclass(frozen=True, slots=True)
class Timing:
    """The mean number of legs by one approach, and the CPU seconds that it took.

    legs: None if the approach was not tried because it would take too long.
    """

    approach: str
    legs: float | MeanEstimate | None
    seconds: float | None


SIMULATION, TABLE, ONE_CAMEL, WHOLE_PMF, WITH_STACKING = "simulation", "table", "one camel", "pmf", "with stacking"


def time_approaches(
    camels: int, track: int, faces: tuple[int, ...], races: int, stacking: bool, *, progress: Progress = ignore_progress
) -> tuple[Timing, ...]:
    """Time each approach: the post's three and ours, without stacking, and last ours with stacking on request.

    races: the number of races of the simulation.
    stacking: whether to solve the race with stacking too, from a table that is built again.
    progress: called with the fraction done, from 0 to 1.
    """
    arguments = (camels, track, faces)
    parts = [subprogress(progress, number, 3) for number in range(3)]
    timings = [
        _time(SIMULATION, lambda: simulated_legs(*arguments, races=races, seed=1, progress=parts[0])),
        _time(TABLE, lambda: expected_legs_by_table(*arguments, progress=parts[1]))
        if table_steps(*arguments) <= MAX_TABLE_STEPS
        else Timing(TABLE, None, None),
        _time(ONE_CAMEL, lambda: expected_legs_by_camel(*arguments)),
        _time(WHOLE_PMF, lambda: race_length(*arguments, stacking=False).mean),
    ]
    if stacking:
        timings.append(_time(WITH_STACKING, lambda: _mean_from_new_table(*arguments, parts[2])))
    return tuple(timings)


def _mean_from_new_table(camels: int, track: int, faces: tuple[int, ...], progress: Progress) -> float:
    rules = Rules(track=track, faces=faces)
    return length_from_table(build_table(camels, rules, ranks=False, progress=progress), faces, track).mean


def _time(approach: str, mean_legs: Callable[[], float | MeanEstimate]) -> Timing:
    # CPU time, because wall-clock time would include the work of other threads.
    start = time.thread_time()
    legs = mean_legs()
    return Timing(approach, legs, time.thread_time() - start)
