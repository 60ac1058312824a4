"""Distributions against plain sums and against a list of all draws."""

from itertools import pairwise, product
from math import prod

import pytest
from hypothesis import given
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


@given(weights, st.floats(0, 1))
def test_quantile_is_the_least_outcome_that_reaches_q(by_outcome: dict[float, float], q: float) -> None:
    pmf = Pmf.from_weights(by_outcome)
    quantile = pmf.quantile(q)
    assert pmf.at_most(quantile) >= q - 1e-9
    below = [x for x in pmf.outcomes if x < quantile]
    assert not below or pmf.at_most(below[-1]) < q


def test_quantiles_of_a_die_are_its_faces() -> None:
    die = Pmf.from_weights(dict.fromkeys(range(1, 7), 1))
    assert [die.quantile(k / 6) for k in range(1, 7)] == [1, 2, 3, 4, 5, 6]
    assert all(left < right for left, right in pairwise(die.outcomes))


@pytest.mark.parametrize(
    ("outcomes", "probabilities", "message"),
    [
        ((), (), "at least one"),
        ((1, 2), (1.0,), "as many"),
        ((2, 1), (0.5, 0.5), "ascend"),
        ((1, 1), (0.5, 0.5), "ascend"),
        ((1, 2), (-0.5, 1.5), "0 or more"),
        ((1, 2), (float("nan"), 1.0), "0 or more"),
        ((1, 2), (0.5, 0.6), "sum to 1"),
    ],
)
def test_invalid_distributions_are_refused(
    outcomes: tuple[float, ...], probabilities: tuple[float, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Pmf(outcomes, probabilities)


def test_weights_must_be_positive_and_q_in_range() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        Pmf.from_weights({1: 0})
    with pytest.raises(ValueError, match=r"q must be 0\.\.1"):
        Pmf.from_weights({1: 1}).quantile(1.5)


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


def test_the_largest_of_no_draws_is_refused() -> None:
    with pytest.raises(ValueError, match="draws must be 1 or more, got 0"):
        Pmf((1,), (1.0,)).largest_of(0)


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=60))
def test_no_chance_exceeds_one_through_rounding(weights: list[float]) -> None:
    pmf = Pmf.from_weights(dict(enumerate(weights)))
    assert pmf.at_least(0) <= 1
    assert pmf.quantile(pmf.at_most(len(weights))) == len(weights) - 1
