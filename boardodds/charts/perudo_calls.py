"""The chart of dudo calls: how often they are right by the ratio of dice, with the line of the dial."""

from collections.abc import Mapping
from math import ceil

import plotly.graph_objects as go

from boardodds.charts.marks import add_label, error_bars, ring, thin_line
from boardodds.charts.style import CONTEXT, PUBLISHED, SIMULATED, Sketch, finish_chart
from boardodds.perudo import PUBLISHED_DIAL, Dial
from boardodds.probability.estimate import Z95, Proportion


def dial_chart(right: Mapping[float, Proportion], calculated: Mapping[float, float], dial: Dial) -> go.Figure:
    """Draw how often dudo is right, with 95% intervals, and the calculated chance; with the fitted and the published line.

    right, calculated: by the caller's dice divided by the bidder's.
    """
    figure, shares, last = Sketch(), list(right.values()), max(right)
    most = max(share.trials for share in shares)
    fitted, published = (
        {ratio: each.intercept.value + each.slope.value * ratio for ratio in (min(right), last)}
        for each in (dial, PUBLISHED_DIAL)
    )
    for name, heights, role, dash in (
        ("calculated", calculated, CONTEXT, "dot"),
        ("fitted line", fitted, SIMULATED, "solid"),
        ("blog post's line", published, PUBLISHED, "dash"),
    ):
        line, points = {**thin_line(role, 2), "dash": dash}, {"x": list(heights), "y": list(heights.values())}
        figure.add_trace("scatter", **points, mode="lines", line=line, hoverinfo="skip")
        add_label(figure, name, x=last, y=heights[last], xanchor="left", xshift=12)
    figure.add_trace(
        "scatter",
        x=list(right),
        y=[share.value for share in shares],
        mode="markers",
        marker={**ring(SIMULATED), "size": [6 + 12 * (share.trials / most) ** 0.5 for share in shares]},
        **error_bars([Z95 * share.standard_error for share in shares], SIMULATED),
        customdata=[share.trials for share in shares],
        hovertemplate="ratio %{x:.2f}: right in %{y:.1%} of %{customdata:,} calls<extra></extra>",
    )
    # Room for the names of the lines at the right.
    ticks = {"tickvals": list(range(ceil(last) + 1)), "range": [0, 1.5 * last], "showgrid": False, "zeroline": False}
    figure.update_xaxes("caller's dice divided by the bidder's", **ticks)
    figure.update_yaxes(tickformat=".0%", rangemode="tozero", zeroline=False)
    return finish_chart(figure, height=360)
