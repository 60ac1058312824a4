"""The length of races with crazy camels, against a plain program that plays them with lists and dice."""

import random
from dataclasses import replace

import numpy as np
import pytest

from boardodds.camel_up import SECOND_EDITION, simulate_race_length
from tests.oracles.camel_up_race import dice_length

PLAIN_RACES = 3_000


@pytest.mark.parametrize(
    ("camels", "track", "faces", "stacking"),
    [(5, 16, (1, 2, 3), True), (2, 7, (1, 2), True), (4, 10, (1, 2, 3), False), (3, 4, (1, 2, 3, 4), True)],
)
def test_crazy_lengths_are_those_of_dice(camels: int, track: int, faces: tuple[int, ...], stacking: bool) -> None:
    rules = replace(SECOND_EDITION, faces=faces, track=track, stacking=stacking)
    rng = random.Random(1)
    plain = np.array([dice_length(camels, rules, rng) for _ in range(PLAIN_RACES)])
    fast = simulate_race_length(camels, track=track, faces=faces, stacking=stacking, crazy=True, games=30_000, seed=2)
    error = float(np.hypot(plain.std() / PLAIN_RACES**0.5, fast.mean_legs.standard_error))
    assert abs(plain.mean() - fast.mean_legs.value) < 4 * error
    # The whole distribution, not only its mean.
    for legs in range(1, int(plain.max()) + 1):
        share = fast.legs.at_most(legs)
        assert abs((plain <= legs).mean() - share) < 4 * (share * (1 - share) / PLAIN_RACES) ** 0.5 + 2e-3
