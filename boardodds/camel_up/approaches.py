"""Four ways to the mean number of legs: the three of the 2015 blog post, without stacking, and ours with it; for lessons."""

import time
from collections.abc import Callable
from itertools import product

import numpy as np

from boardodds.camel_up.length import length_with_stacking, race_length
from boardodds.camel_up.race_solver import count_boards, count_moves
from boardodds.camel_up.rules import Rules
from boardodds.probability.arrays import multiset_numbers, multisets
from boardodds.probability.estimate import MeanEstimate

RACES = 20_000
Faces = tuple[int, ...]


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
