"""The race and race-length pages in a browser."""

import re

import pytest
from playwright.sync_api import expect

from boardodds.camel_up import race_length
from tests.browser.camel_up import camel_of, headline
from tests.browser.conftest import OpenPage, settle

pytestmark = pytest.mark.browser

RACE = "/camel_up_race"
LENGTH = "/camel_up_length"
KNOWN = "Green wins the race 25.1% of the time, blue finishes last 29.7%"


def test_the_link_to_the_known_race_computes_and_the_board_is_the_same(open_page: OpenPage) -> None:
    page = open_page(f"{RACE}?position=9:BWOG+10:Y")
    expect(headline(page)).to_have_text(KNOWN)
    camel_of(page, "Y").focus()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("position=9%3ABWOG\\+11%3AY"))
    expect(headline(page)).not_to_have_text(KNOWN)


def test_the_position_goes_along_from_page_to_page_by_its_link(open_page: OpenPage) -> None:
    page = open_page(f"{RACE}?position=9:BWOG+10:Y&laid=G&winner_laid=2")
    page.get_by_role("button", name="Race bets so far").click()
    expect(page.get_by_role("spinbutton", name="Cards on the overall winner, yours included")).to_have_value("2")


def test_the_toolbar_of_a_table_fits_between_the_table_and_its_heading(open_page: OpenPage) -> None:
    # A phone always shows the toolbar.
    page = open_page(f"{RACE}?view=Legs+left", phone=True)
    heading = page.get_by_text("All figures", exact=True)
    heading.click()
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    settle(page)
    above = heading.bounding_box()
    table = page.get_by_test_id("stDataFrame").first.bounding_box()
    toolbar = page.get_by_test_id("stElementToolbar").first.bounding_box()
    assert above
    assert table
    assert toolbar
    assert table["y"] - (above["y"] + above["height"]) >= toolbar["height"]


def test_the_length_follows_its_sliders(open_page: OpenPage) -> None:
    page = open_page(LENGTH)
    expect(headline(page)).to_have_text("Stacking saves 1.8 legs")
    expect(page.get_by_text("4.72 legs on average with stacking, 6.53 without")).to_be_visible()
    slider = page.get_by_role("slider", name="Camels")
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile("camels=4"))
    stacked, unstacked = race_length(4).mean, race_length(4, stacking=False).mean
    expect(page.get_by_text(f"{stacked:.2f} legs on average with stacking, {unstacked:.2f} without")).to_be_visible()
    expect(headline(page)).to_have_text(f"Stacking saves {unstacked - stacked:.1f} legs")
    expect(page.get_by_test_id("stPlotlyChart").first).to_have_attribute(
        "aria-label", re.compile(f"{stacked:.2f} legs")
    )
