"""The page on the length of a race: exact and simulated means, with and without stacking."""

import pytest

from boardodds.camel_up import (
    race_length,
)
from boardodds.charts import camel_up as camel_charts
from boardodds.dashboard.camel_up import cards, length, race_rows
from boardodds.probability.pmf import Pmf
from tests.dashboard.driving import headline, open_page, page_text, press, python_lines, run_lines

LENGTH = "pages/camel_up_length.py"


def test_the_length_page_answers_with_and_without_stacking() -> None:
    app = open_page(LENGTH)
    assert headline(app) == "4.723 legs on average with stacking, 6.535 without"
    assert "The shortest possible race takes a single leg: 1 in 1,012,269." in page_text(app)
    press(app, "Time them all now")
    approaches = app.dataframe[1].value
    assert list(approaches["legs"][[2, 3]]) == ["6.534625", "6.534625"]
    press(app, "Time them all now")
    # Measured times differ between runs in their four decimal places.
    assert list(app.dataframe[1].value["seconds"]) != list(approaches["seconds"])


def test_the_chart_of_the_length_page_simulates_the_larger_numbers_of_camels() -> None:
    course = length.RaceCourse(camels=2, squares=12, faces=(1, 2, 3))
    means, errors = length.means_by_camels(course)
    stacking = means["with stacking"]
    assert list(stacking) == list(range(1, 9))
    assert list(errors["with stacking"]) == list(range(3, 9))
    for camels in range(1, 6):
        # The tolerance is the width of the 95% interval.
        tolerance = 2 * errors["with stacking"].get(camels, 1e-12)
        assert stacking[camels] == pytest.approx(race_length(camels, 12).mean, abs=tolerance)
    stacked_line, unstacked_line = camel_charts.camel_lines(means, errors).data
    assert stacked_line.marker.symbol == ("circle",) * 2 + ("circle-open",) * 6
    assert set(unstacked_line.marker.symbol) == {"circle"}
    assert stacked_line.customdata[1] == ""
    assert stacked_line.customdata[2].startswith(" ± 0.0")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ({"camels": "1"}, "7.833 legs on average with stacking, 7.833 without"),
        ({"camels": "8", "squares": "6"}, "legs on average with stacking"),
        ({"camels": "7"}, "legs on average with stacking (95% CI "),
        ({"squares": "24", "top": "4", "camels": "3"}, "legs on average with stacking"),
    ],
)
def test_the_length_page_counts_or_simulates(query: dict[str, str], text: str) -> None:
    app = open_page(LENGTH, **query)
    assert text in headline(app)
    assert not app.warning


@pytest.mark.parametrize("query", [{"camels": "7", "squares": "20"}, {"camels": "3"}])
def test_the_python_panel_computes_the_length_of_the_page(query: dict[str, str]) -> None:
    app = open_page(LENGTH, **query)
    result = run_lines(python_lines(app))
    mean, _, interval = (f"{result[0]:.3f}" if isinstance(result, tuple) else str(result)).partition(" ")
    shown = f"{mean} legs on average with stacking" + (f" {interval}" if interval else "")
    assert headline(app).startswith(f"{shown}, ")


def test_the_longest_race_is_the_longest_one_seen_if_simulated() -> None:
    assert "The longest simulated race took " in page_text(open_page(LENGTH, camels="8"))
    assert "The longest possible race takes " in page_text(open_page(LENGTH))


@pytest.mark.parametrize("faces", [(1, 2), (1, 2, 3), (1, 2, 3, 4)])
@pytest.mark.parametrize("squares", [6, 16, 24])
def test_more_camels_and_stacking_make_races_shorter(squares: int, faces: tuple[int, ...]) -> None:
    stacked, unstacked = (
        [race_length(camels, squares, faces, stacking=stacking).mean for camels in range(1, 5)]
        for stacking in (True, False)
    )
    assert stacked[0] == pytest.approx(unstacked[0])
    for means in (stacked, unstacked):
        assert means == sorted(means, reverse=True)
        assert len(set(means)) == len(means)
    assert all(mean < without for mean, without in zip(stacked[1:], unstacked[1:], strict=True))


def test_the_card_has_no_chance_that_is_rounded_to_zero() -> None:
    assert "1: less than 0.1%" in cards.length_card().alt
    assert ": 0.0%" not in cards.length_card().alt


def test_a_chance_is_certain_only_without_rounding() -> None:
    assert race_rows.chance_in_words(0.999999) == "more than 99.99%"
    assert race_rows.chance_in_words(1.0) == "100.00%"
    labels = camel_charts.leg_bars({"legs": Pmf((1, 2), (0.9999, 0.0001))}).data[0].text
    assert labels == (">99.9", "")
    assert camel_charts.leg_bars({"legs": Pmf((1,), (1.0,))}).data[0].text == ("100.0",)
