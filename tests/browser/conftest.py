"""Starts the app once and opens its pages in Chromium.

Without Chromium these tests are skipped, unless BOARDODDS_BROWSER=required. Every test fails on a console error, on an error
in a script and on a request to anywhere but the app itself.
"""

import os
import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Request, ViewportSize, expect, sync_playwright

from boardodds.dashboard.ui.dashboards import ROOT
from tests import serving

QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    # no other machine has a name or an address here: what a page asks for elsewhere is noted, and goes nowhere
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
SCREEN: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
# how long a tab may take to show what a test waits for: a busy machine is slow, and no test is about time
PATIENCE = 20_000
# Streamlit asks for these two under the page's own path first, and is told that they are not there
STREAMLITS_OWN = ("/_stcore/health", "/_stcore/host-config")

OpenPage = Callable[..., Page]
ColorScheme = Literal["light", "dark"]


@pytest.fixture(scope="session")
def chromium() -> str:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        reason = "no Chromium on this machine (apt-get install chromium, or set CHROMIUM to its path)"
        if os.environ.get("BOARDODDS_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def address(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running app; it needs no browser, but is only started if there is one."""
    with serving.app(tmp_path_factory.mktemp("app")) as replica:
        yield replica.address


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@dataclass
class Tabs:
    """Tabs that tests use one after the other: a tab that has shown the app before shows it again in half the time."""

    _browser: Browser
    _idle: dict[bool, list[Page]] = field(default_factory=lambda: {False: [], True: []})

    def lend(self, *, phone: bool) -> Page:
        idle = self._idle[phone]
        return idle.pop() if idle else self._browser.new_context(is_mobile=phone, has_touch=phone).new_page()

    def take_back(self, page: Page, *, phone: bool) -> None:
        """Makes a tab forget what it has seen."""
        # not by a script, which a content security policy would refuse
        session = page.context.new_cdp_session(page)
        session.send("Storage.clearDataForOrigin", {"origin": _origin(page), "storageTypes": "all"})
        session.detach()
        page.goto("about:blank")
        self._idle[phone].append(page)


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    return Tabs(browser)


@pytest.fixture
def open_page(tabs: Tabs, address: str) -> Iterator[OpenPage]:
    """Opens a path of the app in a tab of its own."""
    troubles: list[str] = []
    with ExitStack() as stack:

        def open_(
            path: str, *, phone: bool = False, color_scheme: ColorScheme = "light", viewport: ViewportSize | None = None
        ) -> Page:
            page = tabs.lend(phone=phone)
            stack.callback(tabs.take_back, page, phone=phone)
            stack.enter_context(_watched(page, address, troubles))
            page.set_default_timeout(PATIENCE)
            page.set_viewport_size(viewport or (PHONE if phone else SCREEN))
            page.emulate_media(media="screen", color_scheme=color_scheme, forced_colors="none")
            page.goto(address + path)
            settle(page)
            return page

        yield open_
    assert not troubles


@contextmanager
def _watched(page: Page, address: str, troubles: list[str]) -> Iterator[None]:
    """Notes an error on the page, and whatever it asks for elsewhere."""

    def request(asked: Request) -> None:
        if not asked.url.startswith((address, "data:", "blob:")):
            troubles.append(f"request to {asked.url}")

    def console(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location.get("url", "").endswith(STREAMLITS_OWN):
            troubles.append(f"console: {message.text} {message.location.get('url', '')}")

    def error(raised: Error) -> None:
        troubles.append(f"script: {raised}")

    page.on("request", request)
    page.on("console", console)
    page.on("pageerror", error)
    yield
    page.remove_listener("request", request)
    page.remove_listener("console", console)
    page.remove_listener("pageerror", error)


def go(page: Page, path: str) -> None:
    """Opens another path of the app in the same tab, as who follows a link does."""
    page.goto(_origin(page) + path)
    settle(page)


def expect_dark(page: Page) -> None:
    """Waits until the page wears its dark theme, which it puts on a moment after it is asked to, some of it fading in."""
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]["dark"]
    red, green, blue = bytes.fromhex(theme["backgroundColor"].removeprefix("#"))
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    # the heads of panels take a while longer from one background to the other, and stand out little on the way
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter(a => a instanceof CSSTransition).map(a => a.finished))"
    )


def _origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def settle(page: Page) -> None:
    """Waits until the page has run and drawn, and sees that it did not fail."""
    done = "[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
    page.locator(done).wait_for(state="attached")
    page.get_by_test_id("stMainBlockContainer").get_by_role("heading").first.wait_for()
    # not by a script of ours, which a content security policy would rightly refuse
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    assert page.get_by_test_id("stException").count() == 0
