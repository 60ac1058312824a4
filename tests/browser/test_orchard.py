"""The Orchard page in a browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from boardodds.orchard import Rules, State, account
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage, box_of, settle

pytestmark = pytest.mark.browser


def set_up(page: Page) -> None:
    page.get_by_role("button", name="Set up").click()


def test_other_rules_change_the_rows(open_page: OpenPage) -> None:
    page = open_page("/orchard?game=my_first_orchard")
    rows = page.locator("button.tap-row")
    expect(rows).to_have_count(6)
    set_up(page)
    page.get_by_role("slider", name="Trees").press("ArrowRight")
    expect(rows).to_have_count(7)
    order = sorted(rows.all(), key=lambda row: box_of(row)["y"])
    labels = [row.get_attribute("aria-label") for row in order[-3:]]
    assert labels == ["Pick peaches", "Fill the basket", "Move the raven"]
    page.get_by_role("slider", name="Trees").press("Home")
    expect(rows).to_have_count(3)


def test_a_whole_game_is_played_by_taps_on_a_phone(open_page: OpenPage) -> None:
    page = open_page("/orchard?fruit=2.2.1&raven_steps=3", phone=True)

    def tap(name: str, state: str) -> None:
        page.get_by_role("button", name=name, exact=True).tap()
        expect(page).to_have_url(re.compile(f"state={re.escape(state)}(&|$)"))

    page.get_by_role("button", name="Show the other picture").first.tap()
    expect(page.locator(".st-key-play_chart")).to_be_in_viewport(ratio=0.9)
    best = page.locator("button.tap-row.best")
    expect(best).to_have_count(0)
    tap("Fill the basket", "2.2.1+raven%3D3+basket%3D2")
    # Two picks are equally good, and a roll has to wait for them.
    expect(best).to_have_count(2)
    expect(best.first).to_have_attribute("aria-label", "Pick apples")
    expect(page.locator("[data-row=raven]")).to_be_disabled()
    tap("Pick apples", "1.2.1+raven%3D3+basket%3D1")
    expect(best).to_have_count(1)
    expect(best).to_have_attribute("aria-label", "Pick pears")
    tap("Pick pears", "1.1.1+raven%3D3")
    expect(best).to_have_count(0)
    # A rule change keeps the game, and Undo takes it back.
    set_up(page)
    page.get_by_role("slider", name="Raven path (steps)").press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"(?=.*raven_steps=2).*state=1\.1\.1\+raven%3D2"))
    expect(page.get_by_role("alert").filter(has_text="The game goes on")).to_be_visible()
    page.keyboard.press("Escape")
    tap("Undo", "1.1.1+raven%3D3")
    expect(page).to_have_url(re.compile("raven_steps=3"))
    tap("Pick cherries", "1.1.0+raven%3D3")
    tap("Move the raven", "1.1.0+raven%3D2")
    tap("Fill the basket", "1.1.0+raven%3D2+basket%3D2")
    tap("Pick apples", "0.1.0+raven%3D2+basket%3D1")
    tap("Pick pears", "0.0.0+raven%3D2")
    expect(headline(page)).to_have_text("We have won")
    # No row looks like a button.
    rows = page.locator("button.tap-row").all()
    assert {row.evaluate("row => getComputedStyle(row).borderColor") for row in rows} == {"rgba(0, 0, 0, 0)"}
    # The line of the game, its account, and a way back to each of its points.
    texts = ["2.2.1 raven=3", "2.2.1 raven=3 basket=2", "1.2.1 raven=3 basket=1", "1.1.1 raven=3", "1.1.0 raven=3"]
    texts += ["1.1.0 raven=2", "1.1.0 raven=2 basket=2", "0.1.0 raven=2 basket=1", "0.0.0 raven=2"]
    game = account([State.parse(text) for text in texts], Rules(fruit=(2, 2, 1), raven_steps=3))
    page.get_by_role("button", name="Luck and decisions").tap()
    expect(page.get_by_text(game.in_words())).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".st-key-history_chart .points path")).to_have_count(len(texts))
    page.get_by_role("slider", name="Go to act").press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"state=0\.1\.0\+raven%3D2\+basket%3D1(&|$)"))
    tap("Undo", "0.0.0+raven%3D2")
    # A tap on a point of the line shows its state, as the slider does.
    settle(page)
    # Plotly's own layer lies above its points.
    page.locator(".st-key-history_chart .points path").nth(3).tap(force=True)
    expect(page).to_have_url(re.compile(r"state=1\.1\.1\+raven%3D3(&|$)"))
    page.get_by_role("button", name="New game").first.tap()
    expect(page).not_to_have_url(re.compile("state="))
    expect(page.get_by_role("button", name="Pick apples", exact=True)).to_have_accessible_description("2 of 2 left")
