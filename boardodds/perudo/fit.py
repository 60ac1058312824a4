"""The dudo dial fitted to dudo calls: the mean error of 1 - P, and the line for the proportion right by ratio of dice."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np

from boardodds.perudo.dial import LinearDial
from boardodds.perudo.match_results import Calls
from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import Interval, MeanEstimate, Proportion


@dataclass(frozen=True, slots=True)
class FittedLine:
    """A line fitted by least squares.

    slope_error, intercept_error: standard errors that remain valid if the variance depends on x (White, 1980).
    size: the number of points.
    """

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


def fit_line(x: Floats, y: Floats) -> FittedLine:
    """Fit a line to points by least squares.

    x, y: float arrays (n,), with at least three points that don't all have the same x.

    >>> line = fit_line(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0]))
    >>> round(line.slope, 9), round(line.intercept, 9), line.size
    (2.0, 1.0, 3)
    """
    if len(x) < 3 or not np.ptp(x):
        raise ValueError(f"x must be 3 points or more that are not all the same, got {len(x)}")
    design = np.stack([x, np.ones(len(x))], axis=1)
    inverse = np.linalg.inv(design.T @ design)
    slope, intercept = inverse @ design.T @ y
    residuals = y - design @ np.array([slope, intercept])
    covariance = inverse @ (design.T * residuals**2) @ design @ inverse
    errors = np.sqrt(np.diag(covariance) * len(x) / (len(x) - 2))
    return FittedLine(float(slope), float(intercept), float(errors[0]), float(errors[1]), len(x))


@dataclass(frozen=True, slots=True)
class FittedDial:
    """Both dials, estimated from dudo calls, with the proportions behind them.

    P is the chance of the bid as the caller sees it. A ratio is the caller's number of dice divided by the bidder's.

    calculated: the mean of 1 - P.
    right: the proportion of calls that were right.
    gap: ``calculated`` minus ``right``, which is the constant dial.
    line: the proportion right as a function of the ratio, without callers who have one die, as in the blog post.
    by_ratio: the proportion right at each ratio, for the same calls.
    one_die: the proportion right of calls from players with one die.
    one_die_wrong, last_die_right: of all calls, the wrong ones that cost the caller the last die, and the right ones that cost
        the bidder the last die.
    opened_by_another: the proportion of calls after which another player than the caller opens the next round.
    """

    calculated: MeanEstimate
    right: Proportion
    gap: MeanEstimate
    line: FittedLine
    by_ratio: Mapping[float, Proportion]
    one_die: Proportion
    one_die_wrong: Proportion
    last_die_right: Proportion
    opened_by_another: Proportion

    @property
    def linear(self) -> LinearDial:
        return LinearDial(self.line.slope, self.line.intercept, self.calculated.value)


def fit_dial(calls: Calls) -> FittedDial:
    """Fit the dial to dudo calls.

    Raises ValueError if no caller has one die, or if the other calls are fewer than three or all at the same ratio.

    >>> from boardodds.perudo.agents import NAIVE_AGENT
    >>> from boardodds.perudo.match import play_matches
    >>> fitted = fit_dial(play_matches([NAIVE_AGENT] * 6, games=300).calls)
    >>> 0.6 < fitted.calculated.value < 0.65, fitted.right.value < 0.45
    (True, True)
    """
    is_one_die = calls.caller_dice == 1
    if not is_one_die.any():
        raise ValueError(f"calls must have callers with one die, got none among {len(calls)}")
    right = calls.right.astype(np.float64)
    is_fitted, is_last_die = ~is_one_die, calls.bidder_dice == 1
    return FittedDial(
        calculated=MeanEstimate.from_sample(calls.naive),
        right=_proportion(calls.right),
        gap=MeanEstimate.from_sample(calls.naive - right),
        line=fit_line(calls.ratio[is_fitted], right[is_fitted]),
        by_ratio={
            float(ratio): _proportion(calls.right[is_fitted & (calls.ratio == ratio)])
            for ratio in np.unique(calls.ratio[is_fitted])
        },
        one_die=_proportion(calls.right[is_one_die]),
        one_die_wrong=_proportion(~calls.right & is_one_die),
        last_die_right=_proportion(calls.right & is_last_die),
        # A wrong caller with one die is out, and a right caller is the next player after a bidder who is out.
        opened_by_another=_proportion(np.where(calls.right, ~is_last_die, is_one_die)),
    )


def _proportion(outcomes: "np.ndarray[tuple[int], np.dtype[np.bool_]]") -> Proportion:
    return Proportion(int(outcomes.sum()), len(outcomes))
