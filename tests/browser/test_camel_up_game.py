"""A whole race of each edition, played on a phone to the last coin and compared with a plain program."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from boardodds.dashboard.camel_up.editions import EDITIONS
from tests.browser.camel_up import LEG, headline, square
from tests.browser.conftest import OpenPage, settle
from tests.oracles.camel_up_game import HandGame

pytestmark = pytest.mark.browser


class Phone:
    """The page on a phone, where one tap makes each move."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actor = "me"

    def act_as(self, actor: str) -> None:
        if actor != self.actor:
            self.page.get_by_role("button", name=actor, exact=True).tap()
        self.actor = actor

    def bet(self, pile: str, camel: str) -> None:
        """Add a card to the player's cards on a pile, in the open popover."""
        box = self.page.get_by_role("combobox", name=f"Your cards on the overall {pile}")
        box.fill(camel)
        self.page.keyboard.press("Enter")
        expect(self.page).to_have_url(re.compile(f"bets={camel}{'w' if pile == 'winner' else 'l'}1"))

    def roll(self, die: str, face: str, *, mine: bool) -> None:
        self.act_as("me" if mine else "another player")
        # The button can lie below the answer, which stays in sight.
        button = self.page.locator(f"[data-roll='{die}'][data-face='{face}']")
        expect(button).to_be_enabled()
        button.dispatch_event("click")


@pytest.mark.parametrize(("edition", "seed"), [("first", 9), ("second", 22)])
def test_a_race_is_played_to_the_last_coin(edition: str, seed: int, open_page: OpenPage) -> None:
    rules, chance = EDITIONS[edition].rules, random.Random(seed)
    game = HandGame(EDITIONS[edition].start, rules)
    page = open_page(f"{LEG}?edition={edition}&view=How", phone=True)
    phone = Phone(page)
    page.get_by_role("button", name="Race bets so far").tap()
    first, last = chance.sample(rules.camels, 2)
    phone.bet("winner", first)
    phone.bet("loser", last)
    # The first key closes the list of cards, the second one the popover.
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    game.piles["winner"].append((first, True))
    game.piles["last"].append((last, True))
    while not game.is_over:
        play_leg(phone, game, chance)
        total = page.get_by_text(f"Your total: {coins(game.coins)}.")
        expect(total).to_be_visible()
        if not game.is_over:
            page.get_by_role("button", name="Start next leg").dispatch_event("click")
            game.start_leg()
            expect(total).to_have_count(0)
    winner, loser = game.board.order()[0], game.board.order()[-1]
    names = {"W": "white", "G": "green", "B": "blue", "O": "orange", "Y": "yellow", "R": "red", "P": "purple"}
    expect(headline(page)).to_have_text(f"Race over: {names[winner]} wins, {names[loser]} finishes last")
    expect(page).to_have_url(re.compile(f"finish={game.board.order()}"))
    # A link to the finished race has the same total, and Undo goes back before the last roll.
    page.reload()
    settle(page)
    expect(page.get_by_text(f"Your total: {coins(game.coins)}.")).to_be_visible()


def play_leg(phone: Phone, game: HandGame, chance: random.Random) -> None:
    """Play a leg: a ticket and a tile for the player, a ticket for another, then all rolls, the first of them by the player."""
    page, rules = phone.page, game.board.rules
    for actor in ("me", "another player"):
        camel = chance.choice(rules.camels)
        phone.act_as(actor)
        ticket = page.locator(f"[data-ticket='{camel}']")
        coins_text = ticket.locator("span").inner_text()
        ticket.dispatch_event("click")
        expect(ticket.locator("span")).not_to_have_text(coins_text)
        if actor == "me":
            game.tickets.append((camel, int(coins_text)))
    phone.act_as("me")
    if number := game.place_tile():
        square(page, number).dispatch_event("click")
        expect(square(page, number)).to_have_accessible_name(re.compile("your (oasis|cheering tile)"))
    is_mine = True
    while not game.is_leg_over:
        die = chance.choice(game.dice)
        camel = chance.choice(rules.crazy) if die == "x" else die
        face = chance.choice(rules.faces)
        phone.roll(die, f"{camel}{face}" if die == "x" else str(face), mine=is_mine)
        game.roll(die, camel, face, mine=is_mine)
        is_mine = False


def coins(number: int) -> str:
    return f"{number} {'coin' if number == 1 else 'coins'}"


def test_a_tile_is_mine_or_that_of_another_player_and_a_tap_turns_or_moves_it(open_page: OpenPage) -> None:
    page = open_page(f"{LEG}?view=How", phone=True)
    phone = Phone(page)
    phone.act_as("another player")
    square(page, 8).tap()
    expect(square(page, 8)).to_have_accessible_name("square 8, oasis")
    phone.act_as("me")
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
    square(page, 10).tap()
    expect(square(page, 10)).to_have_accessible_name("square 10, your oasis")
    expect(square(page, 3)).to_have_accessible_name("square 3, empty")
    expect(square(page, 8)).to_have_accessible_name("square 8, oasis")


def test_a_tap_on_the_best_action_takes_the_ticket_or_places_my_tile(open_page: OpenPage) -> None:
    page = open_page(f"{LEG}?view=How", phone=True)
    page.get_by_role("button", name="or take green's 5-coin ticket (1.54 coins)").tap()
    taken_tickets = page.get_by_role("status").filter(has_text="hold")
    expect(taken_tickets).to_have_text("You hold G 5.")
    page.get_by_role("button", name="Undo").tap()
    expect(taken_tickets).to_be_hidden()
    page.get_by_role("button", name="Nearly equal: place a mirage on square 4 (1.55 coins)").tap()
    expect(square(page, 4)).to_have_accessible_name("square 4, your mirage")
    expect(page).to_have_url(re.compile("own=4"))
