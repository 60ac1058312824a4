"""The counts of a leg against brute force, and the grouping of equal rows."""

from collections import Counter
from dataclasses import replace
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, SECOND_EDITION, Position, Rules, legal_tile_squares, moves, rolls_left
from boardodds.camel_up.position import MIRAGE, OASIS
from boardodds.camel_up.tally import groups, tally
from boardodds.probability.arrays import Ints
from tests.oracles.camel_up_leg import brute_leg


def boards_with_a_tile(text: str, rules: Rules) -> list[Position]:
    """Return the board without more tiles, then with one more tile of each kind on each legal square."""
    bare = Position.parse(text)
    tiles = [(square, kind) for square in legal_tile_squares(bare, rules) for kind in (OASIS, MIRAGE)]
    return [bare, *(bare.with_tile(*tile) for tile in tiles)]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("1:BWO 2:G dice=BOG tiles=6o", replace(FIRST_EDITION, track=10)),
        ("1:B 2:WO dice=BWO", replace(FIRST_EDITION, stacking=False, track=10)),
        # The leg ends when one die is left.
        ("3:BR 5:wG 7:k dice=BGx", replace(SECOND_EDITION, track=10)),
    ],
)
@pytest.mark.parametrize("is_marked", [False, True])
def test_counts_agree_with_brute_force(text: str, rules: Rules, is_marked: bool) -> None:
    for position in boards_with_a_tile(text, rules)[1:]:
        square = position.tiles[0][0] if is_marked else 0
        result, brute = tally(position, rules, marked=square), brute_leg(position, rules)
        camels = moves.camel_rows(position, rules)[: len(position.racing)]
        places, stops, finish = (np.zeros_like(counts) for counts in (result.places, result.stops, result.finish))
        for (camel, place), count in brute.places.items():
            places[0, camels.index(camel), place - 1] = count
        for tile, count in brute.tile_hits.items():
            stops[0, tile] = count
        for (tile, hits, winner, second), count in brute.tile_joint.items():
            if tile == square:
                finish[0, hits, camels.index(winner), camels.index(second)] += count
        if not square:
            for (winner, second), count in brute.first_second.items():
                finish[0, 0, camels.index(winner), camels.index(second)] += count
        assert result.outcomes == brute.outcomes
        assert result.finish.shape[1] == (rolls_left(position, rules) + 1 if is_marked else 1)
        assert np.array_equal(result.places, places)
        assert np.array_equal(result.stops, stops)
        assert np.array_equal(result.finish, finish)


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
