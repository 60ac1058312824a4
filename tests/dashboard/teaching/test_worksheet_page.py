"""Worksheets: questions with and without answers."""

import re

import pytest

from boardodds.dashboard.teaching.worksheet import DEFINITION, _printed
from boardodds.teaching import quiz
from tests.dashboard.driving import open_page, page_text, view_of, warnings
from tests.dashboard.teaching.html_parts import html_of, pictures

WORKSHEET = "pages/worksheet.py"


@pytest.mark.parametrize("level", quiz.LEVELS)
def test_a_worksheet_shows_answers_only_after_a_click(level: str) -> None:
    questions = quiz.questions(seed=5, count=6, level=level)
    app = open_page(WORKSHEET, seed="5", level=level)
    for number, item in enumerate(questions, start=1):
        assert f"**{number}. {item.question.text}**" in page_text(app)
        assert item.question.because not in page_text(app)
    assert pictures(app) == [item.question.table for item in questions if item.question.table]
    assert not any("hundred" in body for body in html_of(app))
    view_of(app.toggle, "answers").set_value(True).run()
    # Each answer is also a hundred pieces.
    assert sum('class="hundred"' in body for body in html_of(app)) == len(questions)
    for item in questions:
        assert re.search(rf"\*\*(\S+ = )?{item.chance:.1%}\*\*. {re.escape(item.question.because)}", page_text(app))
        assert all(step in page_text(app) for step in item.question.steps)


def test_kinds_that_are_too_large_for_a_pencil_are_listed() -> None:
    app = open_page(WORKSHEET, kinds="Camel Up: the race,Perudo")
    assert app.caption[0].value == "Too large to calculate by hand, so left out: Camel Up: the race."
    assert all(caption.value.startswith("Perudo.") for caption in app.caption[1:])
    # If all are too large, the page says that it uses the others.
    app = open_page(WORKSHEET, kinds="Camel Up: the race")
    assert app.caption[0].value == (
        "Too large to calculate by hand, so left out: Camel Up: the race. The questions come from all other games instead."
    )
    for number, item in enumerate(quiz.questions(1, 6, level="easy"), 1):
        assert f"**{number}. {item.question.text}**" in page_text(app)


def test_the_title_and_the_class_of_the_link_are_on_the_sheet() -> None:
    sheet = _printed(DEFINITION.read({"title": ["Odds"], "group": ["7b"], "level": ["hard"], "seed": ["4"]}))
    assert (sheet.title, sheet.group, sheet.level) == ("Odds", "7b", "hard")
    assert sheet.items == quiz.questions(4, 6, level="hard")
    app = open_page(WORKSHEET, title="x" * 61)
    assert len(warnings(app)) == 1


def test_a_pupils_link_offers_no_answers() -> None:
    questions = quiz.questions(5, 6, level="easy")
    for query in ({}, {"answers": "true"}):
        app = open_page(WORKSHEET, seed="5", pupil="true", **query)
        assert not app.toggle
        assert len(warnings(app)) == len(query)
        assert not any(item.question.because in page_text(app) for item in questions)
