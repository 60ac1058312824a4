"""Charts are plain data until Plotly needs them, and contain what Plotly's own objects would contain."""

from itertools import pairwise

import plotly.graph_objects as go
import pytest

from boardodds.charts import camel_up, large_numbers, orchard, perudo, wins
from boardodds.charts.counting import growth_line
from boardodds.charts.figure import Drawing, Sketch
from boardodds.charts.style import finish_chart
from boardodds.charts.tokens import EXACT, PAGE, ROLES, SURFACES
from boardodds.probability.estimate import Interval
from boardodds.teaching import large_numbers as trials
from tests.conftest import unchecked_to_dict


def test_a_figure_is_plain_data_until_an_attribute_is_used() -> None:
    figure = wins.win_bars({"most left": 0.5, "optimal": 0.25})
    plain = unchecked_to_dict(figure)
    assert isinstance(figure, go.Figure)
    assert figure.data[0].y == ("most left", "optimal")
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
    sketch.add_hline(0.5, line=line, text="half")
    plotly_figure.add_hline(y=0.5, line=line, annotation_text="half")
    sketch.add_vline(0.25, line=line)
    plotly_figure.add_vline(x=0.25, line=line)
    sketch.update_xaxes(title="games")
    plotly_figure.update_xaxes(title="games")
    layout, expected = sketch.draw({}).layout, plotly_figure.layout
    assert layout.shapes == expected.shapes
    assert layout.annotations == expected.annotations
    assert layout.xaxis.title == expected.xaxis.title


def test_attributes_of_a_sketch_override_the_common_layout() -> None:
    sketch = Sketch()
    sketch.add_trace("bar", x=[1], y=[1])
    sketch.update_layout(bargap=0.02, legend={"traceorder": "normal"})
    layout = finish_chart(sketch, height=300, legend=True).layout
    assert layout.bargap == 0.02
    assert (layout.legend.traceorder, layout.legend.orientation) == ("normal", "h")
    assert layout.xaxis.fixedrange


def test_a_wrong_attribute_raises_an_error_in_the_tests() -> None:
    sketch = Sketch()
    sketch.add_trace("bar", x=[1], y=[1], no_such_attribute=1)
    with pytest.raises(ValueError, match="no_such_attribute"):
        Drawing.to_dict(sketch.draw({}))


def test_a_whole_percent_rounds_halves_up() -> None:
    assert large_numbers.position_bars(["start", "1 R", "home"], [1 / 8, 3 / 8, 1 / 2]).data[0].text == (
        "13",
        "38",
        "<b>50%</b>",
    )


def test_a_narrow_segment_of_a_bar_shows_only_its_letter() -> None:
    figure = camel_up.split_bars({"1st": {"Y": 0.84, "O": 0.08, "B": 0.05, "W": 0.03}}, "YOBW")
    assert [trace.text[0] for trace in figure.data] == ["<b>Y</b> 84", "<b>O</b>", "<b>B</b>", ""]


@pytest.mark.parametrize("cases", [1, 2, 4])
def test_each_case_of_the_papers_figure_has_its_own_row(cases: int) -> None:
    exact = {f"case {number}": 0.7 + number / 100 for number in range(cases)}
    figure = orchard.share_histograms({name: ([win, win - 0.01], win) for name, win in exact.items()}, games=1_000)
    bars, curves = figure.data[::2], figure.data[1::2]
    assert [trace.name for trace in bars] == list(exact)
    assert [trace.yaxis for trace in bars] == [trace.yaxis for trace in curves]
    rows = [figure.layout[trace.yaxis.replace("y", "yaxis")] for trace in bars]
    for above, below in pairwise(rows):
        assert above.domain[0] > below.domain[1]
        assert (above.fixedrange, above.matches) == (True, "y")
    assert [note.text for note in figure.layout.annotations] == [
        f"<b>{name}</b>, exactly {win:.2%}" for name, win in exact.items()
    ]
    assert [note.yref for note in figure.layout.annotations] == [f"{trace.yaxis} domain" for trace in bars]


@pytest.mark.parametrize("share", [percent / 100 for percent in range(101)])
def test_a_chance_is_readable_on_every_tint(share: float) -> None:
    for figure in (perudo.bid_heatmap([[share]], ["twos"], []), perudo.bluff_heatmap([[share]], ["die 1"], ["1 two"])):
        tint = _interpolate_color([(place, _rgb(color)) for place, color in figure.data[0].colorscale], share)
        assert _contrast(tint, _text_color(tint)) >= 4.5


def _rgb(color: str) -> list[float]:
    return [int(color[start : start + 2], 16) for start in (1, 3, 5)]


def _interpolate_color(scale: list[tuple[float, list[float]]], share: float) -> list[float]:
    below = [entry for entry in scale if entry[0] <= share][-1]
    above = next((entry for entry in scale if entry[0] > share), below)
    fraction = (share - below[0]) / (above[0] - below[0]) if above != below else 0
    return [low + fraction * (high - low) for low, high in zip(below[1], above[1], strict=True)]


def _text_color(tint: list[float]) -> list[float]:
    """Return the text colour that Plotly chooses: white on a tint that it considers dark, else dark grey."""
    red, green, blue = tint
    return _rgb("#ffffff" if (299 * red + 587 * green + 114 * blue) / 1000 < 128 else "#444444")


def _contrast(color: list[float], other_color: list[float]) -> float:
    """Return the contrast ratio as defined in WCAG 2.2."""
    dark, light = sorted((_luminance(color), _luminance(other_color)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: list[float]) -> float:
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in color)
    )
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_numbers_of_guesses_are_inside_their_points_and_readable() -> None:
    points = large_numbers.guess_points([0.1, 0.1], [0.8, 0.9], ["first", "second"]).data[-1]
    assert points.text == ("<b>1</b>", "<b>2</b>")
    assert points.textposition == "middle center"
    # frame.css gives the numbers the colour of the page.
    for theme in ("light", "dark"):
        point, page = (_rgb(getattr(tone, theme)) for tone in (ROLES[EXACT], SURFACES[PAGE]))
        assert _contrast(point, page) >= 4.5


def test_an_interval_without_length_that_misses_is_still_visible() -> None:
    hits, misses = large_numbers.interval_ladder([Interval(0.2, 0.6, 0.95), Interval(1.0, 1.0, 0.95)], 0.5).data
    assert (hits.x, hits.mode) == ((0.2, 0.6, None), "lines")
    assert (misses.x, misses.mode) == ((1.0, 1.0, None), "lines+markers")


@pytest.mark.parametrize("games", [100, 1_000, 10_000])
def test_the_axis_of_games_ends_with_its_unit(games: int) -> None:
    axis = large_numbers.settling_lines(trials.run("leg", games=games, runs=1), 3.0).layout.xaxis
    assert axis.ticktext[-1] == f"{games:,} games"
    assert len(axis.ticktext) == len(axis.tickvals) <= 4


def test_equal_counts_have_one_label() -> None:
    nodes, states = growth_line({1: 1, 2: 8}, {1: 1, 2: 7}).data[-2:]
    assert nodes.text == ("", "<b>nodes</b><br>8")
    assert states.text == ("1", "<b>states</b><br>7")
