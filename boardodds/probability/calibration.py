"""How good forecasts of chances were, once it is known what happened.

The Brier score is the mean squared distance of the forecasts from what happened, 1 or 0: 0 is perfect, and 0.25 is what
a forecast of 1/2 always gets. Source of its parts: Murphy, "A new vector partition of the probability score" (1973).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardodds.probability.arrays import Floats
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.validate import check_whole

MAX_BINS = 1000


@dataclass(frozen=True, slots=True)
class ReliabilityBin:
    """The forecasts from ``low`` to below ``high``; the last bin has 1 in it too.

    mean_forecast: their mean. happened: the share of them that came true, to be set beside it.
    """

    low: float
    high: float
    mean_forecast: float
    happened: Proportion

    @property
    def count(self) -> int:
        """How many forecasts there are in the bin."""
        return self.happened.trials

    @property
    def gap(self) -> float:
        """What the forecasts promised too much, or too little if negative."""
        return self.mean_forecast - self.happened.value


@dataclass(frozen=True, slots=True)
class Calibration:
    """How good some forecasts were; made by ``calibration``.

    brier: the Brier score. bins: those that hold forecasts, in ascending order.
    """

    brier: MeanEstimate
    bins: tuple[ReliabilityBin, ...]

    @property
    def happened(self) -> Proportion:
        """The share of all forecasts that came true."""
        return Proportion(sum(each.happened.successes for each in self.bins), self.brier.size)

    @property
    def expected_calibration_error(self) -> float:
        """The mean distance of what a bin's forecasts promised from what happened, each forecast counting as much.

        Chance alone keeps it above 0, the more so the fewer forecasts there are in a bin.
        """
        return self._mean([abs(each.gap) for each in self.bins])

    @property
    def reliability(self) -> float:
        """The mean squared gap of the bins; 0 is best."""
        return self._mean([each.gap**2 for each in self.bins])

    @property
    def resolution(self) -> float:
        """How far what happened in the bins lies from the share of all, squared, on average; more is better."""
        overall = self.happened.value
        return self._mean([(each.happened.value - overall) ** 2 for each in self.bins])

    @property
    def uncertainty(self) -> float:
        """The Brier score of always forecasting the share that came true.

        Where all forecasts in a bin are the same, the Brier score is reliability - resolution + uncertainty.
        """
        return self.happened.value * (1 - self.happened.value)

    @property
    def skill(self) -> float:
        """How much of the uncertainty the forecasts took away: 1 is perfect, below 0 is worse than the share of all."""
        if not self.uncertainty:
            true, all_ = self.happened.successes, self.happened.trials
            raise ValueError(
                f"happened must be true in some and false in others for a skill, got {true} of {all_} true"
            )
        return 1 - self.brier.value / self.uncertainty

    def _mean(self, values: list[float]) -> float:
        return sum(each.count * value for each, value in zip(self.bins, values, strict=True)) / self.brier.size


def calibration(forecast: ArrayLike, happened: ArrayLike, bins: int = 10) -> Calibration:
    """Sets forecasts beside what happened.

    forecast: chances, float array (n,). happened: what came true, bool array (n,). bins: how many of equal width the
    range from 0 to 1 is cut into.

    >>> result = calibration([0.1, 0.1, 0.8, 0.8], [False, False, True, False])
    >>> [(each.low, each.count, each.happened.value) for each in result.bins]
    [(0.1, 2, 0.0), (0.8, 2, 0.5)]
    >>> round(result.brier.value, 3), round(result.expected_calibration_error, 3)
    (0.175, 0.2)
    """
    check_whole("bins", bins, 1, MAX_BINS)
    chances, came_true = _forecasts("forecast", forecast), _outcomes(happened)
    brier = MeanEstimate.of(_squares("forecast", chances, came_true))
    edges = np.arange(bins + 1) / bins
    places = np.minimum(np.searchsorted(edges, chances, side="right") - 1, bins - 1)
    return Calibration(
        brier,
        tuple(
            ReliabilityBin(
                low=float(edges[place]),
                high=float(edges[place + 1]),
                mean_forecast=float(chances[places == place].mean()),
                happened=Proportion(int(came_true[places == place].sum()), int((places == place).sum())),
            )
            for place in np.unique(places)
        ),
    )


def brier_score(forecast: ArrayLike, happened: ArrayLike) -> MeanEstimate:
    """The Brier score with its error; the arguments are those of ``calibration``.

    >>> brier_score([0.5, 1.0], [True, True]).value
    0.125
    """
    return MeanEstimate.of(_squares("forecast", _forecasts("forecast", forecast), _outcomes(happened)))


def brier_difference(forecast: ArrayLike, other: ArrayLike, happened: ArrayLike) -> MeanEstimate:
    """The Brier score of one forecaster less another's on the same calls; below 0 the first is better.

    Both face the same luck, so the error of the difference is mostly far less than that of either score.

    >>> brier_difference([0.5, 1.0], [0.0, 1.0], [True, True]).value
    -0.375
    """
    came_true = _outcomes(happened)
    first, second = (
        _squares(name, _forecasts(name, chances), came_true)
        for name, chances in (("forecast", forecast), ("other", other))
    )
    return MeanEstimate.of(first - second)


def _forecasts(name: str, values: ArrayLike) -> Floats:
    chances = np.asarray(values, dtype=np.float64)
    if chances.ndim != 1 or len(chances) < 2:
        raise ValueError(f"{name} must be an array (n,) of 2 chances or more, got shape {chances.shape}")
    if len(bad := chances[~((chances >= 0) & (chances <= 1))]):
        raise ValueError(f"{name} must hold chances from 0..1, got {bad[0]}")
    return chances


def _outcomes(happened: ArrayLike) -> NDArray[np.bool_]:
    came_true = np.asarray(happened)
    if came_true.dtype != np.bool_:
        raise ValueError(f"happened must hold True and False alone, got {came_true.dtype}")
    return came_true


def _squares(name: str, chances: Floats, came_true: NDArray[np.bool_]) -> Floats:
    """The squared distance of each forecast from what happened: float array (n,)."""
    if came_true.shape != chances.shape:
        raise ValueError(f"happened must be as long as {name}, shape {chances.shape}, got {came_true.shape}")
    squares: Floats = (chances - came_true) ** 2
    return squares
