"""The app behind the proxy of deploy/: no request is refused, and a page survives a lost connection and a lost replica."""

import csv
import hashlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from boardodds.camel_up import Position, rank_actions
from boardodds.dashboard.app.site import MENU
from tests.browser.camel_up import LEG, PUBLISHED, camel_of, expect_position, headline, link, square
from tests.browser.conftest import SCREEN, TIMEOUT_MILLISECONDS, OpenPage, settle
from tests.browser.test_room import predict_together
from tests.serving import ProxiedSite
from tests.test_deploy import replica_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]

STREAM = "**/_stcore/stream"
FRAME = "<!doctype html><link rel=icon href=data:,><iframe src='{}' width=1200 height=850></iframe>"


@pytest.fixture(scope="module")
def address(chromium: str, site: ProxiedSite) -> str:
    """Return the proxy's URL, so that open_page opens pages through the proxy and fails on every refused request."""
    return site.address


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Return a folder and its URL on another site: to a browser, localhost and 127.0.0.1 are different sites."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield tmp_path, f"http://localhost:{server.server_port}"
        server.shutdown()


def test_every_page_works_under_the_policy(open_page: OpenPage) -> None:
    page = open_page("/")
    for heading, pages in MENU.items():
        for entry in pages:
            page.get_by_test_id("stHeader").get_by_text(heading, exact=True).click()
            page.get_by_role("menuitem", name=entry.title, exact=True).click()
            expect(page).to_have_title(f"{entry.title} · boardodds")
            settle(page)


def test_a_room_is_on_all_replicas(new_tab: OpenPage, site: ProxiedSite) -> None:
    cookies = [hashlib.sha256(bytes([number])).hexdigest()[:32] for number in range(32)]
    on_replica = sorted((replica_of(site, {"Cookie": f"boardodds_visit={cookie}"}), cookie) for cookie in cookies)
    # The teacher and six phones, half of them on each replica.
    visits = [cookie for _, cookie in on_replica[:3] + on_replica[-4:]]

    def open_(path: str, **options: Any) -> Page:
        page = new_tab(**options)
        page.context.add_cookies([{"name": "boardodds_visit", "value": visits.pop(), "url": site.address}])
        page.goto(site.address + path)
        settle(page)
        return page

    before = site.events("connect")
    code = predict_together(open_)
    assert min(now - then for now, then in zip(site.events("connect"), before, strict=True)) >= 3
    with closing(sqlite3.connect(site.results / "rooms.sqlite")) as file:
        rows = file.execute("SELECT room, code, teacher, phone FROM room JOIN answer USING (room)").fetchall()
    kept = [text for row in rows for text in row]
    assert code in kept
    logs = "".join(path.read_text() for path in site.folder.glob("*.txt"))
    assert not [text for text in kept if text in logs]


def test_chart_board_and_download_work(open_page: OpenPage) -> None:
    page = open_page(LEG)
    expect(headline(page)).to_have_text(PUBLISHED)
    expect(page.locator(".pieces .piece")).to_have_count(100)
    camel_of(page, "Y").click()
    square(page, 6).click()
    expect_position(page, "1:BWOG 6:Y dice=BWOGY")
    settle(page)
    view = page.get_by_role("tabpanel")
    view.get_by_text("All figures", exact=True).click()
    view.get_by_test_id("stDataFrame").first.hover()
    # Otherwise, the browser asks where to save the file.
    page.evaluate("delete window.showSaveFilePicker")
    with page.expect_download() as download:
        view.get_by_role("button", name="Download as CSV").first.press("Enter")
    with Path(download.value.path()).open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    # The whole ranking for the new position, best first, but for tiles that change nothing.
    ranked = [action for action in rank_actions(Position.parse("1:BWOG 6:Y")) if abs(action.expected_coins) > 1e-9]
    assert [row["action"] for row in rows] == [str(action) for action in ranked]
    coins = [float(row["expected gain (coins)"]) for row in rows]
    assert coins == pytest.approx([action.expected_coins for action in ranked])
    page.get_by_role("button", name="Share").click()
    page.get_by_text("QR code, embed").click()
    # A picture that the page makes of the link.
    expect(page.get_by_test_id("stPopoverBody").locator("img")).to_be_visible()


def test_an_embedded_page_shows_elsewhere(browser: Browser, address: str, elsewhere: tuple[Path, str]) -> None:
    folder, host = elsewhere
    (folder / "index.html").write_text(FRAME.format(f"{address}{LEG}?embed=true"))
    with browser.new_context(viewport=SCREEN) as context:
        page = context.new_page()
        page.goto(host)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_text(PUBLISHED)).to_be_visible()
        expect(frame.locator(".pieces .piece")).to_have_count(100)


# This is the last test, because it stops a replica.
def test_a_page_outlives_its_connection_and_its_replica(browser: Browser, site: ProxiedSite) -> None:
    # open_page would report the lost connection as a problem.
    with browser.new_context(viewport=SCREEN) as context:
        page = context.new_page()
        before = site.events("connect")
        lose_connection = losable_connection(page)
        page.goto(site.address + link("1:BWOG 5:Y"))
        settle(page)
        connects, reconnects = site.events("connect"), sum(site.events("reconnect"))
        lose_connection()
        wait_until(page, lambda: sum(site.events("reconnect")) == reconnects + 1)
        assert site.events("connect") == connects

        used, other = site.replicas if connects[0] > before[0] else reversed(site.replicas)
        answer, visits = headline(page).inner_text(), other.events("connect")
        used.stop()
        wait_until(page, lambda: other.events("connect") > visits)
        settle(page)
        # A click on a tab reruns a fragment, which needs a replica that has run the whole page.
        page.get_by_role("tab", name="What if").click()
        expect(page.get_by_role("heading", name="Largest change:")).to_be_visible()
        settle(page)
        expect(headline(page)).to_have_text(answer)
        camel_of(page, "Y").click()
        square(page, 6).click()
        expect_position(page, "1:BWOG 6:Y dice=BWOGY")
        settle(page)
        page.get_by_role("tab", name="Method").click()
        expect(page.get_by_text("In Python")).to_be_visible()


def losable_connection(page: Page) -> Callable[[], None]:
    ends: list[WebSocketRoute] = []

    def connect(route: WebSocketRoute) -> None:
        ends[:] = [route.connect_to_server(), route]

    def close() -> None:
        for end in tuple(ends):
            end.close()

    page.route_web_socket(STREAM, connect)
    return close


def wait_until(page: Page, done: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_MILLISECONDS / 1000
    while not done():
        assert time.monotonic() < deadline
        page.wait_for_timeout(100)
