"""The look of the pages, measured in the browser: text sizes, the part above the fold, and shifts while a page loads."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from boardodds.dashboard.app.site import PAGES
from boardodds.dashboard.ui.dashboards import ROOT
from tests.browser.conftest import OpenPage, expect_dark, settle
from tests.browser.test_accessibility import findings

pytestmark = pytest.mark.browser
LAPTOP = {"width": 1280, "height": 800}
SMALLEST_TEXT_PIXELS = 12
# Above this the browser's own measure calls a page unsteady; 0.1 is the limit of "good".
MOST_LAYOUT_SHIFT = 0.05
PLAY_PAGES = ["camel_up_leg", "camel_up_race", "orchard", "perudo", "candy_land"]
PATHS = ["/", *[f"/{page.url_path}" for page in PAGES]]

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
# Adds up the shifts that no user action causes, as the browser reports them.
WATCH_SHIFTS = """() => {
    if (window.shifts) return;
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            window.shifts.push([entry.value, ...entry.sources.map((source) => source.node?.className ?? "")]);
        }
    }).observe({ type: "layout-shift" });
}"""
SCROLL_TO = """(element, top) => {
    document.querySelector("[data-testid=stMain]").scrollBy(0, element.getBoundingClientRect().top - top);
}"""


def bottom_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box, selector
    return box["y"] + box["height"]


def top_of(locator: Locator) -> float:
    box = locator.bounding_box()
    assert box
    return box["y"]


def open_views(page: Page) -> Iterator[str]:
    """Open each view of the page in turn and yield its name; yield once for a page without views."""
    tabs = page.get_by_test_id("stMain").get_by_role("tablist").first.get_by_role("tab")
    names = tabs.all_inner_texts()
    yield names[0] if names else "page"
    for name in names[1:]:
        tabs.filter(has_text=re.compile(f"^{re.escape(name)}$")).click()
        settle(page)
        yield name


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
@pytest.mark.parametrize("path", PATHS)
def test_no_text_is_smaller_than_12_pixels(open_page: OpenPage, path: str, phone: bool) -> None:
    page = open_page(path, phone=phone) if phone else open_page(path, viewport=LAPTOP)
    small = {name: texts for name in open_views(page) if (texts := page.evaluate(SMALL_TEXT, SMALLEST_TEXT_PIXELS))}
    assert small == {}


@pytest.mark.parametrize("path", PATHS)
def test_every_view_has_enough_contrast_in_both_themes(open_page: OpenPage, path: str) -> None:
    page = open_page(path, viewport=LAPTOP)
    for name in open_views(page):
        assert findings(page, runOnly=["color-contrast"]) == [], name
    page.emulate_media(color_scheme="dark")
    expect_dark(page)
    for name in open_views(page):
        assert findings(page, runOnly=["color-contrast"]) == [], name


@pytest.mark.parametrize("path", PATHS)
def test_a_page_keeps_its_layout_while_it_loads(open_page: OpenPage, path: str) -> None:
    page = open_page("/methods", viewport=LAPTOP)
    page.add_init_script(f"({WATCH_SHIFTS})()")
    page.goto(page.url.partition("/methods")[0] + path)
    settle(page)
    page.wait_for_timeout(500)
    shifts = page.evaluate("window.shifts")
    assert sum(shift[0] for shift in shifts) < MOST_LAYOUT_SHIFT, shifts


def test_the_home_page_is_short(open_page: OpenPage) -> None:
    page = open_page("/", viewport=LAPTOP)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight") < 1300
    expect(page.locator(".hundred .pieces")).to_have_count(3)
    expect(page.locator(".dots")).to_have_count(1)


@pytest.mark.parametrize("name", PLAY_PAGES)
def test_answer_and_hundred_are_above_the_fold_of_a_laptop(open_page: OpenPage, name: str) -> None:
    page = open_page(f"/{name}", viewport=LAPTOP)
    assert bottom_of(page, ".st-key-answer") < 300
    assert bottom_of(page, ".st-key-play_hundred") < LAPTOP["height"]


# On a phone, Perudo's hundred comes after its board; see test_perudo.py.
@pytest.mark.parametrize("name", [name for name in PLAY_PAGES if name != "perudo"])
def test_answer_and_hundred_are_above_the_fold_of_a_phone(open_page: OpenPage, name: str) -> None:
    page = open_page(f"/{name}", phone=True)
    assert bottom_of(page, ".st-key-answer") < bottom_of(page, ".st-key-play_hundred") < 844


@pytest.mark.parametrize("name", ["camel_up_leg", "camel_up_race"])
@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_the_board_of_camel_up_is_above_the_fold(open_page: OpenPage, name: str, phone: bool) -> None:
    page = open_page(f"/{name}", phone=phone) if phone else open_page(f"/{name}", viewport=LAPTOP)
    height = 844 if phone else LAPTOP["height"]
    assert bottom_of(page, ".st-key-camel_board svg") < height
    assert bottom_of(page, ".st-key-camel_board .dice") < height


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
@pytest.mark.parametrize("name", [*PLAY_PAGES, "classroom", "counting"])
def test_the_tabs_stay_where_they_are_when_one_is_tapped(open_page: OpenPage, name: str, phone: bool) -> None:
    page = open_page(f"/{name}", phone=phone, viewport=None if phone else LAPTOP)
    strip = page.get_by_test_id("stMain").get_by_role("tablist").first
    strip.wait_for()
    # Where nothing covers it: on a phone, the answer stays above the tabs.
    top = 300 if phone else 80
    tabs = strip.get_by_role("tab").all()
    for tab in [*tabs[1:], tabs[0]]:
        strip.evaluate(SCROLL_TO, top)
        before = top_of(strip)
        (tab.tap if phone else tab.click)()
        expect(tab).to_have_attribute("aria-selected", "true")
        # The panel is empty until the first part of the view is there.
        page.locator("[role=tabpanel] [data-testid=stElementContainer]:visible").first.wait_for()
        assert top_of(strip) == pytest.approx(before, abs=1), tab.inner_text()


def test_the_menu_of_a_phone_closes_when_a_page_is_chosen(open_page: OpenPage) -> None:
    page = open_page("/", phone=True)
    page.get_by_test_id("stExpandSidebarButton").click()
    link = page.get_by_test_id("stSidebarNavLink").filter(has_text="Perudo")
    link.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Is that bid true?")
    expect(link).not_to_be_in_viewport()


def test_the_menu_works_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/", viewport=LAPTOP)
    heading = page.get_by_test_id("stHeader").get_by_text("Learn", exact=True)
    for _ in range(12):
        page.keyboard.press("Tab")
        if heading.evaluate(
            "heading => heading.contains(document.activeElement) || document.activeElement.contains(heading)"
        ):
            break
    else:
        pytest.fail("the heading is not reached by Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_role("menuitem", name="Counting")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("How do you count every case?")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_move_to_the_next_answer_unless_less_motion_is_asked_for(open_page: OpenPage, motion: str) -> None:
    page = open_page("/orchard?state=4.4.4.4+raven=6", viewport=LAPTOP)
    page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
    page.goto(page.url.replace("raven=6", "raven=3"))
    settle(page)
    expect(page.locator(".pieces .changed")).to_have_count(0)
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("slider").first.press("ArrowLeft")
    changed = page.locator(".pieces .changed")
    expect(changed.first).to_be_attached()
    name = changed.first.evaluate("piece => getComputedStyle(piece).animationName")
    assert name == ("none" if motion == "reduce" else "piece-changes")


def test_forced_colours_keep_the_pieces(open_page: OpenPage) -> None:
    page = open_page("/camel_up_leg", viewport=LAPTOP)
    fills = "[...document.querySelectorAll('.pieces .piece')].map(piece => getComputedStyle(piece).backgroundColor)"
    before = page.evaluate(fills)
    page.emulate_media(forced_colors="active")
    assert page.evaluate(fills) == before
    assert len(set(before)) == 5


def test_pieces_are_printed_in_colour(open_page: OpenPage) -> None:
    page = open_page("/camel_up_leg", viewport=LAPTOP)
    page.emulate_media(media="print")
    piece = page.locator(".pieces .piece").first
    assert piece.evaluate("piece => getComputedStyle(piece).printColorAdjust") == "exact"
    expect(page.get_by_test_id("stHeader")).to_be_hidden()


def test_the_mark_has_no_text_that_needs_a_font() -> None:
    logo = (ROOT / "static" / "logo.svg").read_text(encoding="utf-8")
    assert "<path" in logo
    assert "<text" not in logo
