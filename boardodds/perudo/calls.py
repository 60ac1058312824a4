"""Dudo calls of whole matches, and the dudo dial fitted to them.

Source: "Perudo probability explanations" (Charles Dieterle). If P is the chance of the bid as the caller sees it, 1 - P is too
high, because players bid on the dice they have. The blog post subtracts a "dudo dial": a constant at first, then a line over
the caller's number of dice divided by the bidder's.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from math import sqrt

import numpy as np

from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.estimate import Estimate, Exact, MeanEstimate, Proportion

# The fewest points that a line with its errors is fitted to.
_MIN_POINTS = 3


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class Calls:
    """Dudo calls: arrays (calls,).

    caller_dice, bidder_dice: the numbers of dice before the call.
    calculated: 1 - P, the chance that dudo is right from the dice alone, as the caller sees them.
    right: whether dudo was right.
    opened_by_another: whether another player than the caller opens the next round.
    given_bids: the chance that dudo is right given the bids; empty for calls that were not read.
    """

    caller_dice: Ints
    bidder_dice: Ints
    calculated: Floats
    right: Bools
    opened_by_another: Bools
    given_bids: Floats

    @classmethod
    def join(cls, parts: Sequence["Calls"]) -> "Calls":
        """Return the calls of one or more parts, in their order."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    def none(self) -> "Calls":
        """Return arrays without calls."""
        return Calls(*(getattr(self, field.name)[:0] for field in fields(self)))

    @property
    def ratio(self) -> Floats:
        """The caller's number of dice divided by the bidder's."""
        return self.caller_dice / self.bidder_dice.astype(np.float64)

    @property
    def counted_by_author(self) -> Bools:
        """Whether the author's program counts a call as right: another player than the caller opens, or the bidder is out."""
        return np.logical_or(self.right, self.opened_by_another)

    def proportion(self, outcome: Bools, among: Bools | slice = slice(None)) -> Proportion:
        """Return how often there is an outcome, in all calls or among some of them."""
        return Proportion(int(outcome[among].sum()), len(outcome[among]))


@dataclass(frozen=True, slots=True)
class Dial:
    """What to subtract from 1 - P, so that it becomes the chance that dudo is right.

    calculated: the mean of 1 - P over the calls.
    constant: ``calculated`` minus the proportion of calls that were right.
    slope, intercept: of the line of that proportion over the ratio of dice, without callers who have one die.
    """

    calculated: Estimate
    constant: Estimate
    slope: Estimate
    intercept: Estimate

    def by_constant(self, calculated: Floats) -> Floats:
        """Return the chance that dudo is right with the constant dial, from 1 - P of each call."""
        return np.clip(calculated - self.constant.value, 0, 1)

    def by_line(self, calculated: Floats, caller_dice: Ints, bidder_dice: Ints) -> Floats:
        """Return the chance with the dial that depends on the ratio of dice; a caller with one die has the constant one.

        >>> PUBLISHED_DIAL.by_line(np.array([0.8, 0.8]), np.array([4, 1]), np.array([2, 2])).round(2).tolist()
        [0.69, 0.58]
        """
        line = self.intercept.value + self.slope.value * caller_dice / bidder_dice
        linear = np.clip(calculated - (self.calculated.value - line), 0, 1)
        return np.where(caller_dice > 1, linear, self.by_constant(calculated))


# The dial of the blog post.
PUBLISHED_DIAL = Dial(calculated=Exact(0.62), constant=Exact(0.22), slope=Exact(0.09), intercept=Exact(0.33))


def fit_dial(calls: Calls) -> Dial:
    """Fit the dial to dudo calls: the line by least squares, with errors that hold if the variance depends on the ratio.

    The errors are those of White (1980). Raises ValueError for fewer than three calls by players with two dice or more, or if
    they all have one ratio.

    >>> from boardodds.perudo import NAIVE, play_matches
    >>> dial = fit_dial(play_matches([NAIVE] * 6, games=300, calls=True).calls)
    >>> round(dial.calculated.value, 1), round(dial.constant.value, 1)
    (0.6, 0.3)
    """
    is_fitted, right = calls.caller_dice > 1, calls.right.astype(np.float64)
    x, y = calls.ratio[is_fitted], right[is_fitted]
    if len(x) < _MIN_POINTS or not np.ptp(x):
        raise ValueError(
            f"calls must have {_MIN_POINTS} or more by players with two dice or more, at several ratios of dice, got {len(x)}"
        )
    design = np.stack([x, np.ones(len(x))], axis=1)
    inverse = np.linalg.inv(design.T @ design)
    line = inverse @ design.T @ y
    spread = inverse @ (design.T * (y - design @ line) ** 2) @ design @ inverse * len(x) / (len(x) - 2)
    slope, intercept = (
        MeanEstimate(float(value), sqrt(variance * len(x)), len(x))
        for value, variance in zip(line, np.diag(spread), strict=True)
    )
    gap = MeanEstimate.from_sample(calls.calculated - right)
    return Dial(MeanEstimate.from_sample(calls.calculated), gap, slope, intercept)


def brier_score(forecasts: Floats, right: Bools) -> MeanEstimate:
    """Return the mean squared difference between forecasts and what happened: lower is better, always saying 50% scores 0.25.

    >>> brier_score(np.array([0.5, 1.0, 0.0]), np.array([True, True, False])).value
    0.08333333333333333
    """
    return MeanEstimate.from_sample((forecasts - right) ** 2)
