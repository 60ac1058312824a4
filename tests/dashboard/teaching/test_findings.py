"""The findings above the pictures of the teaching pages are true, whatever the visitor chooses."""

import re

import numpy as np
import pytest
from scipy.stats import binom

from boardodds.dashboard.teaching import large_number_findings as findings
from boardodds.dashboard.teaching.quiz import _nearest_sentence
from boardodds.probability.estimate import Z95
from boardodds.teaching import large_numbers
from tests.oracles.streaks import none_longer


@pytest.mark.parametrize("games", [10, 100, 1_000, 10_000])
@pytest.mark.parametrize("key", [*large_numbers.trials(), "chance=0.01"])
def test_as_many_runs_are_within_the_error_as_the_page_says(key: str, games: int) -> None:
    exact = float(large_numbers.trial(key).exact())
    error = Z95 * findings.standard_error(games, exact)
    low, high = np.ceil(games * (exact - error)), np.floor(games * (exact + error))
    share = binom.cdf(high, games, exact) - binom.cdf(low - 1, games, exact)
    said = f"{share:.0%} of runs are within {100 * error:.1f} percentage points of the exact chance"
    assert said in findings.error_sentence(games, exact)


@pytest.mark.parametrize("games", [100, 1_000, 10_000])
def test_four_times_the_games_halve_the_distance(games: int) -> None:
    exact = large_numbers.trial("leg").exact()
    before, after = (100 * Z95 * findings.standard_error(number, exact) for number in (games, 4 * games))
    assert before == pytest.approx(2 * after)
    assert findings.law_sentence(games, exact).endswith(
        f"{before:.1f} percentage points after {games:,} games, {after:.1f} after {4 * games:,}."
    )


@pytest.mark.parametrize("key", ["orchard", "coin", "chance=0.01"])
def test_the_page_says_how_many_games_give_one_point(key: str) -> None:
    exact = large_numbers.trial(key).exact()
    (said,) = re.findall(r"1 percentage point after about ([\d,]+) games", findings.law_sentence(100, exact))
    games = int(said.replace(",", ""))
    # Three digits of the number are right.
    assert Z95 * findings.standard_error(games, exact) == pytest.approx(0.01, rel=0.005 / 2)
    assert key != "orchard" or games == 6_550


@pytest.mark.parametrize(("games", "key"), [(1_000, "orchard"), (100, "chance=0.999"), (2_000, "chance=0.002")])
def test_the_page_says_how_many_runs_have_a_long_streak(games: int, key: str) -> None:
    found = large_numbers.streaks(key, games, runs=100)
    sentence = findings.streak_sentence(found, "losses", games)
    length = int(re.findall(r"have ([\d,]+) or more", sentence)[0].replace(",", ""))
    longer = 1 - none_longer(length - 1, games, 1 - large_numbers.trial(key).exact())
    assert f" {longer:.0%} of runs" in sentence


@pytest.mark.parametrize("runs", [1, 20])
@pytest.mark.parametrize("seed", range(15))
def test_the_page_says_after_which_of_all_games_the_runs_were_outside_the_band(runs: int, seed: int) -> None:
    result = large_numbers.run("leg", games=40, runs=runs, seed=seed)
    every = [large_numbers.outcomes("leg", 40, seed + run).cumsum() / np.arange(1, 41) for run in range(runs)]
    outside = [
        [
            n
            for n, share in zip(range(10, 41), shares[9:].tolist(), strict=True)
            if abs(share - result.exact) > Z95 * findings.standard_error(n, result.exact)
        ]
        for shares in every
    ]
    sentence = findings.band_sentence(result)
    if runs > 1:
        inside, left = sum(40 not in numbers for numbers in outside), sum(map(bool, outside))
        assert re.findall(r"\d+", sentence) == list(map(str, (inside, runs, left, 10, 40)))
    elif not outside[0]:
        assert re.findall(r"\d+", sentence) == ["10", "40"]
    else:
        last = max(outside[0])
        assert re.findall(r"\d+", sentence) == [str(last)] * (last < 40)
        assert ("ends outside" in sentence) == (last == 40)


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (findings.missed_sentence(0, 100, 0.94), "none misses the exact chance; about 6 are expected."),
        (findings.missed_sentence(1, 100, 0.99), "1 misses the exact chance; about 1 is expected."),
        (findings.missed_sentence(5, 100, 0.996), "5 miss the exact chance; fewer than 1 is expected."),
        (findings.missed_sentence(100, 100, 0.0), "100 miss the exact chance; about 100 are expected."),
        (_nearest_sentence([0.0, 1.0], [0.5, 0.5]), "None of your guesses is near the exact chance"),
        (_nearest_sentence([0.4, 1.0], [0.5, 0.5]), "1 of 2 guesses is near the exact chance"),
        # Exactly ten points are near.
        (_nearest_sentence([0.4, 0.6], [0.5, 0.5]), "2 of 2 guesses are near the exact chance"),
    ],
)
def test_intervals_that_miss_and_guesses_that_are_near_are_counted(finding: str, sentence: str) -> None:
    assert finding.removeprefix("Of the first 100, drawn here, ") == sentence
