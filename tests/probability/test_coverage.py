"""Coverage of intervals and of bands, against plain sums, grids, lists of all runs, simulated runs and published values."""

from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom
from statsmodels.stats.proportion import proportion_confint

from boardodds.dashboard.teaching.large_numbers import LEVELS, MARGINS, SAMPLE
from boardodds.probability.coverage import (
    CLOPPER_PEARSON,
    METHODS,
    PLUS_FOUR,
    WALD,
    WILSON,
    coverage,
    coverages,
    interval,
    lowest_coverage,
    margin_probability,
    mean_coverage,
    stay_probabilities,
    whole_run_factor,
)
from boardodds.probability.estimate import Z95, Proportion, trials_for_margin
from boardodds.teaching.large_numbers import repeat, trials


def test_ten_thousand_wilson_intervals_have_the_exact_coverage() -> None:
    exact = trials()["orchard"].exact()
    shares = repeat("orchard", games=20, repetitions=10_000, seed=11)
    observed = Proportion(sum(exact in interval(share, WILSON) for share in shares), len(shares))
    expected = coverage(20, exact, WILSON)
    # 99.9% of such runs lie within 3.3 standard errors.
    assert abs(observed.value - expected) < 3.3 * sqrt(expected * (1 - expected) / len(shares))


def test_the_wald_interval_has_less_coverage_than_its_level() -> None:
    # Brown, Cai and DasGupta (2001): at n = 10 and p = 0.1 the Wald interval has a coverage of 0.65, Wilson's of 0.93.
    assert coverage(10, 0.1, WALD) == pytest.approx(0.65, abs=0.005)
    assert coverage(10, 0.1, WILSON) == pytest.approx(0.93, abs=0.005)
    assert coverage(2_000, 0.3, WALD) == pytest.approx(0.95, abs=0.005)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("size", "level"), [(5, 0.95), (20, 0.95), (20, 0.8), (50, 0.99)])
def test_mean_and_lowest_coverage_agree_with_a_fine_grid(method: str, size: int, level: float) -> None:
    grid = (np.arange(4_000) + 0.5) / 4_000
    found = np.array([coverage(size, float(chance), method, level) for chance in grid])
    # The coverage jumps by at most 1 at each of at most 2 * size + 2 bounds, and each jump can move one point of the grid.
    assert mean_coverage(size, method, level) == pytest.approx(found.mean(), abs=(2 * size + 2) / 4_000 / 2)
    chance, lowest = lowest_coverage(size, method, level)
    assert lowest <= found.min() + 1e-12
    nearby = [coverage(size, min(1.0, max(0.0, chance + step)), method, level) for step in (-1e-9, 1e-9)]
    assert lowest == pytest.approx(min(nearby), abs=1e-6) or chance == 0


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("size", SAMPLE)
def test_wilson_is_nearer_to_its_level_and_both_fall_below_it(size: int, level: float) -> None:
    # The claims of the page on intervals, for all of its settings.
    wilson, wald = (mean_coverage(size, method, level) for method in (WILSON, WALD))
    assert abs(wilson - level) < abs(wald - level)
    assert wald < level
    assert all(lowest_coverage(size, method, level)[1] < level for method in (WILSON, WALD))


@pytest.mark.parametrize("margin", MARGINS)
def test_the_games_for_any_chance_always_give_the_margin(margin: float) -> None:
    assert Z95 * sqrt(0.25 / trials_for_margin(margin)) <= margin


def test_the_margin_is_a_guarantee_only_at_one_half() -> None:
    chance = trials()["orchard"].exact()
    games = trials_for_margin(0.05, share=chance)
    assert games == 263
    # The proportion of about half of the samples is nearer to one half than the chance, and their intervals are wider.
    assert 0.45 < margin_probability(games, 0.05, chance, Z95) < 0.6
    assert trials_for_margin(0.05) == 385
    assert margin_probability(385, 0.05, chance, Z95) == pytest.approx(1)
    assert margin_probability(385, 0.05, 0.5, Z95) == pytest.approx(1)
    assert margin_probability(384, 0.05, 0.5, Z95) < 0.97


@given(st.integers(1, 80), st.floats(0.01, 0.5), st.floats(0, 1))
def test_margin_probability_is_the_sum_over_all_outcomes(size: int, margin: float, chance: float) -> None:
    expected = sum(
        comb(size, count) * chance**count * (1 - chance) ** (size - count)
        for count in range(size + 1)
        if Z95 * sqrt(count / size * (1 - count / size) / size) <= margin
    )
    assert margin_probability(size, margin, chance, Z95) == pytest.approx(expected, abs=1e-9)


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match=r"chance must be 0\.\.1, got 1\.5"):
        coverage(10, 1.5, WILSON)
    with pytest.raises(ValueError, match="method must be one of Wilson, Wald, plus four, Clopper-Pearson, got 'exact'"):
        interval(Proportion(1, 2), "exact")
    with pytest.raises(ValueError, match=r"games must be 2\.\.2,000, got 1"):
        mean_coverage(1, WILSON)
    with pytest.raises(ValueError, match=r"margin must lie between 0 and 0\.5, got 1"):
        trials_for_margin(1)


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
