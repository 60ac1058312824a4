"""The leg page in a browser: by link, mouse, keyboard and touch, on a desktop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser import camel_up
from tests.browser.camel_up import LEG, camel_of, drag, expect_position, expect_text, headline, link, seat, square
from tests.browser.conftest import OpenPage, settle

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_charts")]


def test_a_camel_moves_by_keyboard(open_page: OpenPage) -> None:
    page = open_page(LEG)
    camel_of(page, "Y").focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect_position(page, "1:BWOG 5:Y dice=BWOGY")
    expect(camel_of(page, "Y")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect_position(page, "1:BWOG 4:Y dice=BWOGY")
    expect_text(page, "1:BWOG 4:Y dice=BWOGY")
    # Within its stack and off the board.
    camel_of(page, "G").focus()
    page.keyboard.press("ArrowDown")
    expect_position(page, "1:BWGO 4:Y dice=BWGOY")
    page.keyboard.press("Delete")
    camel_up.expect_sequences(page, 1944)
    expect_text(page, "1:BWO 4:Y dice=BWOY")


def test_a_camel_moves_by_drag_and_by_two_clicks(open_page: OpenPage) -> None:
    page = open_page(LEG)
    drag(page, camel_of(page, "Y"), square(page, 6))
    expect_position(page, "1:BWOG 6:Y dice=BWOGY")
    camel_of(page, "G").click()
    square(page, 3).click()
    expect_position(page, "1:BWO 3:G 6:Y dice=BWOGY")
    page.get_by_role("button", name="Undo").click()
    expect_position(page, "1:BWOG 6:Y dice=BWOGY")


def test_tiles_are_placed_by_click_and_by_key_and_a_refused_one_shows_a_notice(open_page: OpenPage) -> None:
    page = open_page(LEG)
    seat(page, "A").click()
    square(page, 8).click()
    square(page, 5).focus()
    page.keyboard.press("m")
    expect_position(page, "1:BWOG 2:Y dice=BWOGY tiles=5m.8o")
    square(page, 6).focus()
    page.keyboard.press("o")
    expect(page.get_by_role("alert").filter(has_text="squares 5 and 6 are next to each other")).to_be_in_viewport()
    expect_position(page, "1:BWOG 2:Y dice=BWOGY tiles=5m.8o")
    refused = page.get_by_text("Not possible: the board was not changed.")
    expect(refused).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect_position(page, "1:BWOG 2:Y dice=BWOGY tiles=8o")
    expect(refused).to_have_count(0)


def test_the_keyboard_keeps_its_place_where_nothing_is_left(open_page: OpenPage) -> None:
    page = open_page(f"{LEG}?players=1")
    green, undo = page.locator("[data-ticket=G]"), page.get_by_role("button", name="Undo")
    for coins in (5, 3, 2):
        expect(green).to_have_accessible_name(f"I take green's {coins}-coin ticket")
        green.press("Enter")
    expect(green).to_have_accessible_name("No ticket left for green")
    expect(green).to_be_focused()
    expect(green).to_be_disabled()
    for coins in (2, 3, 5):
        undo.press("Enter")
        expect(green).to_have_accessible_name(f"I take green's {coins}-coin ticket")
    expect(undo).to_be_disabled()
    expect(green).to_have_accessible_name("I take green's 5-coin ticket")
    expect_text(page, "1:BWOG 2:Y dice=BWOGY")


def test_a_hostile_link_shows_a_warning_and_fetches_nothing(open_page: OpenPage) -> None:
    page = open_page(link("![x](http://elsewhere.example/x.png) <img src=http://elsewhere.example/y.png>"))
    expect(page.get_by_test_id("stAlert")).to_contain_text("expected square:camels from the bottom up")
    assert page.locator("[data-testid=stAlert] img, [data-testid=stAlert] a").count() == 0
    expect(headline(page)).to_have_text(camel_up.PUBLISHED)


def test_a_roll_is_played_by_one_tap_on_the_number_of_its_die(open_page: OpenPage) -> None:
    page = open_page(LEG)
    # A double click rolls once.
    page.get_by_role("button", name="Roll orange 2").dblclick()
    expect_position(page, "1:BW 2:Y 3:OG dice=BWYG")
    expect(page.get_by_text("Rolled 2 on the orange die.")).to_be_visible()
    expect(page.get_by_role("button", name="Roll orange 1")).to_be_disabled()
    die = page.get_by_role("button", name="Orange die in the pyramid")
    expect(die).to_have_attribute("aria-pressed", "false")
    die.click()
    expect(die).to_have_attribute("aria-pressed", "true")
    expect_position(page, "1:BW 2:Y 3:OG dice=BWYOG")
    # A roll disables the focused button, so the focus moves to the button next to it.
    page.get_by_role("button", name="Roll yellow 3").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Yellow die in the pyramid")).to_be_focused()
    for _ in range(3):
        page.get_by_role("button", name="Undo").press("Enter")
        settle(page)
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect_text(page, "1:BWOG 2:Y dice=BWOGY")


# The sizes of a window, and of letters in percent: phones, one that is turned, and a laptop.
SIZES = ((390, 844, 100), (390, 1200, 100), (844, 390, 100), (320, 568, 100), (390, 844, 130), (1280, 800, 100))
# Returns what is wrong with the board and its table at a size.
FAULTS = """([width, height]) => {
    const root = document.querySelector(".st-key-camel_board [data-testid=stBidiComponentIsolated]").shadowRoot;
    const all = (selector) => [...root.querySelectorAll(selector)], box = (node) => node.getBoundingClientRect();
    const found = (name) => box(root.querySelector(name)), range = document.createRange();
    range.selectNodeContents(root.querySelector(".help"));
    const [middle, help, seat] = [found(".centre .floor"), box(range), found("[data-turn][aria-pressed=true]")];
    const [row, turns, ledger] = [found(".row-of-seats"), found(".turns"), all(".ledger button").map(box)];
    const top = (name) => box(document.querySelector(name));
    const dice = all(".die").map((die) => [...die.querySelectorAll("[data-roll]")].map((face) => box(face).y));
    const isCut = (node) => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
    const isPhone = width < 1280, isTurned = isPhone && width > height;
    return Object.entries({
        cut: all(".strip button, .head span").some(isCut),
        low: isPhone && all(".strip button").some((key) => box(key).height && box(key).height < 40),
        numbers: dice.some((tops) => new Set(tops).size > 1),
        help: help.left < middle.left || help.right > middle.right || help.top < middle.top || help.bottom > middle.bottom,
        seat: seat.left < row.left - 1 || seat.right > row.right + 1 || (width < 640 && !root.querySelector(".more-before")),
        ledger: ledger.some((key) => key.top < turns.bottom) || ledger[0].right > innerWidth,
        covered: top(".st-key-answer").bottom > top(".st-key-advice").top && !isTurned,
        title: !isTurned && top("h1").top < 0,
        turned: isTurned && (found("svg").top < 0 || found(".rolls").bottom > height),
        laptop: !isPhone && ledger[0].bottom > height,
        wide: document.querySelector("[data-testid=stMain]").scrollWidth > innerWidth,
    }).filter(([, isWrong]) => isWrong).map(([name]) => name);
}"""


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "laptop"])
def test_nothing_is_cut_or_covered_at_any_size_with_eight_players(open_page: OpenPage, phone: bool) -> None:
    board = "edition=second_edition&position=1:BP+2:YR+15:wG+16:k&players=8&turn=6"
    page = open_page(f"{LEG}?{board}&tickets=0Y5&tickets=1G5&tickets=2B5&winner=0G&winner=1&last=2", phone=phone)
    expect(camel_of(page, "w")).to_be_visible()
    page.keyboard.press("k")
    page.keyboard.press("2")
    # The longest sentence in the middle of the board.
    expect(page.get_by_text("because only it carries racing camels")).to_be_visible()
    settle(page)
    faults = {}
    for width, height, percent in SIZES:
        if (width < 1280) == phone:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("percent => { document.documentElement.style.fontSize = `${percent}%` }", percent)
            # Two frames later the rows have heard of their new size.
            page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            faults[width, height, percent] = page.evaluate(FAULTS, [width, height])
    page.evaluate("document.documentElement.style.fontSize = ''")
    assert {size: found for size, found in faults.items() if found} == {}


def test_the_advised_move_is_marked_on_the_board_until_it_is_done(open_page: OpenPage) -> None:
    page = open_page(LEG)
    expect(page.locator(".square.best")).to_have_attribute("data-square", "4")
    page.get_by_role("button", name="Do it").click()
    expect(square(page, 4)).to_have_accessible_name("square 4, your mirage")
    expect(page.get_by_role("button", name="Do it")).to_be_disabled()
    expect(page.locator(".board .best, .strip .best")).to_have_count(0)
