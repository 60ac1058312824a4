"""The lengths of simulated games against the games listed one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.probability.estimate import MeanEstimate, Proportion, quantile_interval
from boardodds.probability.lengths import LengthSample


@given(st.lists(st.integers(0, 12), min_size=2, max_size=60), st.integers(0, 14))
def test_a_sample_of_lengths_is_that_of_its_games(games: list[int], length: int) -> None:
    sample = LengthSample(tuple(np.bincount(games).tolist()))
    listed = MeanEstimate.of(games)
    assert sample.games == len(games)
    assert sample.mean.value == pytest.approx(listed.value, rel=1e-12)
    assert sample.mean.std == pytest.approx(listed.std, rel=1e-9, abs=1e-12)
    assert sample.probability(length) == Proportion(games.count(length), len(games))
    assert sample.at_most(length) == Proportion(sum(game <= length for game in games), len(games))
    assert sample.quantile_interval(0.5) == quantile_interval(sample.pmf, 0.5, len(games))
