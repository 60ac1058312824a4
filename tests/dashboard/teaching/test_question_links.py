"""The page that a quiz question links to answers this question."""

import pytest

from boardodds.dashboard.ui.page_text import percent
from boardodds.teaching import quiz
from tests.dashboard.driving import headline, open_page, page_text, warnings


def test_the_page_of_a_candy_land_question_answers_it() -> None:
    questions = [item for seed in range(4) for item in quiz.questions(seed, 3, ["candy_land"])]
    assert {item.question.notation["players"] for item in questions} > {"1", "2"}
    for item in questions:
        within = item.question.notation["within"]
        sentence = f"The game is over within {within} turns {percent(item.chance, 2)} of the time."
        assert sentence in page_text(open_page("pages/candy_land.py", **item.question.notation))


@pytest.mark.parametrize("key", quiz.generators())
def test_the_page_of_a_question_accepts_all_settings_of_its_link(key: str) -> None:
    for item in quiz.questions(4, 3, [key]):
        assert not warnings(open_page(f"pages/{key}.py", **item.question.notation)), item


def test_the_page_of_a_bid_on_aces_shows_the_chance_in_question() -> None:
    questions = [item for item in quiz.questions(4, 20, ["perudo"]) if "ace" in item.question.text]
    assert questions
    for item in questions[:2]:
        app = open_page("pages/perudo.py", **item.question.notation)
        assert f"true {percent(item.chance)} of the time" in headline(app)
