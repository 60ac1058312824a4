"""Camel Up played on a phone, where one tap makes each move: the end of a race, and tiles."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.camel_up import LEG, headline, link, square
from tests.browser.conftest import OpenPage, settle

pytestmark = pytest.mark.browser


def act_as(page: Page, actor: str) -> None:
    page.get_by_role("radio", name=actor, exact=True).tap()
    expect(page.get_by_role("radio", name=actor, exact=True)).to_be_checked()


def test_a_race_is_played_to_the_last_coin(open_page: OpenPage) -> None:
    page = open_page(f"{link('13:BW 15:OG 16:Y dice=WG')}&view=Method", phone=True)
    for pile, camel in (("winner", "G"), ("last", "B")):
        act_as(page, "me")
        page.locator(f"[data-bet={camel}][data-pile={pile}]").tap()
        expect(page).to_have_url(re.compile(f"bets={camel}{pile[0]}1"))
    act_as(page, "me")
    page.locator("[data-ticket=G]").tap()
    expect(page).to_have_url(re.compile("held=G5"))
    for actor, die, face in (("A", "W", "1"), ("me", "G", "2")):
        act_as(page, actor)
        page.locator(f"[data-roll='{die}'][data-face='{face}']").tap()
    expect(headline(page)).to_have_text("Green won the race")
    expect(page).to_have_url(re.compile("finish=GYOWB"))
    # 5 coins for the ticket, 1 for the roll, and 8 for each of the two cards. A link to the finished race has the same total.
    for _ in range(2):
        expect(page.locator(".ending .total")).to_have_text("My coins22")
        expect(page.get_by_role("button", name="New race")).to_be_in_viewport()
        page.reload()
        settle(page)


def test_a_tile_is_mine_or_that_of_another_player_and_a_tap_turns_or_moves_it(open_page: OpenPage) -> None:
    page = open_page(f"{LEG}?view=Method", phone=True)
    act_as(page, "A")
    square(page, 8).tap()
    expect(square(page, 8)).to_have_accessible_name("square 8, oasis")
    act_as(page, "me")
    square(page, 5).tap()
    expect(square(page, 5)).to_have_accessible_name("square 5, your oasis")
    expect(page).to_have_url(re.compile("tiles%3D5o.8o&own=5"))
    my_tile = square(page, 5).locator("[data-tile]")
    # The second tap on a tile turns it over.
    my_tile.tap()
    expect(page.get_by_text("Your oasis on square 5 selected:")).to_be_visible()
    my_tile.tap()
    expect(square(page, 5)).to_have_accessible_name("square 5, your mirage")
    my_tile.tap()
    square(page, 3).tap()
    expect(square(page, 3)).to_have_accessible_name("square 3, your mirage")
    # A second tile of mine moves the first.
    act_as(page, "me")
    square(page, 10).tap()
    expect(square(page, 10)).to_have_accessible_name("square 10, your oasis")
    expect(square(page, 3)).to_have_accessible_name("square 3, empty")
    expect(square(page, 8)).to_have_accessible_name("square 8, oasis")
