"""Charts are plain data until Plotly needs them, and contain what Plotly's own objects would contain."""

import random
import re
from statistics import median

import numpy as np
import plotly.graph_objects as go
import pytest
from scipy.stats import binom

from boardodds.camel_up import FIRST_EDITION
from boardodds.charts import camel_up, large_numbers, perudo, wins
from boardodds.charts.orchard import ending_bars, trees_picture
from boardodds.charts.predictions import prediction_dots
from boardodds.charts.style import EXACT, PAGE, ROLES, SURFACES, Drawing, Sketch
from boardodds.charts.svg import WIDTH
from boardodds.orchard import MY_FIRST_ORCHARD, ORCHARD, Rules, State, solve
from boardodds.probability.estimate import Interval
from tests.charts.contrast import contrast, rgb
from tests.conftest import unchecked_to_dict


def test_a_figure_is_plain_data_until_an_attribute_is_used() -> None:
    figure = wins.win_bars({"most left": 0.5, "optimal": 0.25}, current="optimal")
    plain = unchecked_to_dict(figure)
    assert isinstance(figure, go.Figure)
    assert figure.layout.yaxis.ticktext == ("most left ", "<b>optimal</b> ")
    figure.update_layout(title_text="Will we win?")
    assert figure.to_dict()["layout"]["title"] == {"text": "Will we win?"}
    assert "title" not in plain["layout"]
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = figure.no_such_thing


def test_horizontal_and_vertical_lines_equal_those_of_plotly() -> None:
    sketch, plotly_figure = Sketch(), go.Figure()
    sketch.add_trace("scatter", x=[0, 1], y=[0, 1])
    plotly_figure.add_scatter(x=[0, 1], y=[0, 1])
    line = {"dash": "dot", "color": "#888888"}
    sketch.add_hline(0.5, line=line)
    plotly_figure.add_hline(y=0.5, line=line)
    sketch.add_vline(0.25, line=line)
    plotly_figure.add_vline(x=0.25, line=line)
    sketch.update_xaxes(title="games")
    plotly_figure.update_xaxes(title="games")
    layout, expected = sketch.finish(height=None).layout, plotly_figure.layout
    assert layout.shapes == expected.shapes
    assert layout.xaxis.title == expected.xaxis.title


def test_attributes_of_a_sketch_override_the_common_layout() -> None:
    sketch = Sketch()
    sketch.add_trace("bar", x=[1], y=[1])
    sketch.update_layout(bargap=0.02, legend={"traceorder": "normal"})
    layout = sketch.finish(height=300, legend=True).layout
    assert layout.bargap == 0.02
    assert (layout.legend.traceorder, layout.legend.orientation) == ("normal", "h")
    assert layout.xaxis.fixedrange


@pytest.mark.parametrize(("trials_each", "chance"), [(5, 0.9), (1_000, 0.3)])
def test_the_outline_of_samples_is_binomial_and_ends_at_their_size(trials_each: int, chance: float) -> None:
    counts = np.bincount(binom.rvs(trials_each, chance, size=500, random_state=1), minlength=trials_each + 1)
    bars, outline, _ = large_numbers.sample_bars(counts.tolist(), trials_each, chance).to_dict()["data"]
    shown = np.array(bars["x"])
    assert sum(bars["y"]) == 500
    assert outline["y"][1:-1:2] == pytest.approx(500 * binom.pmf(shown, trials_each, chance))
    assert (outline["x"][0], outline["x"][-1]) == (shown[0] - 0.5, shown[-1] + 0.5)
    assert 0 <= shown[0] <= shown[-1] <= trials_each


def test_a_wrong_attribute_raises_an_error_in_the_tests() -> None:
    sketch = Sketch()
    sketch.add_trace("bar", x=[1], y=[1], no_such_attribute=1)
    with pytest.raises(ValueError, match="no_such_attribute"):
        Drawing.to_dict(sketch.finish(height=None))


@pytest.mark.parametrize(
    ("shares", "texts"),
    [
        # A narrow segment has only its letter.
        ({"Y": 0.84, "O": 0.08, "B": 0.05, "W": 0.03}, ["<b>Y</b> 84", "<b>O</b>", "<b>B</b>", ""]),
        # A share is 100% only if it is certain.
        ({"Y": 0.998, "O": 0.002}, ["<b>Y</b> >99", ""]),
        ({"Y": 1.0}, ["<b>Y</b> 100", ""]),
    ],
)
def test_a_segment_of_a_bar_has_its_letter_and_share(shares: dict[str, float], texts: list[str]) -> None:
    figure = camel_up.split_bars({"1st": shares}, "YOBW"[: len(texts)])
    assert [trace.text[0] for trace in figure.data] == texts


@pytest.mark.parametrize(
    "shares", [(0.4444, 0.2222, 0.3334), (0.1667, 0.1667, 0.6666), (0.335, 0.335, 0.33), (0.344, 0.257, 0.399)]
)
def test_the_labels_of_a_bar_add_up_to_100(shares: tuple[float, ...]) -> None:
    figure = camel_up.split_bars({"now": dict(zip("YOB", shares, strict=True))}, "YOB")
    assert sum(int(trace.text[0].rpartition(" ")[2]) for trace in figure.data) == 100


def test_bars_of_tiles_have_two_decimals_and_end_at_the_last_useful_square() -> None:
    coins = {("oasis", 3): 1.0, ("mirage", 3): 1.5, ("oasis", 5): 0.05, ("mirage", 5): 0.004}
    rare = {("oasis", 6): 0.0049, ("mirage", 6): 0.0, ("oasis", 7): 0.0, ("mirage", 7): 0.0}
    oasis, mirage = camel_up.tile_bars({**coins, **rare}, FIRST_EDITION).data
    assert (oasis.x, mirage.x) == ((3, 5), (3, 5))
    assert (oasis.text, mirage.text) == (("<b>1.00</b>", "0.05"), ("<b>1.50</b>", ""))


def test_a_tile_that_costs_coins_has_a_bar_with_a_label_below_the_line() -> None:
    coins = {("oasis", 3): 1.0, ("mirage", 3): 0.5, ("oasis", 5): -0.5, ("mirage", 5): -0.001}
    figure = camel_up.tile_bars(coins, FIRST_EDITION)
    oasis, mirage = figure.data
    assert (oasis.x, oasis.text, mirage.text) == ((3, 5), ("<b>1.00</b>", "-0.50"), ("<b>0.50</b>", ""))
    for axis in (figure.layout.yaxis, figure.layout.yaxis2):
        assert axis.range[0] < -0.5
        assert axis.range[1] > 1.0


@pytest.mark.parametrize("share", [percent / 100 for percent in range(101)])
def test_a_chance_is_readable_on_every_tint(share: float) -> None:
    for figure in (perudo.bid_heatmap([[share]], ["twos"], []), perudo.bluff_heatmap([[share]], ["1"], ["1 two"], [])):
        tint = _interpolate_color([(place, rgb(color)) for place, color in figure.data[0].colorscale], share)
        assert contrast(tint, _text_color(tint)) >= 4.5


def _interpolate_color(scale: list[tuple[float, list[float]]], share: float) -> list[float]:
    below = [entry for entry in scale if entry[0] <= share][-1]
    above = next((entry for entry in scale if entry[0] > share), below)
    fraction = (share - below[0]) / (above[0] - below[0]) if above != below else 0
    return [low + fraction * (high - low) for low, high in zip(below[1], above[1], strict=True)]


def _text_color(tint: list[float]) -> list[float]:
    """Return the text colour that Plotly chooses: white on a tint that it considers dark, else dark grey."""
    red, green, blue = tint
    return rgb("#ffffff" if (299 * red + 587 * green + 114 * blue) / 1000 < 128 else "#444444")


def test_the_numbers_of_guesses_are_inside_their_points_and_readable() -> None:
    points = large_numbers.guess_points([0.1, 0.1], [0.8, 0.9], ["first", "second"]).data[-1]
    assert points.text == ("<b>1</b>", "<b>2</b>")
    assert points.textposition == "middle center"
    # frame.css gives the numbers the colour of the page.
    for theme in ("light", "dark"):
        point, page = (rgb(getattr(tone, theme)) for tone in (ROLES[EXACT], SURFACES[PAGE]))
        assert contrast(point, page) >= 4.5


def test_an_interval_without_length_that_misses_is_still_visible() -> None:
    drawn = [Interval(0.2, 0.6, 0.95), Interval(1.0, 1.0, 0.95)]
    hits, misses, crosses = large_numbers.interval_ladder(drawn, 0.5, 2).data
    assert (hits.x, hits.mode) == ((0.2, 0.6, None), "lines")
    assert (misses.x, misses.mode) == ((1.0, 1.0, None), "lines+markers")
    # A cross marks the row of each miss, to the right of all intervals.
    assert crosses.y == (2,)
    assert min(crosses.x) > 1.0


@pytest.mark.parametrize("answer", [None, 73.84])
def test_every_prediction_has_a_dot_near_its_number(answer: float | None) -> None:
    numbers = random.Random(3).choices(range(101), k=60)
    figure = prediction_dots(numbers, 100, "%", answer).to_dict()
    (dots,) = figure["data"]
    assert len({*zip(dots["x"], dots["y"], strict=True)}) == len(numbers)
    # A stack stands at the mean of what is in it.
    assert max(abs(x - number) for x, number in zip(dots["x"], sorted(numbers), strict=True)) < 100 / 30
    places = [line["x0"] for line in figure["layout"]["shapes"]]
    assert places == [median(numbers), *([] if answer is None else [answer])]


def test_the_scale_reaches_what_is_shown() -> None:
    for numbers, answer, last in (([3, 5], None, 5), ([3, 5], 39.2, 39.2), ([0], None, 1)):
        (low, high) = prediction_dots(numbers, 200, "turn", answer).to_dict()["layout"]["xaxis"]["range"]
        assert low < 0 < last < high < 1.1 * last


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (ORCHARD, ORCHARD.start),
        (MY_FIRST_ORCHARD, State((0, 0, 0, 1), 1)),
        (Rules(fruit=(1,), raven_steps=1, raven_faces=0), State((1,), 1)),
    ],
)
def test_games_are_won_upwards_and_lost_downwards(rules: Rules, state: State) -> None:
    endings = solve(rules, policy="most_left", state=state).endings
    figure = ending_bars(endings)
    won, lost = figure.data
    assert min(won.y) >= 0 >= max(lost.y)
    assert list(won.customdata) == list(won.y)
    assert figure.layout.shapes[0].x0 == endings.rolls.mean
    assert not figure.layout.yaxis.visible


@pytest.mark.parametrize("left", [1, 12, 20])
def test_all_pieces_are_on_the_sheet(left: int) -> None:
    picture = trees_picture(State((left,), left))
    pieces = re.findall(r'<circle cx="([\d.]+)" cy="[\d.]+" r="([\d.]+)"', picture)
    assert len(pieces) == left
    assert all(float(x) + float(radius) < WIDTH - 8 for x, radius in pieces)
