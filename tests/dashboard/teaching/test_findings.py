"""The findings above the pictures of the teaching pages are true, whatever the visitor chooses."""

import numpy as np
import pytest
from scipy.stats import binom

from boardodds.dashboard.teaching.error import error_sentence, standard_error
from boardodds.dashboard.teaching.large_numbers_views import (
    GAMES,
    MARGINS,
    _coverage_text,
    _law_sentence,
    _missed_sentence,
)
from boardodds.dashboard.teaching.quiz_views import _nearest_sentence
from boardodds.probability.coverage import WALD, coverage
from boardodds.probability.estimate import Z95, trials_for_margin
from boardodds.teaching import large_numbers


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("key", large_numbers.trials())
def test_about_19_of_20_runs_are_within_the_error(key: str, games: int) -> None:
    exact = float(large_numbers.trial(key).exact())
    error = Z95 * standard_error(games, exact)
    low, high = np.ceil(games * (exact - error)), np.floor(games * (exact + error))
    assert binom.cdf(high, games, exact) - binom.cdf(low - 1, games, exact) == pytest.approx(0.95, abs=0.015)
    assert f"within {100 * error:.1f} percentage points of the exact chance" in error_sentence(games, exact)


def test_four_times_the_games_halve_the_distance() -> None:
    assert standard_error(400, 0.3) == pytest.approx(standard_error(100, 0.3) / 2)
    runs = large_numbers.run("leg", games=1_000, runs=1, seed=1)
    assert _law_sentence(runs).endswith("from 15.0 percentage points after 10 games to 1.5 after 1,000")


@pytest.mark.parametrize(
    ("missed", "sentence"),
    [
        (0, "None of 100 intervals misses the exact chance"),
        (1, "1 of 100 intervals misses the exact chance"),
        (5, "5 of 100 intervals miss the exact chance"),
        (100, "100 of 100 intervals miss the exact chance"),
    ],
)
def test_the_intervals_that_miss_are_counted(missed: int, sentence: str) -> None:
    assert _missed_sentence(missed, 100) == sentence


@pytest.mark.parametrize("sample", [5, 20, 100])
@pytest.mark.parametrize("level", [0.8, 0.95, 0.99])
def test_a_possible_chance_is_not_rounded_to_zero(sample: int, level: float) -> None:
    text = _coverage_text(sample, level)
    assert "0.0%" not in text.replace("90.0%", "").replace("80.0%", "")
    assert f"for {WALD} (at the lowest less than 0.1%, for chances of less than 0.1%)" in text
    assert coverage(sample, 1e-9, WALD, level) < 0.001


@pytest.mark.parametrize("margin", MARGINS)
def test_the_games_for_any_chance_give_the_margin_for_the_worst_one(margin: float) -> None:
    games = trials_for_margin(margin)
    assert Z95 * standard_error(games, 0.5) <= margin < Z95 * standard_error(games - 1, 0.5)


@pytest.mark.parametrize(
    ("guesses", "sentence"),
    [
        ([0.0, 1.0], "None of your guesses is near the exact chance"),
        ([0.4, 1.0], "1 of 2 guesses is near the exact chance"),
        # Exactly ten points are near.
        ([0.4, 0.6], "2 of 2 guesses are near the exact chance"),
    ],
)
def test_the_guesses_near_the_chance_are_counted(guesses: list[float], sentence: str) -> None:
    assert _nearest_sentence(guesses, [0.5, 0.5]) == sentence
