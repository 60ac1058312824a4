"""The Perudo page in a browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from boardodds import perudo
from tests.browser.camel_up import headline, show_every_view
from tests.browser.conftest import OpenPage, settle

pytestmark = pytest.mark.browser
VIEWS = [
    "What to do",
    "All bids",
    "What bids tell",
    "What if",
    "The dial",
    "Calibration",
    "Tournament",
    "Bluffing",
    "How",
]


def test_a_link_restores_the_round_and_a_die_changes_it(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256+bids%3D4%3A5x4&sharpness=0")
    expect(headline(page)).to_contain_text("5 fours: true 79.1% of the time, 79.1% with what the bids tell")
    page.get_by_role("radio", name="⚃ 4").nth(1).click()
    expect(page).to_have_url(re.compile("hand%3D12456"))
    chance = perudo.bid_probability(perudo.Bid(5, 4), (1, 2, 4, 5, 6), 15)
    expect(headline(page)).to_contain_text(f"5 fours: true {chance:.1%} of the time")
    page.get_by_role("button", name="Take back").click()
    expect(headline(page)).to_contain_text("Nobody has bid yet")
    expect(page).not_to_have_url(re.compile("bids"))


def test_a_phone_shows_all_of_it_without_overflow(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=200", phone=True, color_scheme="dark")
    expect(headline(page)).to_contain_text("5 fours: true 79.1%")
    show_every_view(page, VIEWS)


def test_another_view_does_not_wait_for_the_work_of_the_one_that_is_left(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=5000")
    for other, sign in (("How", "In Python"), ("All bids", "Framed: bids that may be made now")):
        page.get_by_role("tab", name="Calibration", exact=True).click()
        _leave_long_work(page, other, sign)


def test_another_view_does_not_wait_for_the_work_of_a_page_that_is_opened(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=5000")
    page.get_by_role("tab", name="Calibration", exact=True).click()
    expect(page).to_have_url(re.compile("view=Calibration"))
    page.reload()
    _leave_long_work(page, "How", "In Python")
    expect(headline(page)).to_contain_text("5 fours: true 79.1%")
    page.get_by_role("button", name="Take back").click()
    expect(headline(page)).to_contain_text("4 fours: true")


def _leave_long_work(page: Page, other: str, sign: str) -> None:
    """Opens another view, of which the sign is seen while the work of this one would still go on for long."""
    expect(page.get_by_text("Playing 5,000 matches")).to_be_visible(timeout=20_000)
    page.get_by_role("tab", name=other, exact=True).click()
    expect(page.get_by_text(sign).first).to_be_visible(timeout=5_000)
    expect(page.get_by_role("tab", name=other, exact=True)).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile(f"view={other.split()[0]}"))
    settle(page)
