"""Dudo calls and the dial fitted to them, compared with plain formulas, the blog post's figures and its author's program."""

import random
from math import sqrt
from typing import Any

import numpy as np
import pytest

from boardodds.perudo import HUMAN, NAIVE, PUBLISHED_DIAL, Calls, PolicyBidder, Rules, fit_dial, play_matches
from boardodds.perudo.published_figures import NAIVE_FIGURES
from tests.known_answers import load_answers
from tests.oracles.perudo_dial import play

DUDO = load_answers("perudo")["dudo"]
SIX = [NAIVE] * 6


def draw_calls(rng: np.random.Generator, number: int, slope: float, intercept: float) -> Calls:
    """Draw calls that are right with a chance on a line over the ratio of dice."""
    caller, bidder = rng.integers(2, 6, number), rng.integers(1, 6, number)
    right = rng.random(number) < slope * caller / bidder + intercept
    return Calls(caller, bidder, rng.random(number), right, right, np.zeros(0))


def author_calls(**options: Any) -> Calls:
    rng = random.Random(1)
    columns = zip(*(call for _ in range(1_000) for call in play(rng, **options)), strict=True)
    caller, bidder, calculated, right, another = map(np.array, columns)
    return Calls(caller, bidder, calculated, right, another, np.zeros(0))


def test_the_line_is_that_of_least_squares() -> None:
    calls = draw_calls(np.random.default_rng(1), 300, 0.1, 0.3)
    x, y = calls.ratio, calls.right.astype(float)
    dial = fit_dial(calls)
    centred = x - x.mean()
    assert dial.slope.value == pytest.approx(sum(centred * y) / sum(centred**2))
    assert dial.intercept.value == pytest.approx(y.mean() - dial.slope.value * x.mean())
    residuals = y - dial.intercept.value - dial.slope.value * x
    assert dial.slope.standard_error == pytest.approx(sqrt(sum(residuals**2) / 298 / sum(centred**2)))
    assert dial.constant.value == pytest.approx(calls.calculated.mean() - y.mean())


def test_the_intervals_of_the_line_contain_its_truth_as_often_as_they_say() -> None:
    rng, runs = np.random.default_rng(2), 600
    dials = [fit_dial(draw_calls(rng, 400, 0.1, 0.3)) for _ in range(runs)]
    slopes, ends = ([dial.slope for dial in dials], [dial.intercept for dial in dials])
    for contained in (sum(0.1 in each.interval() for each in slopes), sum(0.3 in each.interval() for each in ends)):
        assert abs(contained / runs - 0.95) < 4 * sqrt(0.95 * 0.05 / runs)


def test_a_fit_needs_recorded_calls_at_several_ratios() -> None:
    few = Rules(starting_dice=1)
    for calls in (play_matches(SIX, games=2).calls, play_matches(SIX, few, games=9, calls=True).calls):
        with pytest.raises(ValueError, match="calls must have 3 or more by players with two dice or more"):
            fit_dial(calls)


def test_the_figures_of_the_blog_post_are_the_known_ones() -> None:
    assert {printed for printed, *_ in NAIVE_FIGURES.values()} == set(DUDO.values())
    assert PUBLISHED_DIAL.calculated.value == DUDO["naive_success_calculated"]


def test_the_line_of_the_blog_post_comes_from_players_who_count_aces_as_wild_in_palifico_rounds() -> None:
    forgetful, knowing = (author_calls(knows_palifico=knows) for knows in (False, True))
    dial = fit_dial(forgetful)
    assert abs(dial.slope.value - DUDO["line_slope"]) < 0.01
    assert abs(dial.intercept.value - DUDO["line_intercept"]) < 0.01
    assert fit_dial(knowing).slope.interval(0.9999).high < 0.07
    # The author counts all calls with the last die as right: the caller is out, or the bidder opens or is out.
    one_die = forgetful.caller_dice == 1
    assert forgetful.proportion(forgetful.right | forgetful.opened_by_another, one_die).value == DUDO["one_die_success"]
    assert forgetful.proportion(forgetful.right, one_die).interval(0.9999).high < 0.5


def test_the_constant_of_the_blog_post_suits_players_who_use_it_themselves() -> None:
    dial = DUDO["constant_dial"]
    with_dial, without = (author_calls(palifico=False, dial=each) for each in (dial, 0.0))
    assert abs(fit_dial(with_dial).constant.value) < 0.01
    assert fit_dial(without).constant.interval(0.9999).low > dial


def test_dudo_is_right_more_often_the_fewer_dice_the_bidder_has() -> None:
    calls = play_matches(SIX, Rules(palifico=False), games=5_000, seed=3, calls=True).calls
    for caller in (2, 3, 4, 5):
        chosen = [(calls.caller_dice == caller) & (calls.bidder_dice == bidder) for bidder in (5, 1)]
        five, one = (calls.proportion(calls.right, each).interval(0.999) for each in chosen)
        assert five.high < one.low


def test_the_dial_forecasts_better_than_the_dice_alone_and_the_players_own_model_best() -> None:
    fitted = fit_dial(play_matches(SIX, games=1_000, seed=4, calls=True).calls)
    calls, read = (
        play_matches(SIX, games=60, seed=5, reader=each).calls for each in (HUMAN, PolicyBidder(random_moves=0.02))
    )
    dials = [dial.forecast(calls, by_line=line) for dial in (PUBLISHED_DIAL, fitted) for line in (False, True)]
    losses = [(each - calls.right) ** 2 for each in (calls.calculated, calls.given_bids, *dials, read.given_bids)]
    # From the dice alone, with each dial and by a model of people; then with each dial, and by a model of these very players.
    for gain in [*(losses[0] - each for each in losses[1:6]), *(each - losses[6] for each in losses[2:6])]:
        assert gain.mean() > 4 * gain.std() / sqrt(len(gain))
