"""The taps and the seconds that it takes to bring a table of Camel Up into the page, in a browser at the size of a phone.

    python -m benchmarks.load.taps

A task ends when the page has run and shows the answer to the last tap. Needs Chromium, as the tests in the browser do.
"""

import os
import shutil
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Page, ViewportSize, sync_playwright

from benchmarks.load.server import App

_PHONE: ViewportSize = {"width": 390, "height": 844}
_DONE = "[data-testid=stApp][data-test-connection-state=CONNECTED][data-test-script-state=notRunning]"
_MAX_WAIT_MILLISECONDS = 30_000


@dataclass(frozen=True)
class Task:
    """A task of a player.

    name: what the player does.
    link: the settings of the page on which the task starts.
    before: the selectors of the taps that come before the task.
    taps: the selectors of the taps of the task, in order.
    end: the selector of an element that is there when the task is done.
    """

    name: str
    link: str
    before: Sequence[str]
    taps: Sequence[str]
    end: str


def _number(die: str, face: object) -> str:
    return f"[data-roll='{die}'][data-face='{face}']"


_CLEAR = ("[data-press=clear]",)
_FIRST_SETUP = [_number(die, face) for die, face in zip("BWOGY", (1, 1, 1, 1, 2), strict=True)]
_SECOND_SETUP = [
    *(_number(die, face) for die, face in zip("BRPGY", (1, 1, 1, 1, 2), strict=True)),
    _number("x", "w2"),
    _number("x", "k1"),
]
_TICKETS = ["[data-ticket=G]", "[data-ticket=P]", "[data-actor=other]", "[data-ticket=G]", "[data-ticket=R]"]
TASKS = (
    Task("first edition, from an empty board", "", _CLEAR, _FIRST_SETUP, "[data-camel=Y][data-square='2']"),
    Task(
        "second edition, from an empty board, with four tickets",
        "?edition=second",
        _CLEAR,
        [*_SECOND_SETUP, *_TICKETS],
        ".stall p:has-text('Others hold G 3, R 5.')",
    ),
    Task("a roll", "", (), [_number("O", 2)], "[data-camel=O][data-square='3']"),
    Task("my own tile", "", (), [".square[data-square='5']"], "[data-square='5'] [data-tile]"),
)


def measure(page: Page, address: str, task: Task) -> float:
    """Do a task on a page and return its seconds by the clock, without those of the taps before it."""
    page.goto(f"{address}/camel_up_leg{task.link}")
    page.locator(".board svg").wait_for()
    _settle(page)
    for tap in task.before:
        page.locator(tap).tap()
        page.locator("[data-camel]:not([data-square])").first.wait_for()
        _settle(page)
    start = time.perf_counter()
    for tap in task.taps:
        page.locator(tap).tap()
    page.locator(task.end).wait_for()
    _settle(page)
    return time.perf_counter() - start


def _settle(page: Page) -> None:
    page.locator(_DONE).wait_for(state="attached")


def _report(run: Callable[[Task], float]) -> None:
    print(f"{'task':<56}{'taps':>5}{'seconds':>9}")
    for task in TASKS:
        print(f"{task.name:<56}{len(task.taps):>5}{run(task):>9.1f}")


def main() -> None:
    """Measure each task once in a new browser and print a table."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise SystemExit("no Chromium on this machine: set CHROMIUM to its path")
    with App() as app, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport=_PHONE, is_mobile=True, has_touch=True)
        page.set_default_timeout(_MAX_WAIT_MILLISECONDS)
        address = f"http://127.0.0.1:{app.port}"
        # The first visit waits for the caches of the server.
        page.goto(f"{address}/camel_up_leg")
        page.locator(".board svg").wait_for()
        _report(partial(measure, page, address))
        browser.close()


if __name__ == "__main__":
    main()
