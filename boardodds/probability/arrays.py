"""The array types of the library, and multisets of small integers, numbered from 0 without gaps.

A position in which pieces are interchangeable is a multiset, for example the squares of the camels by rank or the fruit left on
the trees. Its number is the index of its row in a table.
"""

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.integer[Any]]
Bools = NDArray[np.bool_]


def multisets(size: int, highest: int) -> Ints:
    """Return all multisets of ``size`` integers from 0 to ``highest``: int array (multisets, size), each row in ascending order.

    >>> multisets(2, 1).tolist()
    [[0, 0], [0, 1], [1, 1]]
    """
    rows = np.zeros((1, 0), dtype=np.int16)
    last = np.zeros(1, dtype=np.int64)
    for _ in range(size):
        # Each row is repeated once for every possible next entry, from its last entry to ``highest``.
        repeats = highest + 1 - last
        offsets = np.repeat(np.cumsum(repeats) - repeats - last, repeats)
        last = np.arange(len(offsets)) - offsets
        rows = np.column_stack([np.repeat(rows, repeats, axis=0), last.astype(np.int16)])
    return rows


def multiset_numbers(ascending: Ints, highest: int) -> Ints:
    """Return the numbers of multisets, from 0 without gaps, in the combinatorial number system: int array (multisets,).

    ascending: int array (size, multisets), each column in ascending order with entries from 0 to ``highest``.

    >>> multiset_numbers(np.array([[0, 0, 1], [0, 1, 1]]), highest=1).tolist()
    [0, 1, 2]
    """
    terms = _terms(len(ascending), highest)
    return sum((term[row] for term, row in zip(terms, ascending, strict=True)), start=np.zeros(1, dtype=np.int64))


@lru_cache(maxsize=64)
def _terms(size: int, highest: int) -> Ints:
    """Return what an entry adds to the number, by its place and its value: int array (size, highest + 1)."""
    return np.array([[comb(value + i, i + 1) for value in range(highest + 1)] for i in range(size)])
