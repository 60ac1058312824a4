"""The dudo dial fitted afresh to calls that were made: how far the reckoning was off, and the line in the ratio of dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from boardodds.perudo.dial import ConstantDial, LinearDial
from boardodds.perudo.match_results import Calls
from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import Interval, MeanEstimate, Proportion


@dataclass(frozen=True, slots=True)
class Line:
    """A line fitted by least squares, with standard errors that hold where the spread differs along it (White, 1980)."""

    slope: float
    intercept: float
    slope_error: float
    intercept_error: float
    size: int

    def slope_interval(self, level: float = 0.95) -> Interval:
        return _interval(self.slope, self.slope_error, self.size, level)

    def intercept_interval(self, level: float = 0.95) -> Interval:
        return _interval(self.intercept, self.intercept_error, self.size, level)


def _interval(value: float, error: float, size: int, level: float) -> Interval:
    return MeanEstimate(value, error * sqrt(size), size).interval(level)


def fit_line(x: Floats, y: Floats) -> Line:
    """The line of least squares through points: arrays (n,), at least three of them and not all at one x.

    >>> line = fit_line(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]))
    >>> round(line.slope, 9), round(line.intercept, 9), line.size
    (2.0, 1.0, 3)
    """
    if len(x) < 3 or not np.ptp(x):
        raise ValueError(f"x must be 3 points or more that are not all the same, got {len(x)}")
    design = np.stack([x, np.ones(len(x))], axis=1)
    inverse = np.linalg.inv(design.T @ design)
    slope, intercept = inverse @ design.T @ y
    left = y - design @ np.array([slope, intercept])
    covariance = inverse @ (design.T * left**2) @ design @ inverse
    errors = np.sqrt(np.diag(covariance) * len(x) / (len(x) - 2))
    return Line(float(slope), float(intercept), float(errors[0]), float(errors[1]), len(x))


@dataclass(frozen=True, slots=True)
class FittedDial:
    """What some dudo calls say of the dial.

    calculated: the mean of 1 - P. right: the share of the calls that were right. gap: their difference, which is the constant
    dial. line: of what was right in the ratio of dice, callers with one die left out as the post does. by_ratio: the share by
    ratio, of the same calls. one_die: the share of callers with one die who were right. one_die_counted_as_right: the share
    of all calls that is found if a caller who goes out is counted as right.
    """

    calculated: MeanEstimate
    right: Proportion
    gap: MeanEstimate
    line: Line
    by_ratio: Mapping[float, Proportion]
    one_die: Proportion
    one_die_counted_as_right: Proportion

    @property
    def constant(self) -> ConstantDial:
        return ConstantDial(self.gap.value)

    @property
    def linear(self) -> LinearDial:
        return LinearDial(self.line.slope, self.line.intercept, self.calculated.value)


def fit_dial(calls: Calls) -> FittedDial:
    """Fits the dial to dudo calls.

    Raises ValueError for calls without callers of one die, or without three of more dice at different ratios.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> from boardodds.perudo.match import play_matches
    >>> fitted = fit_dial(play_matches([NAIVE_AGENT] * 6, matches=300).calls)
    >>> 0.6 < fitted.calculated.value < 0.65, fitted.right.value < 0.45
    (True, True)
    """
    lone = calls.caller_dice == 1
    if not lone.any():
        raise ValueError(f"calls must have callers with one die, got none among {len(calls)}")
    right = calls.right.astype(np.float64)
    others = ~lone
    return FittedDial(
        calculated=MeanEstimate.of(calls.naive),
        right=_share(calls.right),
        gap=MeanEstimate.of(calls.naive - right),
        line=fit_line(calls.ratio[others], right[others]),
        by_ratio={
            float(ratio): _share(calls.right[others & (calls.ratio == ratio)])
            for ratio in np.unique(calls.ratio[others])
        },
        one_die=_share(calls.right[lone]),
        one_die_counted_as_right=_share(calls.right | lone),
    )


def _share(happened: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Proportion:
    return Proportion(int(happened.sum()), len(happened))
