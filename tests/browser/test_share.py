"""Sharing: the link of the current page, the page embedded in another one, a chart as an image, a page on paper."""

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from boardodds.charts.style import SURFACES
from boardodds.dashboard.app.site import PAGES
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage, box_of, settle

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_charts")]
PNG = b"\x89PNG\r\n\x1a\n"


def test_the_link_is_the_address_after_every_change(open_page: OpenPage) -> None:
    page = open_page("/orchard?policy=optimal")
    page.get_by_role("button", name="Set up").click()
    page.get_by_role("radio", name="My First Orchard", exact=True).click()
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("game=my_first_orchard"))
    settle(page)
    # The views are a fragment, so the rest of the page does not rerun.
    page.get_by_role("tab", name="Method").click()
    expect(page).to_have_url(re.compile("view=Method"))
    settle(page)
    open_share(page)
    shared = shared_link(page)
    assert shared == page.url.replace("%20", "+")
    expect(headline(open_page("/orchard?" + shared.partition("?")[2]))).to_have_text(headline(page).inner_text())


def open_share(page: Page) -> Locator:
    page.get_by_role("button", name="Share", exact=True).click()
    menu = page.get_by_test_id("stPopoverBody")
    expect(menu.get_by_role("button", name="Copy link")).to_be_visible()
    settle(page)
    return menu


def shared_link(page: Page) -> str:
    return page.get_by_label("Link to this page").input_value()


def test_the_link_is_sent_with_the_share_sheet_where_there_is_one(open_page: OpenPage) -> None:
    page = open_page("/perudo")
    page.evaluate("delete Navigator.prototype.share")
    send = open_share(page).get_by_role("button", name="Share…")
    expect(send).to_have_count(0)
    page.evaluate("navigator.share = async (data) => { window.sent = data; }")
    page.keyboard.press("Escape")
    open_share(page)
    send.click()
    assert page.evaluate("window.sent") == {"title": headline(page).inner_text(), "url": shared_link(page)}


@pytest.mark.parametrize("has_clipboard", [True, False])
def test_the_link_is_copied_with_and_without_a_clipboard(has_clipboard: bool, open_page: OpenPage) -> None:
    page = open_page("/orchard?raven_steps=5")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    menu = open_share(page)
    clipboard = page.evaluate_handle("navigator.clipboard")
    if not has_clipboard:
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    menu.get_by_role("button", name="Copy link").click()
    expect(menu.get_by_text("Link copied.")).to_be_visible()
    assert clipboard.evaluate("clipboard => clipboard.readText()") == shared_link(page) == page.url


def test_a_chart_is_saved_as_a_picture_in_the_colours_of_the_page(open_page: OpenPage) -> None:
    page = open_page("/camel_up_length", color_scheme="dark", charts=True)
    chart = page.locator(".js-plotly-plot").first
    chart.hover()
    with page.expect_download() as download:
        chart.locator(".modebar-btn").click()
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(PNG)
    corner = page.evaluate(
        """async (data) => {
            const image = new Image();
            image.src = `data:image/png;base64,${data}`;
            await image.decode();
            const context = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
            context.drawImage(image, 0, 0);
            return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((s) => s.toString(16).padStart(2, "0")).join("");
        }""",
        base64.b64encode(picture).decode(),
    )
    assert f"#{corner}" == SURFACES["page"].dark


def test_on_paper_charts_are_whole_and_there_is_no_menu(open_page: OpenPage) -> None:
    page = open_page("/classroom", charts=True)
    chart = page.get_by_test_id("stElementContainer").filter(has=page.locator(".main-svg")).first
    settle(page)
    box = box_of(chart)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    expect(page.get_by_test_id("stHeader")).to_be_hidden()
    # Charts are not drawn again for print: they keep their width, and A4 has about 700 pixels between its margins.
    assert box["width"] * float(chart.evaluate("chart => getComputedStyle(chart).zoom")) == pytest.approx(700, abs=1)


@pytest.mark.parametrize("path", ["/perudo", "/camel_up_leg"])
def test_on_paper_a_drawing_has_nothing_to_press(path: str, open_page: OpenPage) -> None:
    page = open_page(path)
    # The buttons that show the players and the viewer's dice stay visible.
    buttons = page.locator(":is(.board, .strip) button:visible:not(.name, .own)")
    expect(buttons.first).to_be_visible()
    page.emulate_media(media="print")
    expect(buttons).to_have_count(0)


def test_the_way_out_of_another_page_leads_to_the_view_that_is_open(open_page: OpenPage) -> None:
    page = open_page("/counting?embed=true")
    page.get_by_role("tab", name="Small orchard").click()
    link = page.get_by_role("link", name="boardodds")
    expect(link).to_have_attribute("href", re.compile(r"/counting\?view=Small\+orchard$"))


def test_every_page_fits_into_another_one(new_tab: OpenPage, address: str) -> None:
    page = new_tab(viewport={"width": 600, "height": 900}, charts=True)
    for entry in PAGES:
        page.goto(f"{address}/{entry.url_path}?embed=true")
        settle(page)
        assert page.get_by_test_id("stTopNav").count() == 0
        assert page.get_by_test_id("stAlert").count() == 0, entry.title
        link = page.get_by_role("link", name="boardodds")
        expect(link).to_have_attribute("href", re.compile(rf"/{entry.url_path}(\?seed=\d+)?$"))
        width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth - innerWidth")
        assert width <= 0, f"{entry.title} is {width} pixels wider than its frame"
