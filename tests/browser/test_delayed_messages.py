"""Random taps on a phone while every message to and from the server is late: board, URL and answer agree in the end.

A run taps faster than the page answers. Afterwards a new tab opens the URL that the run has reached, and must show the same.
``BOARDODDS_PHONE_RUNS`` sets the number of runs of each game.
"""

import os
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from boardodds.dashboard.runtime.environment import ROOT
from tests.browser.conftest import PHONE, SKIP_CHARTS, TIMEOUT_MILLISECONDS, OpenPage, settle

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.usefixtures("no_charts")]
RUNS = int(os.environ.get("BOARDODDS_PHONE_RUNS", "1"))
ACTS = 8
MAX_PAUSE_MS = 300
# Without a change of the page for this long, no message is on its way: none is held back for longer than half a second.
QUIET_MS = 1500
# Delays each message by 0 to 0.5 seconds and keeps the order.
DELAYS = """
const Native = window.WebSocket;
// Returns a function that runs each job 0 to 0.5 seconds later, one after the other in their order.
function makeDelay() {
  let last = Promise.resolve();
  return (job) => {
    const due = performance.now() + 500 * Math.random();
    last = last.then(() => new Promise((done) => setTimeout(done, due - performance.now()))).then(job);
  };
}
window.WebSocket = class extends Native {
  delaySent = makeDelay();
  delayReceived = makeDelay();
  send(data) { this.delaySent(() => super.send(data)); }
  addEventListener(type, handler, ...options) {
    const late = (event) => this.delayReceived(() => handler.call(this, event));
    super.addEventListener(type, type === 'message' ? late : handler, ...options);
  }
};
"""
# Keeps the connections, so that a test can close them.
KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...given) { super(...given); sockets.push(this); }
};
"""

# The names of options, which they have as an attribute, in a label or as their text.
NAMES = "radios => radios.map(radio => radio.ariaLabel || (radio.closest('label') ?? radio).innerText)"


@dataclass(frozen=True)
class Game:
    """A page and what a visitor does on it.

    path: the link that a run starts from.
    taps: the selectors of what a visitor taps, between bars; a run picks one, and then one of the elements that it finds.
    shown: returns what the page shows, apart from what only this visit knows, such as whether there is something to undo.
    """

    path: str
    taps: str
    shown: Callable[[Page], list[str]]


def texts(locator: Locator, attribute: str) -> list[str]:
    found: list[str] = locator.evaluate_all(f"found => found.map(each => each.getAttribute('{attribute}') ?? '')")
    return found


def values(page: Page) -> list[str]:
    if not page.get_by_test_id("stPopoverBody").count():
        page.get_by_role("button", name="Set up").click()
    page.get_by_test_id("stPopoverBody").locator("input").first.wait_for(state="attached")
    settle(page)
    return [
        page.get_by_role("heading", level=2).first.inner_text(),
        *page.get_by_role("textbox").evaluate_all("boxes => boxes.map(box => box.value)"),
        *texts(page.get_by_role("slider"), "aria-valuenow"),
        *page.get_by_role("radio", checked=True).evaluate_all(NAMES),
        page.locator("[role=tab][aria-selected=true]").inner_text(),
    ]


def orchard(page: Page) -> list[str]:
    rows = page.locator("button.tap-row")
    return [*values(page), *[text.strip() for text in rows.all_text_contents()], *texts(rows, "aria-label")]


def camel_up(page: Page) -> list[str]:
    pieces = page.locator(".board [role=button]")
    dice = texts(page.locator("[data-die], [data-turn]"), "aria-pressed")
    taken = page.locator(".strip [role=status]").all_text_contents()
    tickets = page.locator("[data-ticket], [data-bet]").all_text_contents()
    return [*values(page), *texts(pieces, "aria-label"), *dice, *taken, *tickets]


def perudo(page: Page) -> list[str]:
    seats = page.locator(".seat").all_text_contents()
    # A link has the hand in ascending order. Only this visit knows which die the next tap sets.
    hand = [text for dice in texts(page.locator(".hand"), "data-hand") for text in sorted(dice)]
    return [*values(page), *seats, *hand, *texts(page.locator(".bid"), "aria-label")]


def candy_land(page: Page) -> list[str]:
    players = page.locator("[data-player]")
    cards = texts(page.locator("[data-card]"), "aria-label")
    return [*values(page), *texts(players, "aria-label"), *texts(players, "aria-pressed"), *cards]


GAMES = {
    "camel_up": Game(
        "/camel_up_leg?position=7:WG+8:B+9:O+10:Y",
        "[data-roll]:enabled | [data-ticket] | [data-bet] | [data-turn] | .st-key-advice button:enabled | "
        "[data-undo] | [data-die] | [role=tab] | .square",
        camel_up,
    ),
    "perudo": Game(
        "/perudo?round=5.5.5+me%3D1+hand%3D12256+bids%3D3:3x4",
        ".own, .face | .bid | [data-id=back]:enabled | .st-key-advice button:enabled | .st-key-undo button | "
        ".count button:enabled | [data-id$=me]:enabled | [data-id='new round'] | [data-id^=loser] | [role=tab]",
        perudo,
    ),
    "orchard": Game(
        "/orchard?game=my_first_orchard",
        "button.tap-row | button.tap-row | .st-key-undo button | "
        "[data-testid=stPopoverButton]:has-text('Set up') | [role=radio] | [role=tab]",
        orchard,
    ),
    "candy_land": Game(
        "/candy_land?state=57.80",
        "[data-testid=stPopoverButton]:has-text('Set up') | [role=radio] | label:has([role=switch]) | "
        "[role=tab] | [data-card]:enabled, [data-act=draw]:enabled | "
        "[data-card]:enabled, [data-act=draw]:enabled | "
        "[data-player], [data-act=add], [data-act=remove], [data-act=forget] | [data-space] | "
        ".st-key-undo button, .st-key-new_game button",
        candy_land,
    ),
}
# A click by a script, because Playwright would wait for an element that a late answer replaces.
CLICK = """element => (element.querySelector('input') ?? element).dispatchEvent(
  new MouseEvent('click', {bubbles: true, cancelable: true, composed: true}))"""


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(is_mobile=True, has_touch=True, viewport=PHONE)
    # A page requests its charts by an event of its own, among the taps; those of one game tell whether a tap is lost.
    if "orchard" not in request.node.name:
        context.add_init_script(SKIP_CHARTS)
    context.add_init_script(DELAYS)
    errors: list[str] = []
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(TIMEOUT_MILLISECONDS)
    yield page
    context.close()
    assert not errors


def tap_at_random(page: Page, game: Game, rng: random.Random) -> None:
    # Handles, because a locator would wait for an element that a late answer removes.
    handles = page.locator(rng.choice(game.taps.split(" | "))).element_handles()
    found = [element for element in handles if element.is_visible()]
    if found:
        rng.choice(found).evaluate(CLICK)
    page.wait_for_timeout(rng.uniform(0, MAX_PAUSE_MS))


def wait_until_quiet(page: Page) -> None:
    """Wait until no board is busy, and neither the page's text nor its URL changes any more."""
    expect(page.locator("[aria-busy=true]")).to_have_count(0, timeout=60_000)
    before = ""
    while (now := page.url + page.get_by_test_id("stMain").inner_text()) != before:
        before = now
        page.wait_for_timeout(QUIET_MS)
        settle(page)


@pytest.mark.parametrize("seed", range(RUNS))
@pytest.mark.parametrize("name", GAMES)
def test_board_url_and_answer_agree(phone: Page, new_tab: OpenPage, address: str, name: str, seed: int) -> None:
    game, rng, other = GAMES[name], random.Random(f"{name} {seed}"), new_tab(phone=True)
    phone.goto(address + game.path)
    settle(phone)
    for _ in range(ACTS):
        tap_at_random(phone, game, rng)
    # On a busy machine a last answer can come after the quiet, but not after a tenth one.
    for _ in range(10):
        # The browser slows down what is in the background.
        phone.bring_to_front()
        wait_until_quiet(phone)
        expected = phone.url, game.shown(phone)
        other.goto(phone.url)
        settle(other)
        expect(other.locator("[aria-busy=true]")).to_have_count(0)
        found = other.url, game.shown(other)
        if found == expected:
            break
    assert found == expected
    expect(phone.get_by_test_id("stException")).to_have_count(0)


def test_a_quantity_chosen_before_the_answer_is_that_of_the_next_bid(phone: Page, address: str) -> None:
    phone.goto(address + GAMES["perudo"].path)
    settle(phone)
    phone.get_by_role("button", name="Quantity 4", exact=True).click()
    # Both at once, long before the answer to the bid.
    for name in ("Bid 4 fives", "Quantity 6"):
        button = phone.get_by_role("button", name=re.compile(f"^{name}"))
        button.evaluate(CLICK)
    expect(phone).to_have_url(re.compile("4x5"))
    wait_until_quiet(phone)
    expect(phone.get_by_role("button", name="Quantity 6", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(phone.get_by_role("button", name=re.compile("^Bid 6 fours"))).to_be_visible()


@pytest.mark.parametrize("is_closed", [False, True])
def test_what_is_tapped_without_a_connection_counts_once(phone: Page, address: str, is_closed: bool) -> None:
    phone.add_init_script(KEEP_SOCKETS)

    def cut(act: Callable[[], None]) -> None:
        act()
        phone.context.set_offline(True)
        if is_closed:
            phone.evaluate("sockets.forEach(socket => socket.close())")

    def tap(name: str) -> None:
        phone.get_by_role("button", name=f"Pick {name}", exact=True).evaluate(CLICK)

    phone.goto(address + GAMES["orchard"].path)
    settle(phone)
    line = phone.locator(".connection")
    # The answer to the first tap, or this tap, is lost with the connection.
    cut(lambda: tap("apples"))
    expect(line).not_to_be_empty()
    for name in ("pears", "pears"):
        tap(name)
    # Longer than an answer may take.
    phone.wait_for_timeout(9_000)
    phone.context.set_offline(False)
    expect(line).to_be_empty()
    expect(phone).to_have_url(re.compile(r"state=3\.2\.4\.4"))
    wait_until_quiet(phone)
    expect(phone).to_have_url(re.compile(r"state=3\.2\.4\.4"))
    # A page that loads when the connection is lost.
    phone.goto(address + GAMES["orchard"].path)
    phone.wait_for_function("sockets.some(socket => socket.readyState === WebSocket.OPEN)")
    cut(lambda: None)
    phone.context.set_offline(False)
    settle(phone)
    expect(phone.get_by_role("button", name="Pick apples", exact=True)).to_be_visible()


def test_a_board_hears_taps_after_two_answers_that_came_close_together(new_tab: OpenPage) -> None:
    """Streamlit then calls what the first answer's drawing returned only after the second one's has drawn the board."""
    folder = ROOT / "boardodds" / "dashboard" / "ui"
    script = "".join((folder / f"{name}.js").read_text(encoding="utf-8") for name in ("board_component", "tap_rows"))
    page = new_tab()
    sent, watched = page.evaluate(
        """async (script) => {
            const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
            const { default: show } = await import(url);
            document.body.innerHTML = '<div><div class="board"></div></div>';
            const sent = [];
            let watched = 0;
            for (const [name, by] of [['observe', 1], ['disconnect', -1]]) {
                const own = MutationObserver.prototype[name];
                MutationObserver.prototype[name] = function (...given) { watched += by; return own.apply(this, given); };
            }
            const rows = [{ name: 'a', label: 'a', act: 'a', event: { row: 'a' }, left: 1, full: 1, fill: '', shape: '' }];
            const draw = (revision) => show({ parentElement: document.body.firstChild, data: [{ rows, revision, notice: '' }],
                setTriggerValue: (_, event) => sent.push(event) });
            const endings = [1, 2, 3].map(draw);
            endings[1]();
            document.querySelector('button[data-row]').click();
            const counts = [watched];
            endings[2]();
            draw(4);
            document.querySelector('button[data-row]').click();
            return [sent, [...counts, watched]];
        }""",
        script,
    )
    assert sent == [{"row": "a"}, {"row": "a"}]
    assert watched == [1, 1], "the advice is followed once, however often the board was drawn"
