"""The page that a quiz question links to answers that question."""

import pytest

from boardodds.dashboard.ui.dashboards import dashboard_of, with_labels
from boardodds.dashboard.ui.page_text import percent
from boardodds.teaching import quiz
from tests.dashboard.driving import headline, open_page, page_text, warnings


def test_the_page_of_a_candy_land_question_answers_it() -> None:
    asked = [each for seed in range(4) for each in quiz.questions(seed, 3, ["candy_land"])]
    assert {each.question.notation["players"] for each in asked} > {"1", "2"}
    for each in asked:
        within = each.question.notation["within"]
        told = f"The game is over within {within} turns {percent(each.chance, 2)} of the time."
        assert told in page_text(open_page("pages/candy_land.py", **each.question.notation))


@pytest.mark.parametrize("key", quiz.generators(quiz.newest_catalogue()))
def test_the_page_of_a_question_takes_all_that_its_link_says(key: str) -> None:
    for each in quiz.questions(4, 3, [key], catalogue=quiz.newest_catalogue()):
        assert not warnings(open_page(f"pages/{key}.py", **each.question.notation)), each


def test_the_page_of_a_bid_on_aces_gives_the_chance_that_was_asked_for() -> None:
    asked = [each for each in quiz.questions(4, 20, ["perudo"]) if "ace" in each.question.text]
    assert asked
    for each in asked[:2]:
        app = open_page("pages/perudo.py", **each.question.notation)
        assert f"true {percent(each.chance)} of the time" in headline(app)


@pytest.mark.parametrize("key", quiz.generators(quiz.newest_catalogue()))
def test_a_page_knows_all_that_a_question_says_of_it(key: str) -> None:
    allowed = dashboard_of(key).allowed[key]
    told: set[tuple[str, str]] = set()
    for seed in range(10):
        for asked in quiz.questions(seed, 20, [key], catalogue=quiz.newest_catalogue()):
            query = with_labels(key, {setting: [value] for setting, value in asked.question.notation.items()})
            told |= {(setting, value) for setting, values in query.items() for value in values}
    assert told
    assert [(setting, value) for setting, value in told if not allowed[setting](value)] == []
