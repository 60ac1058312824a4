"""The Candy Land page in a browser."""

import re

import pytest
from playwright.sync_api import expect

from boardodds import candy_land
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage

pytestmark = pytest.mark.browser


def test_a_link_restores_the_game_and_a_rule_changes_it(open_page: OpenPage) -> None:
    page = open_page("/candy_land?board=Scheffer&deck=shuffled+before+every+draw")
    expect(headline(page)).to_contain_text("A one-player game takes 39.16 turns")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("radio", name="no cards", exact=True).click()
    expect(page).to_have_url(re.compile("specials=no(\\+|%20)cards"))
    expect(headline(page)).to_contain_text("A one-player game takes 27.62 turns")


def test_a_game_is_replayed_with_the_keyboard(open_page: OpenPage) -> None:
    moves = candy_land.play(candy_land.CLASSIC, players=2, seed=7)
    page = open_page("/candy_land?view=One+game&players=2")
    field = page.get_by_role("spinbutton", name=re.compile("After turn"))
    field.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_text(str(moves[0])).first).to_be_visible()
    expect(page).to_have_url(re.compile("turn=1"))
    field.fill(str(len(moves)))
    field.press("Enter")
    expect(page.get_by_text(str(moves[-1])).first).to_be_visible()
    expect(page).to_have_url(re.compile(f"turn={len(moves)}"))


def test_a_tap_on_a_space_shows_its_figures(open_page: OpenPage) -> None:
    page = open_page("/candy_land", phone=True)
    space = page.locator(".candy .space").nth(4)
    space.click()
    tip = space.evaluate("space => getComputedStyle(space, '::after').content")
    assert re.fullmatch(r'"space 5, orange, shortcut to 59: on average 0\.\d{2} turns per game end here"', tip)
    other = page.locator(".candy .space").nth(5).evaluate("space => getComputedStyle(space, '::after').content")
    assert other == "none"


def test_the_time_slider_fills_the_games_that_are_over(open_page: OpenPage) -> None:
    page = open_page("/candy_land?within=300")
    hollow = page.locator(".dots .hollow")
    expect(hollow).to_have_count(0)
    page.get_by_role("slider", name="Turns you have time for").press("Home")
    expect(hollow).to_have_count(100)
    expect(page).to_have_url(re.compile("within=1$"))


def test_a_million_games_show_their_progress(open_page: OpenPage) -> None:
    page = open_page("/candy_land?played=1000000&seed=77")
    expect(page.get_by_text(re.compile("^From 1,000,000 simulated games"))).to_be_visible(timeout=60_000)
