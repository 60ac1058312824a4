"""The tail of the chi-squared distribution, from its closed form for whole degrees of freedom."""

from math import erfc, exp, gamma, sqrt

from boardodds.probability.validate import check_whole

# With many more, the terms of the sum overflow a float.
MAX_DEGREES = 50


def chi_squared_tail(statistic: float, degrees: int) -> float:
    """Return the chance that a chi-squared variable exceeds a statistic: the p-value of Pearson's test.

    statistic: 0 or more.
    degrees: the degrees of freedom, 1 to 50.

    >>> round(chi_squared_tail(3.841459, 1), 6), round(chi_squared_tail(5.991465, 2), 6)
    (0.05, 0.05)
    """
    check_whole("degrees", degrees, 1, MAX_DEGREES)
    half = statistic / 2
    # Each step of the recurrence from 1 or 2 degrees of freedom adds one term.
    terms: list[float] = [half ** (power / 2) / gamma(power / 2 + 1) for power in range(degrees % 2, degrees - 1, 2)]
    return (erfc(sqrt(half)) if degrees % 2 else 0.0) + exp(-half) * sum(terms)
