"""The classroom page: large numbers and intervals."""

import json
import re
from dataclasses import replace
from math import sqrt
from statistics import fmean
from typing import Any

import pytest
from scipy.stats import binom, norm

from boardodds.dashboard.teaching.large_number_findings import usual_counts
from boardodds.dashboard.teaching.large_numbers import RUNS, START
from boardodds.teaching import large_numbers
from tests.dashboard.driving import Page, open_page, open_setup, view_of

CLASSROOM = "pages/classroom.py"


def _chart(app: Page) -> dict[str, Any]:
    figure: dict[str, Any] = json.loads(app.get("plotly_chart")[0].proto.spec)
    return figure


def test_the_python_lines_contain_the_settings_of_the_classroom() -> None:
    lines = open_page(CLASSROOM, view="Method", games="10000", runs="20", seed="3").python_lines
    assert "games=10_000, runs=20, seed=3" in lines


def test_run_again_uses_seeds_of_no_other_device_of_the_class_and_undo_takes_it_back() -> None:
    app = open_page(CLASSROOM, seed="41").press("Run again")
    assert int(app.query_params["seed"]) == 41 + max(RUNS) == 71
    view_of(app.number_input, "games").set_value(2_000).run()
    assert app.query_params["games"] == "2000"
    app.press("Undo").press("Undo")
    assert dict(app.query_params) == {"seed": "41"}
    assert view_of(app.number_input, "games").value == 1_000


def test_games_are_added_one_after_the_other_and_the_first_one_comes_back() -> None:
    app = open_page(CLASSROOM, games="1")
    for button, games in (("10 more", "11"), ("1 more", "12"), ("First", "1")):
        assert app.press(button).query_params["games"] == games


def test_a_chance_of_ones_own_can_be_chosen_while_the_setup_is_open() -> None:
    app = open_setup(CLASSROOM, example="own chance")
    for typed, read, question in (
        ("30,5 %", "30.5", "1 to 1,000 is drawn. Is it at most 305?"),
        ("2 / 12", "1/6", "1 to 6 is"),
    ):
        view_of(app.text_input, "chance").set_value(typed).run()
        assert app.query_params["chance"] == read
        assert f"A number from {question}" in app.caption[0].value
    for typed in ("0", "100", "12.34", "1/1001", "½½"):
        view_of(app.text_input, "chance").set_value(typed).run()
        assert app.query_params["chance"] == "1/6"
        assert typed in " ".join(app.warnings)


def test_the_headline_answers_what_was_predicted() -> None:
    query = {"example": "my first orchard", "games": "1", "reveal": "off"}
    app = open_page(CLASSROOM, **query)
    assert app.button(key="games_100_more").disabled
    app.select_slider[0].set_value(70).run()
    app.press("100 more").button(key="reveal_answer").click().run()
    share = large_numbers.outcomes("my_first_orchard", 100).mean()
    assert app.header[0].value == f"We win 73.8% of games. You said 70%, your 100 games gave {share:.0%}"


def test_intervals_come_one_after_the_other_and_the_line_after_reveal() -> None:
    app = open_page(CLASSROOM, view="Intervals", shown="1", reveal="off", prediction_coverage="90")
    for shown in (11, 21):
        app.press("10 more")
        lines = [trace for trace in _chart(app)["data"] if trace["mode"] == "lines"]
        assert sum(x is None for trace in lines for x in trace["x"]) == shown
    assert "shapes" not in _chart(app)["layout"] or not _chart(app)["layout"]["shapes"]
    assert "78.2%" not in app.page_text
    app.button(key="reveal_answer").click().run()
    (line,) = _chart(app)["layout"]["shapes"]
    assert line["x0"] == START.exact
    assert app.header[0].value.endswith("You said 90 intervals")


def test_the_usual_counts_of_a_sample_have_their_exact_chance() -> None:
    for sample, chance in ((5, "1/6"), (50, "99.9"), (1_000, "30")):
        choice = replace(START, example="own chance", sample=sample, chance=chance)
        low, high, found = usual_counts(choice.sample, choice.exact)
        assert found == pytest.approx(binom.cdf(high, sample, choice.exact) - binom.cdf(low - 1, sample, choice.exact))
        assert 0 <= low <= high <= sample


def test_a_view_of_streaks_counts_the_games_of_the_visitor() -> None:
    link = {"view": "Streaks", "example": "coin", "runs": "30", "games": "200", "prediction_streaks": "60"}
    app = open_page(CLASSROOM, reveal="off", **link)
    app.button(key="reveal_answer").click().run()
    runs = [large_numbers.outcomes("coin", 200, seed).tolist() for seed in range(1, 31)]
    after = [run[game] for run in runs for game in range(3, 200) if not any(run[game - 3 : game])]
    assert app.header[0].value.endswith(
        f"50.0% of games, as after any game. You said 60%, your {len(after)} such games gave {fmean(after):.0%}"
    )


@pytest.mark.parametrize(("sample", "chance"), [(50, 30), (10, 2), (100, 77)])
def test_samples_are_counted_within_95_percent_of_the_normal_curve(sample: int, chance: int) -> None:
    text = open_page(CLASSROOM, view="Samples", example="own chance", chance=str(chance), sample=str(sample)).page_text
    ((share, counted, low, high),) = re.findall(r"In ([\d.]+)% of ([\d,]+) samples, .* (-?\d+) to (\d+) times of", text)
    mean, deviation = sample * chance / 100, sqrt(sample * chance / 100 * (1 - chance / 100))
    inside = [yes for yes in range(-sample, sample + 1) if abs(yes - mean) <= norm.ppf(0.975) * deviation]
    assert (int(low), int(high)) == (inside[0], inside[-1])
    expected = binom.pmf(inside, sample, chance / 100).sum()
    number = int(counted.replace(",", ""))
    assert abs(float(share) / 100 - expected) < 4 * sqrt(expected * (1 - expected) / number) + 0.0005
