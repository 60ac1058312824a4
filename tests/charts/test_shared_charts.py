"""The charts that games share: lengths in intervals, ranked changes, chances of winning."""

from typing import Any

import plotly.graph_objects as go
import pytest

from boardodds.charts.candy_land import length_bins
from boardodds.charts.style import role_color
from boardodds.charts.wins import change_dots, seat_bars, win_bars
from boardodds.probability.estimate import MeanEstimate, Proportion
from boardodds.probability.pmf import Pmf

SHORT = Pmf.from_weights({1: 0.5, 2: 0.25, 3: 0.25})
LONG = Pmf.from_weights(dict.fromkeys(range(1, 201), 1.0))


def _texts(figure: go.Figure) -> list[str]:
    return [label.text for label in figure.layout.annotations]


@pytest.mark.parametrize("pmf", [SHORT, LONG, Pmf.from_weights({7: 1.0})])
@pytest.mark.parametrize("games", [None, 1_000])
def test_intervals_contain_all_games_that_are_shown(pmf: Pmf, games: int | None) -> None:
    figure = length_bins({"turns": (pmf, games)})
    (bars,) = figure.data
    assert sum(bars.y) == pytest.approx(pmf.at_most(pmf.quantile(0.995)))
    assert len(bars.x) <= 32
    # A simulated distribution is hollow and has intervals, an exact one is solid.
    assert (bars.error_y.array is not None) == (games is not None)
    assert (bars.marker.color == role_color("exact")) == (games is None)


def test_each_change_has_its_own_row_over_the_base() -> None:
    figure = length_bins({"as it is": (LONG, 100), "a": (SHORT, 100), "b": (LONG, None)}, base="as it is")
    assert [trace.name for trace in figure.data] == ["as it is", "a", "as it is", "b"]
    assert [trace.yaxis for trace in figure.data] == ["y2", "y2", "y", "y"]
    assert figure.layout.yaxis2.domain[0] >= figure.layout.yaxis.domain[1]
    assert figure.layout.yaxis2.range == figure.layout.yaxis.range
    assert _texts(figure) == ["<b>a</b>, mean 1.75", "<b>b</b>, mean 100.50"]


@pytest.mark.parametrize("values", [[1.0, -2.0, 3.0], [5.0], [0.0, 0.0], [-1.0, -1.0]])
def test_changes_are_ranked_within_the_axis(values: list[float]) -> None:
    dots = {f"change {number}": value for number, value in enumerate(values)}
    figure = change_dots(dots, base=0, base_name="as it is", label=lambda value: f"{value:+.1f}")
    assert [trace.x[0] for trace in figure.data] == sorted(values, reverse=True)
    low, high = figure.layout.xaxis.range
    assert all(low < value < high for value in [0, *values])
    # From top to bottom: the axis counts pixels downwards.
    places = [trace.y[0] for trace in figure.data]
    assert places == sorted(places)
    assert figure.layout.yaxis.range[0] > places[-1]
    assert "as it is" in _texts(figure)


def test_a_simulated_change_has_its_interval() -> None:
    estimate = MeanEstimate(2.0, 10.0, 100)
    figure = change_dots({"a": estimate}, base=0, base_name="", label=str, role="simulated")
    interval = estimate.interval()
    assert any((line.x0, line.x1) == (interval.low, interval.high) for line in figure.layout.shapes)
    assert figure.data[0].marker.symbol == "circle-open"


def test_the_policy_in_use_is_highlighted() -> None:
    figure = win_bars({"a": 0.0, "b": 1.0, "c": 0.5}, current="b")
    colors = figure.data[0].marker.color
    highlighted = [name for name, color in zip("abc", colors, strict=True) if color == role_color("exact")]
    assert highlighted == ["b"]
    assert [text.strip("</b>") for text in _texts(figure)] == ["0.0%", "100.0%", "50.0%"]
    assert sum(text.startswith("<b>") for text in _texts(figure)) == 1


@pytest.mark.parametrize("wins", [[0.5, 0.5], [0.4, 0.3, 0.3], [Proportion(6, 10), Proportion(4, 10)]])
def test_seats_show_their_chance_and_its_distance_from_an_equal_one(wins: list[Any]) -> None:
    figure = seat_bars(wins)
    shares = [win if isinstance(win, float) else win.value for win in wins]
    assert figure.data[0].y == pytest.approx([100 * (share - 1 / len(wins)) for share in shares])
    assert all(f"{share:.1%}" in text for share, text in zip(shares, figure.layout.xaxis.ticktext, strict=True))
    assert (figure.data[0].error_y.array is not None) == isinstance(wins[0], Proportion)
