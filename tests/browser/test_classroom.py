"""The teaching pages in a browser: a shared link shows a pupil the same simulation, quiz or worksheet as the teacher."""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from boardodds.charts import worksheet
from boardodds.charts.worksheet import Worksheet
from boardodds.dashboard.ui.share import code_svg
from boardodds.teaching import quiz
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage, box_of, settle

pytestmark = pytest.mark.browser
PDFTOTEXT = shutil.which("pdftotext") or ""


def test_a_locked_guess_stands_and_the_focus_goes_to_the_answer(open_page: OpenPage) -> None:
    page = open_page("/quiz?seed=7&level=easy&count=5", charts=False)
    entries = page.evaluate("history.length")
    for number in (1, 2):
        page.get_by_role("slider", name="Your guess").focus()
        page.keyboard.press("End")
        lock = page.get_by_role("button", name="Lock")
        expect(lock).to_be_enabled()
        lock.press("Enter")
        expect(page.locator(".st-key-last_answer")).to_be_focused()
        settle(page)
        page.get_by_role("button", name="Next question").press("Enter")
        expect(headline(page)).to_contain_text(f"Question {number + 1} of 5: ")
        settle(page)
    # Back would lead to another page, and not to another guess.
    assert page.evaluate("history.length") == entries


def test_an_answered_question_opens_on_its_own_page(open_page: OpenPage) -> None:
    second = quiz.questions(3, 2, ["camel_up_leg"])[1]
    link = "/quiz?seed=3&kinds=Camel+Up%3A+the+leg&guesses=40,50&guesses_answered=true"
    page = open_page(link, charts=False)
    page.get_by_role("link", name="Open question 2 on its page").click()
    expect(page).to_have_url(re.compile("/camel_up_leg\\?"))
    settle(page)
    position = second.question.notation["position"]
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("textbox", name="Position as text")).to_have_value(position)


def test_a_sheet_is_downloaded_and_its_answers_shown_on_demand(open_page: OpenPage) -> None:
    questions = quiz.questions(21, 6, level="12-15", version="A")
    page = open_page("/worksheet?seed=21&level=12-15&title=Odds&group=7b")
    answer = page.get_by_text(worksheet.answer(questions[0].question)).first
    expect(answer).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download worksheet").click()
    sheet = Path(download.value.path()).read_text(encoding="utf-8")
    link = f"{page.url.partition('?')[0]}?seed=21&count=6&level=12-15&version=A&pupil=true"
    printed = Worksheet(questions, "21 A", "12-15", "Odds", "7b", address=link, code=code_svg(link))
    assert sheet == printed.page(answers=False)
    page.get_by_text("Show answers").click()
    expect(answer).to_be_visible()
    expect(page).to_have_url(re.compile("answers=true"))


def test_a_sheet_links_to_its_page(open_page: OpenPage) -> None:
    page = open_page("/worksheet?seed=5&count=4&level=game&kinds=Perudo,Camel+Up%3A+the+leg&answers=true")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download worksheet").click()
    page.set_content(Path(download.value.path()).read_text(encoding="utf-8"))
    page.get_by_role("link", name="The questions online").click()
    settle(page)
    items = quiz.questions(5, 4, ["camel_up_leg", "perudo"], version="A")
    for number, item in enumerate(items, start=1):
        expect(page.get_by_text(f"{number}. {item.question.text}")).to_be_visible()
    assert page.get_by_test_id("stAlert").count() == 0
    expect(page.get_by_role("switch", name="Show answers")).to_have_count(0)


@pytest.mark.parametrize("media", ["screen", "print"])
def test_every_answer_of_a_key_shows_its_number(new_tab: OpenPage, media: Literal["screen", "print"]) -> None:
    page = new_tab()
    page.set_content(Worksheet(quiz.questions(8, 12, level="15-on"), "8 A", "15-on").page(answers=True))
    page.emulate_media(media=media)
    answers = page.locator(".answers > ol > li").all()
    assert len(answers) == 12

    def left_of(answer: Locator) -> bytes:
        box = box_of(answer)
        return page.screenshot(full_page=True, clip={**box, "x": 0, "width": box["x"]})

    shown = [left_of(answer) for answer in answers]
    page.add_style_tag(content=".answers > ol > li::marker { color: transparent }")
    # Where a number was drawn, hiding it changes the picture.
    assert [before != left_of(answer) for before, answer in zip(shown, answers, strict=True)] == 12 * [True]


def test_a_shared_worksheet_does_not_show_its_answers(open_page: OpenPage) -> None:
    page = open_page("/worksheet?seed=5&answers=true")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this page")).to_have_value(re.compile(r"/worksheet\?seed=5$"))


def sheets_of_paper(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.parametrize("level", quiz.LEVELS)
@pytest.mark.parametrize("keys", [(), ("camel_up_leg",)])
def test_six_questions_are_on_two_sheets_of_paper_and_their_answers_on_three_at_most(
    new_tab: OpenPage, level: str, keys: tuple[str, ...]
) -> None:
    page = new_tab()
    for seed in (1, 21):
        questions = quiz.questions(seed, 6, keys, level=level)
        # This URL is longer than any real one.
        sheet = Worksheet(questions, f"{seed} A", level, address="https://x.example/" + 400 * "a", code=code_svg("a"))
        sheets = []
        for answers in (False, True):
            page.set_content(sheet.page(answers=answers))
            sheets.append(sheets_of_paper(page))
        assert sheets[0] <= 2
        assert sheets[0] < sheets[1] <= sheets[0] + 3


def test_the_page_prints_the_sheet(open_page: OpenPage) -> None:
    page = open_page("/worksheet?seed=5&count=4&title=Odds")
    title, download = page.get_by_text("Odds", exact=True), page.get_by_role("button", name="Download worksheet")
    expect(title).to_be_hidden()
    # Ink is dark on white paper in both themes.
    page.emulate_media(media="print", color_scheme="dark")
    expect(title).to_be_visible()
    expect(title).to_have_css("color", "rgb(31, 26, 20)")
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(download).to_be_hidden()
    assert sheets_of_paper(page) <= 2


@pytest.mark.skipif(not PDFTOTEXT and os.environ.get("BOARDODDS_BROWSER") != "required", reason="no pdftotext")
@pytest.mark.parametrize("level", quiz.LEVELS)
def test_no_question_is_split_between_two_sheets_of_paper(new_tab: OpenPage, tmp_path: Path, level: str) -> None:
    page = new_tab()
    page.set_content(Worksheet(quiz.questions(4, 12, level=level), "4 A", level).page(answers=True))
    # The first and the last thing of each question, where a test can find them.
    page.evaluate(
        "document.querySelectorAll('.questions > li, .answers > ol > li').forEach((item, number) => {"
        "item.prepend(`first${number}x`); item.append(`last${number}x`)})"
    )
    file = tmp_path / "sheet.pdf"
    page.pdf(path=file, format="A4")
    text = subprocess.run([PDFTOTEXT, file, "-"], capture_output=True, text=True, check=True).stdout
    sheets = text.split("\f")
    for number in range(24):
        assert [f"first{number}x" in sheet for sheet in sheets] == [f"last{number}x" in sheet for sheet in sheets]
    assert sum("first" in sheet for sheet in sheets) >= 2


@pytest.mark.parametrize(
    ("path", "plain", "own", "said"),
    [
        ("quiz?count=5&seed=3&guesses=40,30&guesses_answered=true", "(&?(count=5|seed=3)){2}", "guesses", "40%2C30"),
        ("orchard?reveal=off&class=30-50&prediction=70", "reveal=off", "prediction", "class=30-50"),
    ],
)
def test_a_shared_link_has_no_answers(open_page: OpenPage, path: str, plain: str, own: str, said: str) -> None:
    page = open_page(f"/{path}")
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_label("Link to this page")
    expect(shared).to_have_value(re.compile(rf"\?{plain}$"))
    page.get_by_test_id("stPopoverBody").get_by_text(f"With your {own}").click()
    expect(shared).to_have_value(re.compile(said))
