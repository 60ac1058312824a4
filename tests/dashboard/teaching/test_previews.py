"""The preview of a link to a teaching page says what its page says, and gives no answer of a quiz away."""

from typing import Any
from urllib.parse import urlencode

import pytest

from boardodds.dashboard.app.previews import preview_of
from tests.dashboard.driving import headline, open_page

GUESSED = "-".join(["50"] * 5)


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("classroom", {"example": "bid", "games": "10000"}),
        ("classroom", {"example": "nonsense", "games": "7"}),
        ("counting", {"view": "Fewer states"}),
        ("counting", {"depth": "5", "begins": "any"}),
        ("counting", {"depth": "9", "begins": "Z"}),
        ("quiz", {"kinds": "nonsense", "count": "7"}),
        ("quiz", {"count": "5", "guesses": "50-50-50-50-50-50"}),
        ("quiz", {"seed": "2", "kinds": ["Orchard", "Perudo"]}),
    ],
)
def test_the_preview_has_the_headline_of_its_page(page: str, query: dict[str, Any]) -> None:
    assert preview_of(page, urlencode(query, doseq=True)).headline == headline(open_page(f"pages/{page}.py", **query))


@pytest.mark.parametrize(
    ("page", "query"),
    [
        ("classroom", {"view": "Intervals"}),
        ("counting", {"view": "A recurrence"}),
        ("quiz", {"count": "5", "guesses": GUESSED}),
        ("methods", {"slow": "true"}),
    ],
)
def test_other_views_and_a_finished_quiz_have_no_headline(page: str, query: dict[str, str]) -> None:
    assert preview_of(page, urlencode(query)).headline == ""


@pytest.mark.parametrize("page", ["quiz", "worksheet"])
def test_a_question_is_shown_without_its_answer(page: str) -> None:
    preview = preview_of(page, "seed=3&answers=true")
    assert "Question 1 of " in preview.title
    assert "%" not in preview.title
