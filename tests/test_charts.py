"""Charts are plain data on their way to the page: that Plotly takes them, and that nothing of its own is lost."""

import plotly.graph_objects as go
import pytest

from boardodds.charts import classroom, orchard
from boardodds.charts.sketch import Drawing, Sketch
from boardodds.charts.style import quiet
from tests.conftest import unchecked


def test_a_figure_is_plain_until_it_is_asked() -> None:
    figure = orchard.win_bars({"most left": 0.5, "optimal": 0.25})
    plain = unchecked(figure)
    assert isinstance(figure, go.Figure)
    assert figure.data[0].y == ("most left", "optimal")
    figure.update_layout(title_text="Will we win?")
    assert figure.to_dict()["layout"]["title"] == {"text": "Will we win?"}
    assert "title" not in plain["layout"]
    with pytest.raises(AttributeError, match="no_such_thing"):
        _ = figure.no_such_thing


def test_lines_across_are_plotlys() -> None:
    sketch, plotlys = Sketch(), go.Figure()
    sketch.add_trace("scatter", x=[0, 1], y=[0, 1])
    plotlys.add_scatter(x=[0, 1], y=[0, 1])
    line = {"dash": "dot", "color": "#888888"}
    sketch.add_hline(0.5, line=line, text="half")
    plotlys.add_hline(y=0.5, line=line, annotation_text="half")
    sketch.add_vline(0.25, line=line)
    plotlys.add_vline(x=0.25, line=line)
    sketch.update_xaxes(title="games")
    plotlys.update_xaxes(title="games")
    ours, theirs = sketch.draw({}).layout, plotlys.layout
    assert ours.shapes == theirs.shapes
    assert ours.annotations == theirs.annotations
    assert ours.xaxis.title == theirs.xaxis.title


def test_what_a_sketch_says_goes_before_the_common_look() -> None:
    sketch = Sketch()
    sketch.add_trace("bar", x=[1], y=[1])
    sketch.update_layout(bargap=0.02, legend={"traceorder": "normal"})
    layout = quiet(sketch, height=300, legend=True).layout
    assert layout.bargap == 0.02
    assert (layout.legend.traceorder, layout.legend.orientation) == ("normal", "h")
    assert layout.xaxis.fixedrange


def test_a_wrong_attribute_is_noticed_in_the_tests() -> None:
    sketch = Sketch()
    sketch.add_trace("bar", x=[1], y=[1], no_such_attribute=1)
    with pytest.raises(ValueError, match="no_such_attribute"):
        Drawing.to_dict(sketch.draw({}))


def test_a_whole_percent_rounds_halves_up() -> None:
    assert classroom.standing(["start", "1 R", "home"], [1 / 8, 3 / 8, 1 / 2]).data[0].text == ("13%", "38%", "50%")
