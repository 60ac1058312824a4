"""Charts of confidence intervals: those that contain or miss the exact chance, and how often they contain it."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.charts.marks import MARGIN, add_axis_name, name_in_corner
from boardodds.charts.style import (
    CONTEXT,
    EXACT,
    LOSING,
    PERCENT,
    PUBLISHED,
    Sketch,
    finish_chart,
    role_color,
    short_percent,
)
from boardodds.probability.estimate import Interval

# The place of the crosses of intervals that miss, as a fraction of the width of all intervals to their right.
_CROSS_PLACE = 0.04
# Below it the coverage over chances is cut off: near 0% and 100% some methods fall to 0.
_LOWEST_COVERAGE = 0.7


def interval_ladder(intervals: Sequence[Interval], exact: float | None, shown: int) -> go.Figure:
    """Draw many intervals one above the other; those that miss the exact chance are thick, with a cross at the right.

    The cross shows a miss where an interval ends just next to the line of the exact chance.

    exact: the exact chance; None for a chart without it, in which all intervals look alike.
    shown: the number of intervals to draw; the axes are those of all.
    """
    figure = Sketch()
    every, intervals = intervals, intervals[:shown]
    misses = [row for row, ci in enumerate(intervals, start=1) if exact is not None and exact not in ci]
    for hit, role, width in ((True, CONTEXT, 1.5), (False, LOSING, 4)):
        xs: list[float | None] = []
        ys: list[float | None] = []
        for row, interval in enumerate(intervals, start=1):
            if (row not in misses) == hit:
                xs += [interval.low, interval.high, None]
                ys += [row, row, None]
        figure.add_trace(
            "scatter",
            x=xs,
            y=ys,
            # An interval of a sample with only one outcome can have no length.
            mode="lines" if hit else "lines+markers",
            marker={"size": 6},
            line={"color": role_color(role), "width": width},
            hovertemplate="sample %{y}: %{x:.1%}<extra></extra>",
        )
    low, high = (pick(end) for pick, end in ((min, [ci.low for ci in every]), (max, [ci.high for ci in every])))
    figure.add_trace(
        "scatter",
        x=[high + _CROSS_PLACE * (high - low)] * len(misses),
        y=misses,
        mode="markers",
        marker={"symbol": "x", "size": 7, "color": role_color(LOSING)},
        hovertemplate="sample %{y} misses<extra></extra>",
    )
    if exact is not None:
        figure.add_vline(x=exact, line={"color": role_color(EXACT), "width": 2})
        place = {"x": exact, "y": 1, "yref": "y domain", "yanchor": "bottom", "showarrow": False}
        figure.add_annotation(**place, text=f"<b>exact: {short_percent(exact)}</b>", font={"color": role_color(EXACT)})
    reach = (high - low) * 2 * _CROSS_PLACE
    figure.update_xaxes(tickformat=".0%", title="the chance", zeroline=False, range=[low - reach, high + reach])
    figure.update_yaxes(visible=False, range=[0, len(every) + 1])
    figure.update_layout(margin={"l": 8, "r": 8, "t": 28, "b": 8})
    return finish_chart(figure, height=420)


def chance_coverage_lines(
    by_method: Mapping[str, tuple[Sequence[float], Sequence[float]]], level: float, chosen: str, exact: float
) -> go.Figure:
    """Draw the coverage of intervals for each true chance, with a dotted line at their nominal level.

    by_method: by the name of a method, the chances and the coverage for each.
    chosen: the method to highlight.
    exact: the chance to mark.
    """
    figure = Sketch()
    for name in sorted(by_method, key=lambda method: method == chosen):
        line = {"color": role_color(EXACT if name == chosen else CONTEXT), "width": 2 if name == chosen else 1}
        tip = f"{name}, chance %{{x:.1%}}: %{{y:{PERCENT}}}<extra></extra>"
        chances, coverages = map(list, by_method[name])
        figure.add_trace("scatter", x=chances, y=coverages, mode="lines", line=line, hovertemplate=tip)
    figure.add_vline(x=exact, line={"color": role_color(EXACT), "width": 1, "dash": "dot"})
    figure.add_hline(y=level, line={"dash": "dot", "color": role_color(PUBLISHED)})
    name_in_corner(figure, {f"— {chosen}": EXACT, "— the other methods": CONTEXT}, y=0)
    figure.update_xaxes(tickformat=".0%", title="the true chance", range=[0, 1], zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[_LOWEST_COVERAGE, 1.005])
    add_axis_name(figure, "coverage")
    figure.update_layout(margin={**MARGIN, "t": 28})
    return finish_chart(figure, height=320)
