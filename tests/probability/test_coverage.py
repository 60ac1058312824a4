"""Coverage of intervals and of bands, against plain sums, grids, lists of all runs, simulated runs and published values."""

from itertools import product
from math import sqrt

import numpy as np
import pytest
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from boardodds.dashboard.teaching.solvers import coverage_by_chance
from boardodds.probability.coverage import (
    CLOPPER_PEARSON,
    METHODS,
    PLUS_FOUR,
    WALD,
    WILSON,
    coverage,
    coverages,
    interval,
    stay_probabilities,
    whole_run_factor,
)
from boardodds.probability.estimate import Z95, Proportion
from boardodds.teaching.large_numbers import trials


def test_the_wald_interval_has_less_coverage_than_its_level() -> None:
    # Brown, Cai and DasGupta (2001): at n = 10 and p = 0.1 the Wald interval has a coverage of 0.65, Wilson's of 0.93.
    assert coverage(10, 0.1, WALD) == pytest.approx(0.65, abs=0.005)
    assert coverage(10, 0.1, WILSON) == pytest.approx(0.93, abs=0.005)
    assert coverage(2_000, 0.3, WALD) == pytest.approx(0.95, abs=0.005)


@pytest.mark.parametrize("level", [0.8, 0.99])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("trials", [5, 20])
def test_no_chance_has_a_lower_coverage_than_the_lowest_that_is_drawn(trials: int, method: str, level: float) -> None:
    chances, drawn = coverage_by_chance(trials, level)[method]
    every = coverages(trials, np.linspace(chances[0], chances[-1], 20_001), method, level)
    # A step of the grid is short, so that it comes near each jump.
    assert min(drawn) - 1e-9 <= every.min() <= min(drawn) + 2e-3


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match=r"chance must be 0\.\.1, got 1\.5"):
        coverage(10, 1.5, WILSON)
    with pytest.raises(ValueError, match="method must be one of Wilson, Wald, plus four, Clopper-Pearson, got 'exact'"):
        interval(Proportion(1, 2), "exact")
    with pytest.raises(ValueError, match=r"games must be 2\.\.2,000, got 1"):
        coverage(1, 0.5, WILSON)


@pytest.mark.parametrize(("trials", "chance", "first"), [(6, 0.3, 1), (8, 0.5, 3), (7, 0.78, 7)])
def test_staying_inside_agrees_with_a_list_of_all_runs(trials: int, chance: float, first: int) -> None:
    factors = (0.8, 1.3, 2.0)
    expected = dict.fromkeys(factors, 0.0)
    for run in product((0, 1), repeat=trials):
        weight = chance ** sum(run) * (1 - chance) ** (trials - sum(run))
        distances = [abs(sum(run[:n]) / n - chance) / sqrt(chance * (1 - chance) / n) for n in range(first, trials + 1)]
        for factor in factors:
            expected[factor] += weight * (max(distances) <= factor + 1e-9)
    found = stay_probabilities(trials, chance, np.array(factors), first)
    assert found == pytest.approx(list(expected.values()), abs=1e-12)


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


@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
@pytest.mark.parametrize(("count", "trials"), [(0, 10), (1, 7), (7, 20), (10, 10), (330, 1_000)])
def test_every_interval_is_that_of_statsmodels(count: int, trials: int, level: float) -> None:
    share, alpha = Proportion(count, trials), 1 - level
    theirs = {
        WILSON: proportion_confint(count, trials, alpha, method="wilson"),
        WALD: proportion_confint(count, trials, alpha, method="normal"),
        PLUS_FOUR: proportion_confint(count + 2, trials + 4, alpha, method="normal"),
        CLOPPER_PEARSON: proportion_confint(count, trials, alpha, method="beta"),
    }
    for method in METHODS:
        ours = interval(share, method, level)
        assert (ours.low, ours.high) == pytest.approx(theirs[method], abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("trials", "level"), [(5, 0.95), (20, 0.8), (57, 0.99)])
def test_coverage_over_chances_is_a_sum_over_the_binomial_distribution(method: str, trials: int, level: float) -> None:
    chances = np.array([0.0, 0.01, 0.3, 0.5, 0.77, 1.0])
    slow = [
        sum(binom.pmf(k, trials, p) for k in range(trials + 1) if p in interval(Proportion(k, trials), method, level))
        for p in chances
    ]
    assert coverages(trials, chances, method, level) == pytest.approx(slow, abs=1e-9)
    assert [coverage(trials, float(p), method, level) for p in chances] == pytest.approx(slow, abs=1e-9)
    if method == CLOPPER_PEARSON:
        assert min(slow) >= level
