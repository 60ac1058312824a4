"""A chart on its way to the page, beside the same chart as Plotly's own objects, which check every attribute."""

import plotly.graph_objects as go
import plotly.io

from benchmarks.compare import Comparison, compare
from boardodds.camel_up import LegOdds, solve_leg
from boardodds.camel_up.sources import CAMEL_CALCULATOR
from boardodds.charts.camel_up import place_bars


def sent(odds: LegOdds) -> str:
    """What the page sends, as Streamlit asks for it."""
    text: str = plotly.io.to_json(place_bars(odds).to_dict(), validate=False)
    return text


def sent_by_plotly(odds: LegOdds) -> str:
    """The same by way of Plotly's objects."""
    text: str = plotly.io.to_json(go.Figure(place_bars(odds).to_dict()).to_dict(), validate=False)
    return text


def place_chart() -> Comparison:
    odds = solve_leg(CAMEL_CALCULATOR[0].position)
    return compare(
        "A chart of five places, ready to send", lambda: sent(odds), lambda: sent_by_plotly(odds), rounds=100
    )


if __name__ == "__main__":
    print(place_chart())
