"""The icicle of dice orders: a row for each die, and a piece for each order."""

import re
from fractions import Fraction
from math import perm

import pytest

from boardodds.dashboard.teaching.icicle import icicle_html

DICE = "BWOGY"


def rows_of(level: int, first_dice: str = "") -> list[list[str]]:
    """Return the names of the orders in each row, with their chances."""
    rows = re.findall(r"<div>(.*?)</div>", icicle_html(DICE, level, first_dice))
    return [re.findall(r'title="(.*?)"', row) for row in rows]


@pytest.mark.parametrize(("level", "first_dice"), [(1, ""), (2, ""), (1, "B"), (3, "G"), (5, "W"), (5, "")])
def test_the_width_of_an_order_is_its_chance_given_the_first_die(level: int, first_dice: str) -> None:
    rows = rows_of(level, first_dice)
    assert len(rows) == level
    for depth, row in enumerate(rows, start=1):
        assert len(set(row)) == len(row)
        # The pieces of a row have the same width.
        if len(row) > 1:
            assert {Fraction(name.partition(": ")[2]) for name in row} == {Fraction(1, len(row))}
        # That is the chance of the order, divided by the chance of the first die.
        assert Fraction(1, len(row)) == Fraction(1, perm(len(DICE), depth)) / (
            Fraction(1, len(DICE)) if first_dice else 1
        )


def test_an_order_is_below_the_order_that_it_continues() -> None:
    above, below = rows_of(2)
    for number, name in enumerate(below):
        start = above[number * len(above) // len(below)].partition(":")[0]
        assert name.startswith(f"{start}, then ")


def test_a_row_without_room_has_no_letters() -> None:
    letters = [len(re.findall(r">[BWOGY]</i>", row)) for row in re.findall(r"<div>(.*?)</div>", icicle_html(DICE, 3))]
    assert letters == [5, 20, 0]


def test_the_picture_has_words_for_every_row() -> None:
    label = re.search(r'aria-label="(.*?)"', icicle_html(DICE, 2, "W"))
    assert label
    assert label[1] == "1 die: white, as chosen; 2 dice: 4 orders, each 1/4 if white comes first"
