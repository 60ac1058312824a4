"""Every page on a laptop and on a phone: its views, accessibility, first screen; then menus, motion, colours, keyboard."""

import re
from itertools import pairwise

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Locator, Page, expect

from boardodds.dashboard.app.site import PAGES, play_pages
from tests.browser.conftest import LAPTOP, PHONE, ColorScheme, OpenPage, Tabs, box_of, expect_dark, settle

pytestmark = pytest.mark.browser
SMALLEST_TEXT_PIXELS = 12
# Above this the browser's own measure calls a page unsteady; 0.1 is the limit of "good".
MOST_LAYOUT_SHIFT = 0.1
# The margin of the page, and the room that a closed table takes: 8 to 120 pixels.
MOST_BELOW_THE_LAST_LINE = 130
SERIOUS = ("serious", "critical")
# Fewer matches than by default take less time; a larger tree is wider.
QUERIES = {"perudo": "?matches=200", "counting": "?depth=5"}
# A game has more on its board than its start.
PLAYED = "candy_land?game=box_2014&state=27.30.12.0+next%3D2+stuck%3D1+drawn%3DRR.R"
PATHS = [
    "",
    *[page.url_path + QUERIES.get(page.url_path, "") for page in PAGES if page.url_path != "candy_land"],
    "quiz?count=5&guesses=1,2,3,4,5",
    "quiz?seed=7&guesses=40&guesses_answered=true",
    "classroom?reveal=off&class=30-55-70",
    "counting?reveal=off",
    "worksheet?level=15-on&count=4&answers=true",
    PLAYED,
]
PLAY_PAGES = [url_path for pages in play_pages().values() for url_path in pages]
BOARD = (".st-key-camel_board svg", ".st-key-camel_board .rolls")

# Returns the text of each visible element with a smaller font, once, without Streamlit's toolbars and formulas.
SMALL_TEXT = """(smallest) => {
    const walker = document.createTreeWalker(document.querySelector("[data-testid=stMain]"), NodeFilter.SHOW_TEXT);
    const found = new Set();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        if (!node.textContent.trim() || element.closest(".katex, [data-testid=stElementToolbar], style, script")) continue;
        const box = element.getBoundingClientRect();
        if (!box.width || !box.height) continue;
        let size = parseFloat(getComputedStyle(element).fontSize);
        const svg = element.closest("svg");
        if (svg?.viewBox?.baseVal?.width) size *= svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        if (size < smallest - 0.01) found.add(`${size.toFixed(1)}: ${node.textContent.trim().slice(0, 40)}`);
    }
    return [...found];
}"""
# Returns the pixels of the page below its last line.
BELOW_THE_LAST_LINE = """() => {
    const main = document.querySelector("[data-testid=stMain]"), top = main.scrollTop - main.getBoundingClientRect().top;
    const lines = [...main.querySelectorAll("[data-testid=stElementContainer]")].filter((line) => line.offsetHeight);
    return main.scrollHeight - Math.max(...lines.map((line) => line.getBoundingClientRect().bottom + top));
}"""
LEAVE_OUT_DIMMING = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("[data-stale=true] { opacity: 1 !important; transition: none !important; }");
    document.adoptedStyleSheets.push(sheet);
}"""
SCROLL_TO = """(element, top) => {
    document.querySelector("[data-testid=stMain]").scrollBy(0, element.getBoundingClientRect().top - top);
}"""


@pytest.fixture(scope="module", autouse=True)
def _tabs_that_have_shown_the_app(tabs: Tabs, address: str) -> None:
    """Show the app once in each kind of tab: parts of it shift while scripts and fonts are loaded for the first time."""
    for phone in (False, True):
        page = tabs.acquire(phone=phone)
        page.goto(f"{address}/methods")
        settle(page)
        tabs.release(page, phone=phone)


def findings(page: Page, part: str) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
        # Charts come in runs of their own. One that takes half a second dims what it has not drawn yet.
        page.evaluate(LEAVE_OUT_DIMMING)
    options = {"resultTypes": ["violations"], "preload": False}
    violations = page.evaluate("([part, options]) => axe.run(part, options)", [part, options])["violations"]
    return [f"{rule['id']}: {rule['nodes'][0]['html'][:200]}" for rule in violations if rule["impact"] in SERIOUS]


def bottom_of(page: Page, selector: str) -> float:
    box = box_of(page.locator(selector).first)
    return box["y"] + box["height"]


def check_view(page: Page, name: str, part: str) -> None:
    assert page.evaluate(SMALL_TEXT, SMALLEST_TEXT_PIXELS) == [], name
    width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth - innerWidth")
    assert width <= 0, f"{name} is {width} pixels wider than the screen"
    headings = page.get_by_test_id("stMain").locator("h1, h2, h3, h4")
    levels = headings.evaluate_all("headings => headings.map(heading => Number(heading.tagName[1]))")
    # An answer that waits for a tap has no heading.
    steps = levels if "reveal=off" not in page.url else []
    assert all(below <= above + 1 for above, below in pairwise([0, *steps])), (name, levels)
    for chart in page.get_by_test_id("stPlotlyChart").all():
        expect(chart).to_have_attribute("aria-label", re.compile("[0-9]"))
    assert findings(page, part) == [], name


def check_first_screen(page: Page, name: str, *, phone: bool) -> None:
    height = (PHONE if phone else LAPTOP)["height"]
    parts = [*BOARD] if name in ("camel_up_leg", "camel_up_race") else []
    # On a phone, Perudo's hundred comes after its board; see test_perudo.py.
    parts += [] if phone and name == "perudo" else [".st-key-play_hundred"]
    assert {part: bottom for part in parts if (bottom := bottom_of(page, part)) >= height} == {}
    assert phone or bottom_of(page, ".st-key-answer") < 300
    if phone and name == "camel_up_length":
        # The place of the hundred is no longer than its chart needs.
        assert box_of(page.locator(".st-key-play_board"))["y"] - bottom_of(page, ".dots") < 60


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
@pytest.mark.parametrize("path", PATHS)
def test_every_view_is_legible_steady_and_accessible(open_page: OpenPage, path: str, phone: bool) -> None:
    """Open the views of a page one after the other: on a laptop in the light theme, on a phone in the dark one."""
    look = {"color_scheme": "dark"} if phone else {"color_scheme": "light", "viewport": LAPTOP}
    page = open_page(f"/{path}", phone=phone, **look)
    shifts = page.evaluate("window.shifts")
    # Not on a phone, where the answer of some pages comes after the board below it.
    assert phone or sum(shift[0] for shift in shifts) < MOST_LAYOUT_SHIFT, shifts
    if (name := path.partition("?")[0]) in PLAY_PAGES:
        check_first_screen(page, name, phone=phone)
        expect(page.locator(".st-key-answer")).to_have_attribute("aria-live", "polite")
    if phone:
        expect_dark(page)
    strip = page.get_by_test_id("stMain").get_by_role("tablist").first
    tabs = strip.get_by_role("tab").all()
    # The menu of a phone is a list of Streamlit's that axe complains about.
    check_view(page, "the first view", "[data-testid=stMain]" if phone else "body")
    if name in PLAY_PAGES:
        assert page.evaluate(BELOW_THE_LAST_LINE) < MOST_BELOW_THE_LAST_LINE
    # Where nothing covers the tabs: on a phone, the answer stays above them.
    top = 300 if phone else 80
    for tab in tabs[1:]:
        strip.evaluate(SCROLL_TO, top)
        before = box_of(strip)["y"]
        (tab.tap if phone else tab.click)()
        expect(tab).to_have_attribute("aria-selected", "true")
        # The panel is empty until the first part of the view is there.
        page.locator("[role=tabpanel] [data-testid=stElementContainer]:visible").first.wait_for()
        assert box_of(strip)["y"] == pytest.approx(before, abs=1), tab.inner_text()
        settle(page)
        check_view(page, tab.inner_text(), "[role=tabpanel]")


def test_a_card_opens_its_page_wherever_it_is_tapped(open_page: OpenPage) -> None:
    page = open_page("/", viewport=LAPTOP)
    page.locator(".st-key-card_orchard .pieces").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Will we beat the raven?")


def test_the_menu_of_a_phone_closes_when_a_page_is_chosen(open_page: OpenPage) -> None:
    page = open_page("/", phone=True, charts=False)
    page.get_by_test_id("stExpandSidebarButton").click()
    link = page.get_by_test_id("stSidebarNavLink").filter(has_text="Perudo")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is that bid true?")
    expect(link).not_to_be_in_viewport()


def test_the_menu_works_by_keyboard_and_is_legible_in_the_dark(open_page: OpenPage) -> None:
    page = open_page("/", viewport=LAPTOP, color_scheme="dark", charts=False)
    heading = page.get_by_test_id("stHeader").get_by_text("Learn", exact=True)
    for _ in range(12):
        page.keyboard.press("Tab")
        if heading.evaluate("it => it.contains(document.activeElement) || document.activeElement.contains(it)"):
            break
    else:
        pytest.fail("the heading is not reached by Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Counting")).to_be_visible()
    expect_dark(page)
    assert findings(page, "body") == []
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("How are cases counted?")
    page.get_by_role("button", name="Share").click()
    popover = page.get_by_test_id("stPopoverBody")
    expect(popover.get_by_test_id("stCaptionContainer").first).to_be_visible()
    assert findings(page, "[data-testid=stPopoverBody]") == []


def test_pieces_move_to_the_next_answer_unless_less_motion_is_asked_for(open_page: OpenPage) -> None:
    page = open_page("/orchard?state=4.4.4.4+raven=6", viewport=LAPTOP, charts=False)
    page.goto(page.url.replace("raven=6", "raven=3"))
    settle(page)
    expect(page.locator(".pieces .changed")).to_have_count(0)
    page.get_by_role("button", name="Set up").click()
    # Not the slider of "What if?", which stands on the page.
    page.get_by_test_id("stPopoverBody").get_by_role("slider", name="Raven path").press("ArrowLeft")
    changed = page.locator(".pieces .changed")
    expect(changed.first).to_be_attached()
    expect(changed.first).to_have_css("animation-name", "piece-changes")
    page.emulate_media(reduced_motion="reduce")
    expect(changed.first).to_have_css("animation-name", "none")
    page.emulate_media(reduced_motion="no-preference")


def test_a_tap_on_a_space_of_candy_land_shows_its_figures(open_page: OpenPage) -> None:
    page = open_page("/candy_land?view=Spaces", phone=True, charts=False)
    board = page.locator(".st-key-candy_visits")
    board.get_by_role("button", name="space 5,").tap()
    words = re.compile(r"^space 5, orange, shortcut to 59, on average 0\.\d{2} turns of a game end here$")
    expect(board.get_by_role("status")).to_have_text(words)


def test_forced_colours_and_paper_keep_the_pieces(open_page: OpenPage) -> None:
    page = open_page("/camel_up_leg", viewport=LAPTOP, charts=False)
    fills = "[...document.querySelectorAll('.pieces .piece')].map(piece => getComputedStyle(piece).backgroundColor)"
    before = page.evaluate(fills)
    page.emulate_media(forced_colors="active")
    assert page.evaluate(fills) == before
    assert len(set(before)) == 5
    page.emulate_media(media="print", forced_colors="none")
    piece = page.locator(".pieces .piece").first
    assert piece.evaluate("piece => getComputedStyle(piece).printColorAdjust") == "exact"
    expect(page.get_by_test_id("stHeader")).to_be_hidden()


def test_colours_that_the_system_forces_leave_what_is_chosen_and_focused(open_page: OpenPage) -> None:
    page = open_page("/orchard")
    page.emulate_media(forced_colors="active")
    page.get_by_role("button", name="Set up").click()
    chosen, other = (page.get_by_role("radio", name=name, exact=True) for name in ("Orchard", "My First Orchard"))
    thumb = page.get_by_test_id("stSliderThumbValue").first.locator("..")
    expect(chosen).to_be_checked()
    schemes: tuple[ColorScheme, ...] = ("light", "dark")
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert len({colour_of(place) for place in (chosen, other, thumb)}) == 3
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
