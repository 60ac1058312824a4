"""What a command answers: measures, exact or with their error, and the rows they make."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import hypot

from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf

Exact = float | Fraction
Simulated = Proportion | MeanEstimate
Row = dict[str, str | float | int | None]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number. name: what it is. of: whose it is, if there are several. value: its type tells whether it is exact."""

    name: str
    value: Exact | Simulated
    of: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """The measures of a case, and whole distributions for who asks for them."""

    measures: Sequence[Measure]
    distributions: Callable[[], Iterator[Measure]]


@dataclass(frozen=True, slots=True)
class Effect:
    """A measure under a variant and under the baseline.

    difference: where the games of both belong together, the mean of their differences; otherwise they are independent.
    """

    variant: str
    baseline: Measure
    measure: Measure
    difference: MeanEstimate | None = None


def nothing_more() -> Iterator[Measure]:
    """No distributions."""
    return iter(())


def of_pmf(name: str, pmf: Pmf) -> Iterator[Measure]:
    """The chance of each outcome."""
    for outcome, chance in zip(pmf.outcomes, pmf.probabilities, strict=True):
        yield Measure(name, chance, f"{outcome:g}")


def of_counts(name: str, counts: Mapping[int, int]) -> Iterator[Measure]:
    """The share of each outcome that came up, by how often it did.

    >>> [(measure.of, str(measure.value)) for measure in of_counts("turns", {1: 0, 2: 632, 3: 368})]
    [('2', '63.2% (95% CI 60.2 to 66.1)'), ('3', '36.8% (95% CI 33.9 to 39.8)')]
    """
    total = sum(counts.values())
    for outcome, count in counts.items():
        if count:
            yield Measure(name, Proportion(count, total), str(outcome))


def row_of(measure: Measure, level: float) -> Row:
    """A measure as a row, with its interval at a level if it was simulated.

    >>> row_of(Measure("win", Fraction(1, 4), "G"), level=0.95)
    {'measure': 'win', 'of': 'G', 'value': 0.25, 'fraction': '1/4'}
    """
    value = measure.value
    row: Row = {"measure": measure.name, "of": measure.of}
    if not isinstance(value, Simulated):
        return row | _exact("", value)
    count, trials = (value.successes, value.trials) if isinstance(value, Proportion) else (None, value.size)
    return row | _simulated("", value, level) | {"count": count, "trials": trials}


def effect_row(effect: Effect, level: float) -> Row:
    """What a variant does to a measure as a row.

    >>> row = effect_row(Effect("two", Measure("win", Fraction(1, 4)), Measure("win", Fraction(1, 3))), level=0.95)
    >>> row["variant"], row["baseline_fraction"], row["fraction"], row["difference_fraction"]
    ('two', '1/4', '1/3', '1/12')
    """
    before, after = effect.baseline.value, effect.measure.value
    row: Row = {"variant": effect.variant, "measure": effect.measure.name, "of": effect.measure.of}
    if isinstance(before, Simulated) and isinstance(after, Simulated):
        row |= _simulated("baseline", before, level) | _simulated("", after, level)
        if effect.difference:
            return row | _simulated("difference", effect.difference, level)
        return row | _apart(before, after, level)
    if isinstance(before, Simulated) or isinstance(after, Simulated):
        raise TypeError("a variant and its baseline must both be exact, or both simulated")
    return row | _exact("baseline", before) | _exact("", after) | _exact("difference", after - before)


def _exact(name: str, value: Exact) -> Row:
    fraction = str(value) if isinstance(value, Fraction) else None
    return {name or "value": float(value), _part(name, "fraction"): fraction}


def _simulated(name: str, value: Simulated, level: float) -> Row:
    interval = value.interval(level)
    return _estimate(name, value.value, value.standard_error, interval.low, interval.high)


def _apart(before: Simulated, after: Simulated, level: float) -> Row:
    """The difference of two independent estimates, with an interval from the intervals of both.

    Source: Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10, which keeps
    its level where shares are near 0 or 1; between means it is the normal interval.
    """
    one, other = before.interval(level), after.interval(level)
    difference = after.value - before.value
    return _estimate(
        "difference",
        difference,
        hypot(before.standard_error, after.standard_error),
        difference - hypot(after.value - other.low, one.high - before.value),
        difference + hypot(other.high - after.value, before.value - one.low),
    )


def _estimate(name: str, value: float, standard_error: float, low: float, high: float) -> Row:
    numbers = {"standard_error": standard_error, "low": low, "high": high}
    return {name or "value": value, **{_part(name, part): number for part, number in numbers.items()}}


def _part(name: str, part: str) -> str:
    return f"{name}_{part}" if name else part
