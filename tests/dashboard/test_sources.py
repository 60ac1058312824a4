"""The claims of the sources, listed in docs/sources.md: each has a link to a page that shows it."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from google.protobuf.text_format import MessageToString  # type: ignore[import-untyped]

from boardodds.dashboard.runtime.environment import ROOT
from tests.dashboard.driving import Page, open_page

SITE = "http://localhost:8501/"
TEXT = (ROOT / "docs" / "sources.md").read_text(encoding="utf-8")
CLAIMS = re.findall(rf"^\| (.+) \| (.+) \| \[[^\]]+\]\({SITE}(\S+)\) \| (.+) \|$", TEXT, re.MULTILINE)
WORD = re.compile(r"[+−-]?[0-9]+(?:,[0-9]{3})*(?:[.][0-9]+)?%?|[^\W0-9_]+")
LINKS = sorted({link for _, _, link, _ in CLAIMS})


def words_of(text: str) -> str:
    """Return the words and numbers of a text between spaces, without HTML, Markdown, JSON, and the escapes of both."""
    plain = re.sub(r"<[^>]+>|\\n|\\", " ", unescape(text))
    return f" {' '.join(WORD.findall(plain))} "


def shown(app: Page) -> str:
    """Return the words and numbers in all elements of a page, with its figures and tables, and without the code of its boards."""
    protos = [element.proto for element in app if getattr(element, "proto", None)]
    parts = [getattr(proto, "json", "") or MessageToString(proto, as_utf8=True) for proto in protos]
    return words_of(" ".join([*parts, *(table.value.to_string() for table in app.dataframe)]))


def test_every_line_of_a_table_is_a_claim_with_a_link() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ")]
    lines = [row for row in rows if not row.startswith(("| it says |", "| --- |"))]
    assert len(lines) == len(CLAIMS) > 100
    assert all(section.count(f"]({SITE}") > 10 for section in TEXT.split("\n## ")[1:])


@pytest.mark.slow
@pytest.mark.parametrize("link", LINKS)
def test_a_page_shows_the_claims_that_link_to_it(link: str) -> None:
    parts = urlsplit(link)
    app = open_page(f"pages/{parts.path}.py", **parse_qs(parts.query))
    assert not app.warnings
    text = shown(app)
    claims = [part for _, _, target, words in CLAIMS if target == link for part in words.split(" … ")]
    assert [part for part in claims if words_of(part) not in text] == []


def test_methods_shows_the_list_on_request() -> None:
    assert not any(claim in open_page("pages/methods.py").page_text for claim, *_ in CLAIMS)
    text = open_page("pages/methods.py", claims="true").page_text
    assert all(f"| {claim} | {found} | [" in text for claim, found, *_ in CLAIMS)
    assert all(f"](./{link}) |" in text for link in LINKS)
