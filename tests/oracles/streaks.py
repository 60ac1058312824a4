"""The longest streak in independent games, by the chain of the length of the current streak."""

import numpy as np


def none_longer(length: int, games: int, chance: float) -> float:
    """Return the probability that no streak is longer: a longer one ends the chain in its last state."""
    chain = np.diag([chance] * (length + 1), 1)
    chain[:-1, 0] += 1 - chance
    chain[-1, -1] = 1
    return float(1 - np.linalg.matrix_power(chain, games)[0, -1])
