"""How often intervals contain the true chance of a proportion, and bands the whole course of a simulation: exact sums.

Coverage is the probability that the confidence interval of a sample contains the true chance. It depends on the number of trials
and on the chance, and is exactly the level for almost none of them, because a sample has only finitely many outcomes.

At each number of trials, a simulated proportion is within 1.96 standard errors of the true chance with a probability near 95%. A
run has many such numbers, and leaves that band at one of them far more often than in 5% of cases. A wider band, of
``whole_run_factor`` standard errors, contains the whole of a run with 95%. The probability to stay inside is exact: after each
trial the distribution of the number of successes is known, and what lies outside is dropped.

Source: Brown, Cai and DasGupta, "Interval estimation for a binomial proportion" (2001).
"""

from functools import lru_cache
from math import lgamma

import numpy as np

from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import Interval, Proportion
from boardodds.probability.validate import check_number, check_whole, require

WILSON, WALD, PLUS_FOUR, CLOPPER_PEARSON = "Wilson", "Wald", "plus four", "Clopper-Pearson"
METHODS = (WILSON, WALD, PLUS_FOUR, CLOPPER_PEARSON)
MAX_TRIALS = 2_000
MAX_RUN_TRIALS = 10_000
# The half widths of bands, in standard errors, between which the search is: nearly no run leaves the last one.
_LOWEST, _HIGHEST = 0.5, 6.0
# The half widths computed at once, and the passes, each within two neighbours of the last: to about a thousandth.
_FACTORS, _PASSES = 24, 2


def interval(share: Proportion, method: str, level: float = 0.95) -> Interval:
    """Return the confidence interval of a proportion.

    method: one of ``METHODS``. ``PLUS_FOUR`` is Wald's after two more successes and two more failures (Agresti and Coull, 1998).
        ``CLOPPER_PEARSON`` (1934) has all chances with which at most so many and at least so many successes are both likely
        enough. It needs SciPy.

    >>> [round(interval(Proportion(0, 10), method).high, 3) for method in METHODS]
    [0.278, 0.0, 0.326, 0.308]
    """
    count, trials = share.successes, share.trials
    if method == WILSON:
        return share.interval(level)
    if method == WALD:
        return share.wald_interval(level)
    if method == PLUS_FOUR:
        return Proportion(count + 2, trials + 4).wald_interval(level)
    if method != CLOPPER_PEARSON:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, got {method!r}")
    require("scipy", "the interval of Clopper and Pearson")
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = betaincinv(count, trials - count + 1, tail) if count else 0.0
    high = betaincinv(count + 1, trials - count, 1 - tail) if count < trials else 1.0
    return Interval(float(low), float(high), level)


def coverage(trials: int, chance: float, method: str, level: float = 0.95) -> float:
    """Return the probability that the interval of a sample contains the true chance.

    trials: the size of the sample, 2 to 2,000.
    chance: the true chance, 0 to 1.
    method: one of ``METHODS``.

    >>> round(coverage(10, 0.1, WALD), 3), round(coverage(10, 0.1, WILSON), 3)
    (0.65, 0.93)
    """
    check_number("chance", chance, 0, 1)
    return float(coverages(trials, np.array([chance]), method, level)[0])


def coverages(trials: int, chances: Floats, method: str, level: float = 0.95) -> Floats:
    """Return the ``coverage`` for each of several true chances: float array (chances,)."""
    check_trials(trials)
    ends = np.array([(ci.low, ci.high) for ci in _bounds(trials, method, level)])
    contain = (ends[:, 0] <= chances[:, None]) & (chances[:, None] <= ends[:, 1])
    found: Floats = (binomial_table(trials, chances) * contain).sum(axis=1)
    return found


def check_trials(trials: int) -> None:
    """Raise ValueError unless the coverage of a sample of this size can be computed."""
    check_whole("games", trials, 2, MAX_TRIALS)


@lru_cache(maxsize=1024)
def _bounds(trials: int, method: str, level: float) -> tuple[Interval, ...]:
    return tuple(interval(Proportion(successes, trials), method, level) for successes in range(trials + 1))


def binomial_table(trials: int, chances: Floats) -> Floats:
    """Return the probability of each number of successes for several chances: float array (chances, trials + 1)."""
    successes = np.arange(trials + 1)
    log_coefficients = np.array(
        [lgamma(trials + 1) - lgamma(k + 1) - lgamma(trials - k + 1) for k in range(trials + 1)]
    )
    # With a number just above 0 in the place of 0, its power with exponent 0 is 1 and all others vanish.
    log_success, log_failure = (np.log(np.maximum(chance, 1e-300))[:, None] for chance in (chances, 1 - chances))
    table: Floats = np.exp(log_coefficients + successes * log_success + (trials - successes) * log_failure)
    return table


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
    check_whole("trials", trials, first, MAX_RUN_TRIALS)
    check_number("chance", chance, 0, 1)
    chances = np.tile(binomial_table(first, np.array([chance])), (len(factors), 1))
    low = 0
    for count in range(first, trials + 1):
        if count > first:
            # A failure leaves the number of successes, a success adds one.
            chances = np.pad(chances, ((0, 0), (0, 1))) * (1 - chance) + np.pad(chances, ((0, 0), (1, 0))) * chance
        distances = np.abs(np.arange(low, low + chances.shape[1]) - count * chance)
        deviations = distances / np.sqrt(count * chance * (1 - chance))
        # The tolerance is for a proportion exactly on the edge.
        chances = chances * (deviations <= factors[:, None] + 1e-9)
        inside = np.flatnonzero(deviations <= factors.max() + 1e-9)
        if not len(inside):
            return np.zeros(len(factors))
        chances, low = chances[:, inside[0] : inside[-1] + 1], low + int(inside[0])
    total: Floats = chances.sum(axis=1)
    return total


def stay_probability(trials: int, chance: float, factor: float, first: int = 10) -> float:
    """Return the probability that a run stays within one number of standard errors; see ``stay_probabilities``."""
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
