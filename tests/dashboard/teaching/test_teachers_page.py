"""The page for teachers: its links open, and its figures are those that the pages compute."""

import re
from fractions import Fraction
from urllib.parse import parse_qs, urlsplit

import pytest

from boardodds.camel_up import Position, solve_leg
from boardodds.dashboard.teaching.counting import ORCHARD, STATES
from boardodds.dashboard.teaching.large_number_findings import error_sentence
from boardodds.dashboard.teaching.large_numbers import START
from boardodds.dashboard.ui.dashboards import ROOT
from boardodds.orchard.rules import MOST_LEFT, State
from boardodds.teaching import quiz
from boardodds.teaching.large_numbers import trial
from tests.dashboard.driving import open_page, page_text, warnings
from tests.oracles.orchard import brute_win

TEXT = " ".join((ROOT / "docs" / "teaching.md").read_text(encoding="utf-8").split())
LINKS = re.findall(r"\((http://localhost:8501/[^)]*)\)", TEXT)


@pytest.mark.parametrize("link", LINKS)
def test_a_link_of_a_lesson_opens_without_warnings(link: str) -> None:
    parts = urlsplit(link)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    app = open_page(f"pages{parts.path}.py", **query)
    assert not warnings(app)
    assert {name: app.query_params[name] for name in query if name in app.query_params}.items() <= query.items()


def test_the_page_shows_the_document_with_links_into_the_site() -> None:
    shown = page_text(open_page("pages/teachers.py"))
    assert shown.count("](./") == len(LINKS) >= 12
    assert "localhost" not in shown
    assert ".md" not in shown


def test_the_figures_of_the_lessons_are_right() -> None:
    leg = solve_leg(Position.parse("1:YGB 2:WO"))
    assert f"Blue wins {leg.probability('B'):.1%} of the time" in TEXT
    assert f"(18 and {leg.outcomes:,}.)" in TEXT
    assert solve_leg(Position.parse("1:BW dice=BW")).outcomes == 18
    points = re.search(r"within ([\d.]+) percentage", error_sentence(1_000, trial(START.key).exact()))
    assert points
    assert f"are within {points[1]} points" in TEXT
    assert f"({brute_win(ORCHARD, MOST_LEFT, STATES[-1])}.)" in TEXT
    assert brute_win(ORCHARD, MOST_LEFT, State((1, 0), 1)) == Fraction(2, 3)
    # The worksheet on two dice has 18 sequences in each question.
    for item in quiz.questions(12, 4, ["camel_up_leg"], level="medium"):
        assert " of 18 sequences: " in item.question.steps[-1]
