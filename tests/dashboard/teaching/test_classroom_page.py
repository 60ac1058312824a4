"""The classroom page: large numbers and intervals."""

import re
from math import sqrt

import pytest
from scipy.stats import binom, norm

from boardodds.dashboard.teaching.large_numbers import RUNS
from tests.dashboard.driving import open_page, open_setup, page_text, press, python_lines, view_of

CLASSROOM = "pages/classroom.py"


def test_the_python_lines_contain_the_settings_of_the_classroom() -> None:
    lines = python_lines(open_page(CLASSROOM, view="Method", games="10000", runs="20", seed="3"))
    assert "games=10_000, runs=20, seed=3" in lines


def test_run_again_uses_seeds_of_no_other_device_of_the_class_and_undo_takes_it_back() -> None:
    app = press(open_page(CLASSROOM, seed="41"), "Run again")
    assert int(app.query_params["seed"]) == 41 + max(RUNS) == 71
    view_of(app.number_input, "games").set_value(10_000).run()
    assert app.query_params["games"] == "10000"
    press(press(app, "Undo"), "Undo")
    assert dict(app.query_params) == {"seed": "41"}
    assert view_of(app.number_input, "games").value == 1_000


def test_games_are_added_one_after_the_other_and_the_first_one_comes_back() -> None:
    app = open_page(CLASSROOM, games="1")
    for button, games in (("10 more", "11"), ("1 more", "12"), ("First", "1")):
        assert press(app, button).query_params["games"] == games


def test_a_chance_of_ones_own_can_be_chosen_while_the_setup_is_open() -> None:
    app = open_setup(CLASSROOM, example="own chance")
    view_of(app.slider, "chance").set_value(1).run()
    assert app.query_params["chance"] == "1"


@pytest.mark.parametrize(("sample", "chance"), [(50, 30), (10, 2), (100, 77)])
def test_samples_are_counted_within_95_percent_of_the_normal_curve(sample: int, chance: int) -> None:
    text = page_text(open_page(CLASSROOM, view="Samples", example="own chance", chance=str(chance), sample=str(sample)))
    ((share, counted, low, high),) = re.findall(r"In ([\d.]+)% of ([\d,]+) samples, .* (-?\d+) to (\d+) times of", text)
    mean, deviation = sample * chance / 100, sqrt(sample * chance / 100 * (1 - chance / 100))
    inside = [yes for yes in range(-sample, sample + 1) if abs(yes - mean) <= norm.ppf(0.975) * deviation]
    assert (int(low), int(high)) == (inside[0], inside[-1])
    expected = binom.pmf(inside, sample, chance / 100).sum()
    number = int(counted.replace(",", ""))
    assert abs(float(share) / 100 - expected) < 4 * sqrt(expected * (1 - expected) / number) + 0.0005


@pytest.mark.parametrize(
    ("page", "view", "charts"),
    [
        ("classroom", "Many games", ["settling_chart"]),
        ("classroom", "Intervals", ["ladder_chart"]),
        # A board stands above the chart.
        ("counting", "Equal boards", []),
        ("counting", "Small Candy Land", []),
        # On a page with a board: the chart beside the hundred, or the first one of another view.
        ("orchard", "Basket", ["ends_chart"]),
        ("orchard", "What if", ["what_if_the_start_chart"]),
        ("perudo", "Bluffing", ["bluff_chart"]),
    ],
)
def test_the_first_picture_of_a_view_has_the_window_of_a_projector(page: str, view: str, charts: list[str]) -> None:
    app = open_page(f"pages/{page}.py", view=view, present="true")
    assert [chart.proto.id.rpartition("-")[2] for chart in app.get("plotly_chart")] == charts
    assert app.button(key="present_switch").label == "Close"
