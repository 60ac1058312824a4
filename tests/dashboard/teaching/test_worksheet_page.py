"""Worksheets: questions with and without answers."""

import re
from html import unescape

import pytest

from boardodds.charts.worksheet import Worksheet
from boardodds.dashboard.teaching.worksheet import DEFINITION, _printed
from boardodds.teaching import quiz
from tests.dashboard.driving import open_page, view_of

WORKSHEET = "pages/worksheet.py"


def sheet(seed: int, count: int = 6, level: str = "9-12", version: str = "A") -> list[quiz.QuizQuestion]:
    return quiz.questions(seed, count, level=level, version=version)


@pytest.mark.parametrize("level", quiz.LEVELS)
def test_a_worksheet_shows_answers_only_after_a_click(level: str) -> None:
    questions = sheet(5, level=level)
    app = open_page(WORKSHEET, seed="5", level=level)
    for number, item in enumerate(questions, start=1):
        assert f"**{number}. {item.question.text}**" in app.page_text
        assert item.question.because not in app.page_text
    assert app.pictures == [item.question.table for item in questions if item.question.table]
    assert not any("hundred" in body for body in app.html_parts)
    view_of(app.toggle, "answers").set_value(True).run()
    # Each answer is also a hundred pieces.
    assert sum('class="hundred"' in body for body in app.html_parts) == len(questions)
    for item in questions:
        assert re.search(rf"\*\*(\S+ = )?{item.chance:.1%}\*\*. {re.escape(item.question.because)}", app.page_text)
        assert all(step in app.page_text for step in item.question.steps)


def test_kinds_that_are_too_large_for_a_pencil_are_listed() -> None:
    app = open_page(WORKSHEET, kinds="Camel Up: the race,Perudo")
    assert app.caption[0].value == "Too large to calculate by hand, so left out: Camel Up: the race."
    assert all(caption.value.startswith("Perudo.") for caption in app.caption[1:])
    # If all are too large, the page says that it uses the others.
    app = open_page(WORKSHEET, kinds="Camel Up: the race")
    assert app.caption[0].value == (
        "Too large to calculate by hand, so left out: Camel Up: the race. The questions come from all other games instead."
    )
    for number, item in enumerate(sheet(1), 1):
        assert f"**{number}. {item.question.text}**" in app.page_text


def test_the_title_and_the_class_of_the_link_are_on_the_sheet() -> None:
    printed = _printed(DEFINITION.read({"title": ["Odds"], "group": ["7b"], "level": ["15-on"], "seed": ["4"]}))
    assert (printed.title, printed.group, printed.level) == ("Odds", "7b", "15-on")
    assert printed.items == sheet(4, level="15-on")
    app = open_page(WORKSHEET, title="x" * 61)
    assert len(app.warnings) == 1


def test_a_pupils_link_offers_no_answers() -> None:
    questions = sheet(5)
    for query in ({}, {"answers": "true"}):
        app = open_page(WORKSHEET, seed="5", pupil="true", **query)
        assert not app.toggle
        assert len(app.warnings) == len(query)
        assert not any(item.question.because in app.page_text for item in questions)


def test_neighbours_have_two_versions_and_one_key() -> None:
    first, second = sheet(3), sheet(3, version="B")
    assert [item.key for item in first] == [item.key for item in second]
    app = open_page(WORKSHEET, seed="3", version="B")
    for number, item in enumerate(second, 1):
        assert f"**{number}. {item.question.text}**" in app.page_text
    for version, items in (("A", first), ("B", second)):
        printed = _printed(DEFINITION.read({"seed": ["3"], "version": [version], "answers": ["true"]}))
        questions, *keys = printed.page(answers=True).split("<section class='answers'>")
        assert [printed.items, list(printed.others.values())] == [items, [second if items is first else first]]
        assert all(item.question.because in keys[0] for item in items)
        assert all(item.question.because in "".join(keys) for item in first + second)
        assert f"3 {version}" in questions


@pytest.mark.parametrize("level", quiz.LEVELS)
def test_the_rules_of_a_game_stand_once(level: str) -> None:
    items = sheet(2, 12, level=level)
    shown = open_page(WORKSHEET, seed="2", count="12", level=level).captions
    page = Worksheet(items, "2 A", level).page(answers=False)
    for rule in {rule for item in items for rule in item.question.rules}:
        assert (shown.count(rule), unescape(page).count(rule)) == (1, 1)
