"""The preview of a link to a teaching page says what its page says, and gives no answer of a quiz away."""

from typing import Any
from urllib.parse import urlencode

import pytest

from boardodds.dashboard.app.previews import preview_of
from tests.dashboard.driving import open_page

GUESSED = "50,50,50,50,50"


@pytest.mark.parametrize(
    ("page", "query", "is_answered"),
    [
        ("counting", {"view": "Equal boards"}, True),
        ("quiz", {"seed": "1", "kinds": "nonsense", "count": "7"}, True),
        # Other views and a finished quiz have no headline in a preview.
        ("classroom", {"view": "Intervals"}, False),
        ("counting", {"view": "Small orchard"}, False),
        ("quiz", {"seed": "1", "count": "5", "guesses": GUESSED}, False),
        # Without a seed, each visitor gets other questions.
        ("quiz", {}, False),
        ("methods", {"slow": "true"}, False),
    ],
)
def test_the_preview_has_the_headline_of_its_page(page: str, query: dict[str, Any], is_answered: bool) -> None:
    expected = open_page(f"pages/{page}.py", **query).headline if is_answered else ""
    assert preview_of(page, urlencode(query, doseq=True)).finding == expected


@pytest.mark.parametrize("page", ["quiz", "worksheet"])
def test_a_question_is_shown_without_its_answer(page: str) -> None:
    preview = preview_of(page, "seed=3&answers=true")
    assert "Question 1 of " in preview.title
    assert "%" not in preview.title
