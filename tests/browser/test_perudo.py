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
    "What bids reveal",
    "What if",
    "The dial",
    "Calibration",
    "Tournament",
    "Bluffing",
    "How",
]


def test_a_link_restores_the_round_and_a_die_changes_it(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256+bids%3D4%3A5x4&sharpness=0")
    expect(headline(page)).to_contain_text("5 fours: true 79.1% of the time from the dice alone, 79.1% given the bids")
    page.get_by_role("button", name="Your die 2: two").click()
    page.get_by_role("button", name="Make it four").click()
    expect(page).to_have_url(re.compile("hand%3D12456"))
    chance = perudo.bid_probability(perudo.Bid(5, 4), (1, 2, 4, 5, 6), 15)
    expect(headline(page)).to_contain_text(f"5 fours: true {chance:.1%} of the time")
    page.get_by_role("button", name="Take back").click()
    expect(headline(page)).to_contain_text("Nobody has bid yet")
    expect(page).not_to_have_url(re.compile("bids"))
    # The URL stores the player who opens, so a reload keeps it.
    expect(page.get_by_role("button", name="player 4", exact=True)).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="player 4", exact=True)).to_have_attribute("aria-pressed", "true")


def test_a_hand_is_entered_by_tapping_or_typing_faces_one_after_the_other(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256")
    for face in ("six", "three", "three", "two", "ace"):
        page.get_by_role("button", name=f"Make it {face}").click()
    expect(page).to_have_url(re.compile("hand%3D12336"))
    expect(page.get_by_role("button", name="Your die 1: six")).to_be_visible()
    page.get_by_role("button", name="Your die 4: two").focus()
    page.keyboard.type("54")
    expect(page).to_have_url(re.compile("hand%3D33456"))
    expect(page.get_by_role("button", name="Your die 1: six")).to_be_focused()


def test_a_round_is_played_by_tapping(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5+me%3D1+hand%3D12256&raises=any_higher", phone=True)
    page.get_by_role("button", name="player 3", exact=True).click()
    expect(page.get_by_role("group", name="Next bid, by player 3")).to_be_visible()
    # The bids with a chance of about one half are in view where the list is.
    page.locator(".legal").scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Bid 5 fours")).to_be_in_viewport()
    page.get_by_role("button", name="Bid 5 fours").dblclick()
    expect(headline(page)).to_contain_text("5 fours: true")
    expect(page).to_have_url(re.compile("bids%3D3%3A5x4($|&)"))
    expect(page.get_by_text("Bids: player 3: 5 fours")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="player 3: 5 fours")).to_have_count(1)
    page.get_by_role("button", name="New round").click()
    page.get_by_role("group", name="Who lost a die?").get_by_role("button", name="you").click()
    expect(page).to_have_url(re.compile(r"round=4\.5\.5\+me%3D1\+hand%3D1225\+opens%3D1"))
    expect(page.get_by_text("Dashed dice aren’t confirmed yet")).to_be_visible()
    page.get_by_role("button", name="I am player 2").click()
    expect(page).to_have_url(re.compile(r"round=4\.5\.5\+me%3D2"))


def test_dice_of_the_previous_round_are_marked_until_each_is_confirmed(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5+me%3D1+hand%3D12256")
    page.get_by_role("button", name="Your die 3: two").click()
    page.get_by_role("button", name="New round").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Who lost a die?")).to_have_count(0)
    expect(page.get_by_role("button", name="New round")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Who lost a die?").get_by_role("button", name="player 2").press("Enter")
    unconfirmed = page.get_by_role("button", name=re.compile("^Your die .*, not confirmed$"))
    expect(unconfirmed).to_have_count(5)
    expect(page.get_by_role("group", name="Your dice", exact=True)).to_be_focused()
    expect(page).to_have_url(re.compile("untold=12345"))
    page.reload()
    expect(unconfirmed).to_have_count(5)
    # Faces go to the dice from the first one on, and another player's bid keeps the marks.
    for face in ("ace", "six"):
        page.get_by_role("button", name=f"Make it {face}").click()
    page.get_by_role("button", name="Bid 2 fours").click()
    expect(page).to_have_url(re.compile(r"round=5\.4\.5\+me%3D1\+hand%3D12566\+bids%3D2%3A2x4"))
    expect(unconfirmed).to_have_count(3)
    page.get_by_role("button", name="Confirm dice").click()
    expect(unconfirmed).to_have_count(0)
    expect(page.get_by_role("button", name="Your die 2: six", exact=True)).to_be_visible()


def test_a_die_is_won_by_calza_where_the_rules_have_it(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.4.5+me%3D1+hand%3D12256&calza=true")
    page.get_by_role("button", name="New round").click()
    page.get_by_role("group", name="Or who called calza and was right?").get_by_role("button", name="player 2").click()
    expect(page).to_have_url(re.compile(r"round=5\.5\.5\+me%3D1\+hand%3D12256\+opens%3D2"))
    expect(page.get_by_role("group", name="Who lost a die?")).to_have_count(0)


def test_every_click_counts_however_quick(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256")
    less = page.get_by_role("button", name="One die less for player 3")
    less.evaluate("less => { for (let i = 0; i < 3; i++) less.click(); }")
    expect(page.get_by_role("group", name="Player 3", exact=True)).to_contain_text("2 dice")
    expect(page).to_have_url(re.compile(r"round=5\.5\.2\.5"))
    # The last press disables the button, and the page does not scroll.
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    before = page.evaluate(scrolled)
    less.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="One die more for player 3")).to_be_focused()
    assert page.evaluate(scrolled) == before


def test_the_keyboard_keeps_its_place_in_the_round(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256+bids%3D4%3A5x4")
    me = page.get_by_role("button", name="You are player 1; look on instead")
    expect(me).to_have_attribute("aria-pressed", "true")
    me.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="I am player 1")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="I am player 1")).to_be_focused()
    # All bids are one tab stop, and the arrow keys move between them.
    page.get_by_role("button", name="One die less for player 4").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Bid 3 aces")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Take back")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowDown", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Bid 6 fours")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Bids: player 4: 5 fours, player 1: 6 fours")).to_be_visible()
    # The focus is before the next bids, so a quick second press makes no bid.
    expect(page.get_by_role("group", name="Next bid, by player 2")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="Bid 3 aces")).to_be_focused()
    expect(page.get_by_text("Bids: player 4: 5 fours, player 1: 6 fours")).to_be_visible()


def test_a_quick_event_applies_to_the_round_at_that_time(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256")
    page.get_by_role("button", name="New round").click()
    # Both events come from one script, so that the second waits for the answer to the first.
    page.get_by_role("group", name="Who lost a die?").evaluate(
        """losers => {
            const round = losers.getRootNode();
            const press = name => round.querySelector(`[aria-label="${name}"]`).click();
            losers.querySelector('button').click();
            for (const face of ['six', 'five', 'four', 'three']) press(`Make it ${face}`);
        }"""
    )
    expect(page).to_have_url(re.compile(r"round=4\.5\.5\.5\+me%3D1\+hand%3D3456"))
    expect(page.get_by_role("button", name="Your die 1: six")).to_be_visible()
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


def test_undo_restores_bids_that_a_change_removed(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=4.3.5.1+me%3D2+hand%3D133+bids%3D1:2x3.2:3x3", phone=True)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    page.get_by_role("button", name="Palifico round").click()
    expect(page.get_by_role("alert").filter(has_text="To restore them, select Undo.")).to_be_in_viewport()
    expect(page).not_to_have_url(re.compile("bids"))
    # The second press finds nothing left to undo.
    undo.dblclick()
    expect(page).to_have_url(re.compile("bids%3D1%3A2x3.2%3A3x3"))
    expect(undo).to_be_disabled()
    # The button is gone from the tab order, so the focus goes to the next bids.
    expect(page.get_by_role("group", name=re.compile("Next bid, by"))).to_be_focused()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_the_dice_and_the_bids_are_above_the_fold(open_page: OpenPage, phone: bool) -> None:
    page = open_page("/perudo", phone=phone) if phone else open_page("/perudo", viewport={"width": 1280, "height": 800})
    for name in ("Your die 5: six", "Make it six", "Bid 5 fives"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    hundred = page.locator(".hundred .pieces").bounding_box()
    dice = page.get_by_role("group", name="Your dice", exact=True).bounding_box()
    assert hundred
    assert dice
    assert hundred["y"] < dice["y"]
    assert (hundred["x"] > dice["x"] + dice["width"]) != phone


def test_an_event_that_is_refused_leaves_the_one_before_it(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256")
    for dice in (4, 3, 2):
        page.get_by_role("button", name="One die less for player 3").evaluate(
            """less => { less.click(); less.getRootNode().querySelector('[data-do=palifico]').click(); }"""
        )
        # The alert is in view, although the pressed button is at the top of a long board.
        expect(
            page.get_by_role("alert").filter(has_text="A palifico round needs a player who has come down to one die")
        ).to_be_in_viewport()
        expect(page.get_by_role("group", name="Player 3", exact=True)).to_contain_text(f"{dice} dice")
        expect(page).to_have_url(re.compile(rf"round=5\.5\.{dice}\.5"))


def test_a_phone_shows_all_of_it_without_overflow(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=200", phone=True, color_scheme="dark")
    expect(headline(page)).to_contain_text("5 fours: true 79.1%")
    show_every_view(page, VIEWS)


def test_another_view_does_not_wait_for_the_work_of_the_one_that_is_left(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=5000")
    for other, text in (("How", "In Python"), ("All bids", "Framed: bids that are legal now")):
        page.get_by_role("tab", name="Calibration", exact=True).click()
        _leave_long_work(page, other, text)


def test_another_view_does_not_wait_for_the_work_of_a_page_that_is_opened(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=5000")
    page.get_by_role("tab", name="Calibration", exact=True).click()
    expect(page).to_have_url(re.compile("view=Calibration"))
    page.reload()
    _leave_long_work(page, "How", "In Python")
    expect(headline(page)).to_contain_text("5 fours: true 79.1%")
    page.get_by_role("button", name="Take back").click()
    expect(headline(page)).to_contain_text("4 fours: true")


def _leave_long_work(page: Page, other: str, text: str) -> None:
    """Open another view, and check that its ``text`` appears long before the work of this view would end."""
    expect(page.get_by_text("Playing 5,000 matches")).to_be_visible()
    page.get_by_role("tab", name=other, exact=True).click()
    # The work takes about 25 seconds, and longer on a slow machine, as the view does.
    expect(page.get_by_text(text).first).to_be_visible(timeout=10_000)
    expect(page.get_by_role("tab", name=other, exact=True)).to_have_attribute("aria-selected", "true")
    expect(page).to_have_url(re.compile(f"view={other.split()[0]}"))
    settle(page)
