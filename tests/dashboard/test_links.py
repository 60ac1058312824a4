"""Shared links keep their meaning: every known link shows its answer and its warnings, and its preview the answer."""

import re
from typing import Any
from urllib.parse import urlencode

import pytest

from boardodds.dashboard.app.previews import preview_of
from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.ui.messages import link_mistakes
from boardodds.dashboard.ui.settings import Allowed
from tests.dashboard.driving import Page, open_page
from tests.known_answers import load_answers

LINKS = load_answers("links")["link"]
# Warnings of links whose page shows an example in place of the state that was meant.
REPLACED = ("Position", "Spaces", "State", "Round")
# A preview has no answer to these, unless another test has computed it.
LONG_QUERIES = ({"camels": "6"}, {"round": "1.1 me=1 hand=6", "game": "any_higher"}, {"claims": "true", "slow": "true"})


def main_answer(app: Page, page: str) -> str:
    """Return the answer of a page: its headline, the first question of a worksheet, or its figures in bold."""
    if page == "worksheet":
        return next(str(text.value) for text in app.markdown if text.value.startswith("**1."))
    if not page:
        return str(app.title[0].value)
    # The headlines of these pages are rounded; the sentences below them have all figures.
    exact = [str(text.value).partition(". ")[0] for text in app.caption if "legs on average" in text.value]
    counted = [bold for text in app.markdown for bold in re.findall(r"\*\*After [^*\n]*\*\*", str(text.value))]
    if found := {"camel_up_length": exact, "classroom": counted}.get(page):
        return str(found[0])
    return str((app.header or app.title)[0].value)


def expected_finding(app: Page, page: str) -> str:
    """Return the answer of a page as its preview has it; "" for the question of the page."""
    if page == "worksheet":
        count = app.query_params.get("count", "6")
        return main_answer(app, page).replace("**1. ", f"Question 1 of {count}: ", 1).removesuffix("**")
    has_answer = page and app.header and not any(text.startswith(REPLACED) for text in app.warnings)
    return app.headline if has_answer else ""


@pytest.mark.parametrize("link", LINKS, ids=lambda link: f"{link['page'] or 'home'} {link.get('query', '')}")
def test_a_link_keeps_its_meaning_also_in_its_preview(link: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    page, query = link["page"], link.get("query", {})
    # A busy machine is no reason to fail.
    monkeypatch.setattr("boardodds.dashboard.runtime.compute._MAX_SHORT_SECONDS", 600)
    # The preview comes first, so it can't show what only its page has computed.
    finding = preview_of(page, urlencode(query, doseq=True)).finding
    app = open_page(f"pages/{page}.py" if page else None, **query)
    assert finding == expected_finding(app, page) or (query in LONG_QUERIES and not finding)
    assert main_answer(app, page) == link["headline"]
    assert app.warnings == link.get("warnings", [])
    # The answer can be that of an example, so the warning comes first.
    kinds = [element.type for element in app.main if element.type in ("warning", "header")]
    assert kinds == sorted(kinds, reverse=True)

    if app.warnings and page != "quiz":
        assert open_page(f"pages/{page}.py", present="true", **link["query"]).warnings == app.warnings


@pytest.mark.parametrize("page", [page.url_path for page in PAGES])
def test_each_setting_of_a_link_is_promised(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The links of tests/known/links.toml are what docs/stability.md promises, so each setting is in one of them."""
    known = {name for link in LINKS if link["page"] == page for name in link.get("query", {})}
    settings: set[str] = set()

    def note(allowed: Allowed) -> list[str]:
        settings.update(allowed)
        return link_mistakes(allowed)

    monkeypatch.setattr("boardodds.dashboard.ui.state_store.link_mistakes", note)
    open_page(f"pages/{page}.py")
    assert settings - known == set()
