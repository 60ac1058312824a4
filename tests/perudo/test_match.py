"""Matches of Perudo, compared move by move with a plain simulation, and with the published figures."""

import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.perudo import ACE_BIDS, RAISE_RULES, STANDARD, Bid, LogitBidder, PolicyBidder, Rules
from boardodds.perudo.agents import (
    BLUFFER,
    CONSTANT_AGENT,
    LINEAR_AGENT,
    NAIVE_AGENT,
    READER,
    THRESHOLD_AGENT,
    Agent,
)
from boardodds.perudo.batch_inference import ORDINARY, PALIFICO, TAME_ACES, bid_likelihood, bid_lookup
from boardodds.perudo.batch_moves import RandomDice
from boardodds.perudo.bidders import move_chances
from boardodds.perudo.match import MatchSampler, play_matches
from boardodds.perudo.match_results import Calls, Matches, fit_dial, fit_line
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.calibration import brier_difference, calibration
from tests.known_answers import load_answers
from tests.oracles.perudo_match import PlainMatch, play

KNOWN = load_answers("perudo")
SIX = [NAIVE_AGENT] * 6
PUBLISHED_RULES = replace(STANDARD, palifico=False)


class ScriptedDice(RandomDice):
    """Fixed dice and random numbers, the same for one match at a time and for many at once."""

    def __init__(self, seed: int, sides: int, numbers: tuple[float, float]) -> None:
        self.seed, self.sides, self.numbers = seed, sides, numbers
        self.rounds: dict[int, int] = {}

    def first_seat(self, matches: int, players: int) -> Ints:
        return np.array([self.first_seat_of_match(match, players) for match in range(matches)])

    def first_seat_of_match(self, match: int, players: int) -> int:
        return random.Random(f"{self.seed} {match}").randrange(players)

    def hands(self, match: int, round_: int, dice: list[int]) -> list[tuple[int, ...]]:
        rng = random.Random(f"{self.seed} {match} {round_}")
        return [tuple(rng.randint(1, self.sides) for _ in range(count)) for count in dice]

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        face_counts = []
        for match, row in zip(matches.tolist(), dice.tolist(), strict=True):
            round_ = self.rounds.get(match, 0)
            self.rounds[match] = round_ + 1
            hands = self.hands(match, round_, row)
            face_counts.append([[hand.count(face) for face in range(1, sides + 1)] for hand in hands])
        return np.array(face_counts)

    def uniform(self, matches: Ints) -> Floats:
        return np.full((len(matches), 2), self.numbers)


def play_plainly(players: list[Agent], rules: Rules, matches: int, dice: ScriptedDice) -> list[PlainMatch]:
    first_seats = [dice.first_seat_of_match(match, len(players)) for match in range(matches)]
    return [
        play(players, rules, first_seat, partial(dice.hands, match), dice.numbers)
        for match, first_seat in enumerate(first_seats)
    ]


def assert_same(fast: Matches, plain: list[PlainMatch]) -> None:
    assert fast.winners.tolist() == [match.winner for match in plain]
    assert fast.rounds.tolist() == [len(match.rounds) for match in plain]
    assert fast.bids.tolist() == [
        sum(isinstance(move, Bid) for moves in match.rounds for move in moves) for match in plain
    ]
    calls = sorted(
        zip(fast.calls.caller.tolist(), fast.calls.naive.round(9).tolist(), fast.calls.right.tolist(), strict=True)
    )
    assert calls == sorted((seat, round(chance, 9), right) for match in plain for seat, chance, right in match.dudos)


@st.composite
def line_ups(draw: st.DrawFn) -> tuple[Rules, list[Agent]]:
    rules = Rules(
        sides=draw(st.sampled_from([3, 6])),
        wild_aces=draw(st.booleans()),
        ace_bids=draw(st.sampled_from(ACE_BIDS)),
        raise_rule=draw(st.sampled_from(RAISE_RULES)),
        open_on_aces=draw(st.booleans()),
        palifico=draw(st.booleans()),
        change_face=draw(st.booleans()),
        aces_stay_wild=draw(st.booleans()),
        starting_dice=draw(st.integers(1, 3)),
    )
    if rules.why_endless(4 * rules.starting_dice):
        rules = replace(rules, aces_stay_wild=False)
    kinds = [NAIVE_AGENT, CONSTANT_AGENT, LINEAR_AGENT, THRESHOLD_AGENT, replace(BLUFFER, bluffs=0.5)]
    return rules, draw(st.lists(st.sampled_from(kinds), min_size=2, max_size=4))


@given(line_ups(), st.integers(0, 1000), st.tuples(st.sampled_from([0.1, 0.9]), st.floats(0, 0.999)))
@settings(max_examples=60)
def test_matches_agree_with_the_plain_simulation(
    line_up: tuple[Rules, list[Agent]], seed: int, numbers: tuple[float, float]
) -> None:
    rules, players = line_up
    plain = play_plainly(players, rules, 6, ScriptedDice(seed, rules.sides, numbers))
    assert_same(MatchSampler(tuple(players), rules, ()).play(6, ScriptedDice(seed, rules.sides, numbers)), plain)


@pytest.mark.parametrize("model", [PolicyBidder(slip=0.02), LogitBidder(6)])
@pytest.mark.parametrize("rules", [STANDARD, replace(STANDARD, starting_dice=3)])
def test_readers_agree_with_the_posterior(rules: Rules, model: Any) -> None:
    players = [Agent("reader", model=model), NAIVE_AGENT, THRESHOLD_AGENT]
    plain = play_plainly(players, rules, 4, ScriptedDice(3, rules.sides, (1, 0)))
    assert_same(MatchSampler(tuple(players), rules, ()).play(4, ScriptedDice(3, rules.sides, (1, 0))), plain)


def test_the_same_seed_gives_the_same_matches_in_any_process() -> None:
    local = play_matches(SIX, games=2_500, seed=3)
    with ProcessPoolExecutor(2) as processes:
        remote = play_matches(SIX, games=2_500, seed=3, executor=processes)
    assert (local.winners == remote.winners).all()
    assert (local.calls.naive == remote.calls.naive).all()
    assert (local.winners != play_matches(SIX, games=2_500, seed=4).winners).any()


def test_progress_grows_before_the_first_match_is_over_and_changes_no_match() -> None:
    fractions: list[float] = []
    played = play_matches(SIX, games=400, seed=4, progress=fractions.append)
    halfway = len(fractions) // 2
    # Every match takes many rounds, but progress is reported long before one is over.
    assert played.rounds.min() > 10
    assert 0.25 < fractions[halfway] < 0.75
    assert fractions == sorted(fractions)
    assert (fractions[0], fractions[-1]) == (0, 1)
    assert (played.winners == play_matches(SIX, replace(STANDARD, calza=True), games=400, seed=4).winners).all()


def test_all_naive_players_win_equally_often() -> None:
    played = play_matches(SIX, games=6_000, seed=5)
    for seat in played.wins:
        assert 1 / 6 in seat.interval(0.9999)
    assert played.wins_of("naive").value == 1
    # Every round costs one die, and all players but the winner lose all their dice.
    assert (played.rounds >= 25).all()
    assert (played.rounds <= 29).all()


@pytest.fixture(scope="module")
def naive_calls() -> Calls:
    return play_matches(SIX, PUBLISHED_RULES, games=5_000, seed=2).calls


def test_the_naive_gap(naive_calls: Calls) -> None:
    fitted = fit_dial(naive_calls)
    # The figure is published with two decimals.
    assert abs(fitted.calculated.value - KNOWN["dudo"]["naive_success_calculated"]) < 0.01
    assert fitted.right.interval(0.9999).high < 0.45 < fitted.calculated.value
    # The published 0.42 counts a call as right if another player opens the next round.
    assert abs(fitted.opened_by_another.value - KNOWN["dudo"]["naive_success_actual"]) < 0.01
    assert KNOWN["dudo"]["naive_success_actual"] not in fitted.right.interval(0.9999)
    wrong_kept = 1 - fitted.right.value - fitted.one_die_wrong.value
    assert fitted.opened_by_another.value == pytest.approx(1 - wrong_kept - fitted.last_die_right.value)
    assert fitted.gap.value == pytest.approx(fitted.calculated.value - fitted.right.value, abs=1e-12)
    assert fitted.one_die.value < fitted.right.value < KNOWN["dudo"]["one_die_caller_published"]


def test_the_opener_after_each_call_is_the_one_of_the_match(naive_calls: Calls) -> None:
    # The player who loses a die opens, or the next player with dice: after a bidder who is out, that is the caller.
    openers = [
        "caller" if (not right and caller > 1) or (right and bidder == 1) else "another"
        for caller, bidder, right in zip(
            naive_calls.caller_dice, naive_calls.bidder_dice, naive_calls.right, strict=True
        )
    ]
    assert fit_dial(naive_calls).opened_by_another.successes == openers.count("another")


def test_the_fitted_line(naive_calls: Calls) -> None:
    fitted = fit_dial(naive_calls)
    is_fitted = naive_calls.caller_dice > 1
    slope, intercept = np.polyfit(naive_calls.ratio[is_fitted], naive_calls.right[is_fitted].astype(float), 1)
    assert fitted.line.slope == pytest.approx(slope, abs=1e-9)
    assert fitted.line.intercept == pytest.approx(intercept, abs=1e-9)
    # Dudo is right more often if the caller has more dice relative to the bidder, as published.
    assert fitted.line.slope_interval(0.999).low > 0
    assert sum(proportion.trials for proportion in fitted.by_ratio.values()) == is_fitted.sum() == fitted.line.size
    calculated = fitted.calculated.value
    assert fitted.linear.deduction(2.0) == pytest.approx(calculated - 2 * slope - intercept)


def test_the_standard_errors_of_a_line_match_repeated_samples() -> None:
    rng = np.random.default_rng(1)
    x = rng.uniform(0, 3, 400)
    lines = [fit_line(x, (rng.random(400) < 0.2 + 0.2 * x).astype(float)) for _ in range(500)]
    slopes = np.array([line.slope for line in lines])
    # The standard deviation of 500 values has a relative standard error of 3%, so this tolerates 5 of them.
    assert np.mean([line.slope_error for line in lines]) == pytest.approx(slopes.std(ddof=1), rel=0.16)
    coverage = np.mean([0.2 in line.slope_interval() for line in lines])
    assert abs(coverage - 0.95) < 4 * sqrt(0.95 * 0.05 / 500)


def test_a_reader_with_the_right_model_wins_more_than_a_fair_share() -> None:
    played = play_matches([READER, *SIX[1:]], games=500, seed=6)
    assert played.wins_of("reader").interval(0.9999).low > 0.26


def test_a_reader_with_the_wrong_model_is_better_calibrated_than_the_dial() -> None:
    rivals = [
        replace(BLUFFER, name="a", bluffs=0.1),
        THRESHOLD_AGENT,
        NAIVE_AGENT,
        CONSTANT_AGENT,
        NAIVE_AGENT,
        NAIVE_AGENT,
    ]
    training = play_matches(rivals, PUBLISHED_RULES, games=500, seed=7).calls
    validation = play_matches(rivals, PUBLISHED_RULES, games=500, seed=8, models=[LogitBidder(8)]).calls
    dial = fit_dial(training).linear
    dial_forecast = np.clip(validation.naive - dial.deduction(validation.ratio), 0, 1)
    posterior_forecast = validation.posterior[:, 0]
    assert brier_difference(posterior_forecast, dial_forecast, validation.right).interval(0.999).high < 0
    assert calibration(validation.naive, validation.right).expected_calibration_error > 0.1


def test_insufficient_calls_are_rejected() -> None:
    played = play_matches([NAIVE_AGENT] * 2, games=2)
    with pytest.raises(ValueError, match="callers with one die"):
        fit_dial(played.calls.select(np.zeros(len(played.calls), dtype=np.bool_)))
    with pytest.raises(ValueError, match="3 points or more"):
        fit_line(np.array([1.0, 1.0, 1.0]), np.array([0.0, 1.0, 0.0]))
    with pytest.raises(ValueError, match="name must be one of naive, got 'me'"):
        played.wins_of("me")


@given(line_ups(), st.integers(1, 3), st.integers(2, 9), st.integers(0, 30), st.booleans())
@settings(max_examples=60)
def test_likelihoods_from_tables_are_those_of_the_models(
    line_up: tuple[Rules, list[Agent]], dice: int, total: int, current: int, palifico: bool
) -> None:
    rules, _ = line_up
    dice, palifico = min(dice, rules.starting_dice, total - 1), palifico and rules.palifico
    lookup = bid_lookup(rules, 9)
    current = min(current, total * rules.sides)
    current_bid = lookup.bid(current)
    are_tamed = not palifico and current_bid and rules.after([current_bid.face]) != rules
    kind = PALIFICO if palifico else TAME_ACES if are_tamed else ORDINARY
    for model in (LogitBidder(5), PolicyBidder(slip=0.1), PolicyBidder(slip=1)):
        try:
            moves, chances = move_chances(model, dice, current_bid, total, rules, palifico)
        except ValueError:
            # The current bid is on aces, which are never bid under these rules.
            return
        for column, move in enumerate(moves):
            if isinstance(move, Bid):
                number = lookup.number(move.quantity, move.face)
                likelihood = bid_likelihood(model, lookup, dice, total, kind, current, number)
                assert likelihood == pytest.approx(chances[:, column], abs=1e-12)


def test_the_number_of_calls_in_the_results_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardodds.perudo.match.MAX_CALLS", 1_100)
    limited = play_matches([NAIVE_AGENT] * 2, games=2_500)
    monkeypatch.setattr("boardodds.perudo.match.MAX_CALLS", 10**6)
    complete = play_matches([NAIVE_AGENT] * 2, games=2_500)
    assert limited.dudos == complete.dudos == len(complete.calls) > 1_100
    np.testing.assert_array_equal(limited.calls.naive, complete.calls.naive[:1_100])
