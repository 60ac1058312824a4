"""Sharing: the link of the current page, the page embedded in another one, the chart as an image."""

import base64
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from boardodds.charts.camel_up import FILL
from boardodds.charts.style import SURFACES
from boardodds.dashboard.app.site import PAGES
from tests.browser.camel_up import headline
from tests.browser.conftest import OpenPage, box_of, go, settle

pytestmark = pytest.mark.browser
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
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first.inner_text().strip()
    assert shared == page.url.replace("%20", "+")
    expect(headline(open_page("/orchard?" + shared.partition("?")[2]))).to_have_text(headline(page).inner_text())


def test_the_link_is_sent_with_the_share_sheet_where_there_is_one(open_page: OpenPage) -> None:
    page = open_page("/perudo")
    send = page.get_by_role("button", name="Send link")
    page.evaluate("delete Navigator.prototype.share")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first).to_be_visible()
    settle(page)
    expect(send).to_have_count(0)
    page.evaluate("navigator.share = async (data) => { window.sent = data; }")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Share").click()
    send.click()
    sent = page.evaluate("window.sent")
    assert sent["title"] == page.get_by_role("heading", level=1).inner_text()
    assert sent["url"] == page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").first.inner_text().strip()


def download_picture(page: Page) -> tuple[bytes, str]:
    """Return the picture that the share menu saves, and the name of its file."""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download first picture (PNG)").click()
    picture = Path(download.value.path()).read_bytes()
    assert picture.startswith(PNG)
    return picture, download.value.suggested_filename


def size_of(picture: bytes) -> tuple[int, int]:
    """Return the width and the height of a PNG."""
    width, height = (int.from_bytes(picture[start : start + 4]) for start in (16, 20))
    return width, height


def test_the_hundred_is_saved_as_a_picture_with_its_colours(open_page: OpenPage) -> None:
    page = open_page("/camel_up_leg")
    picture, name = download_picture(page)
    assert name == "who_wins_this_leg.png"
    hundred = box_of(page.locator(".hundred"))
    width, height = size_of(picture)
    assert width == pytest.approx(2 * (hundred["width"] + 24), abs=2)
    assert height > 2 * hundred["height"]
    colours = page.evaluate(
        """async (data) => {
            const image = new Image();
            image.src = `data:image/png;base64,${data}`;
            await image.decode();
            const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
            const counts = new Map();
            for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
            const hex = (pixel) => "#" + [0, 8, 16].map((s) => ((pixel >> s) & 255).toString(16).padStart(2, "0")).join("");
            return [...counts].sort((a, b) => b[1] - a[1]).slice(0, 8).map(([pixel]) => hex(pixel));
        }""",
        base64.b64encode(picture).decode(),
    )
    assert colours[0] == SURFACES["page"].light
    assert {FILL[camel] for camel in "GOWBY"} <= set(colours)


def test_the_chart_is_saved_as_a_picture(open_page: OpenPage) -> None:
    page = open_page("/classroom")
    picture, name = download_picture(page)
    assert name == "how_fast_does_luck_even_out.png"
    plot = box_of(page.locator(".js-plotly-plot").first)
    width, height = size_of(picture)
    assert width == pytest.approx(2 * plot["width"], abs=2)
    # Above the chart there are the question in one line and the answer in one or two.
    assert 2 * (plot["height"] + 50) < height < 2 * (plot["height"] + 110)


def test_the_picture_has_the_font_of_the_page(open_page: OpenPage) -> None:
    page = open_page("/classroom")
    # An image loads nothing, so its source must contain the font.
    page.evaluate(
        """() => {
            const source = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
            const set = function (url) { window.drawn = decodeURIComponent(url); source.set.call(this, url); };
            Object.defineProperty(HTMLImageElement.prototype, "src", { ...source, set });
        }"""
    )
    download_picture(page)
    family, font = re.findall(r'@font-face { font-family: "(.*?)".*?src: url\("(.*?)"', page.evaluate("window.drawn"))[
        0
    ]
    assert (
        page.locator(".js-plotly-plot text")
        .first.evaluate("text => getComputedStyle(text).fontFamily")
        .startswith(f'"{family}"')
    )
    kind, _, data = font.partition(";base64,")
    assert kind == "data:font/woff2"
    assert base64.b64decode(data).startswith(b"wOF2")


def test_on_paper_charts_are_whole_and_there_is_no_menu(open_page: OpenPage) -> None:
    page = open_page("/classroom")
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


def test_a_view_without_a_picture_says_so(open_page: OpenPage) -> None:
    page = open_page("/worksheet")
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Download first picture (PNG)").click()
    expect(page.get_by_text("This view has no picture to save.")).to_be_visible()


def test_the_way_out_of_another_page_leads_to_the_view_that_is_open(open_page: OpenPage) -> None:
    page = open_page("/counting?embed=true")
    page.get_by_role("tab", name="Small orchard").click()
    expect(page.get_by_role("link", name="boardodds")).to_have_attribute(
        "href", re.compile(r"/counting\?view=Small\+orchard$")
    )


def test_every_page_fits_into_another_one(open_page: OpenPage) -> None:
    page = open_page("/methods?embed=true", viewport={"width": 600, "height": 900})
    for entry in PAGES:
        go(page, f"/{entry.url_path}?embed=true")
        assert page.get_by_test_id("stTopNav").count() == 0
        assert page.get_by_test_id("stAlert").count() == 0, entry.title
        expect(page.get_by_role("link", name="boardodds")).to_have_attribute("href", re.compile(f"/{entry.url_path}$"))
        width = page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth - innerWidth")
        assert width <= 0, f"{entry.title} is {width} pixels wider than its frame"
