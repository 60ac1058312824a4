"""The ways to the mean number of legs, against the whole distribution and against states and rolls that are listed one by one."""

from itertools import combinations_with_replacement, product
from math import comb, factorial

import pytest

from boardodds.camel_up import race_length
from boardodds.camel_up.length import MAX_STEPS, RACES, SIMULATION, STACKING, count_work, take_approach
from boardodds.probability.estimate import estimate_of

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
