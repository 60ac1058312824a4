"""Bands around a chance that contain the whole course of a simulated proportion, with a given probability.

At each number of trials the proportion lies within 1.96 standard errors of the true chance with a probability of 95%. A run has
many such numbers, and leaves that band at one of them far more often than in 5% of cases. A wider band, of ``whole_run_factor``
standard errors, contains the whole of a run with 95%.

The probability to stay inside is exact: after each trial the distribution of the number of successes is known, and what lies
outside is dropped.
"""

import numpy as np

from boardodds.probability.arrays import Floats
from boardodds.probability.coverage import binomial_table
from boardodds.probability.validate import check_number, check_whole

MAX_TRIALS = 10_000
# The factors between which the search is: nearly no run leaves the last one.
_LOWEST, _HIGHEST = 0.5, 6.0
# The factors computed at once, and the passes, each within two neighbours of the last: to about a thousandth.
_FACTORS, _PASSES = 24, 2


def stay_probabilities(trials: int, chance: float, factors: Floats, first: int = 10) -> Floats:
    """Return the probability that a run's proportion is within a number of standard errors at every number of trials.

    trials: the last number of trials, ``first`` to 10,000.
    chance: the true chance, strictly between 0 and 1.
    factors: float array (factors,), the numbers of standard errors.
    first: the first number of trials at which the proportion counts.

    >>> one_trial = stay_probabilities(1, 0.2, np.array([1.0, 2.0]), first=1)
    >>> one_trial.round(3).tolist()  # a success is two standard errors away, a failure half of one
    [0.8, 1.0]
    """
    check_whole("first", first, 1)
    check_whole("trials", trials, first, MAX_TRIALS)
    check_number("chance", chance, 0, 1)
    chances = np.tile(binomial_table(first, np.array([chance])), (len(factors), 1))
    low = 0
    for count in range(first, trials + 1):
        if count > first:
            # A failure leaves the number of successes, a success adds one.
            chances = np.pad(chances, ((0, 0), (0, 1))) * (1 - chance) + np.pad(chances, ((0, 0), (1, 0))) * chance
        deviations = np.abs(np.arange(low, low + chances.shape[1]) - count * chance) / np.sqrt(
            count * chance * (1 - chance)
        )
        # The tolerance is for a proportion exactly on the edge.
        chances = chances * (deviations <= factors[:, None] + 1e-9)
        inside = np.flatnonzero(deviations <= factors.max() + 1e-9)
        if not len(inside):
            return np.zeros(len(factors))
        chances, low = chances[:, inside[0] : inside[-1] + 1], low + int(inside[0])
    total: Floats = chances.sum(axis=1)
    return total


def stay_probability(trials: int, chance: float, factor: float, first: int = 10) -> float:
    """Return the probability that a run stays within one number of standard errors; see ``stay_probabilities``.

    >>> round(stay_probability(1, 0.2, 1.0, first=1), 3)
    0.8
    """
    return float(stay_probabilities(trials, chance, np.array([factor]), first)[0])


def whole_run_factor(trials: int, chance: float) -> float:
    """Return the number of standard errors of a band that contains a whole run with a probability of at least 95%.

    trials, chance: as for ``stay_probabilities``.

    >>> 2.9 < whole_run_factor(1_000, 0.78) < 3.2
    True
    """
    low, high = _LOWEST, _HIGHEST
    for _ in range(_PASSES):
        factors = np.linspace(low, high, _FACTORS)
        enough = int((stay_probabilities(trials, chance, factors) < 0.95).sum())
        low, high = float(factors[max(0, enough - 1)]), float(factors[min(enough, _FACTORS - 1)])
    return high
