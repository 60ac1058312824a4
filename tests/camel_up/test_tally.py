"""The counts of a leg from many boards at once against brute force of each board, and the grouping of equal rows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, legal_tile_squares, moves
from boardodds.camel_up.position import MIRAGE, OASIS
from boardodds.camel_up.tally import groups, tally
from boardodds.probability.arrays import Ints
from tests.oracles.camel_up_leg import brute_leg


def boards_with_a_tile(text: str, rules: Rules) -> list[Position]:
    """Return the board without more tiles, then with one more tile of each kind on each legal square."""
    bare = Position.parse(text)
    tiles = [(square, kind) for square in legal_tile_squares(bare, rules) for kind in (OASIS, MIRAGE)]
    return [bare, *(bare.with_tile(*tile) for tile in tiles)]


def assert_counts_match_brute_force(positions: Sequence[Position], marked: Sequence[int], rules: Rules) -> None:
    """Check every array of a tally against the brute force of each board."""
    result = tally(positions, rules, marked=marked)
    camels = moves.camel_rows(positions[0], rules)[: len(positions[0].racing)]
    places, stops, finish = (np.zeros_like(counts) for counts in (result.places, result.stops, result.finish))
    for board, (position, square) in enumerate(zip(positions, marked, strict=True)):
        brute = brute_leg(position, rules)
        assert result.outcomes == brute.outcomes
        for (camel, place), count in brute.places.items():
            places[board, camels.index(camel), place - 1] = count
        for tile, count in brute.tile_hits.items():
            stops[board, tile] = count
        for (tile, hits, winner, second), count in brute.tile_joint.items():
            if tile == square:
                finish[board, hits, camels.index(winner), camels.index(second)] += count
        if not square:
            for (winner, second), count in brute.first_second.items():
                finish[board, 0, camels.index(winner), camels.index(second)] += count
    assert result.places.shape == (len(positions), len(camels), len(camels))
    assert result.finish.shape[2:] == (len(camels), len(camels))
    assert result.stops.shape == (len(positions), rules.track + 2)
    assert np.array_equal(result.places, places)
    assert np.array_equal(result.stops, stops)
    assert np.array_equal(result.finish, finish)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("1:BWO 2:G dice=BOG tiles=6o", replace(FIRST_EDITION, track=20)),
        ("1:B 2:WO dice=BWO", replace(FIRST_EDITION, stacking=False)),
        # The leg ends when one die is left.
        ("3:BR 5:wG 7:k dice=BGx", replace(SECOND_EDITION, track=20)),
    ],
)
def test_many_boards_in_several_passes_agree_with_brute_force(text: str, rules: Rules) -> None:
    # The tiles near the camels come last.
    positions = boards_with_a_tile(text, rules)[:0:-1]
    # Boards are counted in passes of 24, of which only the second has marked tiles.
    marked = [0] * 24 + [position.tiles[0][0] for position in positions[24:]]
    assert len(positions) > 24
    assert tally(positions, rules, marked=marked).finish[24:, 1:].any()
    assert_counts_match_brute_force(positions, marked, rules)
    assert_counts_match_brute_force(positions[::-1], marked[::-1], rules)


@pytest.mark.parametrize("number", [1, 2, 3, 24, 25, 48, 49])
def test_boards_of_each_pass_are_in_order(number: int) -> None:
    rules = Rules(track=80)
    # Every board has its oasis on another square.
    positions = boards_with_a_tile("1:BW 5:O dice=BO", rules)[1::2][:number]
    assert len(positions) == number
    assert_counts_match_brute_force(positions, [position.tiles[0][0] for position in positions], rules)
    # With no tile marked, nothing is counted by stops.
    assert tally(positions, rules).finish.shape[1] == 1


@st.composite
def columns_of_rows(draw: st.DrawFn) -> list[tuple[Ints, int]]:
    """Draw columns of digits, most of them the smallest or the largest of their radix."""
    radices = draw(st.lists(st.sampled_from([1, 2, 3, 100, 2**15, 2**20, 2**31, 2**40]), min_size=1, max_size=7))
    rows = draw(st.integers(1, 40))
    columns: list[tuple[Ints, int]] = []
    for radix in radices:
        digit = st.sampled_from(sorted({0, 1 % radix, radix - 1}))
        columns.append((np.array(draw(st.lists(digit, min_size=rows, max_size=rows)), dtype=np.int64), radix))
    return columns


@given(columns_of_rows())
@settings(max_examples=80)
def test_groups_are_the_different_rows(columns: list[tuple[Ints, int]]) -> None:
    assert_groups_are_the_different_rows(columns)


@pytest.mark.parametrize("radices", [(2**31, 2**31, 2), (2**20,) * 4, (2**21, 2**21, 2**21), (2**40, 2**22, 2, 2**20)])
def test_rows_at_the_edge_of_one_integer_are_grouped_exactly(radices: tuple[int, ...]) -> None:
    # All rows of smallest and largest digits, each twice.
    assert prod(radices) >= 2**63
    digits = np.array(np.meshgrid(*([0, radix - 1] * 2 for radix in radices))).reshape(len(radices), -1)
    assert_groups_are_the_different_rows(list(zip(digits, radices, strict=True)))


def assert_groups_are_the_different_rows(columns: list[tuple[Ints, int]]) -> None:
    order, starts = groups(columns)
    rows = [tuple(row) for row in np.stack([values for values, _ in columns], axis=1).tolist()]
    assert sorted(order.tolist()) == list(range(len(rows)))
    stops = [*starts.tolist()[1:], len(rows)]
    found = [{rows[row] for row in order[start:stop]} for start, stop in zip(starts.tolist(), stops, strict=True)]
    assert all(len(group) == 1 for group in found)
    sizes = {group.pop(): stop - start for group, start, stop in zip(found, starts.tolist(), stops, strict=True)}
    assert sizes == Counter(rows)
    assert len(starts) == len(sizes)
