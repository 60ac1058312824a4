"""Fixtures that start the app once and open its pages in Chromium.

Without Chromium these tests are skipped, unless BOARDODDS_BROWSER=required. Every test fails on a console error, on an error
in a script and on a request to another server.
"""

import os
import shutil
import tomllib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

import pytest
from playwright import sync_api
from playwright.sync_api import Browser, CDPSession, Error, FloatRect, Locator, Page, Request, ViewportSize, expect

from boardodds.dashboard.runtime.environment import ROOT
from tests.serving import Replica

QUIET_CHROMIUM = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    # The headless shell would round the width of letters, and break lines where other browsers do not.
    "--font-render-hinting=none",
    # A page is left before the optimizing compilers save as much as they cost.
    "--js-flags=--no-opt --no-maglev",
    # No other host can be reached, so a request to another server is noted and fails.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]
SCREEN: ViewportSize = {"width": 1280, "height": 900}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
LYING: ViewportSize = {"width": 844, "height": 390}
NARROW: ViewportSize = {"width": 320, "height": 568}
PHONE: ViewportSize = {"width": 390, "height": 844}
# The longest wait for anything on a page. It is long because the machine can be busy; no test measures time.
TIMEOUT_MILLISECONDS = 60_000
# Streamlit first requests these two below the page's own path, where they do not exist.
STREAMLIT_PROBES = ("/_stcore/health", "/_stcore/host-config")

# Notes the shifts that no user action causes, as the browser reports them.
WATCH_SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
        if (entry.hadRecentInput) continue;
        window.shifts.push([entry.value, ...entry.sources.map((source) => source.node?.className ?? "")]);
    }
}).observe({ type: "layout-shift" });
"""

# No place of a chart comes into view, so the page does not ask for its charts. Plotly takes longer than all the rest of a page.
SKIP_CHARTS = """
const observe = IntersectionObserver.prototype.observe;
IntersectionObserver.prototype.observe = function (element) {
    if (!element.matches(".chart-place")) observe.call(this, element);
};
"""

OpenPage = Callable[..., Page]
ColorScheme = Literal["light", "dark"]


@pytest.fixture(scope="session")
def chromium() -> str:
    # Without a window of its own it draws pages in less time.
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        reason = "no Chromium on this machine (apt-get install chromium-headless-shell, or set CHROMIUM to its path)"
        if os.environ.get("BOARDODDS_BROWSER") == "required":
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def address(chromium: str, request: pytest.FixtureRequest) -> str:
    """Return the URL of the running app, which is started only if there is a browser."""
    replica: Replica = request.getfixturevalue("replica")
    return replica.address


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    expect.set_options(timeout=TIMEOUT_MILLISECONDS)
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET_CHROMIUM)
        yield browser
        browser.close()


@dataclass
class Tabs:
    """Tabs that tests use one after the other, because a tab that has shown the app opens it again in half the time."""

    _browser: Browser
    _idle: dict[bool, list[Page]] = field(default_factory=lambda: {False: [], True: []})

    def acquire(self, *, phone: bool) -> Page:
        if self._idle[phone]:
            return self._idle[phone].pop()
        context = self._browser.new_context(is_mobile=phone, has_touch=phone)
        context.add_init_script(WATCH_SHIFTS)
        return context.new_page()

    def release(self, page: Page, *, phone: bool) -> None:
        if page.url != "about:blank":
            # A content security policy would refuse a script that does this.
            session = page.context.new_cdp_session(page)
            session.send("Storage.clearDataForOrigin", {"origin": _origin(page), "storageTypes": "all"})
            session.detach()
        page.goto("about:blank")
        self._idle[phone].append(page)


@pytest.fixture(scope="session")
def tabs(browser: Browser) -> Tabs:
    return Tabs(browser)


@pytest.fixture
def no_charts() -> None:
    """Mark a module in which pages leave out their charts, unless a test opens one with ``charts=True``."""


@pytest.fixture
def new_tab(tabs: Tabs, address: str, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Return the function that returns an empty tab, for a test that prepares it before it opens a page."""
    problems: list[str] = []
    with_charts = "no_charts" not in request.fixturenames
    with ExitStack() as stack:

        def new_(
            *,
            phone: bool = False,
            color_scheme: ColorScheme = "light",
            viewport: ViewportSize | None = None,
            charts: bool = with_charts,
        ) -> Page:
            page = tabs.acquire(phone=phone)
            stack.callback(tabs.release, page, phone=phone)
            if not charts:
                stack.callback(skip_charts(page).detach)
            stack.enter_context(_watch(page, address, problems))
            page.set_default_timeout(TIMEOUT_MILLISECONDS)
            page.set_viewport_size(viewport or (PHONE if phone else SCREEN))
            page.emulate_media(media="screen", color_scheme=color_scheme, forced_colors="none")
            return page

        yield new_
    assert not problems


@pytest.fixture
def open_page(new_tab: OpenPage, address: str) -> OpenPage:
    def open_(path: str, **options: Any) -> Page:
        page = new_tab(**options)
        page.goto(address + path)
        settle(page)
        return page

    return open_


def skip_charts(page: Page) -> CDPSession:
    """Let a tab open pages without charts until the session that is returned is detached."""
    session = page.context.new_cdp_session(page)
    session.send("Page.enable")
    session.send("Page.addScriptToEvaluateOnNewDocument", {"source": SKIP_CHARTS})
    return session


@contextmanager
def _watch(page: Page, address: str, problems: list[str]) -> Iterator[None]:
    def note_request(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            problems.append(f"request to {request.url}")

    def note_message(message: sync_api.ConsoleMessage) -> None:
        if message.type == "error" and not message.location.get("url", "").endswith(STREAMLIT_PROBES):
            problems.append(f"console: {message.text} {message.location.get('url', '')}")

    def note_error(error: Error) -> None:
        problems.append(f"script: {error}")

    page.on("request", note_request)
    page.on("console", note_message)
    page.on("pageerror", note_error)
    yield
    page.remove_listener("request", note_request)
    page.remove_listener("console", note_message)
    page.remove_listener("pageerror", note_error)


def go(page: Page, path: str) -> None:
    page.goto(_origin(page) + path)
    settle(page)


def expect_dark(page: Page) -> None:
    """Wait until the page shows its dark theme, which comes with a delay and with transitions."""
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]["dark"]
    red, green, blue = bytes.fromhex(theme["backgroundColor"].removeprefix("#"))
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", f"rgb({red}, {green}, {blue})")
    # The headings of panels have too little contrast during the transition of their background.
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter(a => a instanceof CSSTransition).map(a => a.finished))"
    )


def box_of(element: Locator) -> FloatRect:
    box = element.bounding_box()
    assert box, element
    return box


def _origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def wait_for_run(page: Page) -> None:
    done = "[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
    page.locator(done).wait_for(state="attached")


def settle(page: Page) -> None:
    """Wait until the page has run and is drawn, and check that it has not failed."""
    wait_for_run(page)
    page.get_by_test_id("stMainBlockContainer").get_by_role("heading").first.wait_for()
    # A content security policy would refuse a script that does this.
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    assert page.get_by_test_id("stException").count() == 0


def places_of(elements: Locator) -> list[list[float]]:
    """Return the left, the top, the width and the height of each element, wherever the page is scrolled to."""
    script = """nodes => nodes.map((node) => {
        const box = node.getBoundingClientRect();
        return [box.x, box.y + document.querySelector('[data-testid=stMain]').scrollTop, box.width, box.height];
    })"""
    places: list[list[float]] = elements.evaluate_all(script)
    return places
