"""Perudo charts of whole matches: dudo calls by the ratio of dice, the calibration of estimators, and wins."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from boardodds.charts.marks import add_label, interval_bars, ring, thin_line
from boardodds.charts.style import CONTEXT, PUBLISHED, SIMULATED, Sketch, finish_chart, role_color, short_percent
from boardodds.probability.calibration import Calibration
from boardodds.probability.estimate import Proportion

# The height of a line's name, relative to the height of the chart.
_LABEL_STEP = 0.062


def dial_chart(
    by_ratio: Mapping[float, Proportion],
    *,
    fitted: tuple[float, float],
    published: tuple[float, float],
    calculated: float,
    right: float,
) -> go.Figure:
    """Draw the proportion of dudo calls that were right against the ratio of dice, with 95% intervals, and four lines.

    by_ratio: by the caller's dice divided by the bidder's dice, the proportion of right calls.
    fitted, published: the slope and the intercept of each line.
    calculated: the mean chance of being right that the callers calculated.
    right: the proportion of all calls that were right.
    """
    ratios = list(by_ratio)
    max_trials = max(share.trials for share in by_ratio.values())
    figure = Sketch()
    figure.add_trace(
        "scatter",
        x=ratios,
        y=[share.value for share in by_ratio.values()],
        mode="markers",
        marker={
            **ring(SIMULATED),
            "size": [6 + 14 * (share.trials / max_trials) ** 0.5 for share in by_ratio.values()],
        },
        error_y=interval_bars(list(by_ratio.values())),
        customdata=[share.trials for share in by_ratio.values()],
        hovertemplate="ratio %{x:.2f}: right in %{y:.1%} of %{customdata:,} calls<extra></extra>",
    )
    ends = [min(ratios), max(ratios)]
    heights = {}
    for (name, (slope, intercept)), role in zip(
        {"fitted here": fitted, "the blog post's": published}.items(), (SIMULATED, PUBLISHED), strict=True
    ):
        figure.add_trace(
            "scatter",
            x=ends,
            y=[slope * ratio + intercept for ratio in ends],
            mode="lines+markers" if role == PUBLISHED else "lines",
            marker={"symbol": "diamond-open", "size": 10, "color": role_color(role)},
            line=thin_line(role, 2),
            hoverinfo="skip",
        )
        heights[name] = slope * ends[1] + intercept
    for name, average in {"expected": calculated, "right": right}.items():
        heights[f"{name} {short_percent(average)}"] = average
        dots = {**thin_line(width=2), "dash": "dot"}
        figure.add_trace("scatter", x=ends, y=[average] * 2, mode="lines", line=dots, hoverinfo="skip")
    _label_ends(figure, heights, ends[1], dict.fromkeys(heights, ends[1]))
    # Room for the names to the right of the lines on a phone.
    figure.update_xaxes(range=[0, 1.6 * ends[1]], tickvals=list(range(6)), showgrid=False, zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.02], zeroline=False)
    _add_axis_titles(figure, across="caller's dice divided by bidder's", up="proportion of right calls")
    return finish_chart(figure, height=400)


def _add_axis_titles(figure: Sketch, *, across: str, up: str) -> None:
    """Write the titles of both axes horizontally: below the chart at its left, and above it."""
    for text, side in (
        (up, {"y": 1, "yanchor": "bottom", "yshift": 8}),
        (across, {"y": 0, "yanchor": "top", "yshift": -24}),
    ):
        add_label(figure, text, x=0, xref="paper", xanchor="left", yref="paper", **side)
    figure.update_layout(margin={"l": 8, "r": 8, "t": 32, "b": 48})


def _label_ends(
    figure: Sketch, heights: Mapping[str, float], x: float, ends: Mapping[str, float], bold: str = ""
) -> None:
    """Write the names of lines to the right of their ends, apart from each other, with a thin line from the end to the name.

    heights, ends: the height and the place of the end of each line, by name.
    x: the place from which on there are no lines.
    bold: the name of the highlighted line.
    """
    for name, height in spread(heights, _LABEL_STEP).items():
        line = {**thin_line(width=1), "dash": "dot"}
        figure.add_shape(type="line", x0=ends[name], y0=heights[name], x1=1.03 * x, y1=height, line=line)
        figure.add_annotation(
            text=f"<b>{name}</b>" if name == bold else name, x=1.04 * x, y=height, xanchor="left", showarrow=False
        )


def spread(heights: Mapping[str, float], step: float) -> dict[str, float]:
    """Return the heights of labels at least a step apart, close to the given heights and in the same order.

    >>> {name: round(height, 2) for name, height in spread({"a": 0.5, "b": 0.5, "c": 0.9}, 0.1).items()}
    {'a': 0.45, 'b': 0.55, 'c': 0.9}
    """
    groups: list[list[str]] = []
    for name in sorted(heights, key=lambda label: heights[label]):
        groups.append([name])
        # Groups that overlap become one, centred at the mean of its heights.
        while len(groups) > 1 and _bottom(groups[-1], heights, step) < _bottom(groups[-2], heights, step) + step * len(
            groups[-2]
        ):
            groups[-2:] = [[*groups[-2], *groups[-1]]]
    return {name: _bottom(group, heights, step) + step * place for group in groups for place, name in enumerate(group)}


def _bottom(group: Sequence[str], heights: Mapping[str, float], step: float) -> float:
    return sum(heights[name] for name in group) / len(group) - step * (len(group) - 1) / 2


def reliability_chart(forecasts: Mapping[str, Calibration], chosen: str) -> go.Figure:
    """Draw observed frequencies against forecasts: one line for each forecaster, the chosen one with its 95% intervals."""
    figure = Sketch()
    figure.add_trace("scatter", x=[0, 1], y=[0, 1], mode="lines", line={**thin_line(), "dash": "dot"}, hoverinfo="skip")
    for name in sorted(forecasts, key=lambda line: line == chosen):
        bins = forecasts[name].bins
        shares = [bin_.happened for bin_ in bins]
        role, is_chosen = (SIMULATED, True) if name == chosen else (CONTEXT, False)
        figure.add_trace(
            "scatter",
            x=[bin_.mean_forecast for bin_ in bins],
            y=[share.value for share in shares],
            mode="lines+markers" if is_chosen or len(bins) == 1 else "lines",
            marker=ring(role, 9),
            line=thin_line(role, 2.5 if is_chosen else 1.25),
            error_y=interval_bars(shares) if is_chosen else {"visible": False},
            customdata=[share.trials for share in shares],
            hovertemplate=f"{name}<br>forecast %{{x:.1%}}, happened in %{{y:.1%}} of %{{customdata:,}} calls<extra></extra>",
        )
    heights = {name: quality.bins[-1].happened.value for name, quality in forecasts.items()}
    ends = {name: quality.bins[-1].mean_forecast for name, quality in forecasts.items()}
    _label_ends(figure, {**heights, "perfect": 1.0}, 1.0, {**ends, "perfect": 1.0}, chosen)
    # Room for the names to the right of the lines on a phone.
    ticks = [0, 0.25, 0.5, 0.75, 1]
    figure.update_xaxes(tickformat=".0%", range=[0, 1.5], tickvals=ticks, showgrid=False, zeroline=False)
    figure.update_yaxes(tickformat=".0%", range=[0, 1.15], tickvals=ticks, zeroline=False)
    _add_axis_titles(figure, across="forecast chance", up="proportion of right calls")
    return finish_chart(figure, height=400)
