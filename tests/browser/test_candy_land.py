"""The Candy Land page in a browser."""

import re

import pytest

from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_a_tap_on_a_space_shows_its_figures(open_page: OpenPage) -> None:
    page = open_page("/candy_land", phone=True)
    space = page.locator(".candy .space").nth(4)
    space.click()
    tip = space.evaluate("space => getComputedStyle(space, '::after').content")
    assert re.fullmatch(r'"space 5, orange, shortcut to 59: on average 0\.\d{2} turns per game end here"', tip)
    other = page.locator(".candy .space").nth(5).evaluate("space => getComputedStyle(space, '::after').content")
    assert other == "none"
