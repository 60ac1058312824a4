"""Every chart as Plotly.js draws it: its titles and labels are there, names stand beside their marks, and no bar is cut off."""

import json
import pkgutil
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import plotly
import plotly.graph_objects as go
import pytest
from playwright.sync_api import Browser, Page

from boardodds import charts
from boardodds.camel_up import FIRST_EDITION, Position, solve_leg
from boardodds.charts import camel_up, camel_up_length, large_numbers, orchard, perudo
from boardodds.charts.candy_land import length_bins, turns_needed
from boardodds.charts.counting import growth_line, position_bars
from boardodds.charts.history import history_line, luck_bars
from boardodds.charts.predictions import prediction_dots
from boardodds.charts.style import Drawing
from boardodds.charts.wins import change_dots, seat_bars, win_bars
from boardodds.orchard.rolls import Endings
from boardodds.perudo import PUBLISHED_DIAL
from boardodds.probability.estimate import Exact, Interval, Proportion
from boardodds.probability.pmf import Pmf
from boardodds.teaching import large_numbers as trials

pytestmark = pytest.mark.browser
PLOTLY = Path(plotly.__file__).parent / "package_data" / "plotly.min.js"
SHORT = Pmf.from_weights({0: 0.5, 1: 0.25, 2: 0.25})
LEG_RUN = trials.run("leg", games=100, runs=1)
# Calls of every function that draws a chart, with titles and labels that it must show. Some names look like numbers.
CASES: list[tuple[partial[go.Figure], list[str]]] = [
    (partial(camel_up.split_bars, {"now": {"Y": 0.75, "G": 0.25}}, "YG"), ["now", "Y 75", "G 25"]),
    (partial(camel_up.place_bars, solve_leg(Position.parse("1:BWOG 2:Y"))), ["G 34%", "O 26%", "Y 9%"]),
    (
        partial(camel_up.end_bars, {"3": Exact(0.75), "0": Exact(0.25)}, {"3": Exact(0.4), "0": Exact(0.6)}),
        ["camel 3", "camel 0", "75%", "25%", "40%", "60%"],
    ),
    (
        partial(camel_up.tile_bars, {("oasis", 3): 1.25, ("mirage", 3): 0.5}, FIRST_EDITION),
        ["oasis", "mirage", "1.25", "0.50"],
    ),
    (partial(camel_up_length.leg_bars, {"with": SHORT}), ["with", "50.0", "25.0", "2legs"]),
    (partial(camel_up_length.value_lines, {"10": {6: Exact(10**6)}}, "square", 6, is_log=True), ["6squares", "1M"]),
    (partial(turns_needed, {"A": SHORT, "B": SHORT}, ["pink", "exact"]), ["A 0", "B 0", "2 turns"]),
    (partial(change_dots, {"10": 1.0}, base=0, base_name="before", label=str), ["10", "1.0", "before"]),
    (partial(growth_line, {1: 1, 2: 8}, {1: 1, 2: 7}), ["1 die", "2 dice", "nodes8", "states7", "both 1"]),
    (partial(large_numbers.interval_ladder, [Interval(0.2, 0.6, 0.95)], 0.5, 1), ["exact: 50.0%"]),
    (partial(large_numbers.chance_coverage_lines, {"10": ([0.25, 0.5], [0.9, 0.8])}, 0.95, "10", 0.5), ["— 10"]),
    (partial(large_numbers.settling_lines, LEG_RUN, 100, 3.0), ["100 games"]),
    (partial(large_numbers.excess_lines, LEG_RUN), ["yes minus expected"]),
    (partial(large_numbers.sample_bars, [1, 3, 1], 2, 0.5), ["0", "1", "2"]),
    (
        partial(large_numbers.streak_bars, trials.Streaks(0, 0, [1, 2, 3], [0.25, 0.5, 0.25], [1, 3, 1])),
        ["1", "2", "3 in a row"],
    ),
    (partial(prediction_dots, [30, 55, 70], 100, "%", 78.2), ["median 55%", "answer 78.2%", "100%"]),
    (partial(prediction_dots, [0, 1, 1], 1, "", 1, ["blue", "white"]), ["blue", "white", "most often white"]),
    (partial(prediction_dots, [0, 0], 0, "", 0, ["blue"]), ["blue", "most often blue"]),
    (partial(large_numbers.guess_points, [0.25], [0.75], ["first"]), ["your guess", "1"]),
    (partial(position_bars, ["start", "home"], [0.25, 0.75]), ["start", "home", "25", "75%"]),
    (partial(length_bins, {"a": (SHORT, None)}), ["0", "2 turns"]),
    (partial(length_bins, {"a": (SHORT, None), "10": (SHORT, 100)}, base="a"), ["10, mean 0.75", "2 turns"]),
    (partial(orchard.ending_bars, Endings((0.0, 0.5, 0.25), (0.0, 0.0, 0.25))), ["1", "3 rolls"]),
    (partial(orchard.closeness_bars, SHORT, SHORT), ["1"]),
    (partial(orchard.run_bars, {"10": [5], "2": [7]}, (0.5, 0.7), 10), ["10", "2", "50%"]),
    (partial(history_line, {"10": [Exact(0.5), None]}, ["navy"], ["start", "pick"], ["circle", "square"], 1), ["50%"]),
    (partial(luck_bars, [-10.0, 5.0, 5.0], 5.0, "points"), ["−10", "luck in points"]),
    (partial(perudo.matching_bars, SHORT, "fours", 1), ["0", "1", "2"]),
    (partial(perudo.move_dumbbells, {"dice alone": {"dudo": 0.25, "5 twos": 0.75}}), ["dudo", "5 twos", "25.0%"]),
    (partial(perudo.bid_heatmap, [[0.75]], ["twos"], [(0, 0)]), ["face", "quantity", "twos", "75%"]),
    (
        partial(perudo.inference_heatmap, [[0.5], [0.25]], ["10", "2"], ["twos"]),
        ["face", "player", "10", "2", "+0.50", "+0.25"],
    ),
    (partial(perudo.bluff_heatmap, [[0.75]], ["1"], ["1 two"], []), ["own die", "opening bid", "1 two", "75%"]),
    (
        partial(
            perudo.dial_chart, {1.0: Proportion(3, 4), 2.0: Proportion(1, 2)}, {1.0: 0.5, 2.0: 0.75}, PUBLISHED_DIAL
        ),
        ["calculated", "fitted line", "blog post's line"],
    ),
    (partial(seat_bars, [0.6, 0.4]), ["player 160.0%", "240.0%", "line: equal chance, 50.0%"]),
    (partial(win_bars, {"10": 0.5, "2": 0.25}, current="2"), ["10", "2", "50.0%", "25.0%"]),
]
# Returns the texts of a chart with their middles, and how far bars reach beyond the sides of the plot.
DRAW = """async ({data, layout}) => {
    document.body.innerHTML = "";
    const chart = document.body.appendChild(document.createElement("div"));
    await Plotly.newPlot(chart, data, layout);
    const boxes = (selector) => [...chart.querySelectorAll(selector)].map((part) => part.getBoundingClientRect());
    const texts = [...chart.querySelectorAll("text")].map((text) => {
        const box = text.getBoundingClientRect();
        return [text.textContent.trim(), (box.top + box.bottom) / 2];
    });
    const bars = boxes(".barlayer path"), plots = boxes(".nsewdrag");
    const [left, right] = [Math.min(...plots.map((plot) => plot.left)), Math.max(...plots.map((plot) => plot.right))];
    return {texts, beyond: Math.max(0, ...bars.flatMap((bar) => [left - bar.left, bar.right - right]))};
}"""


@pytest.fixture(scope="module")
def plotly_page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.add_script_tag(path=PLOTLY)
    yield page
    page.close()


def draw(page: Page, figure: go.Figure) -> dict[str, Any]:
    drawn: dict[str, Any] = page.evaluate(DRAW, json.loads(json.dumps(figure.to_dict())))
    return drawn


@pytest.mark.parametrize(("call", "texts"), CASES, ids=[call.func.__name__ for call, _ in CASES])
def test_a_chart_shows_its_titles_and_labels(plotly_page: Page, call: partial[go.Figure], texts: list[str]) -> None:
    drawn = draw(plotly_page, call())
    shown = [text for text, _ in drawn["texts"]]
    assert [text for text in texts if text not in shown] == []
    # The outline of a bar may lie on the edge of the plot.
    assert drawn["beyond"] < 2


def test_every_chart_is_drawn_here() -> None:
    modules = [import_module(f"{charts.__name__}.{module.name}") for module in pkgutil.iter_modules(charts.__path__)]
    functions = {each for module in modules for name, each in vars(module).items() if callable(each) and name[0] != "_"}
    drawing = {each for each in functions if getattr(each, "__annotations__", {}).get("return") is Drawing}
    assert drawing == {call.func for call, _ in CASES}


@pytest.mark.parametrize(
    ("call", "values"),
    [
        (partial(win_bars, {"10": 0.5, "2": 0.25, "0": 0.75}, current="2"), ["50.0%", "25.0%", "75.0%"]),
        (
            partial(perudo.inference_heatmap, [[0.5], [0.25], [0]], ["10", "2", "0"], ["twos"]),
            ["+0.50", "+0.25", "+0.00"],
        ),
    ],
    ids=lambda value: value.func.__name__ if isinstance(value, partial) else "",
)
def test_names_of_digits_stand_beside_values(plotly_page: Page, call: partial[go.Figure], values: list[str]) -> None:
    heights = dict(draw(plotly_page, call())["texts"])
    assert [heights[value] for value in values] == pytest.approx([heights[name] for name in ("10", "2", "0")], abs=3)
    assert heights["10"] < heights["2"] < heights["0"]
