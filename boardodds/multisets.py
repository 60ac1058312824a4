"""Multisets of small numbers, in ascending order, and their numbers without gaps.

Positions in which the pieces need no names are multisets: the squares of camels by rank, the fruit left on the trees.
"""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.integer[Any]]


def multisets(size: int, highest: int) -> Ints:
    """All multisets of ``size`` numbers from 0 to ``highest``, each in ascending order: int array (multisets, size).

    >>> multisets(2, 1).tolist()
    [[0, 0], [0, 1], [1, 1]]
    """
    rows = list(combinations_with_replacement(range(highest + 1), size))
    return np.array(rows, dtype=np.int16).reshape(-1, size)


def numbers(ascending: Ints, highest: int) -> Ints:
    """The numbers of multisets, from 0 without gaps, in the combinatorial number system.

    ascending: int array (size, multisets), each column in ascending order, from 0 to ``highest``. Returns (multisets,).

    >>> numbers(np.array([[0, 0, 1], [0, 1, 1]]), highest=1).tolist()
    [0, 1, 2]
    """
    terms = _terms(len(ascending), highest)
    return sum((term[row] for term, row in zip(terms, ascending, strict=True)), start=np.zeros(1, dtype=np.int64))


@lru_cache(maxsize=64)
def _terms(size: int, highest: int) -> Ints:
    return np.array([[comb(value + i, i + 1) for value in range(highest + 1)] for i in range(size)])
