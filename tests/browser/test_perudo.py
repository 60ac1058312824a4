"""The Perudo page in a browser."""

import re

import pytest
from playwright.sync_api import expect

from boardodds import perudo
from tests.browser.camel_up import headline, show_every_view
from tests.browser.conftest import OpenPage

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
