"""Bands for whole runs, against simulated runs and a plain enumeration."""

from itertools import product
from math import sqrt

import numpy as np
import pytest

from boardodds.probability.bands import stay_probabilities, whole_run_factor
from boardodds.probability.estimate import Z95
from boardodds.teaching.large_numbers import trials


@pytest.mark.parametrize(("trials", "chance", "first"), [(6, 0.3, 1), (8, 0.5, 3), (7, 0.78, 7)])
def test_staying_inside_agrees_with_a_list_of_all_runs(trials: int, chance: float, first: int) -> None:
    factors = (0.8, 1.3, 2.0)
    expected = dict.fromkeys(factors, 0.0)
    for run in product((0, 1), repeat=trials):
        weight = chance ** sum(run) * (1 - chance) ** (trials - sum(run))
        deviations = [
            abs(sum(run[:n]) / n - chance) / sqrt(chance * (1 - chance) / n) for n in range(first, trials + 1)
        ]
        for factor in factors:
            expected[factor] += weight * (max(deviations) <= factor + 1e-9)
    found = stay_probabilities(trials, chance, np.array(factors), first)
    assert found == pytest.approx(list(expected.values()), abs=1e-12)


def test_about_half_of_the_runs_leave_the_band_of_each_number_of_games_somewhere() -> None:
    # Stated in the issue: 46% of runs of 1,000 games leave the band of 95% at some number of games from 10 on.
    (stay,) = stay_probabilities(1_000, 0.7819, np.array([Z95]))
    assert 1 - stay == pytest.approx(0.46, abs=0.01)


@pytest.mark.parametrize("key", trials())
def test_about_95_percent_of_the_runs_of_a_trial_are_in_the_band_of_each_number_of_games(key: str) -> None:
    # The claim of the page on large numbers, for each of its questions; the smallest number of games is the worst.
    chance = trials()[key].exact()
    for games in (10, 20, 50, 100, 1_000):
        (inside,) = stay_probabilities(games, chance, np.array([Z95]), first=games)
        assert inside == pytest.approx(0.95, abs=0.03 if games < 100 else 0.015)


@pytest.mark.parametrize("key", trials())
def test_at_least_95_percent_of_the_runs_of_a_trial_stay_in_the_dotted_band(key: str) -> None:
    chance = trials()[key].exact()
    (inside,) = stay_probabilities(1_000, chance, np.array([whole_run_factor(1_000, chance)]))
    assert 0.95 <= inside < 0.96


@pytest.mark.parametrize(("trials", "chance"), [(100, 0.05), (300, 0.5), (1_000, 0.78)])
def test_the_band_of_whole_runs_contains_at_least_its_level_of_simulated_ones(trials: int, chance: float) -> None:
    factor = whole_run_factor(trials, chance)
    (exact,) = stay_probabilities(trials, chance, np.array([factor]))
    # The number of successes is whole, so a little more than the level can be inside; in small runs with a rare success, more.
    assert 0.95 <= exact < 0.96
    rng, numbers, runs = np.random.default_rng(1), np.arange(1, trials + 1), 4_000
    shares = (rng.random((runs, trials)) < chance).cumsum(axis=1) / numbers
    deviations = abs(shares - chance) / np.sqrt(chance * (1 - chance) / numbers)
    inside = (deviations[:, 9:].max(axis=1) <= factor + 1e-9).mean()
    assert abs(inside - exact) < 4 * sqrt(exact * (1 - exact) / runs)
