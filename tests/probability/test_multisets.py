from itertools import combinations_with_replacement

import numpy as np
import pytest

from boardodds.probability.multisets import multisets, numbers


@pytest.mark.parametrize(("size", "highest"), [(1, 5), (3, 6), (4, 4), (2, 0), (6, 3)])
def test_multisets_are_all_there_and_numbered_without_gaps(size: int, highest: int) -> None:
    grid = np.array(np.meshgrid(*[range(highest + 1)] * size)).reshape(size, -1)
    ascending = np.unique(np.sort(grid, axis=0), axis=1)
    found = multisets(size, highest)
    assert found.dtype == np.int16
    assert found.tolist() == [list(row) for row in combinations_with_replacement(range(highest + 1), size)]
    assert sorted(numbers(ascending, highest).tolist()) == list(range(ascending.shape[1]))
