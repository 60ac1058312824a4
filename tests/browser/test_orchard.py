"""The Orchard page in a browser."""

import re

import pytest
from playwright.sync_api import expect

from boardodds.orchard import ORCHARD, Rules, State, solve
from tests.browser.camel_up import headline, show_every_view
from tests.browser.conftest import OpenPage, settle

pytestmark = pytest.mark.browser
VIEWS = ["The basket", "What if", "One game", "Figure 1", "Published", "How"]


def test_a_link_restores_the_orchard_and_a_slider_moves_it(open_page: OpenPage) -> None:
    page = open_page("/orchard?state=3.10.10.10+raven%3D5&policy=any+type+at+random")
    odds = solve(ORCHARD, "random_type", State((3, 10, 10, 10), 5))
    expect(headline(page)).to_contain_text(f"We win {odds.win:.2%} of the time")
    slider = page.get_by_role("slider", name=re.compile("raven still needs"))
    slider.focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"raven%3D4"))
    odds = solve(ORCHARD, "random_type", State((3, 10, 10, 10), 4))
    expect(headline(page)).to_contain_text(f"We win {odds.win:.2%} of the time")


@pytest.mark.parametrize("embed", ["", "&embed=true"])
def test_an_older_link_says_the_same(embed: str, open_page: OpenPage) -> None:
    page = open_page(f"/orchard?state=3.10.10.10+raven%3D5&policy=random_type{embed}")
    odds = solve(ORCHARD, "random_type", State((3, 10, 10, 10), 5))
    expect(headline(page)).to_contain_text(f"We win {odds.win:.2%} of the time")
    expect(page).to_have_url(re.compile(r"policy=any(\+|%20)type(\+|%20)at(\+|%20)random"))
    expect(page.get_by_test_id("stAlert")).to_have_count(0)
    page.get_by_role("slider", name="apples").focus()
    page.keyboard.press("ArrowLeft")
    expect(page).to_have_url(re.compile(r"state=2.10.10.10(\+|%20)raven"))


def test_going_back_takes_all_of_the_page_back(open_page: OpenPage) -> None:
    page = open_page("/orchard")
    apples = page.get_by_role("slider", name="apples")
    apples.focus()
    for left in (9, 8, 7):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(f"state={left}.10.10.10"))
        settle(page)
    for step, left in ((page.go_back, 8), (page.go_back, 9), (page.go_forward, 8)):
        step()
        expect(apples).to_have_value(str(left))
        win = solve(ORCHARD, "most_left", State((left, 10, 10, 10), 10)).win
        expect(headline(page)).to_contain_text(f"We win {win:.2%}")


def test_another_page_begins_with_its_first_view_and_one_step_back_leads_to_the_game_left(open_page: OpenPage) -> None:
    page = open_page("/orchard?state=4.3.5.2+raven%3D4")
    page.get_by_role("tab", name="What if").click()
    expect(page).to_have_url(re.compile("view=What"))
    settle(page)
    page.get_by_test_id("stSidebarNavLink").filter(has_text="Perudo").click()
    chosen = page.locator("[role=tab][aria-selected=true]")
    expect(chosen).to_have_text("What to do")
    expect(page).to_have_url(re.compile("/perudo$"))
    settle(page)
    page.go_back()
    expect(chosen).to_have_text("What if")
    win = solve(ORCHARD, "most_left", State((4, 3, 5, 2), 4)).win
    expect(headline(page)).to_contain_text(f"We win {win:.2%}")
    settle(page)
    page.go_forward()
    expect(page).to_have_url(re.compile("/perudo$"))
    expect(chosen).to_have_text("What to do")


def test_the_papers_figure_runs_and_tells_its_progress(open_page: OpenPage) -> None:
    page = open_page("/orchard?view=Figure+1&simulations=300&games=1000")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("Playing 600,000 games…")).to_be_visible()
    expect(page.get_by_text("All simulations together")).to_be_visible(timeout=30_000)
    expect(page.locator(".js-plotly-plot .barlayer .trace")).to_have_count(4)


def test_a_phone_shows_all_of_it_without_overflow(open_page: OpenPage) -> None:
    page = open_page("/orchard", phone=True, color_scheme="dark")
    expect(headline(page)).to_contain_text("We win 78.19%")
    show_every_view(page, VIEWS)


def test_house_rules_changed_in_haste_leave_full_trees(open_page: OpenPage) -> None:
    page = open_page("/orchard?trees=3")
    page.get_by_role("button", name="House rules").click()
    fruit = page.get_by_role("slider", name="Fruit on a tree")
    steps = page.get_by_role("slider", name="Steps of the raven")
    for slider, keys in ((fruit, ["End"]), (steps, ["Home", "End"]), (fruit, ["Home"])):
        slider.focus()
        for key in keys:
            page.keyboard.press(key)
    odds = solve(Rules(fruit=(1, 1, 1), raven_steps=20), "most_left")
    assert odds.win > 0.9999
    expect(headline(page)).to_contain_text("We win more than 99.99% of the time")
    expect(page).not_to_have_url(re.compile("state="))
    assert page.get_by_test_id("stAlert").count() == 0
