"""Distributions against plain sums and against a list of all draws."""

from fractions import Fraction
from itertools import accumulate, product
from math import prod

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from boardodds.probability.pmf import Pmf

weights = st.dictionaries(st.integers(-50, 50), st.integers(0, 1000), min_size=1).filter(lambda w: sum(w.values()) > 0)


@given(weights)
def test_moments_and_tails_agree_with_plain_sums(by_outcome: dict[float, float]) -> None:
    pmf = Pmf.from_weights(by_outcome)
    total = sum(by_outcome.values())
    mean = sum(x * w for x, w in by_outcome.items()) / total
    variance = sum((x - mean) ** 2 * w for x, w in by_outcome.items()) / total
    assert pmf.mean == pytest.approx(mean, abs=1e-9)
    assert pmf.std**2 == pytest.approx(variance, abs=1e-6)
    for x in (-51, 0, 0.5, *by_outcome):
        assert pmf.at_least(x) == pytest.approx(sum(w for y, w in by_outcome.items() if y >= x) / total, abs=1e-12)
        assert pmf.at_most(x) == pytest.approx(sum(w for y, w in by_outcome.items() if y <= x) / total, abs=1e-12)
        assert pmf.probability(x) == pytest.approx(by_outcome.get(x, 0) / total, abs=1e-12)


@given(
    st.lists(st.sampled_from([0, 1, 2, 3, 10**6, 10**14]), min_size=1, max_size=8).filter(any),
    st.one_of(st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2), Fraction(999, 1000)]), st.fractions(0, 1)),
)
@example([10**14, 1], Fraction(1))
def test_quantile_is_the_least_outcome_that_reaches_q(weights: list[int], q: Fraction) -> None:
    total = sum(weights)
    pmf = Pmf(tuple(range(len(weights))), tuple(weight / total for weight in weights))
    reached = [Fraction(part, total) for part in accumulate(weights)]
    # At a rank this close to a sum, the floats cannot say on which side it is.
    assume(all(sum_ == q or abs(sum_ - q) > 1e-11 * min(q, 1 - q) for sum_ in reached))
    assert pmf.quantile(float(q)) == next(outcome for outcome, sum_ in enumerate(reached) if sum_ >= q)


@pytest.mark.parametrize(
    ("outcomes", "probabilities", "message"),
    [
        ((), (), "the same length, 1 or more, got 0"),
        ((1, 2), (1.0,), "the same length, 1 or more, got 2"),
        ((2, 1), (0.5, 0.5), "ascend"),
        ((1, 1), (0.5, 0.5), "ascend"),
        ((1, 2), (-0.5, 1.5), "0 or more"),
        ((1, 2), (float("nan"), 1.0), "0 or more"),
        ((1, 2), (0.5, 0.6), "sum to 1"),
    ],
)
def test_invalid_ones_are_refused(outcomes: tuple[float, ...], probabilities: tuple[float, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Pmf(outcomes, probabilities)


def test_weights_must_be_positive_and_q_and_draws_in_range() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        Pmf.from_weights({1: 0})
    with pytest.raises(ValueError, match=r"q must be 0\.\.1"):
        Pmf.from_weights({1: 1}).quantile(1.5)
    with pytest.raises(ValueError, match="draws must be 1 or more, got 0"):
        Pmf((1,), (1.0,)).largest_of(0)


@given(st.dictionaries(st.integers(-5, 5), st.integers(1, 9), min_size=1, max_size=5), st.integers(1, 4))
def test_extremes_match_a_list_of_all_draws(weights: dict[float, float], draws: int) -> None:
    pmf = Pmf.from_weights(weights)
    largest: dict[float, float] = {}
    smallest: dict[float, float] = {}
    for draw in product(pmf.outcomes, repeat=draws):
        chance = prod(pmf.probability(outcome) for outcome in draw)
        largest[max(draw)] = largest.get(max(draw), 0.0) + chance
        smallest[min(draw)] = smallest.get(min(draw), 0.0) + chance
    for expected, extreme in ((largest, pmf.largest_of(draws)), (smallest, pmf.smallest_of(draws))):
        assert [extreme.probability(outcome) for outcome in pmf.outcomes] == pytest.approx(
            [expected.get(outcome, 0.0) for outcome in pmf.outcomes], abs=1e-12
        )


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=60))
def test_what_is_certain_has_probability_one(weights: list[float]) -> None:
    pmf = Pmf.from_weights(dict(enumerate(weights)))
    assert pmf.at_least(0) == pmf.at_least(-1) == pmf.at_most(len(weights) - 1) == pmf.at_most(len(weights)) == 1
    assert pmf.at_least(len(weights)) == pmf.at_most(-1) == 0
    assert pmf.quantile(1) == len(weights) - 1
