"""Scores of forecasts against values worked out by hand, and against their own identities."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.calibration import brier_difference, brier_score, calibration
from boardodds.probability.estimate import Proportion

FORECAST = [0.25, 0.25, 0.75, 0.75, 0.75]
HAPPENED = [False, True, True, True, False]


def test_scores_by_hand() -> None:
    result = calibration(FORECAST, HAPPENED)
    # squares: 1/16, 9/16, 1/16, 1/16, 9/16, of mean 21/80 and squared deviations that sum to 0.3
    assert result.brier.value == pytest.approx(21 / 80, abs=1e-15)
    assert result.brier.standard_error == pytest.approx(sqrt(0.3 / 4 / 5), abs=1e-15)
    assert result.brier == brier_score(FORECAST, HAPPENED)
    assert [(each.low, each.high, each.mean_forecast, each.count, each.happened) for each in result.bins] == [
        (0.2, 0.3, 0.25, 2, Proportion(1, 2)),
        (0.7, 0.8, 0.75, 3, Proportion(2, 3)),
    ]
    assert [each.gap for each in result.bins] == pytest.approx([-1 / 4, 1 / 12], abs=1e-15)
    assert result.happened == Proportion(3, 5)
    assert result.expected_calibration_error == pytest.approx((2 / 4 + 3 / 12) / 5, abs=1e-15)
    assert result.reliability == pytest.approx((2 / 16 + 3 / 144) / 5, abs=1e-15)
    assert result.resolution == pytest.approx((2 * 0.1**2 + 3 * (1 / 15) ** 2) / 5, abs=1e-15)
    assert result.uncertainty == pytest.approx(6 / 25, abs=1e-15)
    assert result.skill == pytest.approx(1 - 21 / 80 * 25 / 6, abs=1e-15)


def test_a_difference_is_paired() -> None:
    # squares 1/4, 1/4, 1/4 against 0, 1, 1/4
    difference = brier_difference([0.5, 0.5, 0.5], [1.0, 1.0, 0.5], [True, False, True])
    assert difference.value == pytest.approx((1 / 4 - 3 / 4) / 3, abs=1e-15)
    assert difference.std == pytest.approx(sqrt(((5 / 12) ** 2 + (7 / 12) ** 2 + (1 / 6) ** 2) / 2), abs=1e-15)
    assert difference.size == 3


def test_the_edges_of_the_bins() -> None:
    # a bin begins with its lower edge, whatever 0.29 * 100 rounds to, and the last one has 1 in it
    result = calibration([0.0, 0.29, 1.0], [False, False, True], bins=100)
    assert [(each.low, each.high) for each in result.bins] == [(0.0, 0.01), (0.29, 0.3), (0.99, 1.0)]
    assert [each.count for each in calibration([0.0, 0.29, 1.0], [False, False, True], bins=1).bins] == [3]


calls = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10), st.booleans()), min_size=2, max_size=40)


@given(calls)
def test_the_brier_score_is_the_sum_of_its_parts(drawn: list[tuple[int, int, bool]]) -> None:
    # tenths fall into bins of their own, within which no forecast differs from another
    forecast = [tenths / 10 for tenths, _, _ in drawn]
    result = calibration(forecast, [happened for _, _, happened in drawn], bins=11)
    parts = result.reliability - result.resolution + result.uncertainty
    assert result.brier.value == pytest.approx(parts, abs=1e-12)
    assert result.expected_calibration_error**2 <= result.reliability + 1e-12
    assert sum(each.count for each in result.bins) == len(drawn)


@given(calls)
def test_a_difference_is_that_of_the_scores(drawn: list[tuple[int, int, bool]]) -> None:
    first, second = ([call[place] / 10 for call in drawn] for place in (0, 1))
    happened = [call[2] for call in drawn]
    difference = brier_difference(first, second, happened)
    scores = brier_score(first, happened).value - brier_score(second, happened).value
    assert difference.value == pytest.approx(scores, abs=1e-12)
    turned = brier_difference(second, first, happened)
    assert (turned.value, turned.std) == pytest.approx((-difference.value, difference.std), abs=1e-12)


def test_fair_forecasts_come_true_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    forecast = rng.random(40_000)
    result = calibration(forecast, rng.random(40_000) < forecast)
    for each in result.bins:
        assert abs(each.gap) < 4 * each.happened.standard_error
    # the mean of p (1 - p) over even p
    assert abs(result.brier.value - 1 / 6) < 4 * result.brier.standard_error
    assert result.expected_calibration_error < 0.01


@pytest.mark.parametrize(
    ("forecast", "happened", "bins", "message"),
    [
        ([0.5, 1.5], [True, False], 10, r"^forecast must hold chances from 0\.\.1, got 1\.5$"),
        ([0.5, -0.1], [True, False], 10, r"^forecast must hold chances from 0\.\.1, got -0\.1$"),
        ([0.5, float("nan")], [True, False], 10, r"^forecast must hold chances from 0\.\.1, got nan$"),
        ([0.5], [True], 10, r"^forecast must be an array \(n,\) of 2 chances or more, got shape \(1,\)$"),
        ([[0.5, 0.5]], [[True, True]], 10, r"^forecast must be an array \(n,\) of 2 .*, got shape \(1, 2\)$"),
        ([0.5, 0.5], [True], 10, r"^happened must be as long as forecast, shape \(2,\), got \(1,\)$"),
        ([0.5, 0.5], [1, 2], 10, "^happened must hold True and False alone, got int64$"),
        ([0.5, 0.5], [True, False], 0, r"^bins must be 1\.\.1,000, got 0$"),
        ([0.5, 0.5], [True, False], 1001, r"^bins must be 1\.\.1,000, got 1,001$"),
    ],
)
def test_bad_forecasts_are_refused(forecast: Any, happened: Any, bins: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        calibration(forecast, happened, bins)


def test_bad_comparisons_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^other must hold chances from 0\.\.1, got 2\.0$"):
        brier_difference([0.5, 0.5], [0.5, 2.0], [True, False])
    with pytest.raises(ValueError, match=r"^happened must be as long as other, shape \(3,\), got \(2,\)$"):
        brier_difference([0.5, 0.5], [0.5, 0.5, 0.5], [True, False])
    with pytest.raises(
        ValueError, match=r"^happened must be true in some and false in others for a skill, got 2 of 2 true$"
    ):
        _ = calibration([0.5, 0.5], [True, True]).skill
