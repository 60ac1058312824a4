"""Rules that tables forget or change, against the plain program, on random boards."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, rank_actions, roll_die, solve_leg
from boardodds.camel_up.leg import MoveReason, explain_grey_rolls
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.position import check
from boardodds.camel_up.setup import random_position
from boardodds.camel_up.simulation import simulate_leg
from tests.oracles.camel_up_leg import brute_leg

TOUCHING = replace(FIRST_EDITION, tiles_touch=True)
LONE = replace(SECOND_EDITION, lone_crazy=True)


def random_case(rng: np.random.Generator) -> tuple[Position, Rules]:
    """Return a board of at most three dice and its rules, often with tiles that touch or with one crazy camel."""
    switches: dict[str, Any] = {name: bool(rng.integers(2)) for name in ("tiles_touch", "lone_crazy", "crazy_priority")}
    rules = replace([FIRST_EDITION, SECOND_EDITION][rng.integers(2)], stacking=bool(rng.random() < 0.8), **switches)
    position = random_position(rules, rng)
    if rules.crazy and rules.lone_crazy and rng.random() < 0.7:
        position = position.without_camel(rules.crazy[rng.integers(2)])
    if rules.tiles_touch:
        low = position.stacks[0][0]
        squares = [low + int(step) for step in rng.choice(6, size=3, replace=False) if 2 <= low + step <= rules.track]
        # Under camels too: a tile can have taken them there.
        tiles = tuple((square, "om"[rng.integers(2)]) for square in squares)
        position = replace(position, tiles=tiles)
    return replace(position, dice="".join(rng.permutation(list(position.all_dice))[:3].tolist())), rules


@pytest.mark.parametrize("seeds", [range(25), pytest.param(range(500), marks=pytest.mark.slow)])
def test_legs_and_tiles_agree_with_the_plain_program(seeds: range) -> None:
    seen = set()
    for seed in seeds:
        rng = np.random.default_rng(seed)
        position, rules = random_case(rng)
        odds, brute = solve_leg(position, rules), brute_leg(position, rules)
        assert odds.outcomes == brute.outcomes
        assert {(camel, n): odds.count(camel, n) for camel in odds.camels for n in range(1, len(odds.camels) + 1)} == {
            (camel, n): brute.places[camel, n] for camel in odds.camels for n in range(1, len(odds.camels) + 1)
        }
        assert odds.tile_stops == brute.tile_hits
        tiles = [action for action in rank_actions(position, rules) if action.square]
        for index in rng.permutation(len(tiles))[:2]:
            action = tiles[index]
            placed = brute_leg(position.with_tile(action.square or 0, action.kind[0]), rules)
            assert action.expected_coins == pytest.approx(placed.tile_hits[action.square or 0] / placed.outcomes)
        squares = dict(position.tiles)
        seen |= {("touch", rules.tiles_touch and any(square + 1 in squares for square in squares))}
        seen |= {("lone", rules.lone_crazy and sum(map(str.islower, position.camels)) == 1)}
    assert seen == {("touch", True), ("touch", False), ("lone", True), ("lone", False)}


def test_a_roll_uses_one_of_two_tiles_that_touch() -> None:
    board = Position.parse("1:BW tiles=3o.4o")
    with pytest.raises(ValueError, match="squares 3 and 4 are next to each other"):
        check(board, FIRST_EDITION)
    (roll,) = (roll for roll in possible_rolls("B", TOUCHING) if roll.number == 2)
    rolled = roll_die(board, roll, TOUCHING)
    assert (str(rolled.position), rolled.stopped_on) == ("4:BW dice=W tiles=3o.4o", 3)
    with pytest.raises(ValueError, match="square 4 has camels"):
        (rolled.position or board).with_tile(4, "m")


def test_the_grey_die_moves_the_crazy_camel_that_is_there() -> None:
    board = Position.parse("3:BY 15:kR")
    with pytest.raises(ValueError, match="white is missing"):
        check(board, SECOND_EDITION)
    moves = explain_grey_rolls(board, LONE)
    assert list(moves) == ["w1", "w2", "w3", "k1", "k2", "k3"]
    assert set(moves.values()) == {("k", MoveReason.ALONE)}


def test_a_simulated_leg_with_one_crazy_camel_agrees_with_the_solved_one() -> None:
    board = Position.parse("3:BY 4:kR 5:G")
    odds, sample = solve_leg(board, LONE), simulate_leg(board, LONE, games=20_000, seed=1)
    for camel in odds.camels:
        assert odds.probability(camel) in sample.probability(camel).interval(0.9999)
