"""The Perudo page in a browser."""

import json
import re

import pytest
from playwright.sync_api import Page, expect

from boardodds import perudo
from boardodds.dashboard.perudo.table_card import table_card
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage, box_of, go, settle
from tests.oracles.perudo import brute_legal

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_charts")]


def test_a_hand_is_entered_by_tapping_or_typing_faces_one_after_the_other(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256&game=standard")
    # Dice and faces share a row: a tap on a die shows the faces, and a face shows the dice again.
    for die, face in enumerate(("six", "three", "three", "two", "ace"), 1):
        page.get_by_role("button", name=f"Your die {die}:").click()
        page.get_by_role("button", name=f"Make it {face}").click()
        expect(page.get_by_role("button", name=f"Your die {die}: {face}")).to_be_visible()
    expect(page).to_have_url(re.compile("hand%3D12336"))
    page.get_by_role("button", name="Your die 4: two").focus()
    page.keyboard.type("54")
    expect(page).to_have_url(re.compile("hand%3D33456"))
    expect(page.get_by_role("button", name="Your die 1: six")).to_be_focused()
    # The dice of a new round are typed in the same way.
    go(page, "/perudo?round=5.5.5.5+me%3D1+hand%3D12256&unconfirmed=1.2.3.4.5&game=standard")
    page.get_by_role("button", name="Make it two").focus()
    page.keyboard.type("63321")
    expect(page).to_have_url(re.compile("hand%3D12336($|&)"))
    expect(page.get_by_role("button", name="Your die 1: six")).to_be_visible()


def test_a_round_is_played_by_tapping(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5+me%3D1+hand%3D12256", phone=True)
    page.get_by_role("button", name="Player 3 opens").click()
    expect(page.get_by_role("group", name="Next bid, by player 3")).to_be_visible()
    # A bid with a chance of about one half takes one tap, another one its quantity more.
    expect(page.get_by_role("button", name="Bid 6 twos")).to_be_in_viewport()
    page.get_by_role("button", name="Quantity 5").click()
    page.get_by_role("button", name="Bid 5 fours").dblclick()
    expect(headline(page)).to_contain_text("5 fours: true")
    expect(page).to_have_url(re.compile("bids%3D3%3A5x4($|&)"))
    expect(page.get_by_role("group", name="Player 3", exact=True)).to_contain_text("5 fours")
    expect(page.get_by_role("status").filter(has_text="player 3: 5 fours")).to_have_count(1)
    page.get_by_role("button", name="New round").click()
    page.get_by_role("group", name="Who lost a die?").get_by_role("button", name="you").click()
    expect(page).to_have_url(re.compile(r"round=4\.5\.5\+me%3D1\+hand%3D1225\+opens%3D1"))
    expect(page.get_by_role("button", name="Confirm dice: ace, two, two, five")).to_be_visible()
    page.get_by_role("button", name="I am player 2").click()
    expect(page).to_have_url(re.compile(r"round=4\.5\.5\+me%3D2"))


def test_the_advised_bid_is_one_tap_and_the_only_one_that_is_marked(open_page: OpenPage) -> None:
    page = open_page("/perudo", phone=True)
    expect(page.locator(".next .best")).to_have_count(1)
    event = json.loads(page.locator("[data-best]").get_attribute("data-best") or "")["event"]
    bid = page.locator(".bid.best")
    for name in ("quantity", "face"):
        assert bid.get_attribute(f"data-{name}") == str(event[name])
    # In another quantity, no bid is the advised one.
    page.get_by_role("button", name=f"Quantity {event['quantity'] - 1}").click()
    expect(page.locator(".next .best")).to_have_count(0)


def test_dice_of_the_previous_round_are_marked_until_each_is_confirmed(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5+me%3D1+hand%3D12256&game=standard")
    page.get_by_role("button", name="Start new round").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("group", name="Who lost a die?")).to_have_count(0)
    expect(page.get_by_role("button", name="Start new round")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("group", name="Who lost a die?").get_by_role("button", name="player 2").press("Enter")
    unconfirmed = page.locator(".own-cup.unconfirmed")
    expect(unconfirmed).to_have_count(5)
    expect(page.get_by_role("group", name="Your dice", exact=True)).to_be_focused()
    expect(page).to_have_url(re.compile("unconfirmed=1.2.3.4.5"))
    page.reload()
    expect(unconfirmed).to_have_count(5)
    # Faces go to the dice from the first one on, and another player's bid keeps the marks.
    for face in ("ace", "six"):
        page.get_by_role("button", name=f"Make it {face}").click()
    page.get_by_role("button", name="More quantities").click()
    page.get_by_role("button", name="Quantity 2", exact=True).click()
    page.get_by_role("button", name="Bid 2 fours;").click()
    expect(page).to_have_url(re.compile(r"round=5\.4\.5\+me%3D1\+hand%3D12566\+bids%3D2%3A2x4"))
    expect(unconfirmed).to_have_count(3)
    page.get_by_role("button", name="Confirm dice").click()
    expect(unconfirmed).to_have_count(0)
    expect(page.get_by_role("button", name="Your die 2: six", exact=True)).to_be_visible()


def test_a_die_is_won_by_calza_where_the_rules_have_it(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.4.5+me%3D1+hand%3D12256&calza=true&game=standard")
    page.get_by_role("button", name="New round").click()
    page.get_by_role("group", name="Or who called calza and was right?").get_by_role("button", name="player 2").click()
    expect(page).to_have_url(re.compile(r"round=5\.5\.5\+me%3D1\+hand%3D12256\+opens%3D2"))
    expect(page.get_by_role("group", name="Who lost a die?")).to_have_count(0)


def test_a_bystander_calls_calza_and_others_are_told_why_not(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=4.5.5.5+me%3D1+hand%3D1225+bids%3D2:4x2&calza=true", phone=True)
    expect(page.get_by_text("You may call calza").first).to_be_visible()
    page.get_by_role("button", name="Calza", exact=True).click()
    callers = page.get_by_role("group", name="Who calls calza?").get_by_role("button")
    expect(callers).to_have_text(["you", "player 4"])
    expect(page.get_by_role("button", name="Exactly 4 twos: you win a die")).to_be_visible()
    callers.last.click()
    expect(page.get_by_role("button", name="Exactly 4 twos: player 4 keeps all dice")).to_be_visible()
    page.get_by_role("button", name="Not exactly 4 twos: player 4 loses a die").click()
    expect(page).to_have_url(re.compile(r"round=4\.5\.5\.4\+me%3D1\+hand%3D1225\+opens%3D4"))
    # On the own turn the key is for others.
    page = open_page("/perudo?round=4.5.5+me%3D1+hand%3D1225+bids%3D3:4x2&calza=true", phone=True)
    expect(page.get_by_role("button", name="Calza", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Calza by another").click()
    expect(page.get_by_role("button", name="Exactly 4 twos: player 2 keeps all dice")).to_be_visible()
    page = open_page("/perudo?round=3.1.4+me%3D3+hand%3D1244+bids%3D2:2x3+palifico&calza=true")
    calza = page.get_by_role("button", name="Calza by another")
    expect(calza).to_be_disabled()
    expect(calza).to_have_attribute("title", "Calza is not allowed in a palifico round.")


def test_a_key_that_is_disabled_gives_the_focus_to_its_neighbour(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.2.5+me%3D1+hand%3D12256&game=standard")
    less = page.get_by_role("button", name="One die less for player 3")
    # The page does not scroll.
    scrolled = "document.querySelector('[data-testid=stMain]').scrollTop"
    before = page.evaluate(scrolled)
    less.focus()
    for _ in range(2):
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="One die more for player 3")).to_be_focused()
    assert page.evaluate(scrolled) == before


def test_the_keyboard_keeps_its_place_in_the_round(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256+bids%3D4%3A5x4&game=standard")
    me = page.get_by_role("button", name="You are player 1; look on instead")
    expect(me).to_have_attribute("aria-pressed", "true")
    me.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="I am player 1")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="I am player 1")).to_be_focused()
    # The bids are one tab stop with arrow keys between them, and Dudo follows.
    page.get_by_role("button", name="One die less for player 4").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Bid 3 aces")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Dudo")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    for key in ("ArrowRight", "End", "ArrowLeft", "Home", "End", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Bid 6 fours")).to_be_focused()
    page.keyboard.press("Enter")
    player = page.get_by_role("group", name="Player 1", exact=True)
    expect(player).to_contain_text("6 fours")
    # The focus is before the next bids, so a quick second press makes no bid.
    expect(page.get_by_role("group", name="Next bid, by player 2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="Next bid, by player 2")).to_be_focused()
    page.get_by_role("button", name="Dudo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("group", name="After dudo")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Dudo")).to_be_focused()


@pytest.mark.parametrize("size", [(390, 844), (390, 1200), (844, 390), (320, 568), (1280, 800), (390, 844, 130)])
def test_no_key_moves_while_bids_are_made_and_none_is_cut(open_page: OpenPage, size: tuple[int, ...]) -> None:
    width, height, *letters = size
    link = f"round={'.'.join('5' * 10)}+me%3D1+hand%3D12256+opens%3D8"
    page = open_page(f"/perudo?{link}", viewport={"width": width, "height": height})
    for percent in letters:
        style = f"new CSSStyleSheet(); sheet.replaceSync('html {{ font-size: {percent}% !important }}')"
        page.add_init_script(f"const sheet = {style}; document.adoptedStyleSheets = [sheet]")
        page.reload()
    board, card = page.locator(".board"), page.locator(".st-key-advice")
    bids, places = page.locator(".bid"), []
    for number, mover in enumerate(("player 8", "player 9", "player 10", "you", "player 2")):
        expect(board.locator(".turn")).to_contain_text(mover)
        expect(page.locator(".st-key-reasons")).to_contain_text("Bid" if mover == "you" else mover.capitalize())
        parts = [*map(board.locator, (".seats", ".hand", ".bids", ".calls", ".actions")), card]
        # A page can scroll to the bid that is tapped.
        top = box_of(page.locator(".st-key-answer"))["y"]
        places.append([value for box in map(box_of, parts) for value in (box["y"] - top, box["height"])])
        # The player to move is in sight among the seats, and the viewer's dice on the first screen of a laptop.
        seats, turn = box_of(parts[0]), box_of(board.locator(".turn"))
        assert seats["y"] - 1 <= turn["y"] <= seats["y"] + seats["height"] - turn["height"] + 1
        assert width < 1280 or turn["y"] < box_of(parts[1])["y"] < height - 44
        words = box_of(headline(page))
        assert words["y"] + words["height"] <= box_of(card)["y"] + 1 or words["x"] + words["width"] <= box_of(card)["x"]
        for box in map(box_of, board.locator("button:visible").all()):
            assert box["height"] >= 40
            assert box["x"] + box["width"] <= width
        bids.last.click()
        expect(page).to_have_url(re.compile(f"bids%3D(.*%3A){{{number + 1}}}"))
    for place in places:
        assert place == pytest.approx(places[0], abs=2)


@pytest.mark.parametrize("link", ["?calza=true", "?round=5.5.5.5+me%3D1+hand%3D12256"])
def test_one_screen_of_a_phone_has_the_advice_the_bids_the_dice_and_the_players(open_page: OpenPage, link: str) -> None:
    page = open_page(f"/perudo{link}", phone=True)
    expect(page.locator(".bid").first).to_be_visible()
    for part in (".st-key-answer", ".st-key-advice", ".next", ".hand", ".seats", ".actions"):
        box = box_of(page.locator(part))
        assert 0 <= box["y"] <= 844 - box["height"], part


@pytest.mark.parametrize("opening", [True, False])
def test_any_legal_bid_takes_at_most_three_taps_on_a_phone(open_page: OpenPage, opening: bool) -> None:
    current = None if opening else perudo.Bid(3, 4)
    bids = "" if opening else "+bids%3D4%3A3x4"
    page = open_page(f"/perudo?round=5.5.5.5+me%3D1+hand%3D12256{bids}&calza=true", phone=True)
    quantities = page.get_by_role("toolbar", name="Quantity").get_by_role("button")
    expect(quantities.first).to_be_visible()
    reached = set(shown_bids(page))
    # Nobody may open on aces.
    assert len(reached) == (5 if opening else 6)
    page.get_by_role("button", name="More quantities").click()
    expect(page.get_by_role("button", name="More quantities")).to_have_count(0)
    for quantity in quantities.all():
        quantity.click()
        expect(quantity).to_have_attribute("aria-pressed", "true")
        reached |= set(shown_bids(page))
    rules = perudo.Rules(raise_rule="any_higher", calza=True)
    legal = brute_legal(current, 20, rules, False, own_dice=5)
    assert reached == {(bid.quantity, bid.face) for bid in legal}
    assert len(reached) > 60
    for box in map(box_of, page.locator(".next button").all()):
        assert min(box["width"], box["height"]) >= 44
        assert box["y"] + box["height"] <= 844


def shown_bids(page: Page) -> list[tuple[int, int]]:
    bids: list[list[int]] = page.locator(".bid").evaluate_all(
        "bids => bids.map(bid => [Number(bid.dataset.quantity), Number(bid.dataset.face)])"
    )
    return [(quantity, face) for quantity, face in bids]


def test_a_call_that_ends_the_match_is_undone_or_followed_by_a_new_match(open_page: OpenPage) -> None:
    link = "round=2.1+me%3D1+hand%3D13+opens%3D2&record=bid-1-4-0&names=Ann,Bob"
    page = open_page(f"/perudo?{link}", phone=True, charts=True)
    for end in ("Undo", "New game"):
        page.get_by_role("button", name="Dudo", exact=True).click()
        page.get_by_role("button", name="Bid false,").click()
        expect(headline(page)).to_have_text("Ann has won the match")
        expect(page.locator(".st-key-history_chart .points path")).to_have_count(2)
        page.get_by_role("button", name=end).click()
        expect(page).to_have_url(re.compile("bids%3D2%3A1x4" if end == "Undo" else r"round=5\.5\+me%3D1"))


def test_an_event_that_is_refused_leaves_the_one_before_it(open_page: OpenPage) -> None:
    page = open_page("/perudo?round=5.5.5.5+me%3D1+hand%3D12256&game=standard")
    for dice, quantity in ((4, 20), (3, 19)):
        page.get_by_role("button", name="More quantities").click()
        page.get_by_role("button", name=f"Quantity {quantity}", exact=True).click()
        page.get_by_role("button", name="One die less for player 3").evaluate(
            "less => { less.click(); less.getRootNode().querySelector('.bid').click(); }"
        )
        # The alert is in view, although the pressed button is at the top of a long board.
        expect(page.get_by_role("alert").filter(has_text=f"dice in play, got {quantity}")).to_be_in_viewport()
        expect(page.get_by_role("group", name="Player 3", exact=True)).to_contain_text(f"{dice} dice")
        expect(page).to_have_url(re.compile(rf"round=5\.5\.{dice}\.5"))


def test_another_view_does_not_wait_for_the_work_of_the_one_that_is_left(open_page: OpenPage) -> None:
    page = open_page("/perudo?matches=5000&game=standard&whole=true")
    page.get_by_role("tab", name="What if", exact=True).click()
    expect(page.get_by_text("Playing whole matches")).to_be_visible()
    page.get_by_role("tab", name="Bluffing", exact=True).click()
    # The work takes about 25 seconds, and longer on a slow machine, as the view does.
    expect(page.get_by_text("Two players, one die each").first).to_be_visible(timeout=10_000)
    expect(page).to_have_url(re.compile("view=Bluffing"))
    settle(page)


def test_a_table_card_of_fifty_dice_is_one_sheet_of_paper(new_tab: OpenPage) -> None:
    page = new_tab()
    page.set_content(table_card(perudo.Rules(), 50))
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1
