"""Multisets of small numbers, in ascending order, and their numbers without gaps.

Positions in which the pieces need no names are multisets: the squares of camels by rank, the fruit left on the trees.
"""

from functools import lru_cache
from math import comb

import numpy as np

from boardodds.probability.arrays import Ints


def multisets(size: int, highest: int) -> Ints:
    """All multisets of ``size`` numbers from 0 to ``highest``, each in ascending order: int array (multisets, size).

    >>> multisets(2, 1).tolist()
    [[0, 0], [0, 1], [1, 1]]
    """
    rows = np.zeros((1, 0), dtype=np.int16)
    last = np.zeros(1, dtype=np.int64)
    for _ in range(size):
        # the next number is any from the last one on
        follow = highest + 1 - last
        before = np.repeat(np.cumsum(follow) - follow - last, follow)
        last = np.arange(len(before)) - before
        rows = np.column_stack([np.repeat(rows, follow, axis=0), last.astype(np.int16)])
    return rows


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
