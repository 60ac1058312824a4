"""The page on the length of a race: exact and simulated means, with and without stacking."""

import pytest

from boardodds.camel_up import race_length, simulate_race_length
from boardodds.camel_up.length import MAX_STEPS, count_work
from boardodds.camel_up.published_figures import SECONDS
from boardodds.charts import camel_up_length
from boardodds.dashboard.camel_up import race_length_page, race_lengths
from boardodds.dashboard.camel_up.race_lengths import RaceCourse, leg_errors, pmf_of
from boardodds.probability.lengths import LengthSample
from boardodds.probability.pmf import Pmf
from tests.dashboard.driving import open_page, run_lines, view_of

LENGTH = "pages/camel_up_length.py"


def sample(*races: int) -> LengthSample:
    """Return simulated races by their number of legs, from 1."""
    return LengthSample((0, *races))


def test_the_length_page_answers_with_and_without_stacking() -> None:
    app = open_page(LENGTH)
    assert app.headline == "A race takes 4.7 legs on average. Stacking saves 1.8 legs"
    assert "4.72 legs on average with stacking, 6.53 without" in app.captions
    assert "The shortest possible race takes a single leg: 1 in 1,012,269." in app.page_text
    assert "The longest possible race takes " in app.page_text
    assert "The longest simulated race took " in open_page(LENGTH, camels="8").page_text


@pytest.mark.parametrize("query", [{"camels": "7", "track": "20"}, {"camels": "3"}])
def test_the_python_panel_computes_the_length_of_the_page(query: dict[str, str]) -> None:
    app = open_page(LENGTH, view="Method", **query)
    result = run_lines(app.python_lines)
    mean, _, interval = (f"{result[0]:.2f}" if isinstance(result, tuple) else str(result)).partition(" ")
    shown = f"{mean} legs on average with stacking" + (f" {interval}" if interval else "")
    assert f"{shown}, " in app.captions


@pytest.mark.parametrize(("camels", "track", "faces"), [(1, 6, "1,2,3,4"), (2, 16, "1,2,3"), (8, 24, "1,2")])
def test_the_saving_is_the_difference_of_the_means(camels: int, track: int, faces: str) -> None:
    text = open_page(LENGTH, camels=str(camels), track=str(track), faces=faces).headline
    course = RaceCourse(camels, track, tuple(map(int, faces.split(","))))
    stacked, unstacked = (pmf_of(found).mean for found in race_lengths.solve_lengths(course).values())
    saving = f"Stacking saves {unstacked - stacked:.1f} legs"
    assert text.endswith("Stacking makes no difference" if camels == 1 else saving)


@pytest.mark.parametrize(
    ("stacked", "unstacked", "text"),
    [
        (Pmf((4,), (1.0,)), Pmf((3,), (1.0,)), "Stacking costs 1.0 legs"),
        (Pmf((4,), (1.0,)), Pmf((4,), (1.0,)), "Stacking makes no difference"),
        (Pmf((4, 5), (0.99, 0.01)), Pmf((4,), (1.0,)), "Stacking costs less than 0.1 legs"),
        (sample(40, 60), Pmf((2,), (1.0,)), "Stacking saves 0.4 legs"),
        (sample(50, 50), Pmf((1, 2), (0.48, 0.52)), "Stacking makes no clear difference"),
        # With two samples, the noise of both counts.
        (sample(50, 50), sample(45, 55), "Stacking makes no clear difference"),
        (sample(90, 10), sample(10, 90), "Stacking saves 0.8 legs"),
    ],
)
def test_stacking_can_save_or_cost_legs(stacked: Pmf | LengthSample, unstacked: Pmf | LengthSample, text: str) -> None:
    assert race_lengths.saving_text(stacked, unstacked) == text


def test_the_table_of_lengths_is_behind_its_chart() -> None:
    app = open_page(LENGTH)
    assert not app.dataframe
    assert "6.534625" not in app.page_text + app.captions
    app.open_figures("length_rows")
    assert f"Legs on average: {race_length().mean:.6f} with stacking, 6.534625 without stacking." in app.captions
    first, second = app.dataframe[0].value["with stacking"][:2]
    assert 1 / first == pytest.approx(1_012_269, abs=0.5)
    assert f"{second:.2%}" == "0.06%"


def test_a_chance_is_certain_only_without_rounding() -> None:
    assert race_lengths.chance_in_words(0.999999) == "more than 99.99%"
    assert race_lengths.chance_in_words(1.0) == "100.00%"
    labels = camel_up_length.leg_bars({"legs": Pmf((1, 2), (0.9999, 0.0001))}).data[0].text
    assert labels == (">99.9",)
    assert camel_up_length.leg_bars({"legs": Pmf((1,), (1.0,))}).data[0].text == ("100.0",)


def test_lengths_that_are_not_drawn_are_mentioned() -> None:
    app = open_page(LENGTH)
    assert "Numbers of legs with a chance below 0.05% are not drawn." in app.captions
    simulated = sample(1, 0, 9_000, 999)
    errors = leg_errors({"simulated": simulated})
    figure = camel_up_length.leg_bars({"exact": race_length(), "simulated": simulated.pmf}, errors)
    low, high = figure.layout.xaxis.range
    for trace, pmf in zip(figure.data, (race_length(), simulated.pmf), strict=True):
        common = [legs for legs, p in zip(pmf.outcomes, pmf.probabilities, strict=True) if p >= 0.0005]
        assert (list(trace.x), len(trace.y), len(trace.text)) == (common, len(common), len(common))
        assert all(low < legs < high for legs in common)
    assert list(figure.data[1].error_y.array) == errors["simulated"][1:]


def test_the_second_edition_is_simulated_with_its_crazy_camels() -> None:
    app = open_page(LENGTH, edition="second_edition", view="Method")
    stacked = simulate_race_length(5, crazy=True, games=race_lengths.SIMULATED_RACES, seed=1).mean_legs
    games = race_lengths.SIMULATED_RACES
    unstacked = simulate_race_length(5, stacking=False, crazy=True, games=games, seed=1).mean_legs
    mean, _, interval = str(stacked).partition(" ")
    assert f"{mean} legs on average with stacking {interval}, " in app.captions
    assert app.headline.endswith(f"Stacking saves {unstacked.value - stacked.value:.1f} legs")
    assert run_lines(app.python_lines) == str(stacked)
    lengths = open_page(LENGTH, edition="second_edition")
    assert "100,000 simulated races with stacking and without stacking" in lengths.captions
    assert "2015 blog post gives" not in lengths.page_text


def test_a_race_of_one_camel_is_only_in_the_first_edition() -> None:
    app = open_page(LENGTH, edition="second_edition", camels="1")
    (warning,) = app.warnings
    assert "must be 2..8 in this edition, got 1" in warning
    assert view_of(app.open_figures("setup").slider, "camels").value == 5


def test_each_way_has_its_mean_and_work_and_the_seconds_of_the_post_stand_beside_ours() -> None:
    own, post = race_length_page.approach_grids((3, 12, (1, 2)))
    stacked, unstacked = (f"{race_length(3, track=12, faces=(1, 2), stacking=each).mean:.4f}" for each in (True, False))
    assert [row["legs"][1] for row in own.values()][1:] == [unstacked, unstacked, stacked]
    for way, row in zip(MAX_STEPS, own.values(), strict=True):
        assert [row[column][1] for column in ("states", "steps")] == [f"{n:,}" for n in count_work(way, 3, 12, (1, 2))]
    for times, old in zip(zip(*(row.values() for row in post.values()), strict=True), SECONDS.values(), strict=True):
        assert [text.partition("→")[0].strip() for _, text in times] == [*old, ""]
    assert post["2. table"]["100 camels, 16 squares"][1] == "out of memory → about 10⁶⁶ steps"
    large = (row["legs"][1] == "not run" for row in race_length_page.approach_grids((8, 24, (1, 2, 3)))[0].values())
    assert [*large] == [False, True, False, True]


@pytest.mark.parametrize("query", [{"camels": "1", "track": "6", "faces": "1,2"}, {"edition": "second_edition"}])
def test_the_charts_of_approaches_have_the_values_of_the_solvers(query: dict[str, str]) -> None:
    assert not open_page(LENGTH, view="Approaches", **query).exception
    for line, way in zip(race_length_page.steps_panel((3, 6, (1, 2))).figure.data, reversed(MAX_STEPS), strict=True):
        assert line.y == tuple(count_work(way, 3, track, (1, 2))[1] for track in line.x)
    course = race_lengths.DEFINITION.read({name: [text] for name, text in query.items()})
    stacked, *unstacked = race_length_page.camels_panel(course).figure.data
    means = race_lengths.means_by_camels(course)
    assert stacked.y == tuple(mean.value for mean in means.values())
    assert ["open" in form for form in stacked.marker.symbol] == [mean.standard_error > 0 for mean in means.values()]
    # Without stacking, all lengths of the first edition are exact.
    exact = [tuple(race_length(camels, track=6, faces=(1, 2), stacking=False).mean for camels in means)]
    assert [line.y for line in unstacked] == exact * ("edition" not in query)
