"""The quality of probability forecasts, measured after the outcomes are known.

The Brier score is the mean squared difference between forecast and outcome, which is 1 or 0. A perfect forecast scores 0, and a
forecast of 1/2 always scores 0.25.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from boardodds.probability.arrays import Bools, Floats
from boardodds.probability.estimate import MeanEstimate, Proportion

BINS = 10


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The forecasts from ``low`` to below ``high``; the last bin includes 1.

    mean_forecast: the mean of these forecasts.
    happened: the proportion of them that came true, to compare with the mean forecast.
    """

    low: float
    high: float
    mean_forecast: float
    happened: Proportion

    @property
    def count(self) -> int:
        """The number of forecasts in the bin."""
        return self.happened.trials

    @property
    def gap(self) -> float:
        """Mean forecast minus observed frequency: positive if the forecasts are too high."""
        return self.mean_forecast - self.happened.value


@dataclass(frozen=True, slots=True)
class Calibration:
    """The quality of some forecasts; ``calibration`` computes it.

    brier: the Brier score.
    bins: the bins that contain forecasts, in ascending order.
    """

    brier: MeanEstimate
    bins: tuple[ReliabilityBin, ...]

    @property
    def happened(self) -> Proportion:
        """The proportion of all forecasts that came true."""
        return Proportion(sum(bin_.happened.successes for bin_ in self.bins), self.brier.size)

    @property
    def expected_calibration_error(self) -> float:
        """The mean absolute gap of the bins, weighted by their number of forecasts.

        Even perfect forecasts have an error above 0, because outcomes are random. It is larger if bins contain few forecasts.
        """
        return sum(bin_.count * abs(bin_.gap) for bin_ in self.bins) / self.brier.size

    @property
    def uncertainty(self) -> float:
        """The Brier score of always forecasting the overall frequency."""
        return self.happened.value * (1 - self.happened.value)

    @property
    def skill(self) -> float:
        """The fraction of the uncertainty that the forecasts remove.

        It is 1 for perfect forecasts and negative for forecasts worse than always forecasting the overall frequency. Raises
        ValueError if all outcomes are the same, because nothing is uncertain then.
        """
        if not self.uncertainty:
            share = f"{self.happened.successes} of {self.happened.trials}"
            raise ValueError(f"happened must be true in some and false in others for a skill, got {share} true")
        return 1 - self.brier.value / self.uncertainty


def calibration(forecast: ArrayLike, happened: ArrayLike) -> Calibration:
    """Compare forecasts with their outcomes, in ten bins of equal width between 0 and 1.

    forecast: float array (n,), probabilities.
    happened: bool array (n,), whether each forecast event came true.

    >>> result = calibration([0.1, 0.1, 0.8, 0.8], [False, False, True, False])
    >>> [(bin_.low, bin_.count, bin_.happened.value) for bin_ in result.bins]
    [(0.1, 2, 0.0), (0.8, 2, 0.5)]
    >>> round(result.brier.value, 3), round(result.expected_calibration_error, 3)
    (0.175, 0.2)
    """
    chances, outcomes = _check_forecasts("forecast", forecast), _check_outcomes(happened)
    brier = MeanEstimate.from_sample(_squared_errors("forecast", chances, outcomes))
    edges = np.arange(BINS + 1) / BINS
    bin_numbers = np.minimum(np.searchsorted(edges, chances, side="right") - 1, BINS - 1)
    bins = []
    for number in np.unique(bin_numbers).tolist():
        is_in = bin_numbers == number
        happened_in_bin = Proportion(int(outcomes[is_in].sum()), int(is_in.sum()))
        low, high = edges[number : number + 2].tolist()
        bins.append(ReliabilityBin(low, high, float(chances[is_in].mean()), happened_in_bin))
    return Calibration(brier, tuple(bins))


def brier_difference(forecast: ArrayLike, other: ArrayLike, happened: ArrayLike) -> MeanEstimate:
    """Return the Brier score of one forecaster minus another's on the same events; below 0 the first is better.

    Both forecast the same outcomes, so the standard error of the difference is usually far smaller than that of either score.

    forecast, other: float arrays (n,), the probabilities of the two forecasters.
    happened: bool array (n,), whether each event came true.

    >>> brier_difference([0.5, 1.0], [0.0, 1.0], [True, True]).value
    -0.375
    """
    outcomes = _check_outcomes(happened)
    first, second = (
        _squared_errors(name, _check_forecasts(name, chances), outcomes)
        for name, chances in (("forecast", forecast), ("other", other))
    )
    return MeanEstimate.from_sample(first - second)


def _check_forecasts(name: str, values: ArrayLike) -> Floats:
    chances = np.asarray(values, dtype=np.float64)
    if chances.ndim != 1 or len(chances) < 2:
        raise ValueError(f"{name} must be an array (n,) of 2 chances or more, got shape {chances.shape}")
    if len(bad := chances[~((chances >= 0) & (chances <= 1))]):
        raise ValueError(f"{name} must contain chances 0..1, got {bad[0]}")
    return chances


def _check_outcomes(happened: ArrayLike) -> Bools:
    outcomes = np.asarray(happened)
    if outcomes.dtype != np.bool_:
        raise ValueError(f"happened must contain only True and False, got {outcomes.dtype}")
    return outcomes


def _squared_errors(name: str, chances: Floats, outcomes: Bools) -> Floats:
    if outcomes.shape != chances.shape:
        raise ValueError(f"happened must be as long as {name}, shape {chances.shape}, got {outcomes.shape}")
    squares: Floats = (chances - outcomes) ** 2
    return squares
