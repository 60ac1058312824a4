"""Setting up a board in a browser: dice that place camels, stacks that fan out, the choice of the edition, and keys."""

import re
from urllib.parse import parse_qs, urlparse

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import camel_up
from tests.browser.camel_up import LEG, camel_of, expect_position, expect_text, go_to, headline, open_setup, square
from tests.browser.conftest import PHONE, OpenPage, box_of, go, settle

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_charts")]
RACE = "/camel_up_race"


def number_of(page: Page, die: str, face: str) -> Locator:
    return page.locator(f"[data-roll='{die}'][data-face='{face}']")


def clear(page: Page) -> None:
    open_setup(page)
    page.get_by_role("button", name="Clear board").click()
    expect(page).to_have_url(re.compile("dice"))
    # It is closed, so that the board can be tapped.
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    # The page is shorter without an answer, so it can scroll.
    expect(page.locator(".st-key-play_hundred")).to_have_count(0)
    expect(page.get_by_text("No results yet")).to_be_visible()
    settle(page)


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_five_taps_set_up_the_first_edition_without_moving_the_board(open_page: OpenPage, phone: bool) -> None:
    # With its charts, which must not move the board either.
    page = open_page(LEG, phone=phone, charts=True)
    clear(page)
    # Further down, the browser itself would keep in place what is in sight.
    page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
    top = box_of(page.locator(".board svg"))["y"]
    for die, face, taken in (("B", "1", 1), ("W", "2", 2), ("G", "2", 2), ("O", "1", 1), ("Y", "3", 3)):
        expect(number_of(page, die, face)).to_have_accessible_name(re.compile(f"^Place .* on square {face}$"))
        number_of(page, die, face).click()
        expect(camel_of(page, die)).to_have_attribute("data-square", str(taken))
        settle(page)
        assert box_of(page.locator(".board svg"))["y"] == pytest.approx(top, abs=2)
    # The camels stand in the order of the taps, and the numbers roll again.
    expect_position(page, "1:BO 2:WG 3:Y dice=BOWGY")
    number_of(page, "W", "2").click()
    expect_position(page, "1:BO 3:Y 4:WG dice=BOYG")


def test_a_camel_that_was_placed_wrongly_is_placed_again_with_another_tap(open_page: OpenPage) -> None:
    page = open_page(LEG)
    clear(page)
    number_of(page, "W", "2").dblclick()
    number_of(page, "W", "3").click()
    number_of(page, "G", "1").click()
    expect_position(page, "1:G 3:W dice=GW")
    # Three camels stay away. The dice of the other two play as soon as the visitor says so.
    page.get_by_role("button", name="Play with these camels").click()
    number_of(page, "G", "2").click()
    expect_position(page, "3:WG dice=W")
    # The letter of a camel that is away selects it.
    page.get_by_role("button", name="Yellow die, not in this race").click()
    square(page, 5).click()
    expect_position(page, "3:WG 5:Y dice=WY")
    expect(page.get_by_role("button", name="Play with these camels")).to_have_count(0)


@pytest.mark.parametrize("path", [LEG, RACE])
@pytest.mark.parametrize("edition", ["first_edition", "second_edition"])
def test_answer_advice_dice_and_tickets_are_large_and_within_the_first_screen_of_a_phone(
    open_page: OpenPage, path: str, edition: str
) -> None:
    page = open_page(f"{path}?edition={edition}&tickets=1Y5&winner=2", phone=True)
    expect(headline(page)).to_be_visible()
    # What the players hold takes no room from it.
    expect(page.locator(".ledger button")).to_have_count(2)
    expect(page.locator(".st-key-reasons")).to_be_visible()
    settle(page)
    for part in (headline(page), page.get_by_role("button", name="Do it"), page.get_by_role("button", name="Undo")):
        box = box_of(part)
        assert 48 <= box["y"] <= PHONE["height"] - box["height"]
    for box in map(box_of, page.locator(".rolls button, .turns button:visible").all()):
        assert min(box["width"], box["height"]) >= 44
        assert 0 <= box["x"] <= PHONE["width"] - box["width"]
        assert box["y"] + box["height"] <= PHONE["height"]


def test_a_tapped_stack_fans_out_so_that_each_camel_can_be_picked(open_page: OpenPage) -> None:
    page = open_page(LEG, phone=True)
    camel_of(page, "G").tap()
    fan = page.get_by_role("group", name="Stack on square 1")
    assert fan.get_by_role("button").all_inner_texts() == list("BWOG")
    for box in map(box_of, fan.get_by_role("button").all()):
        assert min(box["width"], box["height"]) >= 44
    fan.get_by_role("button", name="Pick white").tap()
    expect(fan).to_be_hidden()
    square(page, 6).tap()
    expect_position(page, "1:BOG 2:Y 6:W dice=BOGYW")
    # Within a stack: the picked camel is put on the one that is tapped next.
    camel_of(page, "G").tap()
    fan.get_by_role("button", name="Pick green").tap()
    camel_of(page, "B").tap()
    fan.get_by_role("button", name="Pick blue").tap()
    expect_position(page, "1:BGO 2:Y 6:W dice=BGOYW")
    # A tap next to the fan closes it and does nothing else.
    camel_of(page, "O").tap()
    expect(fan).to_be_visible()
    square(page, 8).tap()
    expect(fan).to_be_hidden()
    expect_text(page, "1:BGO 2:Y 6:W dice=BGOYW")


def test_the_edition_is_chosen_with_one_tap_and_remembered_within_the_site(open_page: OpenPage) -> None:
    page = open_page(LEG)
    open_setup(page)
    page.get_by_role("radio", name="Second edition (").press("Space")
    grey = page.locator("[data-roll=x]")
    expect(grey).to_have_count(6)
    expect(page).to_have_url(re.compile("edition=second_edition"))
    # A link that names no edition means the first one, whatever the browser remembers.
    go(page, LEG)
    expect(headline(page)).to_have_text(camel_up.PUBLISHED)
    expect(grey).to_have_count(0)
    go(page, "/")
    page.get_by_role("link", name="Who wins this leg?").click()
    expect(grey).to_have_count(6)
    expect(page).to_have_url(re.compile("edition=second_edition"))
    settle(page)
    # A table that came with a link keeps its edition on the other page.
    go(page, LEG)
    go_to(page, "Camel Up: the race")
    expect(page.get_by_role("heading", level=1)).to_have_text("Who wins the race?")
    settle(page)
    expect(grey).to_have_count(0)
    assert "edition" not in parse_qs(urlparse(page.url).query)


def test_the_set_up_stays_open_with_its_focus_while_it_is_used(open_page: OpenPage) -> None:
    page = open_page(LEG)
    open_setup(page)
    first, second = (page.get_by_role("radio", name=f"{name} edition (") for name in ("First", "Second"))
    expect(first).to_be_checked()
    second.press("Space")
    expect(page).to_have_url(re.compile("edition=second_edition"))
    settle(page)
    expect(second).to_be_focused()
    text = page.get_by_role("textbox", name="Position as text")
    text.fill("3:BR 5:GYP 15:w 16:k dice=BRGYPx")
    text.press("Enter")
    expect(page).to_have_url(re.compile("position=3%3ABR"))
    settle(page)
    expect(text).to_be_focused()
    squares = page.get_by_role("slider", name="Squares to the finish")
    squares.press("ArrowRight")
    squares.press("ArrowRight")
    expect(page).to_have_url(re.compile("track=18"))
    settle(page)
    expect(squares).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(page.get_by_role("button", name="Set up")).to_be_focused()


@pytest.mark.parametrize("embed", ["", "?embed=true"], ids=["page", "embedded"])
def test_a_key_before_the_popover_closes_is_not_lost(open_page: OpenPage, embed: str) -> None:
    page = open_page(f"/camel_up_length{embed}")
    for slider in page.get_by_role("slider").all():
        expect(slider).to_have_accessible_name(slider.get_attribute("aria-label") or "")
    page.get_by_role("button", name="Set up").click()
    # Not the slider of "What if?", which stands on the page.
    camels = page.get_by_test_id("stPopoverBody").get_by_role("slider", name="Camels")
    camels.focus()
    for key in ("ArrowLeft", "ArrowLeft", "Escape"):
        page.keyboard.press(key)
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(page).to_have_url(re.compile("camels=3"))
    settle(page)
    page.get_by_role("button", name="Set up").click()
    expect(camels).to_have_value("3")


def test_keys_roll_a_die_and_undo_unless_a_text_is_typed(open_page: OpenPage) -> None:
    page = open_page(LEG)
    expect(camel_of(page, "O")).to_be_visible()
    page.keyboard.press("o")
    expect(page.get_by_text("Orange die: type the number rolled.")).to_be_visible()
    page.keyboard.press("2")
    expect_position(page, "1:BW 2:Y 3:OG dice=BWYG")
    page.keyboard.press("Control+z")
    expect_text(page, "1:BWOG 2:Y dice=BWOGY")
    page.get_by_role("button", name="Set up").click()
    text = page.get_by_role("textbox", name="Position as text")
    text.press("End")
    text.press_sequentially("g2")
    page.keyboard.press("Control+z")
    expect(page.get_by_text("type the number rolled")).to_have_count(0)
    expect(camel_of(page, "G")).to_have_attribute("data-square", "1")
    page = open_page(f"{LEG}?edition=second_edition&position=1:BPG+2:Y+4:R+15:w+16:k")
    expect(camel_of(page, "R")).to_be_visible()
    # Streamlit uses this key too.
    page.keyboard.press("r")
    page.keyboard.press("3")
    expect(camel_of(page, "R")).to_have_attribute("data-square", "7")
