"""The table card of Perudo: its figures beside plain counting, for different dice and rules."""

import re
from fractions import Fraction
from itertools import product

import pytest

from boardodds.dashboard.perudo.table_card import table_card
from boardodds.perudo import Rules


def chance(matching: int, sides: int, unseen: int, needed: int) -> Fraction:
    """Count the rolls in which at least so many of the unseen dice show one of the matching faces."""
    rolls = list(product(range(sides), repeat=unseen))
    return Fraction(sum(sum(die < matching for die in roll) >= needed for roll in rolls), len(rolls))


@pytest.mark.parametrize(
    ("rules", "matching"),
    [(Rules(), [2, 1]), (Rules(wild_aces=False), [1]), (Rules(sides=4), [2, 1])],
    ids=["usual", "no wild aces", "four sides"],
)
def test_the_card_has_the_chances_that_counting_gives(rules: Rules, matching: list[int]) -> None:
    tables = re.findall(r"<table>.*?</table>", table_card(rules, 6))
    for table, faces in zip(tables, matching, strict=True):
        head, *rows = re.findall(r"<tr>(.*?)</tr>", table)
        columns = [int(number) for number in re.findall(r"<th>(\d+)</th>", head)]
        assert columns[0] == 1
        assert [int(row.partition("</th>")[0].removeprefix("<th>")) for row in rows] == [1, 2, 3, 4, 5, 6]
        for unseen, row in enumerate(rows, start=1):
            cells = re.findall(r"<td( class=likely)?>(.*?)</td>", row)
            for needed, (likely, text) in zip(columns, cells, strict=True):
                exact = chance(faces, rules.sides, unseen, needed)
                assert bool(likely) == (exact >= Fraction(1, 2))
                if text and "&" not in text:
                    assert abs(int(text) - 100 * exact) <= Fraction(1, 2)
                else:
                    assert exact == 0 if not text else exact < Fraction(1, 100)


def test_a_card_of_fifty_dice_has_each_number_up_to_twenty_and_then_every_second() -> None:
    last = re.findall(r"<tr><th>(\d+)</th>", table_card(Rules(), 50))
    assert last == [str(number) for number in (*range(1, 21), *range(22, 51, 2))] * 2
