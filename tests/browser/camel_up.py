"""Helpers for the browser tests of the Camel Up pages: they find and move the pieces of the board."""

import re
from urllib.parse import quote_plus

from playwright.sync_api import Locator, Page, expect

from boardodds.camel_up import Position, solve_leg
from tests.browser.conftest import box_of

LEG = "/camel_up_leg"
PUBLISHED = "Green wins this leg 34.4% of the time"


def link(position: str) -> str:
    return f"{LEG}?position={quote_plus(position)}"


def expect_position(page: Page, position: str) -> None:
    expect(page).to_have_url(re.compile(re.escape("position=" + quote_plus(position, safe=""))))
    board = Position.parse(position)
    for camel in board.camels:
        expect(camel_of(page, camel)).to_have_attribute("data-square", str(board.square_of(camel)))
    odds = solve_leg(board)
    expect(headline(page)).to_contain_text(f"{odds.probability(odds.favourite):.1%} of the time")
    expect_sequences(page, odds.outcomes)


def expect_sequences(page: Page, count: int) -> None:
    expect(page.get_by_text(f"counted from all {count:,} dice sequences.")).to_be_visible()


def open_setup(page: Page) -> None:
    page.get_by_role("button", name="Set up").click()


def expect_text(page: Page, position: str) -> None:
    open_setup(page)
    expect(page.get_by_role("textbox", name="Position as text")).to_have_value(position)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def go_to(page: Page, title: str) -> None:
    page.get_by_test_id("stHeader").get_by_text("Camel Up", exact=True).click()
    page.get_by_role("menuitem", name=title, exact=True).click()


def headline(page: Page) -> Locator:
    return page.get_by_role("heading", level=2).first


def camel_of(page: Page, camel: str) -> Locator:
    return page.locator(f"[data-camel='{camel}']")


def square(page: Page, number: int) -> Locator:
    return page.locator(f".square[data-square='{number}']")


def seat(page: Page, player: str) -> Locator:
    """Return the key of a player in the row that says whose turn it is."""
    return page.get_by_role("group", name="Whose turn").get_by_role("button", name=player, exact=True)


def drag(page: Page, piece: Locator, to: Locator) -> None:
    start, end = box_of(piece), box_of(to)
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2, steps=8)
    page.mouse.up()
