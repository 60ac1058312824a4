"""The teaching pages in a browser: a shared link shows a pupil the same simulation, quiz or worksheet as the teacher."""

import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, expect

from boardodds.charts import worksheet
from boardodds.teaching import quiz
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage, box_of, settle

pytestmark = pytest.mark.browser


def lock_guess(page: Page, percent: int) -> None:
    """Move the slider by the keyboard, and lock the guess."""
    guess = page.get_by_role("slider", name="Your guess")
    guess.focus()
    page.keyboard.press("End")
    for _ in range(100 - percent):
        page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Lock").click()


def test_a_quiz_is_played_shared_and_played_again(open_page: OpenPage) -> None:
    questions = quiz.questions(seed=11, count=5)
    page = open_page("/quiz?seed=11&count=5")
    for number, quiz_question in enumerate(questions):
        expect(headline(page)).to_have_text(f"Question {number + 1} of 5: {quiz_question.question.text}")
        settle(page)
        lock_guess(page, 90 + number)
    guesses = [0.90, 0.91, 0.92, 0.93, 0.94]
    score = quiz.score(guesses, questions)
    expect(headline(page)).to_contain_text(f"Your Brier score is {score.expected:.3f}")
    expect(page).to_have_url(re.compile("guesses=90%2C91%2C92%2C93%2C94"))
    settle(page)
    friend = open_page("/quiz?" + page.url.partition("?")[2])
    expect(headline(friend)).to_have_text(headline(page).inner_text())
    settle(friend)
    friend.get_by_text("All figures").click()
    settle(friend)
    friend.get_by_test_id("stDataFrame").hover()
    # Otherwise, the browser asks where to save the file.
    friend.evaluate("delete window.showSaveFilePicker")
    with friend.expect_download() as download:
        friend.get_by_role("button", name="Download as CSV").press("Enter")
    rows = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + len(questions)
    friend.get_by_role("button", name="Start new quiz").click()
    expect(headline(friend)).to_contain_text(f"Question 1 of 5: {quiz.questions(12, 1)[0].question.text}")
    expect(friend).to_have_url(re.compile(r"seed=12"))
    expect(friend).not_to_have_url(re.compile("guesses"))


def test_an_answered_question_opens_on_its_own_page(open_page: OpenPage) -> None:
    first = quiz.questions(3, 1, ["camel_up_leg"])[0]
    page = open_page("/quiz?seed=3&kinds=Camel+Up%3A+the+leg&guesses=40")
    page.get_by_role("link", name="Open question 1 on its page").click()
    expect(page).to_have_url(re.compile("/camel_up_leg\\?"))
    settle(page)
    position = first.question.notation["position"]
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("textbox", name="Position as text")).to_have_value(position)


def test_a_sheet_is_downloaded_and_its_answers_shown_on_demand(open_page: OpenPage) -> None:
    questions = quiz.questions(21, 6, by_hand=True)
    page = open_page("/worksheet?seed=21")
    answer = page.get_by_text(worksheet.answer(questions[0].question)).first
    expect(answer).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download worksheet").click()
    sheet = Path(download.value.path()).read_text(encoding="utf-8")
    link = f"{page.url.partition('?')[0]}?seed=21&count=6&work=calculating"
    assert sheet == worksheet.page(questions, 21, answers=False, by_hand=True, address=link)
    page.get_by_text("Show answers").click()
    expect(answer).to_be_visible()
    expect(page).to_have_url(re.compile("answers=true"))


def test_a_sheet_links_to_its_page(open_page: OpenPage) -> None:
    page = open_page("/worksheet?seed=5&count=4&work=guessing&kinds=Perudo,Camel+Up%3A+the+leg&answers=true")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download worksheet").click()
    page.set_content(Path(download.value.path()).read_text(encoding="utf-8"))
    page.get_by_role("link").click()
    settle(page)
    for number, quiz_question in enumerate(quiz.questions(5, 4, ["camel_up_leg", "perudo"]), start=1):
        expect(page.get_by_text(f"{number}. {quiz_question.question.text}")).to_be_visible()
    assert page.get_by_test_id("stAlert").count() == 0
    expect(page.get_by_role("switch", name="Show answers")).not_to_be_checked()


@pytest.mark.parametrize("media", ["screen", "print"])
def test_every_answer_of_a_key_shows_its_number(open_page: OpenPage, media: Literal["screen", "print"]) -> None:
    page = open_page("/worksheet")
    page.set_content(worksheet.page(quiz.questions(8, 12, by_hand=True), 8, answers=True, by_hand=True))
    page.emulate_media(media=media)
    answers = page.locator(".answers li").all()
    assert len(answers) == 12

    def left_of(answer: Locator) -> bytes:
        box = box_of(answer)
        return page.screenshot(full_page=True, clip={**box, "x": 0, "width": box["x"]})

    shown = [left_of(answer) for answer in answers]
    page.add_style_tag(content="li::marker { color: transparent }")
    # Where a number was drawn, hiding it changes the picture.
    assert [before != left_of(answer) for before, answer in zip(shown, answers, strict=True)] == 12 * [True]


def test_a_shared_worksheet_does_not_show_its_answers(open_page: OpenPage) -> None:
    page = open_page("/worksheet?seed=5&answers=true")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this page")).to_have_value(re.compile(r"/worksheet\?seed=5$"))


def sheets_of_paper(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4")))


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("keys", [(), ("camel_up_leg",)])
def test_six_questions_are_on_two_sheets_of_paper_and_their_answers_on_one(
    open_page: OpenPage, by_hand: bool, keys: tuple[str, ...]
) -> None:
    page = open_page("/worksheet")
    for seed in (1, 21):
        questions = quiz.questions(seed, 6, keys, by_hand=by_hand)
        sheets = []
        for answers in (False, True):
            # This URL is longer than any real one.
            page.set_content(
                worksheet.page(
                    questions, seed, answers=answers, by_hand=by_hand, address="https://odds.example/" + 400 * "a"
                )
            )
            sheets.append(sheets_of_paper(page))
        assert sheets[0] <= 2
        assert sheets[1] == sheets[0] + 1


def test_a_quiz_is_shared_without_guesses_unless_one_shows_them(open_page: OpenPage) -> None:
    page = open_page("/quiz?count=5&seed=3&guesses=40,30")
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_label("Link to this page")
    expect(shared).to_have_value(re.compile(r"/quiz\?(count=5&seed=3|seed=3&count=5)$"))
    page.get_by_test_id("stPopoverBody").get_by_text("With your guesses").click()
    expect(shared).to_have_value(re.compile("guesses=40%2C30"))
