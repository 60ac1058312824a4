"""The length of a race: the pmf of its number of legs. One roll for each camel places it on the track, which is no leg.

For lessons, four ways to the mean: the three of the 2015 blog post, without stacking, and ours with it.
"""

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np

from boardodds.camel_up.race import legs_pmf
from boardodds.camel_up.race_solver import build_table, count_boards, count_moves, table_work
from boardodds.camel_up.rules import Course, Rules
from boardodds.probability.arrays import multiset_numbers, multisets
from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf

Faces = tuple[int, ...]

MAX_LENGTH_WORK = 500_000_000
# The races of the simulation of ``take_approach``.
RACES = 20_000


def race_length(
    camels: int = 5,
    *,
    track: int = 16,
    faces: Sequence[int] = (1, 2, 3),
    stacking: bool = True,
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

    >>> [round(race_length(camels=5, track=16, stacking=stacking).mean, 6) for stacking in (True, False)]
    [4.722847, 6.534625]
    """
    course = Course(camels, track, tuple(faces), stacking)
    camels, rules = course.camels, Rules(faces=course.faces, track=course.track)
    if not stacking or camels == 1:
        return _length_without_stacking(camels, rules)
    work = table_work(camels, rules.track, rules.faces)
    if work > MAX_LENGTH_WORK:
        raise ValueError(
            f"a race of {camels} camels over {track} squares with stacking takes {work:,} steps to solve; "
            f"at most {MAX_LENGTH_WORK:,} are allowed: simulate it, or use fewer camels or squares"
        )
    return length_with_stacking(camels, rules, progress)


def length_with_stacking(camels: int, rules: Rules, progress: Progress | None = None) -> Pmf:
    """Return the pmf of the number of legs with stacking. The caller limits the work."""
    table = build_table(camels, rules, ranks=False, progress=progress)
    counts = Counter(rules.faces)
    starts = list(combinations_with_replacement(sorted(counts), camels))
    # The number of placements that lead to each start, whichever camel stands where.
    ways = [
        factorial(camels)
        // prod(factorial(start.count(face)) for face in counts)
        * prod(counts[face] for face in start)
        for start in starts
    ]
    return legs_pmf(np.average(table.legs[table.index(np.array(starts).T)], axis=0, weights=ways))


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


def take_approach(way: str, camels: int, track: int, faces: Faces) -> tuple[float | MeanEstimate, float] | None:
    """Return the mean by a way, a key of ``MAX_STEPS``, and its seconds of processor time; None if it has too many steps."""
    if count_work(way, camels, track, faces)[1] > MAX_STEPS[way]:
        return None
    start = time.thread_time()
    return _SOLVERS[way](camels, track, faces), time.thread_time() - start


def count_work(way: str, camels: int, track: int, faces: Faces) -> tuple[int, int]:
    """Return the states that a way keeps and its steps: rolls of the simulation, otherwise numbers that are added up."""
    boards, pairs = count_boards(camels, track), track * (track // min(faces))
    if way == SIMULATION:
        return camels, round(RACES * camels * (1 + race_length(camels, track=track, faces=faces, stacking=False).mean))
    if way == TABLE:
        return boards, boards * len(faces) ** camels
    return (pairs, pairs * len(faces)) if way == ONE_CAMEL else (boards * 2**camels, count_moves(camels, track, faces))


def _simulate(camels: int, track: int, faces: Faces) -> MeanEstimate:
    rng, running, legs = np.random.default_rng(1), np.arange(RACES), np.zeros(RACES, dtype=int)
    squares = rng.choice(faces, (RACES, camels))
    while len(running):
        legs[running] += 1
        squares = squares + rng.choice(faces, squares.shape)
        goes_on = squares.max(axis=1) <= track
        squares, running = squares[goes_on], running[goes_on]
    return MeanEstimate.from_sample(legs)


def _fill_table(camels: int, track: int, faces: Faces) -> float:
    rolls, boards = np.array([*product(faces, repeat=camels)], np.int16), multisets(camels, track)
    # The start is the board with all camels on square 0.
    boards = boards[(boards[:, 0] > 0) | (boards[:, -1] == 0)]
    table = np.zeros(count_boards(camels, track + 1))
    # Every roll moves the last camel forward, so the boards that can follow are filled before.
    for last in range(track, -1, -1):
        squares = boards[boards[:, 0] == last]
        after = np.sort(squares[:, None] + rolls, axis=2)
        goes_on = after[..., -1] <= track
        legs = np.zeros(goes_on.shape)
        legs[goes_on] = table[multiset_numbers(after[goes_on].T, track)]
        table[multiset_numbers(squares.T, track)] = 1 + legs.mean(axis=1)
    return float(table[0]) - 1


SIMULATION, TABLE, ONE_CAMEL, STACKING = "simulation", "table", "one_camel", "stacking"
# In steps: what each way does in up to half a second.
MAX_STEPS = {SIMULATION: 20_000_000, TABLE: 4_000_000, ONE_CAMEL: 1_000_000, STACKING: 4_000_000}
_SOLVERS: dict[str, Callable[[int, int, Faces], float | MeanEstimate]] = {
    SIMULATION: _simulate,
    TABLE: _fill_table,
    ONE_CAMEL: lambda camels, track, faces: race_length(camels, track=track, faces=faces, stacking=False).mean,
    STACKING: lambda camels, track, faces: length_with_stacking(camels, Rules(track=track, faces=faces)).mean,
}
