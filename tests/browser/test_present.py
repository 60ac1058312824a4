"""A page on a projector: readable from the back row, in one window, with arrow keys."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import OpenPage, box_of, settle, wait_for_run
from tests.browser.test_pages import findings

pytestmark = pytest.mark.browser
PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
# The texts that can be seen, with their sizes in pixels.
SIZES = """() => {
  const sizes = {}, texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement, box = element.getBoundingClientRect();
    // A formula contains a character without width.
    const text = texts.currentNode.textContent.replaceAll("\\u200b", "").trim();
    if (!text || element.closest("style, script, noscript") || box.width < 2) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    // A chart is enlarged as a whole.
    const chart = element.closest(".js-plotly-plot");
    const scale = chart ? chart.getBoundingClientRect().width / chart.offsetWidth : 1;
    sizes[text] = scale * parseFloat(getComputedStyle(element).fontSize);
  }
  // The text of a picture has 15 of its 480 units.
  for (const picture of document.querySelectorAll("img.picture")) sizes[picture.alt] = picture.clientWidth / 32;
  return sizes;
}"""


@pytest.mark.parametrize(
    ("path", "picture"),
    [
        ("/classroom?games=94", ".js-plotly-plot .legendtext"),
        ("/classroom?games=94&reveal=off", ".js-plotly-plot .legendtext"),
        ("/classroom?view=Samples", ".js-plotly-plot .xtick"),
        ("/classroom?view=Intervals&shown=40", ".js-plotly-plot .xtick"),
        ("/counting?depth=5", ".icicle"),
        ("/counting?view=Equal+boards", ".grid"),
        ("/counting?view=Small+orchard&solved=5&chance=1/3", ".grid"),
        ("/counting?view=Small+Candy+Land", ".grid"),
        ("/counting?view=Small+Candy+Land&reveal=off", ".picture"),
        ("/quiz?seed=7&count=5&level=easy", ".picture"),
        ("/quiz?seed=7&count=5&level=easy&guesses=30,40,50,20,10", ".js-plotly-plot"),
        ("/orchard", ".js-plotly-plot .xtick"),
        ("/camel_up_leg", ".js-plotly-plot"),
        ("/perudo", ".js-plotly-plot .xtick"),
        ("/orchard?view=What+if", ".js-plotly-plot"),
        ("/camel_up_leg?view=Tiles", ".js-plotly-plot .xtick"),
    ],
)
def test_the_text_is_large_and_nothing_scrolls(new_tab: OpenPage, address: str, path: str, picture: str) -> None:
    page = new_tab(viewport=PROJECTOR)
    page.goto(f"{address}{path}{'&' if '?' in path else '?'}present=true")
    page.locator(picture).first.wait_for()
    # The button comes after the picture.
    wait_for_run(page)
    page.get_by_role("button", name="Close").wait_for()
    sizes = page.evaluate(SIZES)
    assert len(sizes) > 5
    assert {text: size for text, size in sizes.items() if size < 24} == {}
    assert page.evaluate("document.documentElement.scrollWidth") <= PROJECTOR["width"]
    assert findings(page, "body") == []
    close = box_of(page.get_by_role("button", name="Close"))
    assert close["y"] + close["height"] <= PROJECTOR["height"]
    if "plotly" in picture:
        assert box_of(page.locator(".js-plotly-plot").first)["height"] > PROJECTOR["height"] / 2


def test_a_question_is_larger_and_the_keys_of_a_clicker_go_on(new_tab: OpenPage, address: str) -> None:
    page = new_tab(viewport=PROJECTOR)
    page.goto(f"{address}/quiz?seed=7&count=5&level=easy&present=true")
    lock = page.get_by_role("button", name="Lock")
    expect(lock).to_be_disabled()
    settle(page)
    assert min(page.evaluate(SIZES).values()) >= 32
    # A page key moves no slider.
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(lock).to_be_enabled()
    wait_for_run(page)
    page.keyboard.press("PageDown")
    expect(page.locator(".st-key-last_answer")).to_contain_text("Your guess: 0%")
    settle(page)
    assert min(page.evaluate(SIZES).values()) >= 32
    page.keyboard.press("PageDown")
    expect(page.locator(".st-key-answer")).to_contain_text("Question 2 of 5")


def test_a_worksheet_shows_one_question_after_the_other(new_tab: OpenPage, address: str) -> None:
    page = new_tab(viewport=PROJECTOR)
    page.goto(f"{address}/worksheet?seed=7&count=4&level=easy&answers=true&present=true")
    page.get_by_role("button", name="Close").wait_for()
    wait_for_run(page)
    assert min(page.evaluate(SIZES).values()) >= 32
    for key, number in (("PageDown", 2), (" ", 3), ("ArrowRight", 4), ("PageUp", 3)):
        page.keyboard.press(key)
        # With its answer, a question can be longer than the window.
        expect(page.locator(f".st-key-question_{number}")).to_be_in_viewport(ratio=0.7)


def test_the_qr_code_fills_the_window_until_a_tap(new_tab: OpenPage, address: str) -> None:
    page = new_tab()
    page.goto(f"{address}/quiz?seed=7")
    settle(page)
    page.get_by_role("button", name="Share", exact=True).click()
    page.get_by_role("button", name="QR code for the class").click()
    code = page.get_by_role("dialog", name="QR code of the page")
    size = page.viewport_size
    assert size
    assert box_of(code.locator("svg"))["height"] == size["height"]
    code.click()
    expect(code).to_be_hidden()


def test_arrow_keys_play_games_and_close_returns_to_the_page(new_tab: OpenPage, address: str) -> None:
    page = new_tab()
    page.goto(f"{address}/classroom?games=1&present=true")
    count = page.locator(".st-key-played p").last
    expect(count).to_contain_text("of 1 game")
    # The script that hears the keys comes with the last part of the page.
    settle(page)
    for key, games in (("ArrowRight", 2), ("PageDown", 3)):
        page.keyboard.press(key)
        expect(count).to_contain_text(f"of {games} games")
        wait_for_run(page)
    page.keyboard.press("PageUp")
    expect(count).to_contain_text("of 2 games")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("tab", name="Intervals")).to_be_visible()
    expect(page).not_to_have_url(re.compile("present"))
    settle(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Present on a projector").click()
    expect(page).to_have_url(re.compile("present=true"))
    expect(page.get_by_role("tab")).to_have_count(0)
