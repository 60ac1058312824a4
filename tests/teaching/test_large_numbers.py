"""The law of large numbers and the coverage of intervals, against what is known of both."""

from math import comb, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.charts.large_numbers import settling
from boardodds.probability.estimate import Proportion
from boardodds.teaching import large_numbers
from boardodds.teaching.large_numbers import NORMAL, WILSON, coverage, interval, published_figures, repeat, run, trials
from boardodds.teaching.published_figure import PublishedFigure


@pytest.mark.parametrize("key", list(trials()))
def test_what_is_played_is_what_is_solved(key: str) -> None:
    example = trials()[key]
    share = Proportion(example.play(20_000, 3), 20_000)
    # 4 standard errors, of the exact chance
    exact = example.exact()
    assert abs(share.value - exact) < 4 * sqrt(exact * (1 - exact) / 20_000)
    assert example.play(500, 1) == example.play(500, 1)


def test_the_shares_of_a_run_are_those_of_games_in_any_order() -> None:
    watched = run("bid", games=200, runs=100, seed=2)
    first = np.concatenate([run("bid", games=200, runs=100, seed=seed).shares[:, 0] for seed in range(20)])
    exact = watched.exact
    # after ten games the shares spread as a binomial of ten does: its variance is known to 2,000 ** -0.5 * 2 ** 0.5 about
    assert abs(first.mean() - exact) < 4 * sqrt(exact * (1 - exact) / 10 / len(first))
    assert first.var() == pytest.approx(exact * (1 - exact) / 10, rel=0.15)
    counts = watched.shares * watched.games
    assert counts == pytest.approx(counts.round())
    assert (np.diff(counts, axis=1) >= -1e-9).all()
    assert (np.diff(counts, axis=1) <= np.diff(watched.games) + 1e-9).all()


def test_the_same_seed_gives_the_same_picture() -> None:
    assert (run("orchard", 1_000, runs=3, seed=5).shares == run("orchard", 1_000, runs=3, seed=5).shares).all()
    assert repeat("orchard", 20, 50, seed=5) == repeat("orchard", 20, 50, seed=5)
    assert repeat("orchard", 20, 50, seed=5) != repeat("orchard", 20, 50, seed=6)


def test_samples_are_dealt_out_of_one() -> None:
    shares = repeat("bid", games=7, repetitions=300, seed=4)
    assert {share.trials for share in shares} == {7}
    exact = trials()["bid"].exact()
    mean = sum(share.value for share in shares) / 300
    assert abs(mean - exact) < 4 * sqrt(exact * (1 - exact) / 2_100)


@given(st.integers(2, 60), st.floats(0, 1), st.sampled_from([WILSON, NORMAL]), st.sampled_from([0.8, 0.95]))
@settings(max_examples=60)
def test_coverage_is_the_sum_over_the_binomial(games: int, chance: float, method: str, level: float) -> None:
    plain = 0.0
    for yes in range(games + 1):
        share = Proportion(yes, games)
        bounds = share.interval(level) if method == WILSON else share.normal_interval(level)
        if bounds.low <= chance <= bounds.high:
            plain += comb(games, yes) * chance**yes * (1 - chance) ** (games - yes)
    assert coverage(games, chance, method, level) == pytest.approx(plain, abs=1e-9)


def test_ten_thousand_wilson_intervals_hold_what_they_exactly_should() -> None:
    exact = trials()["orchard"].exact()
    shares = repeat("orchard", games=20, repetitions=10_000, seed=11)
    held = Proportion(sum(exact in interval(share, WILSON) for share in shares), len(shares))
    should = coverage(20, exact, WILSON)
    # 99.9% of such counts lie within this
    assert abs(held.value - should) < 3.3 * sqrt(should * (1 - should) / len(shares))


def test_the_normal_interval_misses_more_often_than_it_says() -> None:
    # Brown, Cai and DasGupta (2001): the normal interval at n = 10, p = 0.1 covers 0.65, Wilson's 0.93
    assert coverage(10, 0.1, NORMAL) == pytest.approx(0.65, abs=0.005)
    assert coverage(10, 0.1, WILSON) == pytest.approx(0.93, abs=0.005)
    assert coverage(2_000, 0.3, NORMAL) == pytest.approx(0.95, abs=0.005)


@pytest.mark.parametrize(
    ("work", "sentence"),
    [
        (lambda: run("chess", 100), "key must be one of leg, race"),
        (lambda: run("bid", 9), "games must be 10..1,000,000, got 9"),
        (lambda: run("bid", 100, runs=101), "runs must be 1..100, got 101"),
        (lambda: repeat("bid", 1, 10), "games must be 2..2,000, got 1"),
        (lambda: repeat("bid", 10, 10_001), "repetitions must be 1..10,000, got 10,001"),
        (lambda: coverage(10, 1.5, WILSON), "chance must be 0..1, got 1.5"),
        (lambda: interval(Proportion(1, 2), "exact"), "method must be Wilson or normal, got 'exact'"),
    ],
)
def test_calls_that_cannot_be(work: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        work()
    assert sentence in str(caught.value)


def test_keys_are_fit_for_an_address() -> None:
    assert all(key.isidentifier() for key in large_numbers.trials())


@pytest.mark.parametrize("check", published_figures(), ids=lambda check: check.what)
def test_every_printed_figure_comes_out(check: PublishedFigure) -> None:
    assert check.holds(check.compute())
    # a fraction has no places that were rounded away
    assert check.tolerance > 0 or check.over
    # a tolerance that would let any chance pass says nothing
    assert check.tolerance < 0.2 * abs(check.printed) + 0.011


@pytest.mark.parametrize("runs", [1, 20])
def test_the_picture_that_plays_ends_where_it_stands(runs: int) -> None:
    watched = large_numbers.run("bid", games=1_000, runs=runs)
    figure = settling(watched)
    last = figure.frames[-1]
    for number, trace in enumerate(last.traces):
        assert list(last.data[number].y) == list(figure.data[trace].y) == watched.shares[number].tolist()
