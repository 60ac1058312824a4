"""The measures of a command, exact or simulated, and the rows of output that they make."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot

from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf

ExactValue = float | Fraction
SimulatedValue = Proportion | MeanEstimate
Row = dict[str, str | float | int | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number that a command prints.

    name: the quantity, for example "win".
    value: the number; its type shows whether it is exact or simulated.
    subject: the camel, seat or outcome that the number belongs to; empty if there is only one.
    """

    name: str
    value: ExactValue | SimulatedValue
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of a case.

    always: the numbers that are always printed.
    distributions: returns the numbers of whole distributions, which are printed on request.
    """

    always: Sequence[Measure]
    distributions: Callable[[], Iterator[Measure]]


@dataclass(frozen=True, slots=True)
class Effect:
    """A measure under a variant and under the baseline.

    variant: the name of the variant.
    baseline: the measure under the baseline.
    measure: the measure under the variant.
    difference: the difference with its standard error if both simulations share their random cards or dice; None if the
        measures are exact or independent.
    """

    variant: str
    baseline: Measure
    measure: Measure
    difference: MeanEstimate | None = None


def no_distributions() -> Iterator[Measure]:
    """Return no measures: for cases without distributions."""
    return iter(())


def pmf_measures(name: str, pmf: Pmf) -> Iterator[Measure]:
    """Yield the probability of each outcome as a measure with this name."""
    for outcome, chance in zip(pmf.outcomes, pmf.probabilities, strict=True):
        yield Measure(name, chance, f"{outcome:g}")


def count_measures(name: str, counts: Mapping[int, int]) -> Iterator[Measure]:
    """Yield the proportion of each outcome that occurred as a measure with this name.

    counts: the number of occurrences by outcome.

    >>> [(measure.subject, str(measure.value)) for measure in count_measures("turns", {1: 0, 2: 632, 3: 368})]
    [('2', '63.2% (95% CI 60.2 to 66.1)'), ('3', '36.8% (95% CI 33.9 to 39.8)')]
    """
    total = sum(counts.values())
    for outcome, count in counts.items():
        if count:
            yield Measure(name, Proportion(count, total), str(outcome))


def measure_row(measure: Measure, level: float) -> Row:
    """Return a measure as a row of output, with its confidence interval if it is simulated.

    level: the confidence level of the interval.

    >>> measure_row(Measure("win", Fraction(1, 4), "G"), level=0.95)
    {'measure': 'win', 'of': 'G', 'value': 0.25, 'fraction': '1/4'}
    """
    value = measure.value
    row: Row = {"measure": measure.name, "of": measure.subject}
    if not isinstance(value, SimulatedValue):
        return row | _exact_columns("", value)
    count, trials = (value.successes, value.trials) if isinstance(value, Proportion) else (None, value.size)
    return row | _simulated_columns("", value, level) | {"count": count, "trials": trials}


def effect_row(effect: Effect, level: float) -> Row:
    """Return the effect of a variant on a measure as a row of output.

    level: the confidence level of the intervals of simulated measures.

    >>> row = effect_row(Effect("two", Measure("win", Fraction(1, 4)), Measure("win", Fraction(1, 3))), level=0.95)
    >>> row["variant"], row["baseline_fraction"], row["fraction"], row["difference_fraction"]
    ('two', '1/4', '1/3', '1/12')
    """
    before, after = effect.baseline.value, effect.measure.value
    row: Row = {"variant": effect.variant, "measure": effect.measure.name, "of": effect.measure.subject}
    if isinstance(before, SimulatedValue) and isinstance(after, SimulatedValue):
        row |= _simulated_columns("baseline", before, level) | _simulated_columns("", after, level)
        if effect.difference:
            return row | _simulated_columns("difference", effect.difference, level)
        return row | _independent_difference(before, after, level)
    if isinstance(before, SimulatedValue) or isinstance(after, SimulatedValue):
        raise TypeError("a variant and its baseline must both be exact, or both simulated")
    differences = _exact_columns("difference", after - before)
    return row | _exact_columns("baseline", before) | _exact_columns("", after) | differences


def _exact_columns(prefix: str, value: ExactValue) -> Row:
    fraction = str(value) if isinstance(value, Fraction) else None
    return {prefix or "value": float(value), _column(prefix, "fraction"): fraction}


def _simulated_columns(prefix: str, value: SimulatedValue, level: float) -> Row:
    interval = value.interval(level)
    return _interval_columns(prefix, value.value, value.standard_error, interval.low, interval.high)


def _independent_difference(before: SimulatedValue, after: SimulatedValue, level: float) -> Row:
    """Return the difference of two independent estimates, with an interval that is made of both their intervals.

    Source: Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10. Its coverage
    stays close to the level for proportions near 0 or 1. For means it is the normal interval.
    """
    before_interval, after_interval = before.interval(level), after.interval(level)
    difference = after.value - before.value
    return _interval_columns(
        "difference",
        difference,
        hypot(before.standard_error, after.standard_error),
        difference - hypot(after.value - after_interval.low, before_interval.high - before.value),
        difference + hypot(after_interval.high - after.value, before.value - before_interval.low),
    )


def _interval_columns(prefix: str, value: float, standard_error: float, low: float, high: float) -> Row:
    numbers = {"standard_error": standard_error, "low": low, "high": high}
    return {prefix or "value": value, **{_column(prefix, name): number for name, number in numbers.items()}}


def _column(prefix: str, name: str) -> str:
    return f"{prefix}_{name}" if prefix else name
