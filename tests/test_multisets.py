import numpy as np
import pytest

from boardodds.multisets import multisets, numbers


@pytest.mark.parametrize(("size", "highest"), [(1, 5), (3, 6), (4, 4), (2, 0)])
def test_multisets_are_all_there_and_numbered_without_gaps(size: int, highest: int) -> None:
    grid = np.array(np.meshgrid(*[range(highest + 1)] * size)).reshape(size, -1)
    ascending = np.unique(np.sort(grid, axis=0), axis=1)
    assert sorted(map(tuple, multisets(size, highest).tolist())) == sorted(map(tuple, ascending.T.tolist()))
    assert sorted(numbers(ascending, highest).tolist()) == list(range(ascending.shape[1]))
