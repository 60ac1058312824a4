"""The counting page: the icicle of dice orders, the boards that replace it, and a small orchard."""

import re
from fractions import Fraction
from itertools import permutations
from math import perm

import pytest

from boardodds.camel_up import FIRST_EDITION, camel_name
from boardodds.dashboard.teaching.counting import DICE, POSITION, STATES, icicle_html, orders_sentence
from boardodds.dashboard.teaching.counting import ORCHARD as SMALL_ORCHARD
from boardodds.dashboard.ui.words import NO_BREAK
from boardodds.orchard.rules import MOST_LEFT
from boardodds.orchard.solve import solve
from boardodds.probability.display import plural
from tests.dashboard.driving import headline, open_page, open_setup, page_text, view_of
from tests.dashboard.teaching.html_parts import cells, html_of, pictures

COUNTING = "pages/counting.py"


def test_the_tree_of_the_post_has_24_orders_that_start_with_white() -> None:
    app = open_page(COUNTING, depth="5")
    assert "5 dice have 5 × 4 × 3 × 2 × 1 = 120 orders, 24 with white first" in headline(app).replace(NO_BREAK, " ")
    assert "120 × 243 = 29,160 sequences; 5,832 of them begin with white." in page_text(app)


@pytest.mark.parametrize("level", range(2, len(DICE) + 1))
def test_the_orders_are_those_that_can_be_listed(level: int) -> None:
    orders = list(permutations(DICE, level))
    first = sum(order[0] == "G" for order in orders)
    assert orders_sentence(level, "G").endswith(f"= {len(orders)} orders, {first} with green first")


def test_the_dice_are_in_the_order_of_the_edition() -> None:
    assert list(DICE) == list(FIRST_EDITION.camels)
    app = open_setup(COUNTING, depth="1", begins="any")
    assert view_of(app.selectbox, "begins").options == ["any", *map(camel_name, DICE)]
    (tree,) = (body for body in html_of(app) if "icicle" in body)
    assert re.findall(r">([A-Z])</i>", tree) == list(DICE)


def test_the_rules_of_the_small_orchard_come_first() -> None:
    text = page_text(open_page(COUNTING, view="Small orchard"))
    assert text.index("This small orchard") < text.index("What it teaches")
    assert f"if the raven takes {SMALL_ORCHARD.raven_steps} steps" in text
    assert "two trees with two fruits each" in text
    assert SMALL_ORCHARD.fruit == (2, 2)
    assert (SMALL_ORCHARD.basket_picks, SMALL_ORCHARD.basket_faces, SMALL_ORCHARD.raven_faces) == (1, 1, 1)


@pytest.mark.parametrize("number", range(1, len(STATES) + 1))
def test_the_rolls_of_a_state_are_in_words(number: int) -> None:
    tables = html_of(open_page(COUNTING, view="Small orchard", solved=str(number)))
    rolls = cells(next(body for body in tables if "The rolls in the framed state" in body))
    assert sum(Fraction(chance) for _, chance, *_ in rolls) == 1
    faces = [face for face, *_ in rolls]
    first, second = STATES[number - 1].fruit
    if first == second:
        assert faces[0] == "either tree (2 faces)"
        assert "the empty tree" not in faces
    else:
        assert faces[0] == f"the tree with {plural(first, 'fruit')}"
        assert faces[-1 if not second else 1] == (
            f"the tree with {plural(second, 'fruit')}" if second else "the empty tree"
        )


@pytest.mark.parametrize("view", ["Dice orders", "Equal boards"])
def test_the_board_that_is_counted_is_drawn(view: str) -> None:
    app = open_page(COUNTING, view=view)
    assert pictures(app) == [f"The board: {POSITION}"]


def test_the_last_state_of_the_small_orchard_is_the_game_itself() -> None:
    app = open_page(COUNTING, view="Small orchard", solved=str(len(STATES)))
    chance = solve(SMALL_ORCHARD, policy=MOST_LEFT).win_fraction()
    assert f"we win {float(chance):.1%} of the time ({chance})" in page_text(app)


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
