"""Games that are played by random taps on a phone and on a laptop: no control moves by an act."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAPTOP, OpenPage, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MOST_PIXELS, ACTS, LEAST_ACTS = 2, 16, 4
# By its words, the place on the page of each control that is seen. Left out: pieces, which an act moves; what is opened by a tap;
# and what stands below the tabs, where a text of another length moves it.
CONTROLS = """phone => {
    const main = document.querySelector("[data-testid=stMain]");
    const below = "[role=tabpanel], [data-testid=stPopoverBody], .modebar" + (phone ? ", .st-key-play_history" : "");
    const places = {};
    for (const control of main.querySelectorAll("button, a[href], [role=radio], [data-testid=stSlider]")) {
        const box = control.getBoundingClientRect();
        if (!box.width || control.closest(below) || !control.checkVisibility({ visibilityProperty: true })) continue;
        const words = control.ariaLabel || (control.closest("label") ?? control).innerText;
        places[`${words} ${Object.values(control.dataset)}`] ??= [box.x, box.y + main.scrollTop];
    }
    return places;
}"""
GAMES = {
    "/camel_up_leg": ("[data-roll]:enabled", "[data-ticket]:enabled", ".square"),
    "/camel_up_leg?edition=second_edition&players=8": (
        "[data-roll]:enabled",
        "[data-ticket]:enabled",
        "[data-bet]:enabled",
    ),
    "/camel_up_race": ("[data-roll]:enabled", "[data-bet]:enabled"),
    "/orchard?fruit=3.3.2&raven_steps=4": ("button.tap-row:enabled",),
    "/candy_land?state=80.90.70": ("[data-card]:enabled",),
    "/perudo?round=3.3.3+me%3D1+hand%3D126": (".bid:enabled",),
}


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
@pytest.mark.parametrize("path", GAMES)
def test_no_control_moves_by_an_act(open_page: OpenPage, path: str, phone: bool) -> None:
    page = open_page(path, phone=phone, viewport=None if phone else LAPTOP)
    rng, moved, acts = random.Random(path), {}, 0
    before = places(page, phone)
    for _ in range(ACTS):
        controls = page.locator(rng.choice(GAMES[path])).locator("visible=true").all()
        if not controls:
            continue
        control = rng.choice(controls)
        words = control.evaluate("control => control.ariaLabel || control.innerText")
        control.evaluate("control => control.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))")
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        settle(page)
        # The card of the end has its room.
        if page.locator(".st-key-advice").get_by_role("button", name="New game").count():
            break
        after = places(page, phone)
        for name in before.keys() & after.keys():
            if max(abs(now - then) for now, then in zip(after[name], before[name], strict=True)) > MOST_PIXELS:
                moved[f"{words}: {name}"] = before[name], after[name]
        before, acts = after, acts + 1
    assert moved == {}
    assert acts >= LEAST_ACTS


def places(page: Page, phone: bool) -> dict[str, list[float]]:
    settle(page)
    found: dict[str, list[float]] = {}
    # On a busy machine a part of the first page can still be drawn.
    while found != (now := page.evaluate(CONTROLS, phone)):
        found = now
        page.wait_for_timeout(200)
    return found
