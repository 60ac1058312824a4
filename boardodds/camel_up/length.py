"""The length of a race: the pmf of its number of legs.

One roll for each camel places it on the track; these rolls do not count as a leg.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from boardodds.camel_up.race import legs_pmf
from boardodds.camel_up.race_solver import build_table, table_work
from boardodds.camel_up.rules import Course, Rules
from boardodds.probability.montecarlo import Progress
from boardodds.probability.pmf import Pmf

MAX_LENGTH_WORK = 500_000_000


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

    >>> round(race_length(camels=5, track=16, stacking=True).mean, 6)
    4.722847
    >>> round(race_length(camels=5, track=16, stacking=False).mean, 6)
    6.534625
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
