"""The counting page: the icicle of dice orders, the boards that replace it, and a small orchard."""

import re
from fractions import Fraction
from itertools import permutations
from math import perm, prod

import pytest

from boardodds.camel_up import FIRST_EDITION, Roll, camel_name, roll_die
from boardodds.charts.counting import branches
from boardodds.dashboard.teaching.counting import DEFINITION, STATES, equal_sequences
from boardodds.dashboard.teaching.counting import ORCHARD as SMALL_ORCHARD
from boardodds.dashboard.teaching.dice_orders import DICE, POSITION, icicle_html, orders_sentence
from boardodds.dashboard.teaching.parts import is_value
from boardodds.dashboard.ui.settings import read_whole
from boardodds.dashboard.ui.words import NO_BREAK
from boardodds.orchard.rules import MOST_LEFT
from boardodds.probability.display import plural
from boardodds.probability.validate import parse_fraction
from tests.dashboard.driving import cells, open_page, open_setup, view_of
from tests.dashboard.state_events import check_events
from tests.oracles.orchard import brute_win

COUNTING = "pages/counting.py"


def test_the_tree_of_the_post_has_24_orders_that_start_with_white() -> None:
    app = open_page(COUNTING, depth="5")
    assert "5 dice have 5 × 4 × 3 × 2 × 1 = 120 orders, 24 with white first" in app.headline.replace(NO_BREAK, " ")
    assert "120 × 243 = 29,160 sequences; 5,832 of them begin with white." in app.page_text


@pytest.mark.parametrize("level", range(2, len(DICE) + 1))
def test_the_orders_are_those_that_can_be_listed(level: int) -> None:
    orders = list(permutations(DICE, level))
    first = sum(order[0] == "G" for order in orders)
    assert orders_sentence(level, "G").endswith(f"= {len(orders)} orders, {first} with green first")


def test_the_dice_are_in_the_order_of_the_edition() -> None:
    assert list(DICE) == list(FIRST_EDITION.camels)
    app = open_setup(COUNTING, depth="1", begins="any")
    assert view_of(app.selectbox, "begins").options == ["any", *map(camel_name, DICE)]
    (tree,) = (body for body in app.html_parts if "icicle" in body)
    assert re.findall(r">([A-Z])</i>", tree) == list(DICE)


@pytest.mark.parametrize("number", range(1, len(STATES) + 1))
def test_the_rolls_of_a_state_are_in_words(number: int) -> None:
    tables = open_page(COUNTING, view="Small orchard", solved=str(number - 1)).html_parts
    rolls = cells(next(body for body in tables if "The rolls in the framed state" in body))
    assert sum(Fraction(chance) for _, chance, *_ in rolls) == 1
    faces = [face for face, *_ in rolls]
    first, second = STATES[number - 1].fruit
    if first == second:
        assert faces[0] == "either tree (2 faces)"
        assert "the empty tree" not in faces
    else:
        assert faces[0] == f"the tree with {plural(first, 'fruit')}"
        tree = f"the tree with {plural(second, 'fruit')}" if second else "the empty tree"
        assert faces[1 if second else -1] == tree


@pytest.mark.parametrize("view", ["Dice orders", "Equal boards"])
def test_the_board_that_is_counted_is_drawn(view: str) -> None:
    app = open_page(COUNTING, view=view)
    assert f"The board: {POSITION}" in app.pictures


def rows_of(level: int, first_dice: str = "") -> list[list[str]]:
    rows = re.findall(r"<div>(.*?)</div>", icicle_html(level, first_dice))
    return [re.findall(r'title="(.*?)"', row) for row in rows]


@pytest.mark.parametrize(("level", "first_dice"), [(1, ""), (2, ""), (1, "B"), (3, "G"), (5, "W"), (5, "")])
def test_the_width_of_an_order_is_its_chance_given_the_first_die(level: int, first_dice: str) -> None:
    rows = rows_of(level, first_dice)
    # A row with too many orders is words alone.
    first = bool(first_dice)
    assert len(rows) == sum(perm(len(DICE) - first, depth - first) <= 24 for depth in range(1, level + 1))
    for depth, row in enumerate(rows, start=1):
        assert len(set(row)) == len(row)
        # The pieces of a row have the same width: that of their chance, divided by the chance of the first die.
        chance = Fraction(1, perm(len(DICE), depth))
        assert {Fraction(name.partition(": ")[2]) for name in row} == {chance}
        assert Fraction(1, len(row)) == chance * (len(DICE) if first_dice else 1)


def test_an_order_is_below_the_order_that_it_continues() -> None:
    above, below = rows_of(2)
    for number, name in enumerate(below):
        start = above[number * len(above) // len(below)].partition(":")[0]
        assert name.startswith(f"{start}, then ")


@pytest.mark.parametrize("level", range(1, len(DICE) + 1))
def test_the_branches_of_a_path_multiply_to_its_chance(level: int) -> None:
    drawing = branches(DICE, DICE[:level], dict.fromkeys(DICE, ("#fff", "#000")))
    bold = [Fraction(chance) for chance in re.findall(r'font-weight="700">(1/\d)<', drawing)]
    assert len(bold) == level
    assert prod(bold) == Fraction(1, perm(len(DICE), level))
    # Each node has all dice that are left, each with the same chance.
    assert len(re.findall(r">1/\d<", drawing)) == sum(range(len(DICE), len(DICE) - level, -1))


def test_two_sequences_lead_to_the_same_board() -> None:
    first, second, board = equal_sequences()
    assert first != second
    for words in (first, second):
        position = POSITION
        for name, number in (roll.lower().split() for roll in words.split(", ")):
            (die,) = (die for die in DICE if camel_name(die) == name)
            rolled = roll_die(position, Roll(die, die, int(number), sides=1)).position
            assert rolled
            position = rolled
        assert position == board


@pytest.mark.parametrize("number", range(len(STATES)))
def test_a_state_is_hidden_until_its_chance_is_typed(number: int) -> None:
    state = STATES[number]
    chance = brute_win(SMALL_ORCHARD, MOST_LEFT, state)
    before = DEFINITION.read({"solved": [str(number)]})
    right = {"kind": "set", "name": "chance", "value": f"{chance.numerator * 2}/{chance.denominator * 2}"}
    after, _ = DEFINITION.apply(before, right)
    assert (after.solved, after.chance) == (number + 1, "")
    rounded, _ = DEFINITION.apply(before, {**right, "value": f"{float(chance):.3f}"})
    assert rounded.solved == number + 1
    wrong, _ = DEFINITION.apply(before, {**right, "value": "1/3"})
    assert (wrong.solved, wrong.chance) == (number, "1/3")
    check_events(DEFINITION, [right])


@pytest.mark.parametrize("typed", ["2e0", "20e-1", "0_2", "\uff12", "2/1_0", "2/0", "nan", "1e9999999"])
def test_a_number_is_refused_by_its_form_before_it_is_computed(typed: str) -> None:
    assert is_value("2", 2)
    assert not is_value(typed, 2)
    with pytest.raises(ValueError, match="must be"):
        parse_fraction("value", typed)
    with pytest.raises(ValueError, match="must be"):
        read_whole(typed)


@pytest.mark.parametrize(
    ("value", "right", "wrong"),
    [
        (
            Fraction(2, 3),
            "2/3|2 / 3|4/6|0.67|.667|0,667|66.7%|66,67 %|67%|⅔|²⁄₃|66⅔%|66 2/3 %",
            "0.7|70%|66.6%|66½%|0.66|2|2 3|⅔3",
        ),
        (Fraction(3, 4), "¾|75%|75 %|0.75|.75|3/4", "74%|¼|0.8|75|3/4/1|7 5%|%"),
        (Fraction(7, 4), "1¾|1 ¾|1 3/4|7/4|175%|1.75", "13/4|1/3/4|-1 3/4"),
    ],
)
def test_an_answer_is_right_in_every_form(value: Fraction, right: str, wrong: str) -> None:
    assert [text for text in right.split("|") if not is_value(text, value)] == []
    assert [text for text in wrong.split("|") if is_value(text, value)] == []


def test_a_right_answer_in_a_link_solves_its_state() -> None:
    chance = brute_win(SMALL_ORCHARD, MOST_LEFT, STATES[3])
    app = open_page(COUNTING, view="Small orchard", solved="3", chance=f"{chance.numerator} / {chance.denominator}")
    assert not app.warning
    assert (app.query_params["solved"], "chance" in app.query_params) == ("4", False)
    assert "not the chance" not in app.page_text


def test_neither_a_question_nor_a_wrong_answer_has_the_chance_but_its_equation() -> None:
    chance = str(brute_win(SMALL_ORCHARD, MOST_LEFT, STATES[-1]))
    last = str(len(STATES) - 1)
    for typed in ("", "1/7"):
        app = open_page(COUNTING, view="Small orchard", solved=last, chance=typed)
        everything = app.page_text + "".join(app.html_parts)
        assert chance not in everything
        assert r"\tfrac{" + chance.replace("/", "}{") + "}" not in everything
        assert (r"\tfrac{1469}{1728}" in everything) == bool(typed)


def test_the_picture_has_words_for_every_row() -> None:
    label = re.search(r'aria-label="(.*?)"', icicle_html(2, "W"))
    assert label
    assert label[1] == "1 die: white, 1/5; 2 dice: 4 of 20 orders, each 1/20"
