"""Camel Up played on a phone, where one tap makes each move: the end of a race, and tiles."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.camel_up import LEG, headline, seat, square
from tests.browser.conftest import OpenPage, settle

pytestmark = pytest.mark.browser


def act_as(page: Page, actor: str) -> None:
    seat(page, actor).tap()
    expect(seat(page, actor)).to_have_attribute("aria-pressed", "true")


def roll(page: Page, face: str) -> None:
    """Tap a number of a die, its camel and then the number, and wait until the link has the roll."""
    die, number = ("x", face) if face[0].islower() else (face[0], face[1:])
    link = page.url
    page.locator(f"[data-roll='{die}'][data-face='{number}']").tap()
    expect(page).not_to_have_url(link)
    settle(page)


def test_a_whole_race_of_the_second_edition_is_played_by_taps_to_the_last_coin(open_page: OpenPage) -> None:
    page = open_page(f"{LEG}?edition=second_edition&position=dice%3D&players=3&view=Method", phone=True)
    for face in ("B3", "G3", "Y3", "R2", "P1", "w1", "k2"):
        roll(page, face)
    expect(page).to_have_url(re.compile(r"position=1%3AP\+2%3AR\+3%3ABGY\+15%3Ak\+16%3Aw"))
    legs = (("B3", "G3", "Y3", "P3", "w1"), ("B3", "Y3", "G3", "P3", "k2"), ("B3", "G3", "Y3", "R3", "w3"), ("Y3",))
    # In the first leg each player takes a ticket and bets a card: one tap each. B's ticket was A's, which two taps correct.
    for camel in "YGB":
        page.locator(f"[data-ticket={camel}]").tap()
    for camel, pile in (("Y", "winner"), ("B", "winner"), ("R", "last")):
        page.locator(f"[data-bet={camel}][data-pile={pile}]").tap()
    expect(page).to_have_url(re.compile("(?=.*tickets=0Y5&tickets=1G5&tickets=2B5)(?=.*winner=0Y&winner=1).*last=2"))
    page.get_by_role("button", name="Correct B: blue's 5-coin ticket").tap()
    page.get_by_role("group", name="Whose is it?").get_by_role("button", name="A", exact=True).tap()
    expect(page).to_have_url(re.compile("tickets=0Y5&tickets=1G5&tickets=1B5"))
    for number, faces in enumerate(legs, start=1):
        for face in faces:
            roll(page, face)
        if number < len(legs):
            # The line of five camels since the last correction.
            expect(page.locator(".st-key-history_chart .points path")).to_have_count(5 * (len(faces) + 1))
            page.get_by_role("button", name="Start next leg").tap()
            expect(page.get_by_role("button", name="Start next leg")).to_have_count(0)
    expect(headline(page)).to_have_text("Yellow won the race")
    coins = page.locator(".ending td:last-child")
    # Rolls 7, 5 and 4; tickets 5, 1 - 1 and 0; my card 8, the others' face down.
    expect(coins).to_have_text(["coins", "22", "7", "7"])
    page.get_by_role("button", name="B, card 1", exact=True).tap()
    for _ in range(2):
        expect(coins).to_have_text(["coins", "22", "7", "16"])
        # A link to the finished race has the same totals.
        page.reload()
        settle(page)
    expect(page.get_by_role("button", name="New game")).to_be_in_viewport()


def test_a_tile_is_mine_or_that_of_another_player_and_a_tap_turns_or_moves_it(open_page: OpenPage) -> None:
    page = open_page(f"{LEG}?view=Method", phone=True, charts=False)
    act_as(page, "A")
    square(page, 8).tap()
    expect(square(page, 8)).to_have_accessible_name("square 8, A's oasis")
    act_as(page, "me")
    square(page, 5).tap()
    expect(square(page, 5)).to_have_accessible_name("square 5, your oasis")
    expect(page).to_have_url(re.compile("tiles%3D5o.8o&owners=18&owners=05"))
    my_tile = square(page, 5).locator("[data-tile]")
    # The second tap on a tile turns it over.
    my_tile.tap()
    expect(page.get_by_text("Your oasis selected:")).to_be_visible()
    my_tile.tap()
    expect(square(page, 5)).to_have_accessible_name("square 5, your mirage")
    my_tile.tap()
    square(page, 3).tap()
    expect(square(page, 3)).to_have_accessible_name("square 3, your mirage")
    # Whose tile it is: a tap on the tile, and one on its player.
    my_tile = square(page, 3).locator("[data-tile]")
    my_tile.tap()
    page.get_by_role("group", name="Whose is it?").get_by_role("button", name="B", exact=True).tap()
    expect(square(page, 3)).to_have_accessible_name("square 3, B's mirage")
    my_tile.tap()
    page.get_by_role("group", name="Whose is it?").get_by_role("button", name="me", exact=True).tap()
    expect(square(page, 3)).to_have_accessible_name("square 3, your mirage")


def test_two_partners_by_taps_are_advised_and_paid_at_the_end_of_the_leg(open_page: OpenPage) -> None:
    link = "edition=second_edition&players=6&position=3:BR+4:GP+6:Y+14:w+15:k+dice%3DBG&tickets=2Y5&tickets=3G5"
    page = open_page(f"{LEG}?{link}", phone=True)
    expect(page.get_by_text("become partners with B", exact=True)).to_be_visible()
    page.get_by_role("button", name="Partners with B", exact=True).tap()
    expect(page).to_have_url(re.compile("(?=.*partners=02)(?=.*turn=1)"))
    expect(page.locator(".ledger")).to_contain_text("me + B")
    # Those two are no longer offered to the next player.
    expect(page.locator("[data-partner]")).to_have_text(["C", "D", "E"])
    roll(page, "G1")
    expect(page.locator(".ending")).to_contain_text("the partner's best ticket +5")
