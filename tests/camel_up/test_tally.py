"""The grouping of equal rows, and the levels of the tree of dice against brute force."""

from collections import Counter
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardodds.camel_up import FIRST_EDITION, Position, Rules
from boardodds.camel_up.leg import roll_die
from boardodds.camel_up.moves import possible_rolls
from boardodds.camel_up.setup import random_position
from boardodds.camel_up.tally import groups, levels
from boardodds.probability.arrays import Ints


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


def boards_by_roll(position: Position, rules: Rules) -> list[int]:
    boards, counts = {position}, [1]
    for _ in position.dice:
        ends = [roll_die(board, roll, rules).position for board in boards for roll in possible_rolls(board.dice, rules)]
        boards = {board for board in ends if board is not None}
        counts.append(len(boards))
    return counts


@pytest.mark.parametrize("seed", range(8))
def test_the_count_of_boards_agrees_with_brute_force(seed: int) -> None:
    position = random_position(FIRST_EDITION, np.random.default_rng(seed))
    position = Position(position.stacks, position.dice[:3], position.tiles)
    found = levels(position)
    assert [level.states for level in found] == boards_by_roll(position, FIRST_EDITION)
    assert [level.rolls for level in found] == list(range(len(position.dice) + 1))


def test_a_leg_from_the_board_of_the_post_has_5341_final_boards() -> None:
    position = Position.parse("1:BWOG 2:Y")
    assert levels(position)[-1].states == boards_by_roll(position, FIRST_EDITION)[-1] == 5_341
