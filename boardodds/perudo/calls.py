"""Dudo calls of whole matches, and the dudo dial of "Perudo probability explanations" (Charles Dieterle) fitted to them.

If P is the chance of the bid as the caller sees it, 1 - P is too high, because players bid on the dice they have.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields

import numpy as np

from boardodds.probability.arrays import Bools, Floats, Ints
from boardodds.probability.display import short_repr
from boardodds.probability.estimate import Estimate, Exact, MeanEstimate, Proportion
from boardodds.probability.results import Measure, Result
from boardodds.probability.validate import check_kind


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class Calls(Result):
    """Dudo calls: arrays (calls,).

    caller_dice, bidder_dice: the numbers of dice before the call.
    calculated: 1 - P, the chance that dudo is right from the dice alone, as the caller sees them.
    opened_by_another: whether another player than the caller opens the next round.
    given_bids: the chance that dudo is right given the bids; empty if they were not read.
    """

    caller_dice: Ints
    bidder_dice: Ints
    calculated: Floats
    right: Bools
    opened_by_another: Bools
    given_bids: Floats

    @classmethod
    def join(cls, parts: Sequence["Calls"], end: int | None = None) -> "Calls":
        """Return the calls of one or more parts in their order, of each part those before ``end``."""
        return cls(*(np.concatenate([getattr(part, each.name)[:end] for part in parts]) for each in fields(cls)))

    def measures(self) -> Iterator[Measure]:
        yield Measure("calculated", MeanEstimate.from_sample(self.calculated))
        yield Measure("dudo_right", self.proportion(self.right))

    @property
    def ratio(self) -> Floats:
        """The caller's number of dice divided by the bidder's."""
        return self.caller_dice / self.bidder_dice.astype(np.float64)

    def proportion(self, outcome: Bools, among: Bools | slice = slice(None)) -> Proportion:
        """Return how often there is an outcome, in all calls or among some of them."""
        return Proportion(int(outcome[among].sum()), len(outcome[among]))


@dataclass(frozen=True, slots=True)
class Dial(Result):
    """What to subtract from 1 - P to get the chance that dudo is right.

    calculated, constant: the mean of 1 - P over all calls, and the same minus the proportion of calls that were right.
    slope, intercept: of that proportion as a line over the ratio of dice, without callers who have one die.
    """

    _MEASURES = ("calculated", "constant", "slope", "intercept")

    calculated: Estimate
    constant: Estimate
    slope: Estimate
    intercept: Estimate

    def forecast(self, calls: Calls, *, by_line: bool) -> Floats:
        """Return the chance that each call is right; ``by_line`` doesn't change it for callers with one die."""
        line = self.calculated.value - self.intercept.value - self.slope.value * calls.ratio
        return np.clip(calls.calculated - np.where(by_line & (calls.caller_dice > 1), line, self.constant.value), 0, 1)


PUBLISHED_DIAL = Dial(calculated=Exact(0.62), constant=Exact(0.22), slope=Exact(0.09), intercept=Exact(0.33))


def fit_dial(calls: Calls) -> Dial:
    """Fit the dial to dudo calls, the line by least squares.

    Raises ValueError for fewer than three calls by players with two dice or more, or if they all have one ratio.

    >>> from boardodds.perudo import NAIVE, play_matches
    >>> dial = fit_dial(play_matches([NAIVE] * 6, games=300, calls=True).calls)
    >>> round(dial.calculated.value, 1), round(dial.constant.value, 1)
    (0.6, 0.3)
    """
    check_kind(Calls, "calls", calls)
    right, is_fitted = calls.right.astype(np.float64), calls.caller_dice > 1
    x, size = calls.ratio[is_fitted], int(is_fitted.sum())
    if size < 3 or not np.ptp(x):
        raise ValueError(f"calls must have 3 or more by players with two dice or more, at several ratios, got {size}")
    line, covariance = np.polyfit(x, right[is_fitted], 1, cov=True)
    errors = np.sqrt(np.diag(covariance) * size)
    slope, intercept = map(MeanEstimate, line.tolist(), errors.tolist(), [size] * 2)
    calculated, constant = map(MeanEstimate.from_sample, (calls.calculated, calls.calculated - right))
    return Dial(calculated, constant, slope, intercept)
