"""The comparison of variants with a baseline."""

from boardodds.probability.ablation import Effect, ablate


def test_each_variant_is_compared_with_the_baseline() -> None:
    solved_sides: list[int] = []

    def solve(sides: int) -> dict[str, float]:
        solved_sides.append(sides)
        return {"mean": (sides + 1) / 2, "six": 1 / sides if sides >= 6 else 0.0}

    ablation = ablate(solve, 6, {"four sides": 4, "eight sides": 8})
    assert solved_sides == [6, 4, 8]
    assert list(ablation.effects(lambda result: result)) == [
        Effect("four sides", "mean", 3.5, 2.5),
        Effect("four sides", "six", 1 / 6, 0.0),
        Effect("eight sides", "mean", 3.5, 4.5),
        Effect("eight sides", "six", 1 / 6, 1 / 8),
    ]
    assert Effect("four sides", "mean", 3.5, 2.5).difference == -1.0


def test_a_measure_that_the_baseline_lacks_counts_as_zero_there() -> None:
    ablation = ablate(lambda names: dict.fromkeys(names, 0.5), "ab", {"other": "bc"})
    assert [(e.measure, e.difference) for e in ablation.effects(lambda result: result)] == [("b", 0.0), ("c", 0.5)]
