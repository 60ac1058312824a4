"""The page on the length of a race: exact and simulated means, with and without stacking."""

import pytest

from boardodds.camel_up import (
    race_length,
)
from boardodds.charts import camel_up as camel_charts
from boardodds.dashboard.camel_up import length
from tests.dashboard.driving import headline, open_page, page_text, press, python_lines, run_lines

LENGTH = "pages/camel_up_length.py"


def test_the_length_page_answers_with_and_without_stacking() -> None:
    app = open_page(LENGTH)
    assert headline(app) == "4.723 legs with stacking, 6.535 without"
    assert "over in a single leg: 1 in 1,012,269" in page_text(app)
    press(app, "Time them all now")
    approaches = app.dataframe[1].value
    assert list(approaches["legs"][[2, 3]]) == ["6.534625", "6.534625"]
    press(app, "Time them all now")
    # wall-clock times of several runs that agree to four places would be a wonder
    assert list(app.dataframe[1].value["seconds"]) != list(approaches["seconds"])


def test_the_line_of_the_length_page_goes_on_to_eight_camels_with_races_that_are_simulated() -> None:
    question = length.RaceCourse(camels=2, squares=12, faces=(1, 2, 3))
    means, errors = length.means_by_camels(question)
    stacking = means["with stacking"]
    assert list(stacking) == list(range(1, 9))
    assert list(errors["with stacking"]) == list(range(3, 9))
    for camels in range(1, 6):
        # twice a 95% interval
        off = 2 * errors["with stacking"].get(camels, 1e-12)
        assert stacking[camels] == pytest.approx(race_length(camels, 12).mean, abs=off)
    one, rest = camel_charts.camel_lines(means, errors).data
    assert one.marker.symbol == ("circle",) * 2 + ("circle-open",) * 6
    assert set(rest.marker.symbol) == {"circle"}
    assert one.customdata[1] == ""
    assert one.customdata[2].startswith(" +/- 0.0")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"camels": "1"}, "7.833 legs with stacking, 7.833 without"),
        ({"camels": "8", "squares": "6"}, "legs with stacking"),
        ({"camels": "7"}, "(95% CI "),
        ({"squares": "24", "top": "4", "camels": "3"}, "legs with stacking"),
    ],
)
def test_the_length_page_counts_or_simulates(query: dict[str, str], said: str) -> None:
    app = open_page(LENGTH, **query)
    assert said in headline(app)
    assert not app.warning


@pytest.mark.parametrize("query", [{"camels": "7", "squares": "20"}, {"camels": "3"}])
def test_the_lines_of_python_give_the_length_of_the_page(query: dict[str, str]) -> None:
    app = open_page(LENGTH, **query)
    found = run_lines(python_lines(app))
    mean = f"{found[0]:.3f}" if isinstance(found, tuple) else str(found)
    assert headline(app).startswith(f"{mean} legs with stacking")


def test_a_simulated_length_has_a_longest_race_that_was_seen() -> None:
    assert "The longest that was seen took " in page_text(open_page(LENGTH, camels="8"))
    assert "The longest takes " in page_text(open_page(LENGTH))
