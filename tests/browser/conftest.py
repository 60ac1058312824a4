"""Starts the app once and opens its pages in Chromium.

Without Chromium these tests are skipped, unless BOARDODDS_BROWSER=required. Every test fails on a console error, on an error
in a script and on a request to anywhere but the app itself.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, expect, sync_playwright

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
]
# Streamlit asks for these two under the page's own path first, and is told that they are not there
STREAMLITS_OWN = ("/_stcore/health", "/_stcore/host-config")

OpenPage = Callable[..., Page]


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
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser: Browser, address: str) -> Iterator[OpenPage]:
    """Opens a path of the app; keywords go to the browser context, such as viewport and color_scheme."""
    contexts, troubles = [], []

    def only_the_app(route: Route) -> None:
        if route.request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            troubles.append(f"request to {route.request.url}")
            route.abort()

    def console(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location.get("url", "").endswith(STREAMLITS_OWN):
            troubles.append(f"console: {message.text} {message.location.get('url', '')}")

    def open_(path: str, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        contexts.append(context)
        context.route("**/*", only_the_app)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", console)
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.goto(address + path)
        settle(page)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert not troubles


def settle(page: Page) -> None:
    """Waits until the page has run and drawn, and sees that it did not fail."""
    done = "[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
    page.locator(done).wait_for(state="attached")
    page.get_by_test_id("stMainBlockContainer").get_by_role("heading").first.wait_for()
    # not by a script of ours, which a content security policy would rightly refuse
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0, timeout=20_000)
    assert page.get_by_test_id("stException").count() == 0
