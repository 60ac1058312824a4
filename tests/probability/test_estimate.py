"""Confidence intervals against their definitions, published examples and their coverage."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.estimate import MeanEstimate, Proportion, trials_to_tell_apart
from boardodds.probability.pmf import Pmf, quantile_interval

Z95 = 1.959963984540054


@given(st.integers(1, 5000), st.data())
def test_wilson_bounds_solve_its_quadratic(trials: int, data: st.DataObject) -> None:
    proportion = Proportion(data.draw(st.integers(0, trials)), trials)
    interval = proportion.interval(0.95)
    assert 0 <= interval.low <= proportion.value <= interval.high <= 1
    for bound in (interval.low, interval.high):
        # The bounds are defined by |p - bound| = z * sqrt(bound (1 - bound) / n).
        assert abs(proportion.value - bound) == pytest.approx(Z95 * sqrt(bound * (1 - bound) / trials), abs=1e-9)


def test_bad_estimates_are_refused() -> None:
    with pytest.raises(ValueError, match=r"successes must be 0\.\.10, got 11"):
        Proportion(11, 10)
    with pytest.raises(ValueError, match="trials must be 1 or more"):
        Proportion(0, 0)
    with pytest.raises(ValueError, match="size must be 2 or more"):
        MeanEstimate(1.0, 1.0, 1)
    with pytest.raises(ValueError, match="std must be 0 or more"):
        MeanEstimate(1.0, float("nan"), 10)
    with pytest.raises(ValueError, match="level must lie between"):
        Proportion(1, 2).interval(1.0)
    with pytest.raises(ValueError, match="size must be 1 or more, got 0"):
        quantile_interval(Pmf((1,), (1.0,)), 0.5, size=0)


def test_intervals_match_the_paper() -> None:
    # Table 1 of the Orchard paper: 1e8 games, proportion 0.73821, SE 0.00004, 99% CI 0.73809 to 0.73832. Its standard error has
    # n - 1 in the place of n, which the printed digits cannot show.
    proportion = Proportion(73_821_000, 100_000_000)
    assert proportion.standard_error == pytest.approx(0.00004, abs=0.000005)
    interval = proportion.wald_interval(0.99)
    assert (interval.low, interval.high) == pytest.approx((0.73809, 0.73832), abs=0.00001)
    assert Proportion(0, 10).wald_interval().width == 0


def test_coverage_of_the_quantile_interval_is_at_least_its_level() -> None:
    rng = np.random.default_rng(4)
    contained = 0
    for _ in range(1_000):
        counts = np.bincount(rng.poisson(40, size=400))
        contained += 40 in quantile_interval(Pmf.from_weights(dict(enumerate(counts.tolist()))), 0.5, size=400)
    # Outcomes are whole numbers, so the coverage can exceed 95%. It must not be lower, within 3 standard errors of 1,000 trials.
    assert contained / 1_000 > 0.95 - 3 * sqrt(0.95 * 0.05 / 1_000)


@given(st.floats(1e-9, 100), st.integers(2, 10**8))
def test_the_bounds_of_a_mean_never_look_equal(std: float, size: int) -> None:
    text = str(MeanEstimate(38.75, std, size))
    low, high = text.removesuffix(")").split("95% CI ")[1].split(" to ")
    assert float(low) < float(high)


@pytest.mark.parametrize(("first", "second"), [(0.73822, 0.7685), (0.73632, 0.78193), (0.2, 0.5)])
def test_intervals_are_apart_as_often_as_the_trials_promise(first: float, second: float) -> None:
    trials, draw = trials_to_tell_apart(first, second, 0.99, 0.9), np.random.default_rng(5).binomial
    samples = zip(draw(trials, first, 4000).tolist(), draw(trials, second, 4000).tolist(), strict=True)
    both = [[Proportion(yes, trials).wald_interval(0.99) for yes in sample] for sample in samples]
    # Four standard errors; a few dozen trials are not quite normal.
    assert np.mean([low.high < high.low for low, high in both]) == pytest.approx(0.9, abs=0.019)
