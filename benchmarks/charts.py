"""The rendering of a chart compared with Plotly's own objects, which check every attribute."""

import plotly.graph_objects as go
import plotly.io

from benchmarks.compare import Comparison, compare
from boardodds.camel_up import LegOdds, solve_leg
from boardodds.camel_up.published_figures import CAMEL_CALCULATOR
from boardodds.charts.camel_up import split_bars
from boardodds.charts.style import ordinal


def draw_places(odds: LegOdds) -> go.Figure:
    """Draw a bar for each place in the leg, split among the camels."""
    places = range(1, len(odds.camels) + 1)
    rows = {ordinal(place): {camel: odds.probability(camel, place) for camel in odds.camels} for place in places}
    return split_bars(rows, odds.ranking)


def serialize_chart(odds: LegOdds) -> str:
    """Return the JSON that a page sends, in the way Streamlit makes it."""
    text: str = plotly.io.to_json(draw_places(odds).to_dict(), validate=False)
    return text


def serialize_plotly_chart(odds: LegOdds) -> str:
    """Return the same JSON by way of Plotly's objects."""
    text: str = plotly.io.to_json(go.Figure(draw_places(odds).to_dict()).to_dict(), validate=False)
    return text


def compare_place_chart() -> Comparison:
    odds = solve_leg(CAMEL_CALCULATOR[0].position)
    return compare(
        "A chart of five places, ready to send",
        lambda: serialize_chart(odds),
        lambda: serialize_plotly_chart(odds),
        rounds=100,
    )
