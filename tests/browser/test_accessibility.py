"""Accessibility: every page with axe-core, the controls by keyboard, and forced colours."""

from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.teaching.pages import CHECK, LEARN
from tests.browser.conftest import OpenPage, expect_dark, settle

pytestmark = pytest.mark.browser
SERIOUS = ("serious", "critical")
PAGES_OPENED = ["/", *[f"/{entry.url_path}" for entry in PAGES]]
# More kinds of views than those that pages open with; "How" has formulas and code.
VIEWS = ["/candy_land?view=How", "/perudo?view=All+bids"]


def findings(page: Page, **options: Any) -> list[str]:
    violations = Axe().run(page, options={"resultTypes": ["violations"], **options}).response["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in violations if rule["impact"] in SERIOUS]


@pytest.mark.parametrize("path", [*PAGES_OPENED, *VIEWS])
def test_axe_finds_nothing_serious(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    assert findings(page) == []
    page.emulate_media(color_scheme="dark")
    expect_dark(page)
    settle(page)
    # Only the colours differ in the dark theme.
    assert findings(page, runOnly=["color-contrast"]) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_that_the_system_forces_leave_what_is_chosen_and_focused(
    scheme: Literal["light", "dark"], open_page: OpenPage
) -> None:
    page = open_page("/orchard")
    page.emulate_media(forced_colors="active", color_scheme=scheme)
    page.get_by_role("button", name="Set up").click()
    chosen, other = (page.get_by_role("radio", name=name, exact=True) for name in ("Orchard", "My First Orchard"))
    thumb = page.get_by_test_id("stSliderThumbValue").first.locator("..")
    expect(chosen).to_be_checked()
    colours = {colour_of(place) for place in (chosen, other, thumb)}
    assert len(colours) == 3
    for _ in range(20):
        page.keyboard.press("Tab")
        # The focused element, or the element that represents an invisible input.
        assert (
            page.evaluate(
                """() => {
                let at = document.activeElement;
                while (at.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
                const drawn = at.matches("input[type=range]") ? at.parentElement.parentElement
                    : at.matches("input[type=checkbox]") ? at.closest("label") : at;
                return getComputedStyle(drawn).outlineStyle;
            }"""
            )
            == "solid"
        )


def colour_of(place: Locator) -> str:
    return str(place.evaluate("place => getComputedStyle(place).backgroundColor"))


def reached_by_tab(page: Page, presses: int) -> list[str]:
    """Return the name of the focused element after each press of Tab."""
    names: list[str] = []
    for _ in range(presses):
        page.keyboard.press("Tab")
        name = page.evaluate(
            "(() => { const e = document.activeElement; return e === document.body ? '' : "
            "(e.getAttribute('aria-label') || e.innerText || e.getAttribute('role') || e.tagName).trim() })()"
        )
        names.append(name)
    return names


def test_every_control_of_a_page_is_reached_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/quiz")
    names = reached_by_tab(page, 60)
    for name in ("Share", "Set up", "Your guess: chance that the answer is yes (%)", "Enter guess"):
        assert any(name in reached for reached in names), (name, names)
    page.get_by_role("button", name="Set up").focus()
    page.keyboard.press("Enter")
    # The popover is complete once its last button is visible.
    expect(page.get_by_test_id("stPopoverBody").get_by_role("button", name="Perudo")).to_be_visible()
    settle(page)
    names = reached_by_tab(page, 30)
    for name in ("Questions", "Seed", "Camel Up: the leg"):
        assert any(name in reached for reached in names), (name, names)
    # Arrow keys move within a group of options.
    options = page.get_by_test_id("stPopoverBody").get_by_role("button", name="Camel Up: the leg")
    options.focus()
    for _ in range(len(PAGES) - len(LEARN) - len(CHECK) - 1):
        page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("stPopoverBody").get_by_role("button", name="Perudo")).to_be_focused()


def test_a_quiz_is_answered_by_keyboard_alone(open_page: OpenPage) -> None:
    page = open_page("/quiz?count=5")
    page.get_by_role("spinbutton", name="Your guess: chance that the answer is yes (%)").focus()
    page.keyboard.type("49")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Your guess: 49%.")).to_be_visible()
