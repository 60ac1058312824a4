"""A game of Candy Land in a browser, tapped on a phone."""

import re
from itertools import combinations, pairwise
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from boardodds.candy_land import CLASSIC, State, after
from tests.browser.camel_up import headline
from tests.browser.conftest import LAPTOP, LYING, NARROW, OpenPage, box_of, go, places_of

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_charts")]

SIX_CARDS = "singles=1,1,1,1,1,1&doubles=0,0,0,0,0,0&special_copies=0"


def expect_state(page: Page, state: State | str) -> None:
    expect(page).to_have_url(re.compile(rf"[?&]state={re.escape(quote_plus(str(state)))}(&|$)"))


def best_card(state: State) -> str:
    cards = [card for card in state.cards_left(CLASSIC) if len(card) < 3]
    return max(cards, key=lambda card: after(state, card, CLASSIC)[0].spaces[state.next - 1])


def test_a_game_is_played_from_the_middle_to_its_end(open_page: OpenPage) -> None:
    page = open_page("/candy_land?players=2", phone=True, charts=True)
    board, undo = page.locator(".st-key-candy_board"), page.get_by_role("button", name="Undo")
    expect(headline(page)).to_contain_text("A game of 2 players takes about")
    for player, space in (("A", 57), ("B", 80), ("A", None)):
        board.get_by_role("button", name=f"Player {player},").tap()
        if space:
            board.get_by_role("button", name=f"space {space},").tap()
    state = State((57, 80))
    expect_state(page, state)
    expect(headline(page)).to_contain_text("Player B is ahead: B wins 5")
    # One of the cards that are left, and back.
    board.get_by_role("button", name="Draw for us").tap()
    expect(page).to_have_url(re.compile("drawn%3D"))
    undo.tap()
    expect_state(page, state)
    # Another rule leaves the pieces.
    page.get_by_role("button", name="Set up").tap()
    page.get_by_role("radio", name="lose a turn").tap()
    expect(page).to_have_url(re.compile("licorice_rule=lose_turn"))
    page.keyboard.press("Escape")
    expect_state(page, state)
    undo.tap()
    expect(page).not_to_have_url(re.compile("licorice_rule"))
    states = [state]
    keys = page.locator(".st-key-candy_board :is(.cards, .players, .deck) button, .st-key-turn button")
    assert min(height for *_, height in places_of(keys)) >= 40
    while not state.is_over(CLASSIC):
        card = best_card(state)
        state, moves = after(state, card, CLASSIC)
        # Two hasty taps are one turn.
        board.locator(f"[data-card={card}]").dblclick()
        states.append(state)
        expect_state(page, state)
        expect(board.get_by_role("status")).to_contain_text(f"{'AB'[moves[0].player - 1]} {moves[0].action}.")
    expect(headline(page)).to_have_text(re.compile("^Player [AB] has won$"))
    expect(page.locator(".st-key-advice").get_by_role("button", name="New game")).to_be_visible()
    # Each player's line.
    expect(page.locator(".st-key-history_chart .points path")).to_have_count(2 * len(states))
    page.locator(".st-key-advice").get_by_role("button", name="New game").tap()
    expect(page).to_have_url(re.compile(r"\?players=2$"))


@pytest.mark.parametrize("viewport", [NARROW, LAPTOP], ids=["narrow", "laptop"])
def test_the_pieces_never_touch(open_page: OpenPage, viewport: ViewportSize) -> None:
    page = open_page("/", viewport=viewport)
    for state in ("0.0.0.0.0.0", "80.80.80.81.80.79", "133.134.134.134.134.1", "home.home.132.home.132.132 next=3"):
        go(page, f"/candy_land?plays_until=everyone&state={quote_plus(state)}")
        expect(page.locator(".pin")).to_have_count(6)
        page.evaluate("document.getAnimations().map((each) => each.finish())")
        pins, path = places_of(page.locator(".pin")), box_of(page.locator(".path"))
        assert all(path["x"] - 4 < left and left + width < path["x"] + path["width"] + 4 for left, _, width, _ in pins)
        for one, other in combinations(pins, 2):
            assert max(abs(one[axis] - other[axis]) for axis in (0, 1)) > one[2] + 1


def test_a_piece_is_placed_by_the_number_of_its_space(open_page: OpenPage) -> None:
    page = open_page("/candy_land?players=2", phone=True)
    number = page.get_by_role("spinbutton", name="Space of the piece")
    for typed, state in (("57", "57.0 next=1"), ("0", "0.0 next=1"), ("135", "home.0 next=2")):
        number.fill(typed)
        number.press("Enter")
        if state != "0.0 next=1":
            expect_state(page, state)
        expect(number).to_have_value("")


@pytest.mark.parametrize("path", ["candy_land?state=57.80.3.12", "orchard?state=5.9.5.5+raven%3D5+basket%3D2"])
def test_a_phone_on_its_side_shows_the_board_and_its_keys(open_page: OpenPage, path: str) -> None:
    page = open_page(f"/{path}", viewport=LYING)
    parts = page.locator(".st-key-candy_board :is(.players, .cards) button, .tap-row, .st-key-orchard_board ~ * button")
    bottom = box_of(page.locator(".st-key-answer h2"))
    last = page.locator(".path [data-space]").last.or_(parts.first)
    for left, top, width, height in [*places_of(parts), *places_of(last)]:
        assert bottom["y"] + bottom["height"] <= top < top + height <= LYING["height"]
        assert left + width <= LYING["width"]


def test_draw_for_us_draws_from_the_cards_that_are_left(open_page: OpenPage) -> None:
    page = open_page(f"/candy_land?{SIX_CARDS}&state=3.0+next%3D1+drawn%3DB.O.P.R.Y", phone=True)
    page.get_by_role("button", name="Draw for us").tap()
    # The deck is shuffled after its last card.
    expect_state(page, "6.0 next=2")
    expect(page.locator(".st-key-candy_board").get_by_role("status")).to_contain_text("A draws a green card")


def test_two_cards_to_choose_from_are_those_that_are_left(open_page: OpenPage) -> None:
    page = open_page(f"/candy_land?{SIX_CARDS}&deck=reshuffled&cards_to_choose=2")
    red, green = (page.locator(f".st-key-candy_board [data-card={card}]") for card in "RG")
    red.click()
    expect(red).to_be_disabled()
    green.click()
    expect_state(page, "6 next=1")
    expect(red).to_be_enabled()
    # Nobody waits for a second card after the last one.
    page = open_page(f"/candy_land?{SIX_CARDS}&cards_to_choose=2&state=3.0+next%3D1+drawn%3DB.O.P.R.Y")
    page.locator("[data-card=G]").click()
    expect_state(page, "6.0 next=2")


def test_the_spaces_are_reached_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/candy_land")
    board = page.locator(".st-key-candy_board")
    board.get_by_role("button", name="start", exact=True).focus()
    for key in ("ArrowRight", "ArrowUp", "ArrowUp", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect_state(page, "2 next=1")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(headline(page)).to_have_text("Player A has won")


@pytest.mark.parametrize("link", ["", "?game=box_2014", "?game=box_peppermint_pass", "?specials=removed"])
def test_the_path_leads_from_space_to_space_to_the_castle(open_page: OpenPage, link: str) -> None:
    page = open_page(f"/candy_land{link}", phone=True)
    squares = page.locator(".st-key-candy_board [data-space]")
    expect(squares.last).to_be_visible()
    first, *spaces, castle = map(box_of, squares.all())
    for before, space in pairwise(spaces):
        across, along = abs(space["x"] - before["x"]), abs(space["y"] - before["y"])
        assert min(across, along) < 1
        assert max(across, along) < 1.5 * max(space["width"], space["height"])
    assert first["y"] > spaces[0]["y"]
    # The castle is above the last space, or beside it.
    last = spaces[-1]
    assert castle["y"] <= last["y"] + 1
    assert castle["x"] < last["x"] + 1.5 * last["width"]
    assert castle["x"] + castle["width"] > last["x"] - 0.5 * last["width"]
