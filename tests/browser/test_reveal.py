"""Predict, then reveal: before the tap no message, no element and no tag has the answer."""

import re

import pytest
from playwright.sync_api import WebSocket, expect

from tests.browser.conftest import OpenPage, settle


@pytest.mark.browser
@pytest.mark.parametrize(
    ("path", "has_tag"),
    [
        ("/orchard", True),
        ("/perudo", True),
        ("/perudo?round=5.5.5.5+me%3D1+hand%3D12256", True),
        ("/camel_up_leg", True),
        ("/camel_up_race", True),
        ("/camel_up_length", True),
        ("/candy_land?game=scheffer&deck=reshuffled", True),
        ("/candy_land?game=scheffer&deck=reshuffled&state=80.57", True),
        # After Reveal, the headline answers what was asked, not how far a run is off.
        ("/classroom?games=100", False),
        ("/classroom?view=Streaks", False),
        ("/classroom?view=Samples", False),
        ("/classroom?view=Intervals", False),
        ("/counting", True),
        ("/counting?view=Small+orchard", False),
    ],
)
def test_the_answer_is_nowhere_before_the_tap(new_tab: OpenPage, address: str, path: str, has_tag: bool) -> None:
    page = new_tab()
    messages: list[bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: messages.append(frame if isinstance(frame, bytes) else frame.encode()))

    page.on("websocket", listen)
    hidden = f"{address}{path}{'&' if '?' in path else '?'}reveal=off"
    page.goto(hidden)
    reveal = page.get_by_role("button", name="Reveal")
    expect(reveal).to_be_visible()
    settle(page)
    # The style of all pages has many numbers.
    before, html = b"".join(messages), re.sub(r"<style.*?</style>", "", page.content(), flags=re.DOTALL)
    reveal.click()
    answer = page.locator(".st-key-answer h2")
    expect(answer).to_be_visible()
    settle(page)
    finding = answer.inner_text()
    # A number with a decimal place is in no other text; the count of something can be.
    secrets = [finding, *re.findall(r"\d+\.\d", finding)]
    for secret in secrets:
        assert secret.encode() in b"".join(messages)
        assert secret.encode() not in before
        assert secret not in html
    assert finding not in page.request.get(hidden).text()
    assert (finding in page.request.get(f"{address}{path}").text()) == has_tag


@pytest.mark.browser
def test_a_tap_on_the_scale_of_the_chart_is_the_prediction(open_page: OpenPage) -> None:
    page = open_page("/classroom?reveal=off")
    # Each twentieth of the scale has a point.
    page.locator(".js-plotly-plot .scatterlayer .trace").last.locator(".point").nth(12).click(force=True)
    expect(page).to_have_url(re.compile("prediction=60"))
    expect(page.get_by_test_id("stSliderThumbValue")).to_have_text("60%")
