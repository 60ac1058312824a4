"""The app in Firefox and in WebKitGTK, the engine of Safari: pages open, and a link, a drag and a tap work."""

import os
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote_plus

import pytest

from boardodds.games import GAMES
from tests.browser.camel_up import PUBLISHED, link
from tests.browser.engines import Engine, missing_programs, open_engine
from tests.serving import Replica, skip_unchanged, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

# The other pages have no scripts of their own.
PAGES = ["", "classroom", "worksheet", *[game.pages[0].url_path for game in GAMES.values()]]
# Streamlit's own errors, of a page that was left while it was loading its charts. A chart that can't load shows an exception.
LEFT = ("when disconnected from server", "error loading dynamically imported module")
# Whether the page has run and is drawn.
IS_SETTLED = """
const app = "[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state=notRunning]";
const heading = "[data-testid=stMainBlockContainer] :is(h1, h2, h3)";
return !!document.querySelector(app) && !!document.querySelector(heading) && !document.querySelector("[data-testid=stSkeleton]");
"""
ERRORS = "return [...document.querySelectorAll('[data-testid=stException]')].map(error => error.innerText);"
TEXT = "return document.querySelector('[data-testid=stMain]').innerText;"
# The middle of an element, which may be inside a component.
MIDDLE = """
const find = root => root.querySelector(%r)
  || [...root.querySelectorAll("*")].map(each => each.shadowRoot && find(each.shadowRoot)).find(Boolean);
const element = find(document);
if (!element) return null;
element.scrollIntoView({block: "nearest"});
const box = element.getBoundingClientRect();
return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
"""


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    reason = missing_programs(request.param)
    if reason:
        if os.environ.get("BOARDODDS_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    with open_engine(request.param) as engine:
        yield engine


def settle(engine: Engine) -> None:
    wait_for(lambda: engine.run(IS_SETTLED), "the page is drawn")
    assert engine.run(ERRORS) == []
    assert [error for error in engine.errors if not any(text in error for text in LEFT)] == []


def middle(engine: Engine, selector: str) -> dict[str, int]:
    script = MIDDLE % selector
    wait_for(lambda: engine.run(script), f"there is {selector}")
    x, y = engine.run(script)
    return {"x": x, "y": y}


def move(to: Mapping[str, int], milliseconds: int = 0) -> dict[str, Any]:
    return {"type": "pointerMove", **to, "duration": milliseconds}


DOWN, UP = {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}


def expect_position(engine: Engine, position: str) -> None:
    text = "position=" + quote_plus(position, safe="")
    wait_for(lambda: text in engine.run("return location.href;"), f"the address has {position}")
    settle(engine)


def test_each_kind_of_page_opens(engine: Engine, replica: Replica) -> None:
    skip_unchanged("engines")
    for page in PAGES:
        engine.go(f"{replica.address}/{page}")
        settle(engine)
        # A page that does not exist would show the home page.
        assert engine.run("return location.pathname;") == f"/{page}"


def test_a_link_a_drag_and_a_tap_work(engine: Engine, replica: Replica) -> None:
    engine.go(replica.address + link("1:BWOG 2:Y"))
    settle(engine)
    wait_for(lambda: PUBLISHED in engine.run(TEXT), PUBLISHED)
    # Both are on the screen at once, so that finding the second does not move the first.
    square = middle(engine, ".square[data-square='6']")
    camel = middle(engine, "[data-camel='Y']")
    assert square == middle(engine, ".square[data-square='6']")
    engine.act("mouse", [move(camel), DOWN, move(square, 300), UP])
    expect_position(engine, "1:BWOG 6:Y dice=BWOGY")
    for selector in ("[data-camel='Y']", ".square[data-square='3']"):
        engine.act("touch", [move(middle(engine, selector)), DOWN, UP])
    expect_position(engine, "1:BWOG 3:Y dice=BWOGY")
