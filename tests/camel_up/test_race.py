"""The race against known answers, a recursion over every roll, and simulated dice."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, isclose, sqrt
from operator import add
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds import camel_up
from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, race_length, race_solver, solve_race
from boardodds.camel_up import race as races
from boardodds.camel_up.length import MAX_STEPS, RACES, SIMULATION, STACKING, count_work, take_approach
from boardodds.camel_up.race import race_table
from boardodds.probability.estimate import estimate_of
from tests.known_answers import load_answers
from tests.oracles.camel_up_race import brute_race, dice_length
from tests.strategies import boards

KNOWN = load_answers("camel_up")
LENGTH = KNOWN["race_length"]


def exact_race(position: Position, rules: Rules = FIRST_EDITION) -> camel_up.RaceOdds:
    race = solve_race(position, rules)
    assert isinstance(race, camel_up.RaceOdds)
    return race


@pytest.mark.parametrize("row", KNOWN["race"], ids=lambda row: row["position"])
def test_known_races_match_in_every_printed_digit(row: dict[str, Any]) -> None:
    race = exact_race(Position.parse(row["position"]))
    for camel, chance in row["win"].items():
        assert race.win(camel) == pytest.approx(chance, abs=0.00005)
    for camel, chance in row["last"].items():
        assert race.last(camel) == pytest.approx(chance, abs=0.00005)


def test_known_race_lengths() -> None:
    length = race_length(camels=5, track=16, stacking=True)
    assert length.mean == pytest.approx(LENGTH["with_stacking_exact"], abs=1e-9)
    for legs, chance in LENGTH["with_stacking_pmf"].items():
        # The known chances have 12 decimal places, or five significant digits if they are small.
        assert length.probability(int(legs)) == pytest.approx(chance, rel=1e-5, abs=1e-12)
    for camels, mean in LENGTH["with_stacking_exact_by_camels"].items():
        assert race_length(int(camels), track=16).mean == pytest.approx(mean, abs=1e-9)
    without = race_length(camels=5, track=16, stacking=False).mean
    assert without == pytest.approx(LENGTH["without_stacking_exact"], abs=1e-9)
    # The post printed two decimal places.
    assert abs(without - LENGTH["without_stacking_published"]) <= 0.005


@st.composite
def short_races(draw: st.DrawFn) -> tuple[Position, Rules]:
    rules = Rules(
        camels="WGB",
        track=draw(st.sampled_from([3, 4, 6])),
        faces=draw(st.sampled_from([(1, 2, 3), (1, 2), (1, 1, 2), (2,)])),
        stacking=draw(st.booleans()),
        undrawn=draw(st.integers(0, 1)),
    )
    return draw(boards(rules, max_dice=3)), rules


@given(short_races())
def test_agrees_with_a_recursion_over_every_roll(case: tuple[Position, Rules]) -> None:
    position, rules = case
    race, brute = exact_race(position, rules), brute_race(position, rules)
    for camel in race.camels:
        assert isclose(race.win(camel), brute.win[camel], abs_tol=1e-12)
        assert isclose(race.last(camel), brute.last[camel], abs_tol=1e-12)
    for legs in brute.legs.keys() | set(race.legs.outcomes):
        assert isclose(race.legs.probability(int(legs)), brute.legs[int(legs)], abs_tol=1e-12)


@given(boards(FIRST_EDITION, max_dice=5), st.booleans(), st.integers(0, 1))
@settings(max_examples=20, derandomize=True)
def test_agrees_with_simulation_from_any_state_with_tiles(position: Position, stacking: bool, undrawn: int) -> None:
    games = 4000
    rules = replace(FIRST_EDITION, stacking=stacking, undrawn=undrawn)
    race, sample = exact_race(position, rules), camel_up.simulate_race(position, rules, games=games, seed=5)
    pairs = [(race.win(camel), sample.win(camel).value) for camel in race.camels]
    pairs += [(race.last(camel), sample.last(camel).value) for camel in race.camels]
    pairs += [(race.ends_this_leg, sample.ends_this_leg.value)]
    for exact, simulated in pairs:
        assert abs(exact - simulated) <= 4 * sqrt(exact * (1 - exact) / games) + 1e-12
    assert abs(race.legs.mean - sample.mean_legs.value) <= 4 * race.legs.std / sqrt(games) + 1e-12
    assert sum(race.wins) == pytest.approx(1, abs=1e-12)
    assert sum(race.lasts) == pytest.approx(1, abs=1e-12)


def test_a_race_with_crazy_camels_is_simulated() -> None:
    position = Position.parse("9:BRPG 10:Y 14:w 15:k")
    race = solve_race(position, SECOND_EDITION)
    assert isinstance(race, camel_up.RaceSample)
    assert sum(race.wins) == sum(race.lasts) == sum(race.leg_counts) == race.games


def test_a_camel_carried_backwards_across_the_line_finishes_last() -> None:
    position = Position.parse("1:wG 5:k 9:BY dice=x")
    sample = camel_up.simulate_race(position, replace(SECOND_EDITION, undrawn=0), games=200, seed=1)
    assert sample.last("G").value == 1
    assert sample.ends_this_leg.value == 1


@given(boards(FIRST_EDITION, max_dice=3))
@settings(max_examples=15)
def test_the_next_roll_splits_the_race(position: Position) -> None:
    race, rolls = exact_race(position), camel_up.next_race_rolls(position)
    if not position.dice:
        assert rolls == []
        return
    assert sum(roll.chance for roll in rolls) == 1
    for camel in race.camels:
        assert race.win(camel) == pytest.approx(sum(float(r.chance) * r.after.win(camel) for r in rolls), abs=1e-12)
        assert race.last(camel) == pytest.approx(sum(float(r.chance) * r.after.last(camel) for r in rolls), abs=1e-12)
    for roll in rolls:
        if after := camel_up.roll_die(position, roll.roll).position:
            legs = exact_race(after).legs
            assert roll.after.legs.outcomes == legs.outcomes
            assert roll.after.legs.probabilities == pytest.approx(legs.probabilities, abs=1e-12)


@pytest.mark.parametrize(("camels", "stacking"), [(2, True), (4, False), (5, True)])
def test_intervals_of_simulated_lengths_contain_the_exact_mean(camels: int, stacking: bool) -> None:
    sample = camel_up.simulate_race_length(camels, track=12, faces=(1, 2), stacking=stacking, games=20_000, seed=9)
    assert race_length(camels, track=12, faces=(1, 2), stacking=stacking).mean in sample.mean_legs.interval(0.9999)
    # The placement favours no camel.
    for camel in sample.camels:
        assert 1 / camels in sample.win(camel).interval(0.9999)


def test_the_table_is_built_once_and_reports_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "_tables", {})
    fractions: list[float] = []
    rules = Rules(track=11)
    table = race_table(3, rules, progress=fractions.append)
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1
    assert race_table(3, replace(rules, faces=(3, 2, 1), camels="WG")) is table
    np.testing.assert_allclose(race_solver.build_table(3, rules, ranks=False).legs, table.legs, atol=1e-15)


def test_the_size_of_blocks_does_not_change_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    table = race_solver.build_table(4, Rules(track=9), ranks=True)
    fractions: list[float] = []
    monkeypatch.setattr(race_solver, "_SOLVE_BLOCK", 7)
    small_blocks = race_solver.build_table(4, Rules(track=9), ranks=True, progress=fractions.append)
    # The work reports, and can be interrupted, after each block.
    assert max(np.diff([0.0, *fractions])) * len(small_blocks.win) == pytest.approx(7)
    assert np.array_equal(small_blocks.win, table.win)
    assert np.array_equal(small_blocks.last, table.last)
    assert np.array_equal(small_blocks.legs, table.legs)


@pytest.mark.parametrize("camels", [1, 2, 3])
@pytest.mark.parametrize("faces", [(1, 2, 3), (1, 2), (2, 3, 3)])
def test_a_length_without_stacking_is_that_of_a_recursion(camels: int, faces: tuple[int, ...]) -> None:
    rolls = list(product(faces, repeat=camels))

    @cache
    def legs_from(squares: tuple[int, ...]) -> float:
        if max(squares) > 12:
            return 0.0
        after = (tuple(sorted(map(add, squares, roll))) for roll in rolls)
        return 1 + fmean(map(legs_from, after))

    expected = fmean(legs_from(tuple(sorted(roll))) for roll in rolls)
    assert race_length(camels, track=12, faces=faces, stacking=False).mean == pytest.approx(expected, abs=1e-12)


def test_repeated_numbers_on_a_die_cost_no_work() -> None:
    # A die with each number three times is the same die; eight of them have 430 million placements.
    for camels in (3, 8):
        repeated, plain = (race_length(camels, track=6, faces=faces) for faces in ((1, 2, 3, 4) * 3, (1, 2, 3, 4)))
        assert repeated.outcomes == plain.outcomes
        assert repeated.probabilities == pytest.approx(plain.probabilities, rel=1e-12)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: race_length(camels=9), r"camels must be 1\.\.8, got 9"),
        (lambda: race_length(camels=8), "takes .* steps to solve; at most"),
        (lambda: solve_race(Position.parse("1:B")), "at least 2 racing camels"),
        (lambda: race_table(8, FIRST_EDITION), "a race of 8 camels over 16 squares takes"),
        (lambda: exact_race(Position.parse("1:BW")).win("G"), "camel must be one of W B, got 'G'"),
        (
            lambda: camel_up.simulate_race_length(3, track=5, faces=(1, 9), games=10, seed=1),
            r"track must be 9\.\.200 squares, .* got 5",
        ),
        (lambda: camel_up.next_race_rolls(Position.parse("1:BY 14:w 15:k"), SECOND_EDITION), "this race is simulated"),
    ],
)
def test_invalid_races_are_rejected_before_any_work(call: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()


def test_the_cache_has_a_limit_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(races, "_tables", {})
    tracks = [replace(FIRST_EDITION, track=track) for track in (12, 13, 14)]
    first = race_table(2, tracks[0])
    monkeypatch.setattr(races, "MAX_BYTES", 3 * first.nbytes)
    second = race_table(2, tracks[1])
    assert race_table(2, tracks[0]) is first
    race_table(2, tracks[2])
    # The least recently used table is no longer in the cache.
    assert race_table(2, tracks[0]) is first
    assert race_table(2, tracks[1]) is not second


PLAIN_RACES = 3_000


@pytest.mark.parametrize(
    ("camels", "track", "faces", "stacking"),
    [(5, 16, (1, 2, 3), True), (2, 7, (1, 2), True), (4, 10, (1, 2, 3), False), (3, 4, (1, 2, 3, 4), True)],
)
def test_crazy_lengths_are_those_of_dice(camels: int, track: int, faces: tuple[int, ...], stacking: bool) -> None:
    rules = replace(SECOND_EDITION, faces=faces, track=track, stacking=stacking)
    rng = random.Random(1)
    plain = np.array([dice_length(camels, rules, rng) for _ in range(PLAIN_RACES)])
    fast = camel_up.simulate_race_length(
        camels, track=track, faces=faces, stacking=stacking, crazy=True, games=30_000, seed=2
    )
    error = float(np.hypot(plain.std() / PLAIN_RACES**0.5, fast.mean_legs.standard_error))
    assert abs(plain.mean() - fast.mean_legs.value) < 4 * error
    # The whole distribution, not only its mean.
    for legs in range(1, int(plain.max()) + 1):
        share = fast.legs.at_most(legs)
        assert abs((plain <= legs).mean() - share) < 4 * (share * (1 - share) / PLAIN_RACES) ** 0.5 + 2e-3


COURSES = [(5, 16, (1, 2, 3)), (1, 6, (1, 2, 3)), (2, 12, (2, 3, 3)), (3, 9, (1, 4)), (4, 8, (1, 1, 2)), (2, 7, (7,))]


@pytest.mark.parametrize(("camels", "track", "faces"), COURSES)
def test_all_ways_agree_with_the_distribution(camels: int, track: int, faces: tuple[int, ...]) -> None:
    for way in MAX_STEPS:
        legs, _ = take_approach(way, camels, track, faces) or pytest.fail("too many steps")
        # With a single number on the die, nothing is left to chance.
        error = 4 * estimate_of(legs).standard_error + 1e-12
        mean = race_length(camels, track=track, faces=faces, stacking=way == STACKING).mean
        assert float(legs) == pytest.approx(mean, abs=error)
        assert (error > 1e-9) == (way == SIMULATION and len(faces) > 1)


@pytest.mark.parametrize(("camels", "track", "faces"), COURSES)
def test_states_and_steps_are_those_of_lists(camels: int, track: int, faces: tuple[int, ...]) -> None:
    boards, rolls = len([*combinations_with_replacement(range(track), camels)]), len([*product(faces, repeat=camels)])
    dice, pairs = [*product((0, 1), repeat=camels)], track * (track // min(faces))
    # One roll places a camel, then each leg has one more.
    rolled = RACES * camels * (1 + race_length(camels, track=track, faces=faces, stacking=False).mean)
    assert [count_work(way, camels, track, faces) for way in MAX_STEPS] == [
        (camels, round(rolled)),
        (boards, boards * rolls),
        (pairs, pairs * len(faces)),
        (boards * len(dice), boards * sum(map(sum, dice)) * len(set(faces))),
    ]


@pytest.mark.parametrize("camels", [2, 3, 5])
def test_steps_grow_with_the_squares_as_the_post_says(camels: int) -> None:
    small, large = ([count_work(way, camels, track, (1, 2, 3))[1] for way in MAX_STEPS] for track in (50, 100))
    # The placement, and boards on which camels share a square, grow more slowly.
    growth = [after / before for after, before in zip(large, small, strict=True)]
    assert growth == pytest.approx([2, 2**camels, 4, 2**camels], rel=0.1)
    assert 1 < 50**camels / comb(49 + camels, camels) < factorial(camels)


@pytest.mark.parametrize("way", MAX_STEPS)
def test_a_way_is_taken_up_to_exactly_its_limit(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = count_work(way, *COURSES[2])[1]
    for limit in (steps, steps - 1):
        monkeypatch.setitem(MAX_STEPS, way, limit)
        assert (take_approach(way, *COURSES[2]) is None) == (limit < steps)
