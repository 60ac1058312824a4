"""Exact and simulated figures behind one protocol, ``Estimate``: value, standard error, confidence interval and text."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, log10, sqrt
from statistics import NormalDist
from typing import Any, Protocol, SupportsFloat

import numpy as np
from numpy.typing import NDArray

from boardodds.probability.validate import check_whole

# Half the width of a normal 95% confidence interval, in standard errors.
Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval from ``low`` to ``high``, in this order, and its level, for example the confidence level 0.95."""

    low: float
    high: float
    level: float

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def width(self) -> float:
        """The distance from ``low`` to ``high``."""
        return self.high - self.low


class Estimate(Protocol):
    """A figure, exact or simulated, which is formatted as a float, and a simulated one with its confidence interval."""

    @property
    def value(self) -> float:
        """The figure as a float."""

    @property
    def standard_error(self) -> float:
        """The standard error of ``value``; 0 if the figure is exact."""

    def interval(self, level: float = 0.95) -> Interval:
        """Return the confidence interval at a level between 0 and 1."""

    def __format__(self, spec: str) -> str: ...


@dataclass(frozen=True, slots=True)
class Exact:
    """An exact figure. Its interval is the figure itself.

    >>> half = Exact(Fraction(1, 2))
    >>> f"{half:.1%}", half.value, half.interval().width
    ('50.0%', 0.5, 0.0)
    """

    figure: float | Fraction

    @property
    def value(self) -> float:
        return float(self.figure)

    @property
    def standard_error(self) -> float:
        return 0.0

    def interval(self, level: float = 0.95) -> Interval:
        return Interval(self.value, self.value, level)

    def __format__(self, spec: str) -> str:
        return format(self.value, spec)


def estimate_of(figure: float | Fraction | Estimate) -> Estimate:
    """Return a solver's number or a simulation's estimate as an ``Estimate``.

    >>> f"{estimate_of(0.25):.1%}", f"{estimate_of(Proportion(250, 1000)):.1%}"
    ('25.0%', '25.0% (95% CI 22.4 to 27.8)')
    """
    # A look for the methods of the protocol would take ten microseconds.
    return Exact(figure) if isinstance(figure, int | float | Fraction | np.number) else figure


class _ComparesByValue:
    """Comparison with numbers and other estimates by the value alone, so that both can be sorted; a format with the interval."""

    __slots__ = ()

    def __float__(self) -> float:
        raise NotImplementedError

    def interval(self, level: float = 0.95) -> Interval:
        raise NotImplementedError

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        low, high = (format(bound, spec).removesuffix("%") for bound in self.interval())
        return f"{format(float(self), spec)} (95% CI {low} to {high})"

    def __lt__(self, other: SupportsFloat) -> bool:
        return float(self) < float(other)

    def __le__(self, other: SupportsFloat) -> bool:
        return float(self) <= float(other)

    def __gt__(self, other: SupportsFloat) -> bool:
        return float(self) > float(other)

    def __ge__(self, other: SupportsFloat) -> bool:
        return float(self) >= float(other)


@dataclass(frozen=True, slots=True)
class Proportion(_ComparesByValue):
    """The proportion of trials, 1 or more, that succeeded.

    >>> p = Proportion(successes=632, trials=1000)
    >>> p.value, p > 0.5, f"{p.interval().low:.4f} to {p.interval().high:.4f}"
    (0.632, True, '0.6017 to 0.6613')
    >>> str(p), f"{p:.4f}", str(Proportion(0, 50_000))
    ('63.2% (95% CI 60.2 to 66.1)', '0.6320 (95% CI 0.6017 to 0.6613)', '0.000% (95% CI 0.000 to 0.008)')
    """

    successes: int
    trials: int

    def __post_init__(self) -> None:
        check_whole("trials", self.trials, 1)
        check_whole("successes", self.successes, 0, self.trials)

    @property
    def value(self) -> float:
        return self.successes / self.trials

    @property
    def standard_error(self) -> float:
        return sqrt(self.value * (1 - self.value) / self.trials)

    def interval(self, level: float = 0.95) -> Interval:
        """Return Wilson's score interval (1927).

        On average over all true chances its coverage is close to the level. For some chances near 0 or 1 it is well below.
        """
        z = normal_quantile(level)
        n, p = self.trials, self.value
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # Without successes (or failures) the bound is exactly 0 (or 1); rounding must not move it.
        low = 0.0 if self.successes == 0 else max(0.0, centre - half)
        high = 1.0 if self.successes == n else min(1.0, centre + half)
        return Interval(low, high, level)

    def wald_interval(self, level: float = 0.95) -> Interval:
        """Return the Wald interval: a number of standard errors to either side, limited to 0..1.

        For few trials, or proportions near 0 or 1, its coverage is far below the level; prefer ``interval``.
        """
        half = normal_quantile(level) * self.standard_error
        return Interval(max(0.0, self.value - half), min(1.0, self.value + half), level)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return format(self, f".{max(1, _places(100 * self.interval().width))}%")


@dataclass(frozen=True, slots=True)
class MeanEstimate(_ComparesByValue):
    """The mean of a sample.

    value: the sample mean.
    std: the sample standard deviation, with n - 1.
    size: the sample size, at least 2.

    >>> m = MeanEstimate(value=38.7, std=25.0, size=10_000)
    >>> m.standard_error
    0.25
    >>> str(m), str(MeanEstimate(value=38.75, std=0.01, size=10_000))
    ('38.70 (95% CI 38.21 to 39.19)', '38.7500 (95% CI 38.7498 to 38.7502)')
    """

    value: float
    std: float
    size: int

    def __post_init__(self) -> None:
        check_whole("size", self.size, 2)
        if not self.std >= 0:
            raise ValueError(f"std must be 0 or more, got {self.std}")

    @classmethod
    def from_sample(cls, sample: Sequence[float] | NDArray[Any]) -> "MeanEstimate":
        """Return the mean of a sample of two or more numbers.

        >>> MeanEstimate.from_sample([1, 2, 3]).std
        1.0
        """
        size = len(sample)
        check_whole("size", size, 2)
        values = np.asarray(sample, dtype=np.float64)
        return cls(float(values.mean()), float(values.std(ddof=1)), size)

    @property
    def standard_error(self) -> float:
        return self.std / sqrt(self.size)

    def interval(self, level: float = 0.95) -> Interval:
        """Return the normal interval, which is accurate for samples of at least a few hundred."""
        half = normal_quantile(level) * self.standard_error
        return Interval(self.value - half, self.value + half, level)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return format(self, f".{max(2, _places(self.interval().width))}f")


def _places(width: float) -> int:
    """Return the number of decimals that an interval needs, because the bounds of a narrow one would look equal with fewer."""
    return ceil(-log10(width)) if width > 0 else 0


def trials_to_tell_apart(first: float, second: float, level: float, power: float) -> int:
    """Return the trials of each of two chances with which their Wald intervals are apart with a probability, the power."""
    deviations = [sqrt(chance * (1 - chance)) for chance in (first, second)]
    both = sqrt(sum(deviation * deviation for deviation in deviations))
    errors = normal_quantile(level) * sum(deviations) + NormalDist().inv_cdf(power) * both
    return ceil((errors / (first - second)) ** 2)


# Cached because every interval needs it, at few different levels.
@lru_cache(maxsize=16)
def normal_quantile(level: float) -> float:
    """Return the number of standard errors to either side of a normal interval at a confidence level.

    >>> round(normal_quantile(0.95), 2)
    1.96
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, got {level}")
    return NormalDist().inv_cdf((1 + level) / 2)
