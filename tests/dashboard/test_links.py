"""Shared links keep their meaning: every known link shows its answer and its warnings."""

import re
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.dashboard.driving import open_page, warnings
from tests.known_answers import load_answers

LINKS = load_answers("links")["link"]


def main_answer(app: AppTest, page: str) -> str:
    """Return the answer of a page: its headline, the first question of a worksheet, or its figures in bold."""
    if page == "worksheet":
        return next(str(text.value) for text in app.markdown if text.value.startswith("**1."))
    if not page:
        return str(app.title[0].value)
    # The headlines of these pages are rounded; the sentences below them have all figures.
    if page == "camel_up_length":
        return next(str(text.value).partition(". ")[0] for text in app.caption if "legs on average" in text.value)
    if page == "classroom":
        found = (re.search(r"\*\*After [^*\n]*\*\*", str(text.value)) for text in app.markdown)
        return next(bold.group() for bold in found if bold)
    return str(app.subheader[0].value if app.subheader else app.title[0].value)


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link['page'] or 'home'} {link.get('query', '')}")
def test_a_link_keeps_its_meaning(link: dict[str, Any]) -> None:
    page = link["page"]
    app = open_page(f"pages/{page}.py" if page else None, **link.get("query", {}))
    assert main_answer(app, page) == link["headline"]
    assert warnings(app) == link.get("warnings", [])
    # The answer can be that of an example, so the warning comes first.
    kinds = [element.type for element in app.main if element.type in ("warning", "subheader")]
    assert kinds == sorted(kinds, reverse=True)

    if warnings(app) and page != "quiz":
        assert warnings(open_page(f"pages/{page}.py", present="true", **link["query"])) == warnings(app)


def test_every_page_has_known_links() -> None:
    assert len(LINKS) >= 60
