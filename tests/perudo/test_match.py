"""Matches of Perudo: at many tables at once as at one, dice for dice; and what the post found in them."""

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
from boardodds.perudo.bidders import move_chances
from boardodds.perudo.fit import fit_dial, fit_line
from boardodds.perudo.likelihood import bid_likelihood
from boardodds.perudo.match import play_matches
from boardodds.perudo.match_batch import Sampler
from boardodds.perudo.match_results import Calls, Matches
from boardodds.perudo.tables import bid_tables as lookup
from boardodds.probability.arrays import Floats, Ints
from boardodds.probability.calibration import brier_difference, calibration
from tests.known_answers import known
from tests.oracles.perudo_match import PlainMatch, play

KNOWN = known("perudo")
SIX = [NAIVE_AGENT] * 6
THE_POSTS = replace(STANDARD, palifico=False)


class SetDice:
    """Dice and random numbers that are set beforehand, for one match and for many."""

    def __init__(self, seed: int, sides: int, numbers: tuple[float, float]) -> None:
        self.seed, self.sides, self.numbers = seed, sides, numbers
        self.rounds: dict[int, int] = {}

    def first_seat(self, matches: int, players: int) -> Ints:
        return np.array([self.first_of(match, players) for match in range(matches)])

    def first_of(self, match: int, players: int) -> int:
        return random.Random(f"{self.seed} {match}").randrange(players)

    def hands(self, match: int, number: int, dice: list[int]) -> list[tuple[int, ...]]:
        rng = random.Random(f"{self.seed} {match} {number}")
        return [tuple(rng.randint(1, self.sides) for _ in range(count)) for count in dice]

    def roll(self, matches: Ints, dice: Ints, sides: int) -> Ints:
        rolled = []
        for match, row in zip(matches.tolist(), dice.tolist(), strict=True):
            number = self.rounds.get(match, 0)
            self.rounds[match] = number + 1
            hands = self.hands(match, number, row)
            rolled.append([[hand.count(face) for face in range(1, sides + 1)] for hand in hands])
        return np.array(rolled)

    def uniform(self, size: int) -> Floats:
        return np.full((size, 2), self.numbers)


def at_one_table(players: list[Agent], rules: Rules, matches: int, dice: SetDice) -> list[PlainMatch]:
    firsts = [dice.first_of(match, len(players)) for match in range(matches)]
    return [play(players, rules, first, partial(dice.hands, match), dice.numbers) for match, first in enumerate(firsts)]


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
def tables(draw: st.DrawFn) -> tuple[Rules, list[Agent]]:
    rules = Rules(
        sides=draw(st.sampled_from([3, 6])),
        wild_aces=draw(st.booleans()),
        ace_bids=draw(st.sampled_from(ACE_BIDS)),
        raise_rule=draw(st.sampled_from(RAISE_RULES)),
        open_on_aces=draw(st.booleans()),
        palifico=draw(st.booleans()),
        palifico_one_die_may_change_face=draw(st.booleans()),
        calza=draw(st.booleans()),
        starting_dice=draw(st.integers(1, 3)),
    )
    kinds = [NAIVE_AGENT, CONSTANT_AGENT, LINEAR_AGENT, THRESHOLD_AGENT, replace(BLUFFER, bluffs=0.5)]
    return rules, draw(st.lists(st.sampled_from(kinds), min_size=2, max_size=4))


@given(tables(), st.integers(0, 1000), st.tuples(st.sampled_from([0.1, 0.9]), st.floats(0, 0.999)))
@settings(max_examples=60)
def test_many_tables_play_as_one(table: tuple[Rules, list[Agent]], seed: int, numbers: tuple[float, float]) -> None:
    rules, players = table
    plain = at_one_table(players, rules, 6, SetDice(seed, rules.sides, numbers))
    assert_same(Sampler(tuple(players), rules, ()).play(6, SetDice(seed, rules.sides, numbers)), plain)


@pytest.mark.parametrize("model", [PolicyBidder(slip=0.02), LogitBidder(6)])
@pytest.mark.parametrize("rules", [STANDARD, replace(STANDARD, calza=True, starting_dice=3)])
def test_readers_read_as_the_posterior_does(rules: Rules, model: Any) -> None:
    players = [Agent("reader", model=model), NAIVE_AGENT, THRESHOLD_AGENT]
    plain = at_one_table(players, rules, 4, SetDice(3, rules.sides, (1, 0)))
    assert_same(Sampler(tuple(players), rules, ()).play(4, SetDice(3, rules.sides, (1, 0))), plain)


def test_the_same_seed_gives_the_same_matches_wherever_they_run() -> None:
    here = play_matches(SIX, matches=2_500, seed=3)
    with ProcessPoolExecutor(2) as processes:
        there = play_matches(SIX, matches=2_500, seed=3, executor=processes)
    assert (here.winners == there.winners).all()
    assert (here.calls.naive == there.calls.naive).all()
    assert (here.winners != play_matches(SIX, matches=2_500, seed=4).winners).any()


def test_the_share_that_is_over_is_told_within_a_chunk_too() -> None:
    shares: list[float] = []
    told = play_matches([NAIVE_AGENT] * 3, matches=1_500, seed=4, progress=shares.append)
    assert (told.winners == play_matches([NAIVE_AGENT] * 3, matches=1_500, seed=4).winners).all()
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)
    assert len({round(share, 1) for share in shares}) == 11


def test_the_share_grows_while_no_match_of_a_chunk_is_over() -> None:
    shares: list[float] = []
    played = play_matches(SIX, matches=400, seed=4, progress=shares.append)
    halfway = len(shares) // 2
    # nobody is through before the bar has moved
    assert played.rounds.min() > 10
    assert 0.25 < shares[halfway] < 0.75
    assert shares == sorted(shares)


def test_dice_won_back_do_not_take_back_what_was_told() -> None:
    won_back = 0
    for seed in range(20):
        shares: list[float] = []
        played = play_matches(SIX, replace(STANDARD, calza=True), matches=2, seed=seed, progress=shares.append)
        won_back += played.right_calzas
        assert shares == sorted(shares)
    assert won_back > 0


def test_every_naive_player_wins_as_often() -> None:
    played = play_matches(SIX, matches=6_000, seed=5)
    for seat in played.wins:
        assert 1 / 6 in seat.interval(0.9999)
    assert played.wins_of("naive").value == 1
    # every round costs somebody a die, and all but the winner lose all of theirs
    assert (played.rounds >= 25).all()
    assert (played.rounds <= 29).all()


@pytest.fixture(scope="module")
def naive_calls() -> Calls:
    return play_matches(SIX, THE_POSTS, matches=5_000, seed=2).calls


def test_the_naive_gap(naive_calls: Calls) -> None:
    fitted = fit_dial(naive_calls)
    # printed to two places
    assert abs(fitted.calculated.value - KNOWN["dudo"]["naive_success_calculated"]) < 0.01
    assert fitted.right.interval(0.9999).high < 0.45 < fitted.calculated.value
    # the post's 0.42 lies between the share recounted and the one with callers who go out taken as right
    assert fitted.right.value < KNOWN["dudo"]["naive_success_actual"] < fitted.one_die_counted_as_right.value
    assert fitted.gap.value == pytest.approx(fitted.calculated.value - fitted.right.value, abs=1e-12)
    assert fitted.one_die.value < fitted.right.value < KNOWN["dudo"]["one_die_caller_published"]


def test_the_fitted_line(naive_calls: Calls) -> None:
    fitted = fit_dial(naive_calls)
    others = naive_calls.caller_dice > 1
    slope, intercept = np.polyfit(naive_calls.ratio[others], naive_calls.right[others].astype(float), 1)
    assert fitted.line.slope == pytest.approx(slope, abs=1e-9)
    assert fitted.line.intercept == pytest.approx(intercept, abs=1e-9)
    # the more dice the caller has beside the bidder, the more often dudo is right, as the post found
    assert fitted.line.slope_interval(0.999).low > 0
    assert sum(share.trials for share in fitted.by_ratio.values()) == others.sum() == fitted.line.size
    assert fitted.linear.share_right(2.0) == pytest.approx(2 * slope + intercept)


def test_a_lines_errors_are_those_of_repeated_samples() -> None:
    rng = np.random.default_rng(1)
    x = rng.uniform(0, 3, 400)
    lines = [fit_line(x, (rng.random(400) < 0.2 + 0.2 * x).astype(float)) for _ in range(500)]
    slopes = np.array([line.slope for line in lines])
    # a standard deviation of 500 is known to 3%, so this is 5 of its errors
    assert np.mean([line.slope_error for line in lines]) == pytest.approx(slopes.std(ddof=1), rel=0.16)
    held = np.mean([0.2 in line.slope_interval() for line in lines])
    assert abs(held - 0.95) < 4 * sqrt(0.95 * 0.05 / 500)


def test_a_reader_who_knows_the_policy_wins_more_than_a_fair_share() -> None:
    played = play_matches([READER, *SIX[1:]], matches=500, seed=6)
    assert played.wins_of("reader").interval(0.9999).low > 0.26


def test_reading_is_better_calibrated_than_the_dial_where_the_policy_is_not_known() -> None:
    rivals = [
        replace(BLUFFER, name="a", bluffs=0.1),
        THRESHOLD_AGENT,
        NAIVE_AGENT,
        CONSTANT_AGENT,
        NAIVE_AGENT,
        NAIVE_AGENT,
    ]
    training = play_matches(rivals, THE_POSTS, matches=500, seed=7).calls
    held_out = play_matches(rivals, THE_POSTS, matches=500, seed=8, models=[LogitBidder(8)]).calls
    dial = fit_dial(training).linear
    said = np.clip(held_out.naive - dial.taken_off(held_out.ratio), 0, 1)
    read = held_out.posterior[:, 0]
    assert brier_difference(read, said, held_out.right).interval(0.999).high < 0
    assert calibration(held_out.naive, held_out.right).expected_calibration_error > 0.1


@pytest.mark.parametrize(
    ("players", "more", "sentence"),
    [
        ([NAIVE_AGENT], {}, "players must be 2..6, got 1"),
        ([NAIVE_AGENT] * 7, {}, "players must be 2..6, got 7"),
        (SIX, {"matches": 1}, "matches must be 2..20,000,000, got 1"),
        (SIX, {"matches": 10**11}, "matches must be 2..20,000,000, got 100,000,000,000"),
    ],
)
def test_matches_that_cannot_be(players: list[Agent], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match="must") as caught:
        play_matches(players, **more)
    assert sentence in str(caught.value)


def test_calls_that_say_nothing_are_refused() -> None:
    played = play_matches([NAIVE_AGENT] * 2, matches=2)
    with pytest.raises(ValueError, match="callers with one die"):
        fit_dial(played.calls.where(np.zeros(len(played.calls), dtype=np.bool_)))
    with pytest.raises(ValueError, match="3 points or more"):
        fit_line(np.array([1.0, 1.0, 1.0]), np.array([0.0, 1.0, 0.0]))
    with pytest.raises(ValueError, match="name must be one of naive, got 'me'"):
        played.wins_of("me")


@given(tables(), st.integers(1, 3), st.integers(2, 9), st.integers(0, 30), st.booleans())
@settings(max_examples=60)
def test_likelihoods_from_tables_are_those_of_the_models(
    table: tuple[Rules, list[Agent]], dice: int, total: int, before: int, palifico: bool
) -> None:
    rules, _ = table
    dice, palifico = min(dice, rules.starting_dice, total - 1), palifico and rules.palifico
    where = lookup(rules, 9)
    current = where.bid(min(before, total * rules.sides))
    for model in (LogitBidder(5), PolicyBidder(slip=0.1), PolicyBidder(slip=1)):
        try:
            moves, chances = move_chances(model, dice, current, total, rules, palifico)
        except ValueError:
            # aces are never bid under these rules
            return
        for column, move in enumerate(moves):
            if isinstance(move, Bid):
                number = where.number(move.quantity, move.face)
                found = bid_likelihood(model, where, dice, total, palifico, min(before, total * rules.sides), number)
                assert found == pytest.approx(chances[:, column], abs=1e-12)


def test_matches_that_never_end_are_refused() -> None:
    with pytest.raises(ValueError, match="calza must be off where every die matches a bid"):
        play_matches([NAIVE_AGENT] * 2, Rules(sides=2, calza=True), matches=2)
    # where nobody could tell beforehand
    with pytest.raises(ValueError, match="a match must end, but one had not after 2,000 rounds"):
        play_matches([READER] * 2, Rules(sides=3, ace_bids="never", calza=True, starting_dice=1), matches=20)


def test_no_more_calls_are_kept_than_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardodds.perudo.match.MAX_CALLS", 1_100)
    few = play_matches([NAIVE_AGENT] * 2, matches=2_500)
    monkeypatch.setattr("boardodds.perudo.match.MAX_CALLS", 10**6)
    every = play_matches([NAIVE_AGENT] * 2, matches=2_500)
    assert few.dudos == every.dudos == len(every.calls) > 1_100
    np.testing.assert_array_equal(few.calls.naive, every.calls.naive[:1_100])
