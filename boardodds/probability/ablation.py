"""What is each rule worth: one solver over named variants, set beside a baseline."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

Case = TypeVar("Case")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Effect:
    """One measure under one variant. ``difference`` is the variant's value less the baseline's, in the measure's own
    unit."""

    variant: str
    measure: str
    baseline: float
    value: float

    @property
    def difference(self) -> float:
        return self.value - self.baseline


@dataclass(frozen=True, slots=True)
class Ablation(Generic[Result]):
    """The solver's result for the baseline and for each variant by name."""

    baseline: Result
    variants: Mapping[str, Result]

    def effects(self, measures: Callable[[Result], Mapping[str, float]]) -> Iterator[Effect]:
        """Every measure under every variant, in the order given; a measure that the baseline lacks counts as 0 there.

        measures: what to compare, by name, as read off a result.
        """
        before = measures(self.baseline)
        for name, result in self.variants.items():
            for measure, value in measures(result).items():
                yield Effect(name, measure, before.get(measure, 0.0), value)


def ablate(solve: Callable[[Case], Result], baseline: Case, variants: Mapping[str, Case]) -> Ablation[Result]:
    """Solves the baseline and every variant.

    solve: one case to its result. A case is whatever the solver takes: rules, a position, or both as a pair.

    >>> ablation = ablate(lambda sides: (sides + 1) / 2, 6, {"eight sides": 8})
    >>> [(e.variant, e.difference) for e in ablation.effects(lambda mean: {"mean roll": mean})]
    [('eight sides', 1.0)]
    """
    return Ablation(solve(baseline), {name: solve(case) for name, case in variants.items()})
