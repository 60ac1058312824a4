"""*Ask the class*: a teacher and six phones, each in a browser of its own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PHONES = 6


def join(open_page: OpenPage, path: str, code: str = "") -> Page:
    phone = open_page(path, phone=True)
    if code:
        phone.get_by_role("textbox").fill(code)
        phone.get_by_role("button", name="Join").click()
    return phone


def set_slider(page: Page, percent: int) -> None:
    slider, counted = page.get_by_role("slider"), page.get_by_text(f"Your answer {percent}% counts")
    # A key can come before the slider listens, and while an answer is in flight it can be lost, which the phone shows.
    for number in range(400):
        if counted.is_visible():
            break
        if slider.get_attribute("aria-valuetext") != f"{percent}%":
            slider.press("ArrowRight")
        elif number % 20 == 0:
            slider.press("ArrowLeft")
        else:
            page.wait_for_timeout(200)
    expect(counted).to_be_visible()


def predict_together(open_page: OpenPage) -> str:
    """Let six phones guess, and only the teacher reveal; return the code of the room."""
    teacher = open_page("/orchard?reveal=off")
    teacher.get_by_role("button", name="Ask the class").click()
    teacher.get_by_role("button", name="Show the code").click()
    joining = teacher.locator(".st-key-join")
    expect(joining.locator("img")).to_be_visible()
    code = joining.locator("b").inner_text()
    phones = [join(open_page, "/ask", code.lower()) for _ in range(PHONES)]
    for number, phone in enumerate(phones):
        expect(phone.get_by_role("heading", level=2)).to_contain_text("how often we win")
        set_slider(phone, 3 * number)
        # Neither the code nor a key is in an address.
        assert phone.url.endswith("/ask")
    expect(joining).to_contain_text(f"{PHONES} answered")
    teacher.keyboard.press("Escape")
    # Nobody sees a guess or the answer yet.
    expect(teacher.locator(".st-key-class_chart")).to_have_count(0)
    phones[0].reload()
    expect(phones[0].get_by_role("slider")).to_have_attribute("aria-valuetext", "0%")
    set_slider(phones[0], 5)
    teacher.get_by_role("button", name="Show the guesses").click()
    expect(teacher.get_by_text("6 predictions, median 7.5%")).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("Look at the board.")).to_be_visible()
        expect(phone.get_by_text("78.2%")).to_have_count(0)
    expect(phones[1].get_by_text("You said 3%.")).to_be_visible()
    teacher.get_by_role("button", name="Reveal", exact=True).click()
    expect(teacher.get_by_text("0 within 10 points of the answer")).to_be_visible()
    for phone in phones:
        expect(phone.get_by_text("The answer is 78.2%.")).to_be_visible()
    assert code not in teacher.url
    assert "class" not in teacher.url
    return code


def test_only_the_teacher_reveals_what_six_phones_have_guessed(open_page: OpenPage) -> None:
    predict_together(open_page)


def test_the_room_goes_along_to_another_page_and_ends_on_all_phones(open_page: OpenPage) -> None:
    teacher = open_page("/orchard?reveal=off")
    teacher.get_by_role("button", name="Ask the class").click()
    code = teacher.locator(".st-key-room b").inner_text()
    phone = join(open_page, "/ask", code)
    expect(phone.get_by_role("heading", level=2)).to_contain_text("how often we win")
    # Another page in the same tab, by its address: the tab keeps the key.
    teacher.goto(re.sub(r"/orchard.*", "/camel_up_leg?reveal=off", teacher.url))
    settle(teacher)
    expect(teacher.locator(".st-key-room b")).to_have_text(code)
    expect(phone.get_by_role("heading", level=2)).to_contain_text("the leg")
    phone.get_by_role("radio", name="Green").click()
    expect(teacher.locator(".st-key-room")).to_contain_text("1 answered")
    # A link of the plan opens a tab of its own, which asks the first one for the key.
    other = teacher.context.new_page()
    other.goto(re.sub(r"/camel_up_leg.*", "/candy_land?reveal=off", teacher.url))
    settle(other)
    expect(other.locator(".st-key-room b")).to_have_text(code)
    expect(phone.get_by_role("heading", level=2)).to_contain_text("the leg")
    other.get_by_role("button", name="Ask this").click()
    expect(phone.get_by_role("heading", level=2)).not_to_contain_text("the leg")
    other.close()
    teacher.get_by_role("button", name="End", exact=True).click()
    teacher.get_by_role("button", name="Delete the room").click()
    expect(phone.get_by_text("The room has ended.")).to_be_visible()
    expect(teacher.get_by_role("button", name="Ask the class")).to_be_visible()


def test_a_room_outlives_reloads_and_the_tab_that_opened_it(open_page: OpenPage) -> None:
    plan = open_page("/teachers")
    coin = plan.context.new_page()
    coin.goto(plan.url.replace("/teachers", "/classroom?reveal=off&view=Intervals"))
    coin.get_by_role("button", name="Ask the class").click()
    code = coin.locator(".st-key-room b").inner_text()
    for _ in range(5):
        coin.reload()
        expect(coin.locator(".st-key-room b")).to_have_text(code)
    coin.close()
    other = plan.context.new_page()
    other.goto(plan.url.replace("/teachers", "/orchard?reveal=off"))
    expect(other.locator(".st-key-room b")).to_have_text(code)
