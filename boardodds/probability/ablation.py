"""The effect of each rule: one solver applied to a baseline and to named variants of it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Case = TypeVar("Case")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Effect:
    """One measure under the baseline and under one variant.

    variant: the name of the variant.
    measure: the name of the measure.
    baseline: the measure under the baseline.
    value: the measure under the variant.
    """

    variant: str
    measure: str
    baseline: float
    value: float

    @property
    def difference(self) -> float:
        """The variant's value minus the baseline's, in the unit of the measure."""
        return self.value - self.baseline


@dataclass(frozen=True, slots=True)
class Ablation(Generic[Result]):
    """The solver's result for the baseline and for each variant by name."""

    baseline: Result
    variants: Mapping[str, Result]

    def effects(self, measures: Callable[[Result], Mapping[str, float]]) -> Iterator[Effect]:
        """Yield every measure under every variant, in the order of the variants.

        A measure that the baseline lacks counts as 0 there.

        measures: takes a result and returns the measures to compare, by name.
        """
        baseline_values = measures(self.baseline)
        for name, result in self.variants.items():
            for measure, value in measures(result).items():
                yield Effect(name, measure, baseline_values.get(measure, 0.0), value)


def ablate(solve: Callable[[Case], Result], baseline: Case, variants: Mapping[str, Case]) -> Ablation[Result]:
    """Solve the baseline and every variant.

    solve: takes a case and returns its result. A case is the input of the solver: rules, a position, or both as a pair.
    baseline: the case that the variants are compared with.
    variants: cases by name.

    >>> ablation = ablate(lambda sides: (sides + 1) / 2, 6, {"eight sides": 8})
    >>> [(e.variant, e.difference) for e in ablation.effects(lambda mean: {"mean roll": mean})]
    [('eight sides', 1.0)]
    """
    return Ablation(solve(baseline), {name: solve(case) for name, case in variants.items()})
