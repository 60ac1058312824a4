"""The statistics of simulated lengths against those of a list of the games."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.estimate import MeanEstimate, Proportion, quantile_interval
from boardodds.probability.lengths import LengthSample


@given(st.lists(st.integers(0, 12), min_size=2, max_size=60), st.integers(0, 14))
def test_a_sample_matches_a_list_of_its_games(games: list[int], length: int) -> None:
    sample = LengthSample(tuple(np.bincount(games).tolist()))
    mean = MeanEstimate.from_sample(games)
    assert sample.games == len(games)
    assert sample.mean.value == pytest.approx(mean.value, rel=1e-12)
    assert sample.mean.std == pytest.approx(mean.std, rel=1e-9, abs=1e-12)
    assert sample.probability(length) == Proportion(games.count(length), len(games))
    assert sample.at_most(length) == Proportion(sum(game <= length for game in games), len(games))
    assert sample.quantile_interval(0.5) == quantile_interval(sample.pmf, 0.5, len(games))


def test_a_mean_needs_two_games() -> None:
    with pytest.raises(ValueError, match=r"^games must be 2 or more to estimate their spread, got 1$"):
        _ = LengthSample((0, 1)).mean
