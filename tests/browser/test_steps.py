"""Back and Forward in the browser: each action of a visitor is one history entry, and each entry restores its page."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from boardodds.orchard.rules import ORCHARD, State
from boardodds.orchard.solver import solve
from tests.browser.camel_up import LEG, camel_of, headline, square
from tests.browser.conftest import OpenPage, settle

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_charts")]
Act = Callable[[Page], None]
# The link contains the first position of this edition.
NUMBERED = "?edition=numbered&position=1%3A0341+2%3A2+dice%3D03412"


def choose(name: str) -> Act:
    def do(page: Page) -> None:
        page.get_by_role("button", name="Set up").click()
        page.get_by_role("radio", name=name, exact=True).first.click()
        page.keyboard.press("Escape")

    return do


def press(name: str) -> Act:
    return lambda page: page.get_by_role("button", name=name, exact=True).click()


def look_at(view: str) -> Act:
    return lambda page: page.get_by_role("tab", name=view, exact=True).click()


def move(camel: str, to: int) -> Act:
    def do(page: Page) -> None:
        camel_of(page, camel).click()
        square(page, to).click()

    return do


def nudge(slider: str, *keys: str, popover: str = "") -> Act:
    def do(page: Page) -> None:
        if popover:
            page.get_by_role("button", name=popover).click()
        page.get_by_role("slider", name=re.compile(f"^{re.escape(slider)}")).focus()
        for key in keys:
            page.keyboard.press(key)
            settle(page)

    return do


@pytest.mark.parametrize(
    ("link", "acts"),
    [
        # Another board changes many rules at once.
        (
            "/candy_land?game=scheffer&deck=reshuffled&specials=forward_only",
            [(choose("Hasbro 2014"), "?game=box_2014"), (choose("Rainbow Trail"), "")],
        ),
        (
            LEG,
            [
                (choose("Camels 0 to 5 (first edition)"), NUMBERED),
                (look_at("Tiles"), NUMBERED + "&view=Tiles"),
                (choose("First edition (2014)"), "?view=Tiles"),
                (move("Y", 6), "?view=Tiles&position=1%3ABWOG+6%3AY+dice%3DBWOGY"),
            ],
        ),
        # Each roll is an entry, even if the result is the same as before.
        (
            "/orchard",
            [
                (press("Pick apples"), "?state=9.10.10.10+raven%3D10"),
                (press("Pick apples"), "?state=8.10.10.10+raven%3D10"),
                (press("Move the raven"), "?state=8.10.10.10+raven%3D9"),
            ],
        ),
        # Several steps of one slider are one entry.
        (
            "/camel_up_length",
            [
                (nudge("Squares", "ArrowLeft", "ArrowLeft"), "?track=14"),
                (nudge("Camels", "ArrowLeft", popover="Set up"), "?track=14&camels=4"),
            ],
        ),
    ],
)
def test_each_act_is_a_step(open_page: OpenPage, link: str, acts: list[tuple[Act, str]]) -> None:
    # A page requests its charts by an event of its own, which is no step; those of one game tell it.
    page = open_page(link, charts=link == "/orchard")
    wait_for_script(page)
    urls = [page.url]
    for act, query in acts:
        act(page)
        expect(page).to_have_url(re.compile(re.escape(link.partition("?")[0] + query) + "(&record=.*)?$"))
        settle(page)
        urls.append(page.url)
    for before in reversed(urls[:-1]):
        travel(page, page.go_back)
        assert page.url == before
    travel(page, page.go_forward)
    assert page.url == urls[1]


def test_undo_takes_back_an_act_after_back_a_reload_and_in_an_opened_link(open_page: OpenPage) -> None:
    page = open_page("/orchard?game=my_first_orchard")
    wait_for_script(page)
    for fruit, state in (("apples", "3.4.4.4"), ("pears", "3.3.4.4"), ("plums", "3.3.4.3"), ("cherries", "3.3.3.3")):
        press(f"Pick {fruit}")(page)
        expect(page).to_have_url(re.compile(f"state={state}"))
    travel(page, page.go_back)
    press("Undo")(page)
    expect(page).to_have_url(re.compile(r"state=3\.3\.4\.4"))
    page.reload()
    settle(page)
    press("Undo")(page)
    expect(page).to_have_url(re.compile(r"state=3\.4\.4\.4"))
    other = open_page(page.url.removeprefix("/".join(page.url.split("/")[:3])))
    undo = other.get_by_role("button", name="Undo", exact=True)
    undo.press("Enter")
    expect(other).not_to_have_url(re.compile("state="))
    # The key has nothing more to do.
    expect(undo).to_be_disabled()
    expect(other.locator(".st-key-answer")).to_be_focused()


def travel(page: Page, step: Callable[[], object]) -> None:
    """Take a step in the browser's history, which loads the page from its URL."""
    page.evaluate("window.isLeft = true")
    step()
    page.wait_for_function("!window.isLeft")
    settle(page)
    wait_for_script(page)


def wait_for_script(page: Page) -> None:
    """Wait until the script that keeps the history has loaded, the last one of a page."""
    page.wait_for_function("window.boardoddsListens")


def test_a_page_inside_another_one_adds_no_steps_to_it(open_page: OpenPage) -> None:
    page = open_page("/orchard?policy=optimal")
    page.evaluate("document.body.innerHTML = '<iframe width=1200 height=800 src=\"/orchard?embed=true\"></iframe>'")
    steps = page.evaluate("history.length")
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Set up").click()
    expect(frame.get_by_role("radio", name="My First Orchard", exact=True)).to_be_visible()
    page.wait_for_function("frames[0].boardoddsListens")
    for game, name in (("my_first_orchard", "My First Orchard"), ("orchard_nine", "Orchard, 9 raven steps")):
        frame.get_by_role("radio", name=name, exact=True).click()
        expect(frame.get_by_role("radio", name=name, exact=True)).to_be_checked()
        expect(frame.get_by_role("link", name="boardodds")).to_have_attribute("href", re.compile(f"game={game}"))
    assert page.evaluate("history.length") == steps


def test_another_page_begins_with_its_first_view_and_one_step_back_leads_to_the_game_left(open_page: OpenPage) -> None:
    page = open_page("/orchard?state=4.3.5.2+raven%3D4")
    page.get_by_role("tab", name="What if").click()
    expect(page).to_have_url(re.compile("view=What"))
    settle(page)
    page.get_by_test_id("stHeader").get_by_text("Other games", exact=True).click()
    page.get_by_role("menuitem", name="Perudo").click()
    open_view = page.locator("[role=tab][aria-selected=true]")
    expect(open_view).to_have_text("What to do")
    expect(page).to_have_url(re.compile("/perudo$"))
    settle(page)
    wait_for_script(page)
    page.go_back()
    expect(open_view).to_have_text("What if")
    win = solve(ORCHARD, policy="most_left", state=State((4, 3, 5, 2), 4)).win
    expect(headline(page)).to_contain_text(f"We win {win:.1%}")
    settle(page)
    wait_for_script(page)
    page.go_forward()
    expect(page).to_have_url(re.compile("/perudo$"))
    expect(open_view).to_have_text("What to do")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_link_of_the_menu_opened_in_a_new_tab_keeps_the_position(open_page: OpenPage, phone: bool) -> None:
    page = open_page("/camel_up_leg?position=3:BW+5:OGY&square=8&view=Tiles&utm_source=x", phone=phone)
    wait_for_script(page)
    if phone:
        page.get_by_test_id("stExpandSidebarButton").tap()
    else:
        page.get_by_test_id("stHeader").get_by_text("Camel Up", exact=True).click()
    link = page.locator("a[href*='/camel_up_race']")
    expect(link).to_have_attribute("href", re.compile(r"race\?position=3%3ABW\+5%3AOGY\+dice%3DBWOGY$"))
    race = "Yellow wins the race 24.4% of the time"
    # By its address: the headless shell of Chromium 150 sometimes crashes in a tab that a click opens.
    expect(headline(open_page(f"/{(link.get_attribute('href') or '').rpartition('/')[2]}"))).to_contain_text(race)
    # A click in this tab shows the same.
    link.click()
    expect(headline(page)).to_contain_text(race)
    expect(page).to_have_url(re.compile("race.position=3%3ABW.5%3AOGY.dice%3DBWOGY$"))


def test_the_home_page_links_to_the_game_that_was_set_up(open_page: OpenPage) -> None:
    page = open_page("/orchard?state=4.3.5.2+raven%3D4&view=Method")
    wait_for_script(page)
    page.get_by_test_id("stHeader").get_by_text("Home", exact=True).click()
    link = page.get_by_test_id("stPageLink-NavLink")
    expect(link.filter(has_text="Will we beat the raven?")).to_have_attribute(
        "href", re.compile(r"/orchard\?state=4\.3\.5\.2\+raven%3D4$")
    )
    # A link with settings of its own keeps them.
    expect(link.filter(has_text="How well do you guess?")).to_have_attribute("href", re.compile("/quiz$"))
