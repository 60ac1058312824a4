"""The findings above the pictures of the teaching pages are true, whatever the visitor chooses."""

import re

import numpy as np
import pytest
from scipy.stats import binom

from boardodds.dashboard.teaching.large_numbers import (
    LEVELS,
    MARGINS,
    SAMPLE,
    _coverage_text,
    _games_and_samples_within,
    _law_sentence,
    band_sentence,
    error_sentence,
    missed_sentence,
    standard_error,
)
from boardodds.dashboard.teaching.quiz import _nearest_sentence
from boardodds.probability.coverage import WALD, WILSON, coverage, interval, mean_coverage
from boardodds.probability.estimate import Z95, Proportion, trials_for_margin
from boardodds.teaching import large_numbers


@pytest.mark.parametrize("games", [100, 1_000, 10_000])
@pytest.mark.parametrize("key", large_numbers.trials())
def test_about_19_of_20_runs_are_within_the_error(key: str, games: int) -> None:
    exact = float(large_numbers.trial(key).exact())
    error = Z95 * standard_error(games, exact)
    low, high = np.ceil(games * (exact - error)), np.floor(games * (exact + error))
    assert binom.cdf(high, games, exact) - binom.cdf(low - 1, games, exact) == pytest.approx(0.95, abs=0.015)
    assert f"within {100 * error:.1f} percentage points of the exact chance" in error_sentence(games, exact)


@pytest.mark.parametrize("games", [100, 1_000, 10_000])
def test_four_times_the_games_halve_the_distance(games: int) -> None:
    assert standard_error(games, 0.3) == pytest.approx(standard_error(games // 4, 0.3) / 2)
    exact = large_numbers.trial("leg").exact()
    before, after = (100 * standard_error(number, exact) for number in (games // 4, games))
    assert _law_sentence(large_numbers.run("leg", games=games, runs=1, seed=1)) == (
        f"Four times the games, half the distance: {before:.1f} percentage points after {games // 4:,} games, {after:.1f} after "
        f"{games:,}"
    )


@pytest.mark.parametrize("runs", [1, 20])
@pytest.mark.parametrize("seed", range(15))
def test_the_page_says_after_which_of_all_games_the_runs_were_outside_the_band(runs: int, seed: int) -> None:
    result = large_numbers.run("leg", games=40, runs=runs, seed=seed)
    every = [large_numbers.outcomes("leg", 40, seed, run).cumsum() / np.arange(1, 41) for run in range(runs)]
    outside = [
        [
            n
            for n, share in zip(range(10, 41), shares[9:].tolist(), strict=True)
            if abs(share - result.exact) > Z95 * standard_error(n, result.exact)
        ]
        for shares in every
    ]
    sentence = band_sentence(result)
    if runs > 1:
        inside, left = sum(40 not in numbers for numbers in outside), sum(map(bool, outside))
        assert re.findall(r"\d+", sentence) == list(map(str, (inside, runs, left, 10, 40)))
    elif not outside[0]:
        assert re.findall(r"\d+", sentence) == ["10", "40"]
    else:
        last = max(outside[0])
        assert re.findall(r"\d+", sentence) == [str(last)] * (last < 40)
        assert ("ends outside" in sentence) == (last == 40)


@pytest.mark.parametrize("sample", SAMPLE)
@pytest.mark.parametrize("level", LEVELS)
def test_the_lowest_coverage_is_described_for_both_ends(sample: int, level: float) -> None:
    text = _coverage_text(sample, level)
    assert f"{WALD}'s falls towards 0% as the chance nears 0% or 100%." in text
    assert coverage(sample, 1e-9, WALD, level) < 1e-6
    assert coverage(sample, 1 - 1e-9, WALD, level) < 1e-6
    # It does not stay that low for chances that round to 0.1%: most samples of 20 or more then have a yes in some.
    assert coverage(sample, 0.001, WALD, level) > coverage(sample, 0.0001, WALD, level) > 0
    found = re.search(rf"{WILSON}'s coverage is lowest near (\S+)% and (\S+)%: (\S+)%", text)
    assert found
    low, high, lowest = (float(number) / 100 for number in found.groups())
    assert low + high == pytest.approx(1)
    # On average Wilson's coverage is closer to the level, and for some chances both are below it.
    wilson, wald = (abs(mean_coverage(sample, method, level) - level) for method in (WILSON, WALD))
    assert wilson < wald
    # Nowhere is it lower than printed, up to rounding, and it is that low within a step of the printed chances.
    grid = np.linspace(0, 1, 401)
    values = [coverage(sample, float(chance), WILSON, level) for chance in grid]
    assert min(values) >= lowest - 0.0006
    both = zip(values, (coverage(sample, float(chance), WALD, level) for chance in grid), strict=True)
    assert min(max(pair) for pair in both) < level
    for chance in (low, high):
        near = [coverage(sample, float(near), WILSON, level) for near in np.linspace(chance - 5e-4, chance + 5e-4, 101)]
        assert min(near) == pytest.approx(lowest, abs=0.003)


@pytest.mark.parametrize("key", large_numbers.trials())
@pytest.mark.parametrize("margin", MARGINS)
def test_for_the_games_of_the_table_the_margins_of_wald_and_wilson_hardly_differ(key: str, margin: float) -> None:
    for share in (large_numbers.trial(key).exact(), 0.5):
        games = trials_for_margin(margin, share=share)
        sample = Proportion(round(share * games), games)
        wald, wilson = ((ci.high - ci.low) / 2 for ci in (interval(sample, method) for method in (WALD, WILSON)))
        assert wilson == pytest.approx(wald, rel=0.01)


@pytest.mark.parametrize("key", ["orchard", "leg"])
def test_as_many_samples_are_within_the_margin_as_the_page_says(key: str) -> None:
    exact = large_numbers.trial(key).exact()
    games, within = _games_and_samples_within(0.05, exact)
    wins = np.random.default_rng(5).binomial(games, exact, 20_000)
    found = (Z95 * np.sqrt(wins / games * (1 - wins / games) / games) <= 0.05).mean()
    assert float(within.rstrip("%")) / 100 == pytest.approx(found, abs=4 * 0.5 / 20_000**0.5)


@pytest.mark.parametrize("margin", MARGINS)
def test_the_games_for_any_chance_give_the_margin_for_the_worst_one(margin: float) -> None:
    games = trials_for_margin(margin)
    assert Z95 * standard_error(games, 0.5) <= margin < Z95 * standard_error(games - 1, 0.5)


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (missed_sentence(0, 100, 0.94), "none misses the exact chance; about 6 are expected."),
        (missed_sentence(1, 100, 0.99), "1 misses the exact chance; about 1 is expected."),
        (missed_sentence(5, 100, 0.996), "5 miss the exact chance; fewer than 1 is expected."),
        (missed_sentence(100, 100, 0.0), "100 miss the exact chance; about 100 are expected."),
        (_nearest_sentence([0.0, 1.0], [0.5, 0.5]), "None of your guesses is near the exact chance"),
        (_nearest_sentence([0.4, 1.0], [0.5, 0.5]), "1 of 2 guesses is near the exact chance"),
        # Exactly ten points are near.
        (_nearest_sentence([0.4, 0.6], [0.5, 0.5]), "2 of 2 guesses are near the exact chance"),
    ],
)
def test_intervals_that_miss_and_guesses_that_are_near_are_counted(finding: str, sentence: str) -> None:
    assert finding.removeprefix("Of the first 100, drawn here, ") == sentence
