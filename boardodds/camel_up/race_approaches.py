"""Three ways to ask how long a race is, as the race-length post tried them, each from its idea in a few plain lines.

They are lessons and cross-checks; ``race_length`` is what to use. Camels are placed by one roll, which is not counted as a leg;
without stacking they never meet, so a camel is its square and nothing else.
"""

import random
from functools import cache
from itertools import count, product
from math import comb

from boardodds.probability.estimate import MeanEstimate
from boardodds.probability.montecarlo import Progress, nobody_listens

MAX_TABLE_STEPS = 5_000_000
# races played between two tellings, which would cost more than a race does
_TELL_EVERY = 500


def simulated_legs(
    camels: int, track: int, faces: tuple[int, ...], races: int, seed: int, *, progress: Progress = nobody_listens
) -> MeanEstimate:
    """First approach: play races and take the mean. Fast to write, slow to learn from.

    progress: called with the share of the races that are played, from 0 to 1, now and then.

    >>> 6.5346 in simulated_legs(5, 16, (1, 2, 3), races=2000, seed=1).interval(0.999)
    True
    """
    rng = random.Random(seed)  # noqa: S311 (dice, not secrets)
    total = squares_total = 0
    for played in range(races):
        if played % _TELL_EVERY == 0:
            progress(played / races)
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
    """Steps of the second approach: every position, camels in any order, times every way to roll one leg."""
    return int(comb(track + camels - 1, camels) * len(faces) ** camels)


def expected_legs_by_table(
    camels: int, track: int, faces: tuple[int, ...], *, progress: Progress = nobody_listens
) -> float:
    """Second approach: a table of the expected legs from every position of all the camels. Exact, but soon too large.

    progress: called before each position with the share of the table that is filled, from 0 to 1.

    Raises ValueError before any work if it is too much.

    >>> round(expected_legs_by_table(2, 16, (1, 2, 3)), 6)
    7.169923
    """
    if (steps := table_steps(camels, track, faces)) > MAX_TABLE_STEPS:
        raise ValueError(f"the table takes up to {steps:,} steps; at most {MAX_TABLE_STEPS:,} are tried")
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
    """Third approach: when is one camel home? The race goes on as long as none of them is. Exact, and hardly any work.

    >>> round(expected_legs_by_camel(5, 16, (1, 2, 3)), 6)
    6.534625
    """

    @cache
    def on_the_way(squares_left: int, rolls: int) -> float:
        """The chance that so many rolls leave a camel short of the finish."""
        if squares_left <= 0:
            return 0.0
        if rolls == 0:
            return 1.0
        return sum(on_the_way(squares_left - face, rolls - 1) for face in faces) / len(faces)

    # expected legs: the sum over n of the chance that the race is not over after n legs, the placement roll before them
    going_on = (on_the_way(track + 1, legs + 1) ** camels for legs in range(track + 1))
    return sum(going_on)
