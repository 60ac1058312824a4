"""Scores of forecasts against values computed by hand, and against the identities between them."""

from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.calibration import brier_difference, calibration
from boardodds.probability.estimate import Proportion

FORECAST = [0.25, 0.25, 0.75, 0.75, 0.75]
HAPPENED = [False, True, True, True, False]


def test_scores_by_hand() -> None:
    result = calibration(FORECAST, HAPPENED)
    # The squared errors are 1/16, 9/16, 1/16, 1/16 and 9/16. Their mean is 21/80, and their squared deviations sum to 0.3.
    assert result.brier.value == pytest.approx(21 / 80, abs=1e-15)
    assert result.brier.standard_error == pytest.approx(sqrt(0.3 / 4 / 5), abs=1e-15)
    assert [(bin_.low, bin_.high, bin_.mean_forecast, bin_.count, bin_.happened) for bin_ in result.bins] == [
        (0.2, 0.3, 0.25, 2, Proportion(1, 2)),
        (0.7, 0.8, 0.75, 3, Proportion(2, 3)),
    ]
    assert [bin_.gap for bin_ in result.bins] == pytest.approx([-1 / 4, 1 / 12], abs=1e-15)
    assert result.happened == Proportion(3, 5)
    assert result.expected_calibration_error == pytest.approx((2 / 4 + 3 / 12) / 5, abs=1e-15)
    assert result.uncertainty == pytest.approx(6 / 25, abs=1e-15)
    assert result.skill == pytest.approx(1 - 21 / 80 * 25 / 6, abs=1e-15)


def test_a_difference_is_paired() -> None:
    # The squared errors are 1/4, 1/4, 1/4 and 0, 1, 1/4.
    difference = brier_difference([0.5, 0.5, 0.5], [1.0, 1.0, 0.5], [True, False, True])
    assert difference.value == pytest.approx((1 / 4 - 3 / 4) / 3, abs=1e-15)
    assert difference.std == pytest.approx(sqrt(((5 / 12) ** 2 + (7 / 12) ** 2 + (1 / 6) ** 2) / 2), abs=1e-15)
    assert difference.size == 3


def test_the_edges_of_the_bins() -> None:
    # A bin includes its lower edge. The last bin includes 1.
    result = calibration([0.0, 0.3, 1.0], [False, False, True])
    assert [(bin_.low, bin_.high) for bin_ in result.bins] == [(0.0, 0.1), (0.3, 0.4), (0.9, 1.0)]


forecast_lists = st.lists(st.tuples(st.integers(0, 10), st.integers(0, 10), st.booleans()), min_size=2, max_size=40)


@given(forecast_lists)
def test_a_difference_equals_the_difference_of_the_scores(calls: list[tuple[int, int, bool]]) -> None:
    first, second = ([call[place] / 10 for call in calls] for place in (0, 1))
    happened = [call[2] for call in calls]
    difference = brier_difference(first, second, happened)
    scores = calibration(first, happened).brier.value - calibration(second, happened).brier.value
    assert difference.value == pytest.approx(scores, abs=1e-12)
    opposite = brier_difference(second, first, happened)
    assert (opposite.value, opposite.std) == pytest.approx((-difference.value, difference.std), abs=1e-12)


def test_calibrated_forecasts_come_true_as_often_as_they_claim() -> None:
    rng = np.random.default_rng(1)
    forecast = rng.random(40_000)
    result = calibration(forecast, rng.random(40_000) < forecast)
    for bin_ in result.bins:
        assert abs(bin_.gap) < 4 * bin_.happened.standard_error
    # The mean of p (1 - p) for p uniform between 0 and 1 is 1/6.
    assert abs(result.brier.value - 1 / 6) < 4 * result.brier.standard_error
    assert result.expected_calibration_error < 0.01


@pytest.mark.parametrize(
    ("forecast", "happened", "message"),
    [
        ([0.5, 1.5], [True, False], r"^forecast must contain chances 0\.\.1, got 1\.5$"),
        ([0.5, -0.1], [True, False], r"^forecast must contain chances 0\.\.1, got -0\.1$"),
        ([0.5, float("nan")], [True, False], r"^forecast must contain chances 0\.\.1, got nan$"),
        ([0.5], [True], r"^forecast must be an array \(n,\) of 2 chances or more, got shape \(1,\)$"),
        ([[0.5, 0.5]], [[True, True]], r"^forecast must be an array \(n,\) of 2 .*, got shape \(1, 2\)$"),
        ([0.5, 0.5], [True], r"^happened must be as long as forecast, shape \(2,\), got \(1,\)$"),
        ([0.5, 0.5], [1, 2], "^happened must contain only True and False, got int64$"),
    ],
)
def test_bad_forecasts_are_refused(forecast: Any, happened: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        calibration(forecast, happened)


def test_bad_comparisons_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^other must contain chances 0\.\.1, got 2\.0$"):
        brier_difference([0.5, 0.5], [0.5, 2.0], [True, False])
    with pytest.raises(ValueError, match=r"^happened must be as long as other, shape \(3,\), got \(2,\)$"):
        brier_difference([0.5, 0.5], [0.5, 0.5, 0.5], [True, False])
    with pytest.raises(
        ValueError, match=r"^happened must be true in some and false in others for a skill, got 2 of 2 true$"
    ):
        _ = calibration([0.5, 0.5], [True, True]).skill
