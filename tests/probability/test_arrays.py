"""Multisets against those of itertools."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from boardodds.probability.arrays import multiset_numbers, multisets


@pytest.mark.parametrize(("size", "highest"), [(1, 5), (3, 6), (4, 4), (2, 0), (6, 3)])
def test_multisets_are_complete_and_numbered_without_gaps(size: int, highest: int) -> None:
    grid = np.array(np.meshgrid(*[range(highest + 1)] * size)).reshape(size, -1)
    ascending = np.unique(np.sort(grid, axis=0), axis=1)
    rows = multisets(size, highest)
    assert rows.dtype == np.int16
    assert rows.tolist() == [list(row) for row in combinations_with_replacement(range(highest + 1), size)]
    assert sorted(multiset_numbers(ascending, highest).tolist()) == list(range(ascending.shape[1]))
