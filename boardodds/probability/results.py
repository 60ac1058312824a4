"""The results of calls: their numbers as rows, which the command line prints, and the differences between paired samples."""

from collections.abc import Iterable, Iterator, Mapping, Sized
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import chain
from math import hypot
from typing import Any, Generic, TypeVar, cast

import numpy as np

from boardodds.probability.arrays import Floats
from boardodds.probability.display import short_repr
from boardodds.probability.estimate import MeanEstimate, Proportion

ExactValue = float | Fraction
SimulatedValue = Proportion | MeanEstimate
Row = dict[str, str | float | int | None]


class Result:
    """What a call returns, a dataclass; with ``eq=False`` it is compared and hashed here, which arrays allow.

    _MEASURES: the names of its numbers, with those of their attributes if these differ, as in "seat_win=seat_wins"; an attribute
        can be a list of the numbers of all players.
    _DISTRIBUTIONS: the same for distributions: mappings, the counts of the outcomes 0, 1, ..., or an array of outcomes.
    _OF: the attribute that the numbers belong to.
    """

    __slots__ = ()
    _MEASURES: tuple[str, ...] = ()
    _DISTRIBUTIONS: tuple[str, ...] = ()
    _OF = ""

    def measures(self) -> Iterable["Measure"]:
        """Return the numbers of the result."""
        subject = str(getattr(self, self._OF)) if self._OF else ""
        for name, value in self._values(self._MEASURES):
            if isinstance(value, list | tuple):
                yield from (Measure(name, number, str(player)) for player, number in enumerate(value, 1))
            else:
                # An ``Exact`` has a figure.
                yield Measure(name, getattr(value, "figure", value), subject)

    def distributions(self) -> Iterable["Measure"]:
        """Return the numbers of its whole distributions."""
        for name, value in self._values(self._DISTRIBUTIONS):
            counts = np.bincount(value).tolist() if isinstance(value, np.ndarray) else value
            chances = value.items() if isinstance(value, Mapping) else _proportions(counts)
            yield from (Measure(name, chance, f"{outcome:g}") for outcome, chance in chances)

    def _values(self, names: Iterable[str]) -> Iterator[tuple[str, Any]]:
        return ((name.partition("=")[0], getattr(self, name.rpartition("=")[2])) for name in names)

    def rows(self, *, level: float = 0.95, distributions: bool = False) -> list[Row]:
        """Return the numbers as rows, as the command line prints them, for example for ``pandas.DataFrame``.

        level: the confidence level of the intervals of simulated numbers.
        distributions: whether to add the numbers of whole distributions.
        """
        measures = chain(self.measures(), self.distributions() if distributions else ())
        return [measure.row(level) for measure in measures]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        names = [each.name for each in fields(cast(Any, self)) if each.compare]
        return all(_are_equal(getattr(self, name), getattr(other, name)) for name in names)

    def __hash__(self) -> int:
        values = [getattr(self, each.name) for each in fields(cast(Any, self)) if each.compare]
        return hash((type(self), *(len(value) if isinstance(value, Sized) else value for value in values)))


def _proportions(counts: Iterable[int]) -> Iterator[tuple[int, Proportion]]:
    """Yield each outcome from 0 that occurred, and its proportion.

    >>> [(outcome, str(share)) for outcome, share in _proportions((0, 0, 632, 368))]
    [(2, '63.2% (95% CI 60.2 to 66.1)'), (3, '36.8% (95% CI 33.9 to 39.8)')]
    """
    total = sum(counts)
    return ((outcome, Proportion(count, total)) for outcome, count in enumerate(counts) if count)


def _are_equal(value: Any, other: Any) -> bool:
    if isinstance(value, tuple):
        return len(value) == len(other) and all(map(_are_equal, value, other))
    return bool(np.array_equal(value, other) if isinstance(value, np.ndarray) else value == other)


@dataclass(frozen=True, slots=True)
class Measure(Result):
    """One number of a result.

    name: the quantity, for example "win".
    value: the number; its type shows whether it is exact or simulated.
    subject: the camel, seat or outcome that the number belongs to; empty if there is only one.

    >>> Measure("win", Fraction(1, 4), "G").rows()
    [{'measure': 'win', 'of': 'G', 'value': 0.25, 'fraction': '1/4'}]
    """

    name: str
    value: ExactValue | SimulatedValue
    subject: str = ""

    def measures(self) -> Iterable["Measure"]:
        return (self,)

    def row(self, level: float) -> Row:
        """Return the row of the number, with its confidence interval if it is simulated."""
        value = self.value
        row: Row = {"measure": self.name, "of": self.subject}
        if not isinstance(value, SimulatedValue):
            return row | _exact_columns("", value)
        count, trials = (value.successes, value.trials) if isinstance(value, Proportion) else (None, value.size)
        return row | _simulated_columns("", value, level) | {"count": count, "trials": trials}


@dataclass(frozen=True, slots=True)
class Effect(Measure):
    """A number under a variant, next to that of the baseline.

    difference: with its standard error if both simulations share their random cards or dice; None if the numbers are exact or
        independent.

    >>> row, *_ = Effect("win", Fraction(1, 3), variant="two", baseline=Fraction(1, 4)).rows()
    >>> row["variant"], row["baseline_fraction"], row["fraction"], row["difference_fraction"]
    ('two', '1/4', '1/3', '1/12')
    """

    variant: str = ""
    baseline: ExactValue | SimulatedValue = 0.0
    difference: MeanEstimate | None = None

    def row(self, level: float) -> Row:
        before, after = self.baseline, self.value
        row: Row = {"variant": self.variant, "measure": self.name, "of": self.subject}
        if isinstance(before, SimulatedValue) and isinstance(after, SimulatedValue):
            row |= _simulated_columns("baseline", before, level) | _simulated_columns("", after, level)
            if self.difference:
                return row | _simulated_columns("difference", self.difference, level)
            return row | _independent_difference(before, after, level)
        if isinstance(before, SimulatedValue) or isinstance(after, SimulatedValue):
            raise TypeError("a variant and its baseline must both be exact, or both simulated")
        differences = _exact_columns("difference", after - before)
        return row | _exact_columns("baseline", before) | _exact_columns("", after) | differences


ResultT = TypeVar("ResultT", bound=Result)
# The number of results in the text of a list.
_SHOWN = 10


class Results(list[ResultT], Result):  # type: ignore[misc]  # (a list has no hash)
    """A list of results, with the rows of all of them."""

    def measures(self) -> Iterator[Measure]:
        return chain.from_iterable(each.measures() for each in self)

    def distributions(self) -> Iterator[Measure]:
        return chain.from_iterable(each.distributions() for each in self)

    def __repr__(self) -> str:
        more = [f"... {len(self) - _SHOWN} more"] * (len(self) > _SHOWN)
        return "[" + ",\n ".join([*map(repr, self[:_SHOWN]), *more]) + "]"


@short_repr
@dataclass(frozen=True, eq=False, slots=True)
class Comparison(Result, Generic[ResultT]):
    """Samples of games in several cases, such as under several rules, which share random numbers; the first is the baseline.

    samples: the sample of each case, by its name.
    measure: the property of a sample that is compared, the mean of a number of each game.
    covariance: float array (cases, cases), the sample covariance of this number, in the order of ``samples``. Between cases that
        share no random numbers, it differs from 0 only by chance.
    games: the number of games in each case.
    """

    samples: Mapping[str, ResultT]
    measure: str
    covariance: Floats
    games: int

    def difference(self, name: str, baseline: str | None = None) -> MeanEstimate:
        """Return the mean of a case minus that of the baseline, by default the first case, with its standard error.

        Raises ValueError for the name of a case that was not played.
        """
        names = list(self.samples)
        baseline = names[0] if baseline is None else baseline
        for each in (name, baseline):
            if each not in names:
                raise ValueError(f"name must be that of a case that was simulated, {', '.join(names)}, got {each!r}")
        weights = np.array([float(each == name) - (each == baseline) for each in names])
        means = np.array([getattr(sample, self.measure).value for sample in self.samples.values()])
        # A variance of 0 can come out slightly negative after rounding.
        variance = max(0.0, float(weights @ self.covariance @ weights))
        return MeanEstimate(float(weights @ means), variance**0.5, self.games)

    def measures(self) -> Iterator[Effect]:
        first, *others = (getattr(sample, self.measure) for sample in self.samples.values())
        for name, mean in zip(list(self.samples)[1:], others, strict=True):
            yield Effect(self.measure, mean, variant=name, baseline=first, difference=self.difference(name))


def sample_covariance(sums: Floats, products: Floats, games: int) -> Floats:
    """Return the sample covariance of some numbers of a game, from their sums, and the sums of the products of two of them."""
    covariance: Floats = (products - np.outer(sums, sums) / games) / (games - 1)
    return covariance


def _exact_columns(prefix: str, value: ExactValue) -> Row:
    return _columns(prefix, value=float(value), fraction=str(value) if isinstance(value, Fraction) else None)


def _simulated_columns(prefix: str, value: SimulatedValue, level: float) -> Row:
    low, high = value.interval(level)
    return _columns(prefix, value=value.value, standard_error=value.standard_error, low=low, high=high)


def _independent_difference(before: SimulatedValue, after: SimulatedValue, level: float) -> Row:
    """Return the difference of two independent estimates, with an interval that is made of both their intervals.

    Source: Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10. Its coverage
    stays close to the level for proportions near 0 or 1. For means it is the normal interval.
    """
    before_interval, after_interval = before.interval(level), after.interval(level)
    difference = after.value - before.value
    return _columns(
        "difference",
        value=difference,
        standard_error=hypot(before.standard_error, after.standard_error),
        low=difference - hypot(after.value - after_interval.low, before_interval.high - before.value),
        high=difference + hypot(after_interval.high - after.value, before.value - before_interval.low),
    )


def _columns(prefix: str, **values: str | float | None) -> Row:
    """Return numbers by the names of their columns, which begin with a prefix; that of a value is the prefix alone."""
    if not prefix:
        return dict(values)
    return {prefix if name == "value" else f"{prefix}_{name}": value for name, value in values.items()}
