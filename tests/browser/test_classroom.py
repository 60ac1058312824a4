"""The way of a teacher in a browser: open the link, run, share the link, get the same picture."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.camel_up import PHONE, show_every_view
from tests.browser.conftest import OpenPage, settle

pytestmark = pytest.mark.browser
VIEWS = ["Large numbers", "Intervals", "A chain", "How"]


def test_a_shared_link_shows_the_same_picture(open_page: OpenPage) -> None:
    teacher = open_page("/classroom")
    teacher.get_by_role("radio", name="leg").click()
    expect(teacher.get_by_text("exactly it is 34.4067%")).to_be_visible()
    seed = teacher.get_by_role("spinbutton", name="Seed")
    seed.fill("77")
    seed.press("Enter")
    expect(teacher).to_have_url(re.compile("example=leg.*seed=77|seed=77.*example=leg"))
    settle(teacher)
    answer = teacher.get_by_text(re.compile("^After 1,000 games the share is"))
    pupil = open_page("/classroom?" + teacher.url.partition("?")[2])
    expect(pupil.get_by_text(re.compile("^After 1,000 games the share is"))).to_have_text(answer.inner_text())


def test_a_phone_shows_all_of_it_without_overflow(open_page: OpenPage) -> None:
    show_every_view(open_page("/classroom", **PHONE), VIEWS)
    page = open_page("/methods", **PHONE)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth <= innerWidth")
